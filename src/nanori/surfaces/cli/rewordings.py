"""Batches of records to what `nanori restyle` writes of each, in one process or in several."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager

from msgspec import Struct

from nanori.annotation.known_names import KnownNames
from nanori.formats import reader
from nanori.formats.io import parallel
from nanori.formats.records import Batch, Record
from nanori.model.errors import NanoriError
from nanori.rewriting import restyling
from nanori.rewriting.restyling import Rewording, restyled
from nanori.surfaces.cli.inputs import FailureLog
from nanori.surfaces.cli.workers import load_languages

# What is written of a record.
RewordedRow = dict[str, object]


class RewordedBatch(Struct, frozen=True):
    """What became of a batch."""

    rows: tuple[RewordedRow, ...] = ()
    errors: tuple[NanoriError, ...] = ()


class RestylingJob(Struct, frozen=True):
    """How texts are to be worded."""

    style: str
    edition: str
    known: KnownNames | None

    def do(self, batch: Batch) -> RewordedBatch:
        """Return a row for each record of a batch, and what is wrong with the others."""
        rows: list[RewordedRow] = []
        errors: list[NanoriError] = []
        for record in reader.records(batch):
            if isinstance(record, NanoriError):
                errors.append(record)
                continue
            try:
                made = restyling.changes(
                    record.card, self.style, edition=self.edition, names=self.known
                )
                rows.append(_row(record, made))
            except NanoriError as error:
                errors.append(NanoriError(error.message, path=record.path, line=record.line))
        return RewordedBatch(tuple(rows), tuple(errors))

    def lost(self, batch: Batch) -> RewordedBatch:
        """Return a line that says which records were lost."""
        more = len(batch.elements) - 1
        reason = f"a worker process died over this and the next {more} records"
        error = NanoriError(reason, path=batch.path, line=batch.elements[0].line)
        return RewordedBatch(errors=(error,))


@contextmanager
def workers(
    job: RestylingJob, jobs: int
) -> Generator[Callable[[Iterable[Batch]], Iterator[RewordedBatch]]]:
    """Return what does batches in that many processes; how is said of `parallel.working`."""
    if jobs > 1:
        load_languages()
    with parallel.working(job, jobs) as do:
        yield lambda batches: (made for _, made in do(batches))


def rows(done: Iterable[RewordedBatch], failures: FailureLog) -> Iterator[RewordedRow]:
    """Yield a row for each record, and report those that cannot be read."""
    for batch in done:
        for error in batch.errors:
            failures.note(error)
        yield from batch.rows


def _row(record: Record, rewordings: tuple[Rewording, ...]) -> dict[str, object]:
    """Return the new text of a record and its changes, the input's unknown keys between them."""
    own = {
        "id": record.card.id,
        "text": restyled(record.card.text, rewordings),
        "changes": [
            {
                "start": change.edit.start,
                "end": change.edit.end,
                "text": record.card.text[change.edit.start : change.edit.end],
                "new": change.edit.text,
                "form": change.reference.form,
                "new_form": change.form,
                "scope": change.reference.scope,
                "rule": change.reference.rule,
            }
            for change in rewordings
        ],
    }
    return {**own, **record.extra, **own}
