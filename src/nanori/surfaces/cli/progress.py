"""Shows that a command is at work: how much of the files has been read, or just that."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Protocol, TypeVar

from nanori.formats.io import streams

if TYPE_CHECKING:
    from rich.progress import Progress
    from rich.status import Status

Item = TypeVar("Item")


class ReadBatch(Protocol):
    """Tells which file it is from, and how much of it had been read by then."""

    @property
    def path(self) -> str: ...  # noqa: D102
    @property
    def read(self) -> int: ...  # noqa: D102


BatchOf = TypeVar("BatchOf", bound=ReadBatch)

# Seconds before a bar appears.
SECONDS_BEFORE_BAR = 1.0


def watched(
    batches: Iterator[BatchOf], paths: Sequence[str], output: str | None
) -> Iterator[BatchOf]:
    """Return the batches, with a bar on standard error once it takes long, if one can be shown.

    It can be on a terminal that the output does not go to as well.
    """
    shown = sys.stderr.isatty() and (output is not None or not sys.stdout.isatty())
    return _watched(batches, paths) if shown else batches


def _watched(batches: Iterator[BatchOf], paths: Sequence[str]) -> Iterator[BatchOf]:
    sizes = {path: streams.size(path) or 0 for path in paths}
    total = sum(sizes.values()) or None
    began = time.monotonic()
    bar: Progress | None = None
    passed = 0
    path = ""
    try:
        for batch in batches:
            if batch.path != path:
                passed += sizes.get(path, 0)
                path = batch.path
            if bar is None and time.monotonic() - began > SECONDS_BEFORE_BAR:
                from rich.console import Console
                from rich.progress import Progress

                console = Console(file=sys.__stderr__)
                bar = Progress(console=console, transient=True, redirect_stdout=False)
                bar.add_task("annotating", total=total)
                bar.start()
            if bar is not None:
                bar.update(bar.task_ids[0], completed=passed + batch.read)
            yield batch
    finally:
        if bar is not None:
            bar.stop()


class _Sign:
    """A sign on standard error that appears in due time, and goes before any output."""

    def __init__(self, doing: str) -> None:
        self._doing = doing
        self._lock = threading.Lock()
        self._status: Status | None = None
        self._over = False

    def appear(self) -> None:
        """Appear, if it is still needed."""
        from rich.console import Console
        from rich.status import Status

        with self._lock:
            if not self._over:
                self._status = Status(self._doing, console=Console(file=sys.__stderr__))
                self._status.start()

    def go(self) -> None:
        """Go, or never appear."""
        with self._lock:
            self._over = True
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
    timer = threading.Timer(SECONDS_BEFORE_BAR, sign.appear)
    timer.daemon = True
    timer.start()
    try:
        yield sign.go
    finally:
        timer.cancel()
        sign.go()


def until_output(items: Iterable[Item], over: Callable[[], None]) -> Iterator[Item]:
    """Yield the items, and say before the first, or at the end, that waiting is over."""
    for item in items:
        over()
        yield item
    over()
