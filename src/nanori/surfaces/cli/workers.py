"""Batches of records to finished output, in this process or in several, in order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeVar

from msgspec import Struct

from nanori.annotation import pipeline
from nanori.annotation.known_names import KnownNames
from nanori.formats import reader
from nanori.formats.io import parallel
from nanori.formats.records import Batch, Record
from nanori.grammar import languages
from nanori.model.errors import DataFileError, NanoriError, Remark
from nanori.model.values import Card
from nanori.surfaces.cli import reporting

if TYPE_CHECKING:  # what starts processes takes long to load
    from nanori.formats.io.pools import Job

Made = TypeVar("Made")


class Task(Struct, frozen=True):
    """What is to be made of each record, as a job for several processes."""

    to: str
    """`summary`, `explained`, or one of `reporting.WRITERS`."""
    known: KnownNames | None = None
    """Names of other cards."""

    def do(self, batch: Batch) -> Done:
        """Return the output for a batch."""
        return work(self, batch)

    def lost(self, batch: Batch) -> Done:
        """Return a line that says which records were lost."""
        return Done(errors=(lost_records(batch),))


class Done(Struct, frozen=True):
    """What became of a batch."""

    output: bytes = b""
    counts: Counter[tuple[str, str]] = Counter()
    """For `summary` only."""
    errors: tuple[NanoriError, ...] = ()
    """The records that could not be processed."""
    strange: Counter[tuple[str, str, str]] = Counter()
    """Texts that plainly are in another language than they are said to be, by file and both."""


def work(task: Task, batch: Batch) -> Done:
    """Return the output for a batch of records."""
    pieces: list[bytes] = []
    errors: list[NanoriError] = []
    counts: reporting.Counts = Counter()
    strange = Counter[tuple[str, str, str]]()
    for record in reader.records(batch):
        if isinstance(record, NanoriError):
            errors.append(record)
            continue
        if told := languages.contradicting(record.card.text, record.card.lang):
            strange[record.path, record.card.lang, told] += 1
        try:
            references = pipeline.annotated(record.card, task.known, record.markup)
            if task.to == "summary":
                counts += reporting.counted(record, references)
            elif task.to == "explained":
                pieces.append(reporting.explained(record, references, task.known))
            else:
                pieces.append(reporting.WRITERS[task.to](record, references))
        except DataFileError:
            raise  # each of the others would say the same
        except Exception as error:  # our fault; but the other records are still to be done
            errors.append(_fault(record, error))
    return Done(b"".join(pieces), counts, tuple(errors), strange)


def remarks(strange: Counter[tuple[str, str, str]]) -> Iterator[Remark]:
    """Yield for each file what is to be said of texts in another language than is said of them."""
    for (path, lang, told), count in strange.items():
        known, other = (languages.load(code).lexicon.name for code in (lang, told))
        said = (
            f"1 text said to be in {known} is"
            if count == 1
            else f"{count:,} texts said to be in {known} are"
        )
        yield Remark(f"{said} plainly in {other}", path=path)


def _fault(record: Record, error: Exception) -> NanoriError:
    if isinstance(error, NanoriError):
        return NanoriError(error.message, path=record.path, line=record.line)
    reason = f"internal error, please report it: {type(error).__name__}: {error}"
    return NanoriError(" ".join(reason.split()), path=record.path, line=record.line)


def lost_records(batch: Batch) -> NanoriError:
    """Return what is said of a batch over which its process died."""
    others = len(batch.elements) - 1
    reason = f"a worker process died over this and the next {others} records"
    return NanoriError(reason, path=batch.path, line=batch.elements[0].line)


@contextmanager
def workers(
    job: Job[Batch, Made], jobs: int
) -> Generator[Callable[[Iterable[Batch]], Iterator[Made]]]:
    """Return what does batches in that many processes; how is said of `parallel.working`."""
    for code in languages.codes() if jobs > 1 else ():  # so that processes need not load them
        pipeline.annotate(Card(text="", name="-", lang=code))
    with parallel.working(job, jobs) as do:
        yield lambda batches: (done for _, done in do(batches))
