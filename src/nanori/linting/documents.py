"""Documents to reports."""

from __future__ import annotations

from collections.abc import Iterator

from nanori.documents import source
from nanori.documents.source import Document
from nanori.linting.configuration import Chosen
from nanori.linting.discovery import CheckedFile
from nanori.linting.findings import MOST_SHOWN, limited
from nanori.linting.prose import Prose
from nanori.linting.reports import Report, excerpt
from nanori.linting.runs import Run


def of_target(target: CheckedFile, run: Run) -> Iterator[Report]:
    """Yield what the checks find in a document that is a file."""
    document = Document(source.read(target.file).text, target.shown)
    prose = Prose(document, run.index, run.settings, run.against)
    yield from reports(prose, run.selection.of_file(target.shown))


def reports(prose: Prose, checks: Chosen) -> Iterator[Report]:
    """Yield what the checks find in a document, in the order of its text."""
    document = prose.document
    findings = [
        (finding.start, check.name, check, finding)
        for check, find in checks.rules
        for finding in limited(find(prose), MOST_SHOWN)
    ]
    for _, _, check, finding in sorted(findings, key=lambda each: each[:2]):
        span = (finding.start, finding.end)
        said = source.diagnostic_at(
            document, span, check.name, check.severity, finding.message, fix=finding.fix
        )
        yield Report(said, excerpt(document.text, finding.start, finding.end))
