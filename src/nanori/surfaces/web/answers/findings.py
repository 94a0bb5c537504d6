"""What the checks find in a file, each finding with its card."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Literal

from msgspec import Struct, to_builtins

from nanori.formats import patching
from nanori.formats.proving import field_text
from nanori.linting import checks, configuration, engine, fixing, pages
from nanori.linting.configuration import Selection
from nanori.linting.diagnosing import Noted, lint
from nanori.linting.discovery import CheckedFile
from nanori.linting.fixing import Fixer, together
from nanori.linting.gathering import gathered
from nanori.linting.options import Settings
from nanori.linting.runs import Reading, Run
from nanori.model.diagnostics import Diagnostic, Fix
from nanori.model.errors import NanoriError
from nanori.model.values import Edit
from nanori.surfaces.web.answers import card_sets
from nanori.surfaces.web.answers.card_sets import AboutFile, SentFile, on_disk
from nanori.surfaces.web.answers.rewording import ChangedFile, written

# Findings of a file that are sent.
MAX_FINDINGS = 2_000
# Files whose findings are remembered, so that one of them can be named by its place.
CACHED_FILES = 4
# Code points around a change that are shown with it.
CONTEXT_LENGTH = 28


# A finding, and the key of the text that it is in; -1 for none.
FoundIn = tuple[int, Diagnostic]


class AskedCheck(Struct, frozen=True):
    """A question about a check."""

    check: str


def page(question: AskedCheck) -> dict[str, str]:
    """Return what a check finds, why, and what its fix does; NanoriError for an unknown one."""
    configuration.prove_check(question.check)
    return {"text": "".join(pages.page(question.check))}


def found(question: AboutFile) -> dict[str, object]:
    """Return what the checks find in a file; NanoriError if it cannot be read."""
    every, cards = findings_of(question.document), card_sets.read(question.document)

    def shown(key: int, diagnostic: Diagnostic) -> dict[str, object]:
        titles = checks.listed()[diagnostic.check].titles
        edits = diagnostic.fix.edits if diagnostic.fix and key >= 0 else ()
        text = field_text(cards.card(key), diagnostic.field) if edits else ""
        excerpt = _excerpt(text, edits) if edits else None
        return {**to_builtins(diagnostic), "key": key, "titles": titles, "excerpt": excerpt}

    shown_first = [shown(*each) for each in every[:MAX_FINDINGS]]
    return {"findings": shown_first, "more": max(0, len(every) - MAX_FINDINGS)}


@lru_cache(CACHED_FILES)
def findings_of(document: SentFile) -> tuple[FoundIn, ...]:
    """Return what is found in a file, in order."""
    cards = card_sets.read(document)
    if cards.format == card_sets.BARE:
        return tuple((0, each) for each in lint([cards.card(0)]))
    with on_disk(document) as path:
        return tuple(_of_file(path, document.file_name))


def _excerpt(text: str, edits: Sequence[Edit]) -> dict[str, object]:
    """Return the part of a text that edits change, with some words of its lines around it.

    ⏎Whenever … sacrifice Ysolde, … turn.⏎    edits count from `first` on, after an “…”:
     ^line     ^first     ^start ^end ^last    each is moved by 1 - first
    """
    start, end = edits[0].start, edits[-1].end
    line = text.rfind("\n", 0, start) + 1
    line_end = text.find("\n", end)
    line_end = len(text) if line_end < 0 else line_end
    first, last = max(line, start - CONTEXT_LENGTH), min(line_end, end + CONTEXT_LENGTH)
    before, after = "…" if first > line else "", "…" if last < line_end else ""
    by = len(before) - first
    moved = [Edit(edit.start + by, edit.end + by, edit.text) for edit in edits]
    return {"text": before + text[first:last] + after, "edits": moved}


def run_over(targets: Sequence[CheckedFile], reading: Reading) -> Run:
    """Return the run that checks files: all checks except those that run only if asked for."""
    selection = Selection(Settings())
    index, originals = gathered(targets, reading, None, pairs=selection.pairs)
    return Run(Settings(), index, selection, originals, reading)


def _of_file(path: str, shown: str) -> Iterator[FoundIn]:
    targets = [CheckedFile(path, shown)]
    run, first = run_over(targets, Reading()), 0
    for inspection in engine.inspections(targets, run, Noted(patching.ignored)):
        if inspection.batch is None:
            continue
        with suppress(NanoriError):  # reported when the cards were read
            entries = card_sets.entries_in(inspection.batch, inspection.batch.elements[0])
            cards = [entry.card for entry in entries]
            for report in inspection.reports:
                card = inspection.texts[max(report.text, 0)].subject.given
                key = first + cards.index(card) if card in cards else -1
                yield key, report.diagnostic
            first += len(entries)


class AskedFix(AboutFile, frozen=True, kw_only=True):
    """A question for a file with findings fixed."""

    findings: tuple[int, ...] = ()
    """By their places; without any, all that have a safe fix."""
    every: Literal["safe", "unsafe"] = "safe"
    """In place of findings: whether unsafe fixes are made as well."""


def fixed(question: AskedFix) -> ChangedFile:
    """Return a file with those findings fixed, or all that can be.

    NanoriError for an unknown finding, or if the file cannot be written so.
    """
    document = question.document
    if not question.findings:
        return _all_fixed(document, unsafe=question.every == "unsafe")
    every = findings_of(document)
    for number in question.findings:
        if not 0 <= number < len(every):
            raise NanoriError(f"finding {number} is asked for, there are {len(every)}")
    return _changed(document, [every[number] for number in question.findings])


def _changed(document: SentFile, findings: Sequence[FoundIn]) -> ChangedFile:
    fixes: dict[int, dict[str, list[Fix]]] = {}
    for key, diagnostic in findings:
        if diagnostic.fix is None or key < 0:
            raise NanoriError(f"{diagnostic.rule}: there is no fix for this")
        of_text = fixes.setdefault(key, {})
        of_text.setdefault(diagnostic.field, []).append(diagnostic.fix)
    edits = {
        key: {field: together(of_field) for field, of_field in fields.items()}
        for key, fields in fixes.items()
    }
    return written(document, lambda key, _: edits.get(key, {}), len(findings))


def _all_fixed(document: SentFile, *, unsafe: bool) -> ChangedFile:
    if card_sets.read(document).format == card_sets.BARE:
        safe = [
            (key, each)
            for key, each in findings_of(document)
            if each.fix and each.field == "text" and (unsafe or each.fix.safe)
        ]
        return _changed(document, safe) if safe else ChangedFile(document.data, 0)
    problems: list[str] = []
    with on_disk(document) as path:
        targets = [CheckedFile(path, document.file_name)]
        every = fixing.to_mend(
            targets,
            Reading(),
            lambda reading: run_over(targets, reading),
            Fixer(unsafe),
            Noted(lambda error: problems.append(error.message)),
            alone=False,
        )
        count = 0
        try:
            for changes in every.values():
                changes.file.prove_changeable()
                fixing.write(changes, Reading())
                count += changes.count
        except NanoriError as error:
            problems.append(error.message)
        return ChangedFile(Path(path).read_bytes(), count, tuple(problems))
