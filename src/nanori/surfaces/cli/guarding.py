"""Standard output and error while a command runs: nothing that strangers wrote steers a reader.

What is written as text, by `print` or by Rich, is for people; what is for programs is written as
bytes, underneath this.
"""

import io
import os
import re
import sys
from collections.abc import Generator, Iterable
from contextlib import contextmanager, suppress
from typing import Any, TextIO, cast

from nanori.model.visible import visible

# What makes words bold or colored on a terminal, as our own listings do.
_STYLE = re.compile(r"(\x1b\[[0-9;]*m)")


class Guarded:
    """A text stream that makes what is written to it safe, as `visible` does; else as it is."""

    def __init__(self, inner: TextIO) -> None:
        """Write to that stream; styles pass if it is a terminal, or if they were asked for."""
        self.inner = inner
        self._styled = inner.isatty() or bool(os.environ.get("FORCE_COLOR"))
        self._begins = True

    def write(self, text: str, /) -> int:
        """Write what may be shown of a text."""
        if self._styled:
            pieces = _STYLE.split(text)
            pieces[::2] = map(visible, pieces[::2])
            self.inner.write("".join(pieces))
        elif text:
            # A line may come in pieces, and only its beginning can be a command.
            shown = visible(text if self._begins else f"x{text}")
            self.inner.write(shown if self._begins else shown[1:])
            self._begins = not text.rpartition("\n")[2].strip() and (self._begins or "\n" in text)
        return len(text)

    def writelines(self, lines: Iterable[str], /) -> None:
        """Write texts one after another."""
        for line in lines:
            self.write(line)

    def close(self) -> None:
        """Leave the underlying stream open: it is not ours."""

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401
        """Return what the underlying stream has: its encoding, its bytes for programs."""
        return getattr(self.inner, name)


class _Closed(io.RawIOBase):
    """Stands in for standard output that the caller has closed; it says so once."""

    complained = False

    def writable(self) -> bool:
        return True

    def write(self, content: Any, /) -> int:  # noqa: ANN401 — any buffer
        if not self.complained:
            self.complained = True
            raise OSError("standard output is closed")
        return memoryview(content).nbytes  # what is left when it is discarded


@contextmanager
def guarded() -> Generator[None]:
    """Make everything that the block prints safe to show."""
    out = cast("TextIO | None", sys.stdout)
    error = cast("TextIO | None", sys.stderr)
    with suppress(AttributeError):  # a terminal may lack our characters
        cast("io.TextIOWrapper", out).reconfigure(errors="replace")
    shown = Guarded(out or cast("TextIO", io.TextIOWrapper(io.BufferedWriter(_Closed()))))
    errors = Guarded(error or open(os.devnull, "w", encoding="utf-8"))  # noqa: PTH123, SIM115
    sys.stdout, sys.stderr = cast("TextIO", shown), cast("TextIO", errors)
    try:
        yield
    finally:
        sys.stdout, sys.stderr = cast("TextIO", out), cast("TextIO", error)


def silence(stream: TextIO | None) -> None:
    """Discard what is still written to a stream that no longer accepts anything."""
    with suppress(OSError, AttributeError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, cast("TextIO", stream).fileno())
        os.close(nowhere)
