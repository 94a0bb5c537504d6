"""Batches of records to finished output, in this process or in several, in order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
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
from nanori.model.values import Card, Reference
from nanori.surfaces.cli import reporting

if TYPE_CHECKING:  # what starts processes takes long to load
    from nanori.formats.io.pools import Job

Made = TypeVar("Made")


class Task(Struct, frozen=True):
    """What is made of each record, as a job for several processes."""

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


# So many texts of a batch are looked at first, then one in so many: usually a whole file is in
# another language than it says. `lint` looks at each.
SOME = 16
# If one in so many of these is not seen at once to be in its language, all of them are read.
MANY = 8


class Done(Struct, frozen=True):
    """The result of a batch."""

    output: bytes = b""
    counts: Counter[tuple[str, str]] = Counter()
    """For `summary` only."""
    errors: tuple[NanoriError, ...] = ()
    """The records that could not be processed."""
    strange: Counter[tuple[str, str, str]] = Counter()
    """Texts whose language was looked at, by file, the stated language, and their own."""


def work(task: Task, batch: Batch) -> Done:
    """Return the output for a batch of records."""
    pieces: list[bytes] = []
    errors: list[NanoriError] = []
    counts: reporting.Counts = Counter()
    looked: list[Record] = []
    records: list[Record] = []
    for number, record in enumerate(reader.records(batch)):
        if isinstance(record, NanoriError):
            errors.append(record)
            continue
        if number < SOME or number % SOME == 0:
            looked.append(record)
        records.append(record)
    for record, known in zip(records, _annotated(task, records), strict=True):
        try:
            references = known
            if references is None:
                references = pipeline.annotated(record.card, task.known, record.markup)
            if task.to == "summary":
                counts += reporting.counted(record, references)
            elif task.to == "explained":
                pieces.append(reporting.explained(record, references, task.known))
            else:
                pieces.append(reporting.WRITERS[task.to](record, references))
        except DataFileError:
            raise  # every other record would say the same
        except Exception as error:  # a bug of ours; the other records are still to be done
            errors.append(_fault(record, error))
            errors.sort(key=lambda each: each.line or 0)  # among what could not be read
    return Done(b"".join(pieces), counts, tuple(errors), _languages_of(looked))


def _annotated(task: Task, records: Sequence[Record]) -> Sequence[list[Reference] | None]:
    """Return the references of each record; nothing of any if one fails, to be found out which."""
    cards, markups = [each.card for each in records], [each.markup for each in records]
    try:
        return pipeline.annotated_together(cards, task.known, markups)
    except Exception:  # whoever annotates that one by itself tells
        return [None] * len(records)


def _languages_of(records: Sequence[Record]) -> Counter[tuple[str, str, str]]:
    """Return how many texts are in which language, by file and stated language.

    Keyword lines may be in any language: all others are read only if many texts are doubtful.
    """
    counts = Counter((each.path, each.card.lang, each.card.lang) for each in records)
    doubtful = [
        each for each in records if not languages.is_plainly(each.card.text, each.card.lang)
    ]
    for record in doubtful if len(doubtful) * MANY >= len(records) else ():
        card = record.card
        if told := languages.contradicting(card.text, card.lang):
            counts[record.path, card.lang, card.lang] -= 1
            counts[record.path, card.lang, told] += 1
    return counts


def remarks(strange: Counter[tuple[str, str, str]]) -> Iterator[Remark]:
    """Yield for each file a remark on texts in another language than stated."""
    for (path, lang, told), count in strange.items():
        if told != lang:
            known, other = (languages.load(code).lexicon.name for code in (lang, told))
            looked = count + strange[path, lang, lang]
            said = f"{count:,} of {looked:,} texts looked at are plainly in {other}, not in {known}"
            yield Remark(said, path=path)


def _fault(record: Record, error: Exception) -> NanoriError:
    if isinstance(error, NanoriError):
        return NanoriError(error.message, path=record.path, line=record.line)
    reason = f"internal error, please report it: {type(error).__name__}: {error}"
    return NanoriError(" ".join(reason.split()), path=record.path, line=record.line)


def lost_records(batch: Batch) -> NanoriError:
    """Return the error for a batch over which its process died."""
    others = len(batch.elements) - 1
    reason = f"a worker process died over this and the next {others} records"
    return NanoriError(reason, path=batch.path, line=batch.elements[0].line)


@contextmanager
def workers(
    job: Job[Batch, Made], jobs: int
) -> Generator[Callable[[Iterable[Batch]], Iterator[Made]]]:
    """Return what does batches in that many processes; see `parallel.working`."""
    for code in languages.codes() if jobs > 1 else ():  # so that processes need not load them
        pipeline.annotate(Card(text="", name="-", lang=code))
    with parallel.working(job, jobs) as do:
        yield lambda batches: (done for _, done in do(batches))
