"""Card files to reports: every check over every text, in the order of the files."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct

from nanori import formats, languages
from nanori.annotation import annotate
from nanori.checks import Check
from nanori.entries import Element, Entry
from nanori.errors import NanoriError
from nanori.linting.findings import Finding
from nanori.linting.indexes import Index
from nanori.linting.placing import Sheet
from nanori.linting.reports import Report
from nanori.linting.selecting import Selection
from nanori.linting.settings import Settings
from nanori.linting.subjects import Pair, Subject
from nanori.records import Batch, Record

if TYPE_CHECKING:
    from nanori.inputs import Failures

REMARK = b"noqa"
"""What an element has in which a remark turns checks off."""

Found = tuple[int, Check, Finding]
"""Which record of an element, what found it, and the finding."""


class Run(Struct, frozen=True):
    """What stays the same while files are looked at."""

    settings: Settings
    index: Index
    selection: Selection
    failures: Failures
    shown: Mapping[str, str] = {}
    """By path, how a file is called in reports; standard input has been put into a file."""


def gathered(paths: Iterable[str], index: Index, lang: str = "") -> Index:
    """Return the index with the names of all cards in those files; what is unreadable is left."""
    for path in paths:
        try:
            for record in formats.read(path, lang):
                if isinstance(record, Record):
                    index.add(record.card)
        except NanoriError:  # said when the file is looked at
            continue
    return index


def reports(paths: Iterable[str], run: Run, lang: str = "") -> Iterator[Report]:
    """Yield what the checks find in those files, in their order.

    What cannot be read is noted among the failures of the run. NanoriError if nothing can.
    """
    seen: Counter[str] = Counter()
    for path in paths:
        try:
            for batch in formats.batches(path, lang):
                for element in batch.elements:
                    for report in _of_element(batch, element, run):
                        seen[report.fingerprint] += 1
                        count = seen[report.fingerprint] - 1
                        yield msgspec.structs.replace(report, occurrence=count)
        except NanoriError as error:
            run.failures.note_file(error)


def _of_element(batch: Batch, element: Element, run: Run) -> list[Report]:
    """Return what the checks find in one card, with its faces and languages."""
    path = formats.where(run.shown.get(batch.path, batch.path), element)
    checks = run.selection.of_file(path)
    subjects: list[Subject] = []
    for record in formats.records(msgspec.structs.replace(batch, elements=(element,))):
        if isinstance(record, NanoriError):
            run.failures.note(record)
        else:
            subjects.append(subject_of(record, run))
    wanted = run.settings.languages
    found: list[Found] = []
    for place, subject in enumerate(subjects):
        if not wanted or subject.card.lang in wanted:
            chosen = run.selection.of_card(checks, subject.card)
            found += findings(place, subject, _original(subject, subjects), chosen)
    if not found and REMARK not in element.text:
        return []
    return _reported(found, subjects, Sheet(path, element), batch, checks)


def subject_of(record: Record, run: Run) -> Subject:
    """Return a record with its references, ready for the checks."""
    card = record.card
    return Subject(
        card,
        annotate(card),
        run.index,
        run.settings,
        anchors=record.anchors,
        extra=record.extra,
    )


def _original(subject: Subject, subjects: Sequence[Subject]) -> Subject | None:
    """Return the same face in the language of the originals, if it is in the same element."""
    pivot = languages.pivot()
    if subject.card.lang == pivot or not subject.card.name_en:
        return None
    return next(
        (
            one
            for one in subjects
            if one.card.lang == pivot and one.card.name == subject.card.name_en
        ),
        None,
    )


def findings(
    place: int, subject: Subject, original: Subject | None, checks: Iterable[Check]
) -> Iterator[Found]:
    """Yield what those checks find in a text, and in it as the translation of the original."""
    for check in checks:
        if check.kind == "check":
            for finding in check.find(subject):
                yield place, check, finding
        elif check.kind == "check_pair" and original is not None:
            for finding in check.find(Pair(original, subject)):
                yield place, check, finding


def _reported(
    found: Sequence[Found],
    subjects: Sequence[Subject],
    sheet: Sheet,
    batch: Batch,
    checks: Sequence[Check],
) -> list[Report]:
    """Return the findings of an element with their places, but for those a remark turns off."""
    entries = _entries(batch, sheet.element)
    suppressed = {name for entry in entries for name in entry.suppressed}
    used: set[str] = set()
    made: list[Report] = []
    for place, check, finding in found:
        if check.name in suppressed or "*" in suppressed:
            used.add(check.name)
            continue
        entry = entries[place] if place < len(entries) else None
        card = subjects[place].card
        made.append(sheet.report(finding, check.name, check.severity, card, entry))
    for check in checks if subjects else ():
        if check.kind == "check_suppressions":
            for finding in check.find(sorted(suppressed), used):
                card = subjects[0].card
                made.append(sheet.report(finding, check.name, check.severity, card, None))
    return sorted(made, key=lambda one: (one.found.line, one.found.column, one.found.check))


def _entries(batch: Batch, element: Element) -> list[Entry]:
    """Return the entries of the records in an element: those that have a text."""
    try:
        every = formats.listed()[batch.format].entries(element)
        return [entry for entry in every if entry.card.text]
    except NanoriError:  # said when its records were read
        return []
