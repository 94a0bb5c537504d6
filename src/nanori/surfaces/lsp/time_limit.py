"""A limit on how long one card may hold up the editor."""

import signal
import threading
from collections.abc import Generator
from contextlib import contextmanager
from types import FrameType

# Seconds that looking at one card may take: a thousand times what the longest real one takes.
PATIENCE = 5.0


class TakesTooLongError(Exception):
    """Something took longer than it may, and was abandoned."""


@contextmanager
def limited(seconds: float) -> Generator[None]:
    """Raise TakesTooLongError in the block once so many seconds have passed.

    Only in the main thread, and not on Windows, where nothing can interrupt it.
    """
    if not hasattr(signal, "setitimer") or threading.current_thread() != threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGALRM, _give_up)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def _give_up(number: int, frame: FrameType | None) -> None:
    raise TakesTooLongError
