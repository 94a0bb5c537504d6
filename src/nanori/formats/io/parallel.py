"""Items to what is made of each, in this process or in several, in order."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # what starts processes takes long to load
    from nanori.formats.io.processes import DoItems, Job, Piece, Produced


@contextmanager
def working(job: Job[Piece, Produced], jobs: int) -> Generator[DoItems[Piece, Produced]]:
    """Return what does a job in that many processes, as far as possible; one is this process.

    The processes are started at once, so call it before threads and progress bars start, and first
    load what all of them need. Where processes cannot fork, the job is pickled.
    """
    if jobs == 1:
        yield lambda items: ((item, job.do(item)) for item in items)
        return
    from nanori.formats.io import processes  # what starts processes takes long to load

    with processes.pool(job, jobs) as work:
        yield work
