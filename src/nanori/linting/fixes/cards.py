"""A card of a file to the same with its fixes made, until nothing is left to mend."""

from __future__ import annotations

from bisect import bisect_left, insort
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from operator import attrgetter
from typing import NamedTuple

from nanori.formats import catalogue, proving, reader
from nanori.formats.edit_plans import edits_in
from nanori.formats.entries import Element, Entry
from nanori.formats.proving import with_edits
from nanori.formats.records import Batch
from nanori.linting.checks import Check
from nanori.linting.configuration import Remarks
from nanori.linting.engine import Seen, entries_of
from nanori.linting.findings import MOST_MENDED, Finding
from nanori.linting.reports import Sheet
from nanori.linting.runs import Note
from nanori.model.diagnostics import Fix
from nanori.model.edits import composed
from nanori.model.errors import NanoriError
from nanori.model.values import Edit

# Times that a card is looked at again after its fixes were made; more is no end to it.
ROUNDS = 10


class Fixes(NamedTuple):
    """A card with its fixes made."""

    element: Element
    edits: list[Edit]
    """What was edited, of the text of the element as it was given."""
    number: int
    """How many findings were mended."""


class _FieldFix(NamedTuple):
    """A fix of a field that stands in the file."""

    entry: Entry
    field: str
    fix: Fix
    check: str


class Fixer(NamedTuple):
    """Which fixes are made."""

    unsafe: bool
    """Whether also those that somebody should look at."""
    known: frozenset[str] = frozenset()
    """Fingerprints of findings that are not reported, and so not mended."""


# Gives what is found in an element, as it is read from the file or with some fixes made.
Look = Callable[[Element], tuple[Batch, Sequence[Seen]]]


def fixed(element: Element, look: Look, newline: str, fixer: Fixer, note: Note) -> Fixes:
    """Return an element with all fixes made that can be, in as many rounds as it takes.

    `newline` is the line end of the file. Where fixes undo each other nothing is done. What the
    file cannot hold is noted and left as it is.
    """
    now, made, count = element, list[Edit](), 0
    refused: set[tuple[str, str, Fix]] = set()
    before = {element.text}
    for _ in range(ROUNDS):
        batch, every = look(now)
        field_fixes = [
            field_fix
            for field_fix in _field_fixes(batch, now, every, fixer)
            if (field_fix.check, field_fix.field, field_fix.fix) not in refused
        ]
        if not field_fixes:
            return Fixes(now, made, count)
        chosen, edits = _possible(batch, now, field_fixes, newline, refused, note)
        if not edits:
            return Fixes(now, made, count)
        text = element.text.decode()
        now, made = with_edits(now, edits), composed(text, made, edits)
        count += len(chosen)
        if now.text in before:
            break
        before.add(now.text)
    return Fixes(element, [], 0)


def _field_fixes(
    batch: Batch, element: Element, every: Sequence[Seen], fixer: Fixer
) -> Iterator[_FieldFix]:
    """Yield the fixes of an element: the safe ones first, of these what mends most words.

    A check that finds more in a text than are looked for to be mended mends nothing there.
    """
    number = Counter(
        (place, check.name) for place, seen in enumerate(every) for check, _ in seen.findings
    )
    findings = [
        (not finding.fix.safe, place, check, finding)
        for place, seen in enumerate(every)
        for check, finding in seen.findings
        if finding.fix is not None and finding.fix.edits and (fixer.unsafe or finding.fix.safe)
        if number[place, check.name] <= MOST_MENDED
    ]
    if not findings:
        return
    entries = entries_of(batch, element, [seen.subject for seen in every])
    remarks = Remarks(entry for entry in entries if entry)
    sheet = Sheet(reader.where(batch.path, element), element)
    for _, place, check, finding in sorted(findings, key=_order):
        entry = entries[place]
        if entry is None or finding.fix is None or remarks.hide(check.name):
            continue
        if fixer.known:
            card = every[place].subject.given
            report = sheet.report(finding, check.name, check.severity, card, entry)
            if report.fingerprint in fixer.known:
                continue
        if finding.field in entry.places:
            yield _FieldFix(entry, finding.field, finding.fix, check.name)


def _order(ranked: tuple[bool, int, Check, Finding]) -> tuple[bool, int]:
    unsafe, _, _, finding = ranked
    return unsafe, finding.start - finding.end


def _possible(
    batch: Batch,
    element: Element,
    field_fixes: Sequence[_FieldFix],
    newline: str,
    refused: set[tuple[str, str, Fix]],
    note: Note,
) -> tuple[list[_FieldFix], list[Edit]]:
    """Return those of the fixes that can be made at once, and the edits of the element for them.

    If the file cannot hold all of them they are tried one after another.
    """
    chosen = list(_apart(field_fixes))
    try:
        return chosen, _edits(batch, element, chosen, newline)
    except NanoriError:
        pass
    kept: list[_FieldFix] = []
    edits: list[Edit] = []
    for field_fix in chosen:
        try:
            edits = _edits(batch, element, [*kept, field_fix], newline)
            kept.append(field_fix)
        except NanoriError as error:
            refused.add((field_fix.check, field_fix.field, field_fix.fix))
            reason = f"the fix of {field_fix.check} cannot be written: {error.message}"
            note(reader.placed(NanoriError(reason), batch.path, element))
    return kept, edits


def _apart(field_fixes: Iterable[_FieldFix]) -> Iterator[_FieldFix]:
    """Yield the fixes that no earlier one meets in the same field of the same text."""
    taken: dict[tuple[int, str], list[Edit]] = {}
    for field_fix in field_fixes:
        in_field = taken.setdefault((id(field_fix.entry), field_fix.field), [])
        if _take(field_fix.fix, in_field):
            yield field_fix


def together(fixes: Iterable[Fix]) -> list[Edit]:
    """Return the edits of fixes of one text that can be made at once, in order.

    A fix is made as a whole or not at all: of two that meet, the first.
    """
    chosen: list[Edit] = []
    for fix in fixes:
        _take(fix, chosen)
    return chosen


def _take(fix: Fix, taken: list[Edit]) -> bool:
    """Add the edits of a fix to those of a text, in order, unless it meets one of them."""
    places = [bisect_left(taken, edit.start, key=_start) for edit in fix.edits]
    for place, edit in zip(places, fix.edits, strict=True):
        beside = taken[max(0, place - 1) : place + 1]  # they do not meet: no other is nearer
        if any(_meet(edit, other) for other in beside):
            return False
    for edit in fix.edits:
        insort(taken, edit, key=_start)
    return True


_start = attrgetter("start")


def _meet(edit: Edit, other: Edit) -> bool:
    """Tell whether two edits share words, or put words into one place."""
    if edit.start == other.start:
        return True
    return edit.start < other.end and other.start < edit.end


def _edits(batch: Batch, element: Element, fixes: Sequence[_FieldFix], newline: str) -> list[Edit]:
    """Return the edits of an element that make those fixes.

    NanoriError if the card would not be read again as it was mended.
    """
    fields: dict[int, tuple[Entry, dict[str, list[Fix]]]] = {}
    for field_fix in fixes:
        of_entry = fields.setdefault(id(field_fix.entry), (field_fix.entry, {}))
        of_entry[1].setdefault(field_fix.field, []).append(field_fix.fix)
    changes = [
        (entry, {field: together(of_field) for field, of_field in by_field.items()})
        for entry, by_field in fields.values()
    ]
    edits = edits_in(element, changes, newline)
    _prove(batch, element, edits, changes)
    return edits


def _prove(
    batch: Batch,
    element: Element,
    edits: list[Edit],
    changes: Sequence[tuple[Entry, Mapping[str, Sequence[Edit]]]],
) -> None:
    """Raise NanoriError if an element with those edits does not say what it was to say."""
    module = catalogue.named(batch.format)
    before = [
        reader.entry_with_language(entry, batch.lang) for entry in module.read(element).entries
    ]
    mended = {before.index(entry): fields for entry, fields in changes}
    meant = [(entry, mended.get(place, {})) for place, entry in enumerate(before)]
    proving.prove_card(module, element, edits, meant)
