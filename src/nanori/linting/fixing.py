"""Findings to edits that are proven, and files with them made: all of a file's edits or none."""

from bisect import bisect_left, insort
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from operator import attrgetter, itemgetter
from pathlib import Path
from typing import NamedTuple

import msgspec
from msgspec import Struct

from nanori.formats import catalogue, diffs, patching, proving, reader
from nanori.formats.catalogue import CardFile
from nanori.formats.edit_plans import EditedElement, edits_in
from nanori.formats.entries import Element, Entry
from nanori.formats.io import archives
from nanori.formats.io.streams import Content
from nanori.formats.io.writing import Fingerprint, changed, check_writable
from nanori.formats.opened import OpenedFile
from nanori.formats.proving import with_edits
from nanori.formats.reader import TextPresence
from nanori.formats.records import Batch
from nanori.linting import engine
from nanori.linting.context import MAX_FINDINGS_FIXED
from nanori.linting.discovery import CheckedFile
from nanori.linting.engine import Failures, Inspection, entries_of
from nanori.linting.reports import Report
from nanori.linting.runs import Key, Note, Reading, Run, ignore
from nanori.model.diagnostics import Fix
from nanori.model.edits import composed
from nanori.model.errors import NanoriError
from nanori.model.values import Edit

# Times that a card is checked again after its fixes were made; beyond that it would not end.
MAX_ROUNDS = 10


class Fixes(NamedTuple):
    """A card with its fixes made."""

    element: Element
    edits: list[Edit]
    """The edits of the element's text as it was given."""
    number: int
    """How many findings were fixed."""


class _FieldFix(NamedTuple):
    """A fix of a field that is in the file."""

    entry: Entry
    field: str
    fix: Fix
    rule: str


class Fixer(NamedTuple):
    """Which fixes are made."""

    unsafe: bool
    """Whether unsafe ones are made as well."""
    known: frozenset[str] = frozenset()
    """Fingerprints of findings that are not reported, and so not fixed."""
    wants: Callable[[Report], bool] | None = None
    """Says of a fix whether it is made; without it all are."""


# Gives what is found in an element, as read from the file or with some fixes made.
Look = Callable[[Element], Inspection]


def fixed(element: Element, look: Look, newline: str, fixer: Fixer, note: Note) -> Fixes:
    """Return an element with all possible fixes made, in as many rounds as it takes.

    `newline` is the line end of the file. Fixes that undo each other are not made. What the file
    cannot hold is noted and left as it is.
    """
    now, edits_made, count = element, list[Edit](), 0
    refused: set[tuple[str, str, Fix]] = set()
    texts_seen = {element.text}
    for _ in range(MAX_ROUNDS):
        inspection = look(now)
        if (batch := inspection.batch) is None:
            break
        field_fixes = [
            field_fix
            for field_fix in _field_fixes(inspection, batch, now, fixer)
            if (field_fix.rule, field_fix.field, field_fix.fix) not in refused
        ]
        if not field_fixes:
            return Fixes(now, edits_made, count)
        chosen, edits = _possible(batch, now, field_fixes, newline, refused, note)
        if not edits:
            return Fixes(now, edits_made, count)
        text = element.text.decode()
        now, edits_made = with_edits(now, edits), composed(text, edits_made, edits)
        count += len(chosen)
        if now.text in texts_seen:
            break
        texts_seen.add(now.text)
    return Fixes(element, [], 0)


def _field_fixes(
    inspection: Inspection, batch: Batch, element: Element, fixer: Fixer
) -> Iterator[_FieldFix]:
    """Yield the fixes of an element: safe ones first, of these those that fix most words.

    A check with more findings in a text than are fixed at most fixes nothing there.
    """
    number = Counter((each.text, each.diagnostic.check) for each in inspection.reports)
    fixes = [
        (not fix.safe, each.diagnostic.start - each.diagnostic.end, index, fix)
        for index, each in enumerate(inspection.reports)
        if (fix := each.diagnostic.fix) and fix.edits and (fixer.unsafe or fix.safe)
        if number[each.text, each.diagnostic.check] <= MAX_FINDINGS_FIXED
    ]
    subjects = [seen.subject for seen in inspection.texts]
    entries = entries_of(batch, element, subjects) if fixes else []
    for *_, index, fix in sorted(fixes, key=itemgetter(0, 1)):
        report = inspection.reports[index]
        entry, diagnostic = entries[report.text], report.diagnostic
        if entry is None or diagnostic.field not in entry.places:
            continue
        if report.fingerprint not in fixer.known and (not fixer.wants or fixer.wants(report)):
            yield _FieldFix(entry, diagnostic.field, fix, diagnostic.rule)


def _possible(
    batch: Batch,
    element: Element,
    field_fixes: Sequence[_FieldFix],
    newline: str,
    refused: set[tuple[str, str, Fix]],
    note: Note,
) -> tuple[list[_FieldFix], list[Edit]]:
    """Return those of the fixes that can be made at once, and the element's edits for them.

    If the file cannot hold all of them they are tried one after another.
    """
    chosen = list(_apart(field_fixes))
    try:
        return chosen, _edits(batch, element, chosen, newline)
    except NanoriError:
        pass
    accepted: list[_FieldFix] = []
    edits: list[Edit] = []
    for field_fix in chosen:
        try:
            edits = _edits(batch, element, [*accepted, field_fix], newline)
            accepted.append(field_fix)
        except NanoriError as error:
            refused.add((field_fix.rule, field_fix.field, field_fix.fix))
            reason = f"the fix of {field_fix.rule} cannot be written: {error.message}"
            note(reader.placed(NanoriError(reason), batch.path, element))
    return accepted, edits


def _apart(field_fixes: Iterable[_FieldFix]) -> Iterator[_FieldFix]:
    """Yield the fixes that do not meet an earlier one in the same field of the same text."""
    edits_of: dict[tuple[int, str], list[Edit]] = {}
    for field_fix in field_fixes:
        in_field = edits_of.setdefault((id(field_fix.entry), field_fix.field), [])
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


def _take(fix: Fix, edits: list[Edit]) -> bool:
    """Add the edits of a fix to those of a text, in order, unless it meets one of them."""
    offsets = [bisect_left(edits, edit.start, key=_start) for edit in fix.edits]
    for offset, edit in zip(offsets, fix.edits, strict=True):
        neighbours = edits[max(0, offset - 1) : offset + 1]  # they do not meet: no other is nearer
        if any(_meet(edit, other) for other in neighbours):
            return False
    for edit in fix.edits:
        insort(edits, edit, key=_start)
    return True


_start = attrgetter("start")


def _meet(edit: Edit, other: Edit) -> bool:
    """Tell whether two edits share words, or insert words at the same place."""
    if edit.start == other.start:
        return True
    return edit.start < other.end and other.start < edit.end


def _edits(batch: Batch, element: Element, fixes: Sequence[_FieldFix], newline: str) -> list[Edit]:
    """Return the edits of an element that make those fixes.

    NanoriError if the card would not be read again as fixed.
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
    """Raise NanoriError if an element with those edits does not say what it was meant to say."""
    module = catalogue.named(batch.format)
    old_entries = [
        reader.entry_with_language(entry, batch.lang) for entry in module.read(element).entries
    ]
    mended = {old_entries.index(entry): fields for entry, fields in changes}
    expected = [(entry, mended.get(index, {})) for index, entry in enumerate(old_entries)]
    proving.prove_card(module, element, edits, expected)


# Times that all files are checked again, as a fixed card may be another's original.
MAX_ROUNDS_OF_FILES = 5


class Mended(Struct):
    """What is to be fixed in a file."""

    target: CheckedFile
    file: CardFile
    """What was known of it before it was read."""
    before: Fingerprint
    """The state of the file before it was read."""
    edits: dict[Key, tuple[Edit, ...]] = {}
    """By element, the edits of its text as in the file."""
    texts: dict[Key, bytes] = {}
    """By element, that text."""
    count: int = 0
    """How many findings are fixed."""


# Gives the run over files that are read so.
RunOf = Callable[[Reading], Run]


def to_mend(
    targets: Iterable[CheckedFile],
    reading: Reading,
    run_of: RunOf,
    fixer: Fixer,
    failures: Failures,
    *,
    alone: bool,
) -> dict[str, Mended]:
    """Return by path what is to be fixed; files with nothing to fix are left out.

    A file that cannot be read to its end is left as it is. What cannot be read is reported only if
    the files are checked for nothing else, `alone`.
    """
    readers = failures if alone else _SILENT
    note = failures.note
    known: dict[str, Mended] = {}
    for target in targets:
        if not target.rules and (mended := _begun(target, reading, readers)) is not None:
            known[target.path] = mended
    for _ in range(MAX_ROUNDS_OF_FILES):
        repairs = {path: mended.edits for path, mended in known.items()}
        run = run_of(msgspec.structs.replace(reading, repairs=repairs))
        run = msgspec.structs.replace(run, most=MAX_FINDINGS_FIXED)
        # All are checked in every round, against the state before it.
        changed = [_mend(mended, reading, run, fixer, note, readers) for mended in known.values()]
        if not any(changed):
            break
        note, readers = ignore, _SILENT  # once is enough
    return {path: mended for path, mended in known.items() if any(mended.edits.values())}


class _Silent:
    note = note_file = staticmethod(ignore)


# Takes what is reported elsewhere.
_SILENT = _Silent()


def _begun(target: CheckedFile, reading: Reading, failures: Failures) -> Mended | None:
    """Return a file in which nothing was fixed yet; None if it cannot be read."""
    try:
        fingerprint = target.opened.before if target.opened else Fingerprint(target.path)
        with catalogue.card_file(target.file, reading.format_name) as file:
            return Mended(target, file, fingerprint)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        failures.note_file(NanoriError(reason, path=target.shown))
    except NanoriError as error:
        failures.note_file(engine.shown(error, target))
    return None


def _mend(
    mended: Mended, reading: Reading, run: Run, fixer: Fixer, note: Note, failures: Failures
) -> bool:
    """Add to a file's repairs what is to be fixed now; tell whether there was anything."""
    edits, texts, count = dict(mended.edits), dict(mended.texts), 0
    target = mended.target

    def look(batch: Batch) -> Look:
        notes = [failures.note]  # a record that cannot be read is reported once

        def seen(element: Element) -> Inspection:
            single = msgspec.structs.replace(batch, elements=(element,))
            note = notes.pop() if notes else ignore
            return next(engine.of_batch(single, target, run, note))

        return seen

    presence = TextPresence(empty=False)
    try:
        for batch, element in reading.elements(target):
            presence.look(batch)
            key = element.member, element.start
            earlier_edits = edits.get(key, ())
            fixes = fixed(
                with_edits(element, earlier_edits),
                look(batch),
                mended.file.head.newline,
                fixer,
                note,
            )
            if fixes.edits:
                edits[key] = tuple(composed(element.text.decode(), earlier_edits, fixes.edits))
                texts[key] = element.text
                count += fixes.number
        presence.prove(target.path, may_be_plain=target.in_folder)
    except NanoriError as error:
        failures.note_file(engine.shown(error, target))
        edits.clear()
    changed = edits != mended.edits
    mended.edits, mended.texts, mended.count = edits, texts, mended.count + count
    return changed


def write(mended: Mended, reading: Reading) -> CheckedFile:
    """Write a file with its repairs, for standard input its copy; return it as it is now.

    NanoriError if it was changed since it was read, is read-only, or cannot hold the new words;
    then it is as it was.
    """
    target = mended.target
    if not mended.file.module.ABOUT.writes:
        reason = f"files of the format {mended.file.name} cannot be written"
        raise NanoriError(reason, path=target.shown)
    if not target.stdin:
        _prove_writable(mended)

    proven = mended.before.check
    proven()
    new: list[bytes] = []
    with catalogue.card_file(target.file, reading.format_name) as file:
        edited = _changes(mended, file)
        patching.write(
            target.path,
            target.path,
            edited,
            file,
            proven,
            reading.format_name,
            content=target.opened.content if target.opened else None,
            written=new.append,
        )
    reopened = None
    if target.opened and new:
        reopened = OpenedFile(Content(target.path, new[0]), Fingerprint(target.path))
    return msgspec.structs.replace(target, opened=reopened)


def _changes(mended: Mended, file: CardFile) -> Iterator[EditedElement]:
    """Yield each card with its edits, while the file is read once more."""
    waiting = {key for key, edits in mended.edits.items() if edits}
    for element in file.module.elements_and_keys(file.source, file.head):
        key = element.member, element.start
        if key not in waiting:
            yield EditedElement(element, ())
            continue
        if mended.texts[key] != element.text:
            break
        waiting.remove(key)
        yield EditedElement(element, mended.edits[key])
    if waiting:
        raise changed(mended.target.path)


def _prove_writable(mended: Mended) -> None:
    """Raise NanoriError if the file, or one inside the folder, may not be written."""
    path = Path(mended.target.path)
    folder = path if path.is_dir() else path.parent
    inside = {member for (member, _), edits in mended.edits.items() if member and edits}
    archived = path.is_file() and archives.is_archive(mended.file.head.raw)
    places = [] if archived else [folder / member for member in sorted(inside)]
    if not path.is_dir():
        places.append(path)
    for place in places:
        check_writable(str(place))


# How a terminal shows a line of a diff, by its first character.
COLOURS = {b"+": b"32", b"-": b"31", b"@": b"36"}


def unified(mended: Mended, *, colour: bool = False) -> Iterator[bytes]:
    """Yield the lines of a diff in UTF-8 for each file inside, in order."""
    for line in _unified(mended):
        kind = COLOURS.get(line[:1]) if colour else None
        words = line.rstrip(b"\r\n")
        yield b"\033[%sm%s\033[0m%s" % (kind, words, line[len(words) :]) if kind else line


def _unified(mended: Mended) -> Iterator[bytes]:
    target = mended.target
    by_member: dict[str, list[Edit]] = {}
    for (member, start), edits in sorted(mended.edits.items()):
        change = EditedElement(Element(1, 1, start, b""), edits)
        by_member.setdefault(member, []).extend(change.in_file())
    for member, edits in by_member.items():
        shown = reader.where(target.shown, Element(1, 1, 0, b"", member=member))
        yield from diffs.of_file(target.path, member, shown, mended.file.head, edits)
