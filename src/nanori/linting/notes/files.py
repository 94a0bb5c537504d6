"""Files of translators to the same with notes of what was found in them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

from nanori.formats import catalogue, proving, reader
from nanori.formats.entries import Element
from nanori.formats.records import Batch
from nanori.linting import engine
from nanori.linting.discovery import CheckedFile
from nanori.linting.engine import Failures
from nanori.linting.fixes.files import SILENT, Mended, begun
from nanori.linting.notes import po, xliff
from nanori.linting.reports import Report
from nanori.linting.runs import Reading, Run
from nanori.model.errors import NanoriError
from nanori.model.values import Edit


class NoteWriter(Protocol):
    """What writes notes into the elements of one file, in their order."""

    def edits(self, element: Element, reports: Sequence[Report]) -> list[Edit]:
        """Return edits of an element after which it has notes of these findings alone."""
        ...


# By format of a file, what writes notes into it.
WRITERS: dict[str, type[NoteWriter]] = {"po": po.EntryNotes, "xliff": xliff.UnitNotes}


def to_note(
    targets: Iterable[CheckedFile],
    reading: Reading,
    run: Run,
    known: frozenset[str],
    failures: Failures,
    *,
    alone: bool,
) -> dict[str, Mended]:
    """Return by path what is to be changed, so that files have notes of what is found in them.

    Files of other formats are passed over, and so are findings with a fingerprint of `known`. What
    cannot be read is said only where the files are read for nothing else, `alone`. NanoriError if
    no file is of a format that has notes.
    """
    readers = failures if alone else SILENT
    noted: dict[str, Mended] = {}
    possible = False
    for target in targets:
        mended = None if target.rules else begun(target, reading, readers)
        writer = WRITERS.get(mended.file.name) if mended else None
        if mended is None or writer is None:
            continue
        possible = True
        _note(mended, writer(), run, known, readers)
        if mended.edits:
            noted[target.path] = mended
    if not possible:
        raise NanoriError("--annotate writes into XLIFF and PO files, and none is there")
    return noted


def _note(
    mended: Mended, writer: NoteWriter, run: Run, known: frozenset[str], failures: Failures
) -> None:
    """Add to a file's edits those that put notes into it; a broken file stays as it is."""
    try:
        for inspection in engine.of_target(mended.target, run, failures.note):
            if inspection.batch is None:
                continue
            (element,) = inspection.batch.elements
            reports = [each for each in inspection.reports if each.fingerprint not in known]
            edits = writer.edits(element, reports)
            if edits:
                _prove(inspection.batch, element, edits)
                key = element.member, element.start
                mended.edits[key], mended.texts[key] = tuple(edits), element.text
                mended.count += len(reports)
    except NanoriError as error:
        failures.note_file(engine.shown(error, mended.target))
        mended.edits.clear()


def _prove(batch: Batch, element: Element, edits: Sequence[Edit]) -> None:
    """Raise NanoriError if cards would be read otherwise with these notes."""
    module = catalogue.listed()[batch.format]
    before, after = (
        [(entry.card, entry.suppressed) for entry in module.read(each).entries]
        for each in (element, proving.with_edits(element, edits))
    )
    if before != after:
        reason = "the file would be read otherwise with notes of what was found in it"
        raise reader.placed(NanoriError(reason), batch.path, element)
