"""A bar that says how far the reading of files has come."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from nanori.formats.io import streams
from nanori.formats.records import Batch

if TYPE_CHECKING:
    from rich.progress import Progress

PATIENCE = 1.0
"""Seconds before a bar appears."""


def is_shown(output: str | None) -> bool:
    """Tell whether a bar can be shown: to a terminal that the output does not go to as well."""
    return sys.stderr.isatty() and (output is not None or not sys.stdout.isatty())


def watched(batches: Iterable[Batch], paths: Sequence[str]) -> Iterator[Batch]:
    """Yield the batches, showing a bar on standard error once it takes long."""
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
            if bar is None and time.monotonic() - began > PATIENCE:
                bar = _bar(total)
            if bar is not None:
                bar.update(bar.task_ids[0], completed=passed + batch.read)
            yield batch
    finally:
        if bar is not None:
            bar.stop()


def _bar(total: int | None) -> Progress:
    from rich.console import Console
    from rich.progress import Progress

    bar = Progress(console=Console(file=sys.__stderr__), transient=True, redirect_stdout=False)
    bar.add_task("annotating", total=total)
    bar.start()
    return bar
