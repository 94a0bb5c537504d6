"""Signals that ask the program to end: it does so by an exception, as for Ctrl-C, and cleans up."""

import signal
from types import FrameType
from typing import NoReturn

# Interrupt, terminate, hang up, as far as the system has them.
ASKING = [
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
]


# Exit codes beyond this tell which signal ended a program.
SIGNALLED = 128


class Ended(KeyboardInterrupt):
    """The program was asked to end; the exit code is that of a shell."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.code = SIGNALLED + number


def _end(number: int, frame: FrameType | None) -> NoReturn:
    for each in ASKING:
        signal.signal(each, signal.SIG_IGN)  # cleaning up must not be interrupted
    raise Ended(number)


def by_exception() -> None:
    """Let signals end this program by an exception; those that the caller ignores stay ignored."""
    for each in ASKING:
        if signal.getsignal(each) is not signal.SIG_IGN:
            signal.signal(each, _end)
