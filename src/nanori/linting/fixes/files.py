"""Files to what is to be mended in them, and that written: all of a file's edits or none."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

import msgspec
from msgspec import Struct

from nanori.formats import catalogue, patching
from nanori.formats.catalogue import CardFile
from nanori.formats.edit_plans import EditedElement
from nanori.formats.entries import Element
from nanori.formats.io import archives
from nanori.formats.io.fingerprints import Fingerprint, changed, check_writable
from nanori.formats.records import Batch
from nanori.linting import engine
from nanori.linting.discovery import CheckedFile
from nanori.linting.engine import Failures, Seen
from nanori.linting.findings import MOST_MENDED
from nanori.linting.fixes import cards
from nanori.linting.fixes.cards import Fixer
from nanori.linting.runs import Key, Note, Reading, Run, ignore
from nanori.model.edits import composed
from nanori.model.errors import NanoriError
from nanori.model.values import Edit

# Times that all files are looked at again, as a card that was mended may be another's original.
ROUNDS = 5


class Mended(Struct):
    """What is to be mended in a file."""

    target: CheckedFile
    file: CardFile
    """What was known of it before it was read."""
    before: Fingerprint
    """What the file was like before it was read."""
    edits: dict[Key, tuple[Edit, ...]] = {}
    """By element, what is edited in its text as it lies in the file."""
    texts: dict[Key, bytes] = {}
    """By element, that text."""
    count: int = 0
    """How many findings are mended."""


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
    """Return by path what is to be mended; files with nothing to mend are not among them.

    A file that cannot be read to its end is left as it is. What cannot be read is said only
    where the files are looked at for nothing else, `alone`.
    """
    readers = failures if alone else SILENT
    note = failures.note
    known: dict[str, Mended] = {}
    for target in targets:
        if not target.rules and (mended := begun(target, reading, readers)) is not None:
            known[target.path] = mended
    for _ in range(ROUNDS):
        repairs = {path: mended.edits for path, mended in known.items()}
        run = run_of(msgspec.structs.replace(reading, repairs=repairs))
        run = msgspec.structs.replace(run, most=MOST_MENDED)
        # All are looked at in every round, and by what they were like before it.
        changed = [_mend(mended, reading, run, fixer, note, readers) for mended in known.values()]
        if not any(changed):
            break
        note, readers = ignore, SILENT  # once is enough
    return {path: mended for path, mended in known.items() if any(mended.edits.values())}


class _Silent:
    """Takes what is said elsewhere."""

    def note(self, error: NanoriError) -> None:
        """Say nothing of a record."""

    def note_file(self, error: NanoriError) -> None:
        """Say nothing of a file."""


# Takes what is said elsewhere.
SILENT = _Silent()


def begun(target: CheckedFile, reading: Reading, failures: Failures) -> Mended | None:
    """Return a file in which nothing was mended yet; nothing if it cannot be read."""
    try:
        before = Fingerprint(target.path)
        with catalogue.card_file(target.path, reading.format_name) as file:
            return Mended(target, file, before)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        failures.note_file(NanoriError(reason, path=target.shown))
    except NanoriError as error:
        failures.note_file(engine.shown(error, target))
    return None


def _mend(
    mended: Mended, reading: Reading, run: Run, fixer: Fixer, note: Note, failures: Failures
) -> bool:
    """Add to a file's repairs what is to be mended now; tell whether there was anything."""
    edits, texts, count = dict(mended.edits), dict(mended.texts), 0
    target = mended.target

    def look(batch: Batch) -> Callable[[Element], tuple[Batch, Sequence[Seen]]]:
        notes = [failures.note]  # of a record that cannot be read one hears once

        def seen(element: Element) -> tuple[Batch, Sequence[Seen]]:
            single = msgspec.structs.replace(batch, elements=(element,))
            return single, engine.seen(
                single, element, target, run, notes.pop() if notes else ignore
            )

        return seen

    try:
        for batch, element in reading.elements(target):
            key = element.member, element.start
            known = edits.get(key, ())
            fixes = cards.fixed(
                cards.with_edits(element, known),
                look(batch),
                mended.file.head.newline,
                fixer,
                note,
            )
            if fixes.edits:
                edits[key] = tuple(composed(element.text.decode(), known, fixes.edits))
                texts[key] = element.text
                count += fixes.number
    except NanoriError as error:
        failures.note_file(engine.shown(error, target))
        edits.clear()
    changed = edits != mended.edits
    mended.edits, mended.texts, mended.count = edits, texts, mended.count + count
    return changed


def write(mended: Mended, reading: Reading) -> None:
    """Write a file with its repairs; of what came by standard input the copy.

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
    with catalogue.card_file(target.path, reading.format_name) as file:
        made = _changes(mended, file)
        patching.write(target.path, target.path, made, file, proven, reading.format_name)


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
