"""Shows on a terminal that a command is at work once it takes long, and how far it is."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Protocol, TypeVar

from nanori.formats.io import streams

if TYPE_CHECKING:
    from rich.status import Status

Item = TypeVar("Item")


class ReadBatch(Protocol):
    """Tells which file it is from, and how much of it had been read by then."""

    @property
    def path(self) -> str: ...  # noqa: D102
    @property
    def read(self) -> int: ...  # noqa: D102


BatchOf = TypeVar("BatchOf", bound=ReadBatch)

# Seconds before a sign appears.
SECONDS_BEFORE_SIGN = 1.0


class _Sign:
    """A sign on standard error that appears in due time, and goes before any output."""

    def __init__(self, doing: str) -> None:
        self._doing = doing
        self._lock = threading.Lock()
        self._status: Status | None = None
        self._timer = threading.Timer(SECONDS_BEFORE_SIGN, self._appear)
        self._timer.daemon = True
        self._timer.start()

    def _appear(self) -> None:
        from rich.console import Console
        from rich.status import Status

        with self._lock:
            if not self._timer.finished.is_set():
                self._status = Status(self._doing, console=Console(file=sys.__stderr__))
                self._status.start()

    def tell(self, doing: str) -> None:
        """Say something else."""
        with self._lock:
            self._doing = doing
            if self._status is not None:
                self._status.update(doing)

    def go(self) -> None:
        """Go, or never appear."""
        with self._lock:
            self._timer.cancel()
            if self._status is not None:
                self._status.stop()
                self._status = None


@contextmanager
def waiting(doing: str) -> Generator[Callable[[], None]]:
    """Show on a terminal what is being done once it takes long; call the result before output."""
    if not sys.stderr.isatty():
        yield lambda: None
        return
    sign = _Sign(doing)
    try:
        yield sign.go
    finally:
        sign.go()


def watched(
    batches: Iterator[BatchOf], paths: Sequence[str], output: str | None
) -> Iterator[BatchOf]:
    """Yield the batches, showing how much of the files has been read once it takes long.

    Where standard error is a terminal that the output does not go to as well.
    """
    if not sys.stderr.isatty() or (output is None and sys.stdout.isatty()):
        yield from batches
        return
    sizes = {path: streams.size(path) or 0 for path in paths}
    total = sum(sizes.values())
    sign, passed, path = _Sign("annotating"), 0, ""
    try:
        for batch in batches:
            if batch.path != path:
                passed += sizes.get(path, 0)
                path = batch.path
            if total:
                sign.tell(f"annotating: {100 * (passed + batch.read) // total} %")
            yield batch
    finally:
        sign.go()


def until_output(items: Iterable[Item], over: Callable[[], None]) -> Iterator[Item]:
    """Yield the items, and say before the first, or at the end, that waiting is over."""
    for item in items:
        over()
        yield item
    over()
