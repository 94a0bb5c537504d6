"""A file to the same with findings mended: some that are named, or all with a safe fix."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

from nanori.linting.files.discovery import CheckedFile
from nanori.linting.fixes import files as fixing
from nanori.linting.fixes.cards import Fixer, together
from nanori.linting.runs import Reading
from nanori.model.diagnostics import Fix
from nanori.model.errors import NanoriError
from nanori.surfaces.web.answers import card_sets
from nanori.surfaces.web.answers.changing import ChangedFile, written
from nanori.surfaces.web.answers.documents import AboutFile, SentFile, on_disk
from nanori.surfaces.web.answers.findings import ShownFinding, findings_of, run_over


class AskedFix(AboutFile, frozen=True, kw_only=True):
    """A question for a file with findings mended."""

    findings: tuple[int, ...] = ()
    """By their places; none named means all that have a safe fix."""
    every: Literal["safe", "unsafe"] = "safe"
    """In place of findings: whether also the fixes are made that somebody should look at."""


def mended(asked: AskedFix) -> ChangedFile:
    """Return a file with those findings mended, or all that can be.

    NanoriError for a finding that there is not, or if the file cannot be written so.
    """
    document = asked.document
    if not asked.findings:
        return _all_mended(document, unsafe=asked.every == "unsafe")
    every = findings_of(document)
    chosen = [_numbered(every, number) for number in asked.findings]
    return _changed(document, chosen)


def _numbered(every: Sequence[ShownFinding], number: int) -> ShownFinding:
    if not 0 <= number < len(every):
        raise NanoriError(f"finding {number} is asked for, there are {len(every)}")
    return every[number]


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
    failures = _Problems()
    with on_disk(document) as path:
        targets = [CheckedFile(path, document.file_name)]
        every = fixing.to_mend(
            targets,
            Reading(),
            lambda reading: run_over(targets, reading),
            Fixer(unsafe),
            failures,
            alone=False,
        )
        count = 0
        with failures.gathered():
            for changes in every.values():
                changes.file.prove_certain()
                fixing.write(changes, Reading())
                count += changes.count
        return ChangedFile(Path(path).read_bytes(), count, tuple(failures.lines))


class _Problems:
    """Gathers what cannot be changed."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def note(self, error: NanoriError) -> None:
        self.lines.append(error.message)

    def note_file(self, error: NanoriError) -> None:
        raise error

    @contextmanager
    def gathered(self) -> Generator[None]:
        """Keep what the block raises."""
        try:
            yield
        except NanoriError as error:
            self.note(error)
