"""Card files to reports by several processes, in the order of the files.

They are forked from this one, and so know what it has gathered from all files. What is no report
stays where it was looked at.
"""

from collections.abc import Iterable, Iterator

import msgspec
from msgspec import Struct

from nanori.formats.io import parallel, processes
from nanori.formats.reader import TextPresence
from nanori.formats.records import Batch
from nanori.linting.discovery import CheckedFile
from nanori.linting.engine import (
    Failures,
    Inspection,
    Numbering,
    of_batch,
    of_target,
    reports_of,
    shown,
)
from nanori.linting.reports import Report
from nanori.linting.runs import Run
from nanori.model.errors import DataFileError, NanoriError


class FilePart(Struct, frozen=True):
    """A part of a file, or what is to be said at its end."""

    target: CheckedFile
    batch: Batch | None = None
    """Nothing for a document, which is looked at as a whole."""
    error: NanoriError | None = None
    """Why the rest of the file cannot be read."""
    last: bool = False


class PartFindings(Struct, frozen=True):
    """What was found in a part of a file."""

    reports: tuple[Report, ...] = ()
    wrong: tuple[NanoriError, ...] = ()
    """What is wrong with single records."""
    error: NanoriError | None = None
    """Why the file cannot be read."""
    cards: int = 0
    """How many cards there are."""
    without_text: int = 0
    """How many of them have no text."""
    profiles: frozenset[str] = frozenset()
    """What the cards are: a set, a translation, data."""


class _Checking:
    """The checks over parts of files, as a job for several processes."""

    def __init__(self, run: Run) -> None:
        self._run = run

    def do(self, stretch: FilePart) -> PartFindings:
        """Return what the checks find in a part of a file."""
        wrong: list[NanoriError] = []
        target, batch = stretch.target, stretch.batch
        if stretch.error is not None or stretch.last:
            return PartFindings(error=stretch.error)
        try:
            if batch is None:
                return PartFindings(tuple(reports_of(of_target(target, self._run, wrong.append))))
            inspections = list(
                of_batch(batch, target, self._run, lambda error: wrong.append(shown(error, target)))
            )
            return PartFindings(
                tuple(reports_of(inspections)),
                tuple(wrong),
                cards=sum(each.cards for each in inspections),
                without_text=sum(each.without_text for each in inspections),
                profiles=frozenset[str]().union(*(each.profiles for each in inspections)),
            )
        except DataFileError:
            raise
        except NanoriError as error:
            return PartFindings(wrong=tuple(wrong), error=error)

    def lost(self, stretch: FilePart) -> PartFindings:
        """Return a line that says which cards were lost."""
        batch = stretch.batch
        if batch is None:
            return PartFindings(error=NanoriError("a worker process died over it"))
        more = len(batch.elements) - 1
        reason = f"a worker process died over this and the next {more} records"
        line = batch.elements[0].line
        return PartFindings(wrong=(NanoriError(reason, path=stretch.target.shown, line=line),))


def can_divide(run: Run) -> bool:
    """Tell whether processes can do the work of a run: a database of names is for one alone."""
    return processes.can_fork() and not run.settings.names and not run.reading.repairs


def inspections(
    targets: Iterable[CheckedFile], run: Run, failures: Failures, jobs: int
) -> Iterator[Inspection]:
    """Yield what is found in those files by that many processes, without the texts themselves."""
    numbering, silence = Numbering(), TextPresence(empty=False)
    with parallel.working(_Checking(run), jobs) as do:
        for stretch, checked in do(_stretches(targets, run)):
            target = stretch.target
            for error in checked.wrong:
                failures.note(error)
            if stretch.error is None and not stretch.last:
                inspection = Inspection(
                    target,
                    list(checked.reports),
                    cards=checked.cards,
                    without_text=checked.without_text,
                    profiles=checked.profiles,
                )
                yield numbering.numbered(inspection)
            try:
                if checked.error is not None:
                    raise checked.error
                if stretch.batch is not None:
                    silence.look(stretch.batch)
                if stretch.last:
                    silence.prove(target.path, may_be_plain=target.in_folder)
            except NanoriError as error:
                failures.note_file(shown(error, target))
            if stretch.last or stretch.error is not None:
                silence = TextPresence(empty=False)


def _stretches(targets: Iterable[CheckedFile], run: Run) -> Iterator[FilePart]:
    reading = run.reading
    for opened in targets:
        target = msgspec.structs.replace(opened, opened=None)  # its bytes are not sent along
        if target.rules:
            yield FilePart(target)
            continue
        try:
            for batch in reading.batches(opened):
                yield FilePart(target, batch)
        except NanoriError as error:
            yield FilePart(target, error=error)
        else:
            yield FilePart(target, last=True)
