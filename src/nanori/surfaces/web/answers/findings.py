"""What the checks find in a file, each finding with its card."""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Literal

from msgspec import Struct

from nanori.formats.entries import Entry
from nanori.formats.proving import field_text
from nanori.linting import checks, configuration, engine, fixing, pages
from nanori.linting.configuration import Remarks, Selection
from nanori.linting.diagnosing import lint
from nanori.linting.discovery import CheckedFile
from nanori.linting.engine import Seen
from nanori.linting.fixing import Fixer, together
from nanori.linting.gathering import gathered
from nanori.linting.options import Settings
from nanori.linting.reports import Sheet
from nanori.linting.runs import Reading, Run, ignore
from nanori.model.diagnostics import Diagnostic, Fix, Severity
from nanori.model.errors import NanoriError
from nanori.model.values import Card, Edit
from nanori.surfaces.web.answers import card_sets
from nanori.surfaces.web.answers.card_sets import AboutFile, SentFile, on_disk
from nanori.surfaces.web.answers.rewording import ChangedFile, written

# Findings of a file that are sent.
MOST = 2_000
# Files whose findings are remembered, so that one of them can be named by its place.
KEPT = 4
# Code points around a change that are shown with it.
AROUND = 28


class ExcerptOfFix(Struct, frozen=True):
    """A part of a field with what a fix would change in it."""

    text: str
    edits: tuple[Edit, ...]
    """Code points of the part."""


class ShownFinding(Struct, frozen=True, kw_only=True):
    """A finding in a text of the file."""

    key: int
    """The text's."""
    check: str
    titles: Mapping[str, str]
    """The check's title in languages other than English."""
    severity: Severity
    field: str
    start: int
    """First code point of the field."""
    end: int
    line: int
    """In the file, from 1."""
    column: int
    message: str
    fix: Fix | None = None
    excerpt: ExcerptOfFix | None = None
    """What the fix would change."""


class FileFindings(Struct, frozen=True):
    """What is found in a file."""

    findings: tuple[ShownFinding, ...]
    more: int
    """Findings that are not sent."""


class AskedCheck(Struct, frozen=True):
    """A question about a check."""

    check: str


def page(asked: AskedCheck) -> dict[str, str]:
    """Return what a check finds, why, and what its fix does; NanoriError for an unknown one."""
    configuration.prove_check(asked.check)
    return {"text": "".join(pages.page(asked.check))}


def found(asked: AboutFile) -> FileFindings:
    """Return what the checks find in a file; NanoriError if it cannot be read."""
    every = findings_of(asked.document)
    return FileFindings(every[:MOST], max(0, len(every) - MOST))


@lru_cache(KEPT)
def findings_of(document: SentFile) -> tuple[ShownFinding, ...]:
    """Return what is found in a file, in order."""
    cards = card_sets.read(document)
    if cards.format == card_sets.BARE:
        return tuple(_shown(0, cards.card(0), each) for each in lint([cards.card(0)]))
    with on_disk(document) as path:
        return tuple(_of_file(path, document.file_name))


def _shown(key: int, card: Card, diagnostic: Diagnostic) -> ShownFinding:
    """Return a finding in the text of a card as the page shows it."""
    fix = diagnostic.fix
    text = field_text(card, diagnostic.field)
    return ShownFinding(
        key=key,
        check=diagnostic.check,
        titles=checks.listed()[diagnostic.check].titles,
        severity=diagnostic.severity,
        field=diagnostic.field,
        start=diagnostic.start,
        end=diagnostic.end,
        line=diagnostic.line,
        column=diagnostic.column,
        message=diagnostic.message,
        fix=fix,
        excerpt=_excerpt(text, fix.edits) if fix and fix.edits else None,
    )


def _excerpt(text: str, edits: Sequence[Edit]) -> ExcerptOfFix:
    """Return the part of a text that edits change, with some words of its lines around it."""
    start, end = edits[0].start, edits[-1].end
    line = text.rfind("\n", 0, start) + 1
    line_end = text.find("\n", end)
    line_end = len(text) if line_end < 0 else line_end
    first, last = max(line, start - AROUND), min(line_end, end + AROUND)
    before, behind = "…" if first > line else "", "…" if last < line_end else ""
    by = len(before) - first
    moved = tuple(Edit(edit.start + by, edit.end + by, edit.text) for edit in edits)
    return ExcerptOfFix(before + text[first:last] + behind, moved)


def run_over(targets: Sequence[CheckedFile], reading: Reading) -> Run:
    """Return the run that checks files: all checks except those that run only if asked for."""
    selection = Selection(Settings())
    index, originals = gathered(targets, reading, None, pairs=selection.pairs)
    return Run(Settings(), index, selection, originals, reading)


def _of_file(path: str, shown: str) -> Iterator[ShownFinding]:
    """Yield what is found in the texts of a file, by their keys."""
    target = CheckedFile(path, shown)
    reading = Reading()
    run = run_over([target], reading)
    first = 0
    for batch, element in reading.elements(target):
        try:
            entries = card_sets.entries_in(batch, element)
        except NanoriError:  # reported when the cards were read
            continue
        every = engine.seen(batch, target, run, ignore)
        of_element = _of_element(every, dict(enumerate(entries, first)), Sheet(path, element), run)
        yield from sorted(of_element, key=lambda each: (each.line, each.column, each.check))
        first += len(entries)


def _of_element(
    every: Sequence[Seen], entries: Mapping[int, Entry], sheet: Sheet, run: Run
) -> Iterator[ShownFinding]:
    """Yield what is found in the texts of an element, except what a comment turns off."""
    remarks = Remarks(entries.values())
    waiting = dict(entries)
    for subject, findings, _ in every:
        card = subject.given
        key = next((key for key, entry in waiting.items() if entry.card == card), -1)
        entry = waiting.pop(key, None)
        for check, finding in findings:
            if not remarks.hide(check.name):
                report = sheet.report(finding, check.name, check.severity, card, entry)
                yield _shown(key, card, report.diagnostic)
    checks = run.selection.of_file(sheet.path)
    for check in checks.remarks if every else ():
        for finding in check.find(remarks.unused(checks.names)):
            card = every[0].subject.given
            report = sheet.remark(finding, check.name, check.severity, card)
            yield _shown(next(iter(entries)), card, report.diagnostic)


class AskedFix(AboutFile, frozen=True, kw_only=True):
    """A question for a file with findings fixed."""

    findings: tuple[int, ...] = ()
    """By their places; without any, all that have a safe fix."""
    every: Literal["safe", "unsafe"] = "safe"
    """In place of findings: whether unsafe fixes are made as well."""


def mended(asked: AskedFix) -> ChangedFile:
    """Return a file with those findings fixed, or all that can be.

    NanoriError for an unknown finding, or if the file cannot be written so.
    """
    document = asked.document
    if not asked.findings:
        return _all_mended(document, unsafe=asked.every == "unsafe")
    every = findings_of(document)
    for number in asked.findings:
        if not 0 <= number < len(every):
            raise NanoriError(f"finding {number} is asked for, there are {len(every)}")
    return _changed(document, [every[number] for number in asked.findings])


def _changed(document: SentFile, findings: Sequence[ShownFinding]) -> ChangedFile:
    """Return the file with the fixes of those findings made, as far as they can be at once."""
    fixes: dict[int, dict[str, list[Fix]]] = {}
    for finding in findings:
        if finding.fix is None or finding.key < 0:
            raise NanoriError(f"{finding.check}: there is no fix for this")
        fixes.setdefault(finding.key, {}).setdefault(finding.field, []).append(finding.fix)
    edits = {
        key: {field: together(of_field) for field, of_field in fields.items()}
        for key, fields in fixes.items()
    }
    return written(document, lambda key, _: edits.get(key, {}), len(findings))


def _all_mended(document: SentFile, *, unsafe: bool) -> ChangedFile:
    """Return the file with every fix made, round after round, as `nanori lint --fix` does."""
    if card_sets.is_bare(document):
        safe = [
            finding
            for finding in findings_of(document)
            if finding.fix and finding.field == "text" and (unsafe or finding.fix.safe)
        ]
        return _changed(document, safe) if safe else ChangedFile(document.data, 0)
    problems = _Problems()
    with on_disk(document) as path:
        targets = [CheckedFile(path, document.file_name)]
        every = fixing.to_mend(
            targets,
            Reading(),
            lambda reading: run_over(targets, reading),
            Fixer(unsafe),
            problems,
            alone=False,
        )
        count = 0
        try:
            for changes in every.values():
                changes.file.prove_changeable()
                fixing.write(changes, Reading())
                count += changes.count
        except NanoriError as error:
            problems.note(error)
        return ChangedFile(Path(path).read_bytes(), count, tuple(problems.lines))


class _Problems:
    """Gathers what cannot be changed."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def note(self, error: NanoriError) -> None:
        self.lines.append(error.message)

    def note_file(self, error: NanoriError) -> None:
        raise error
