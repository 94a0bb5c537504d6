"""Rules documents to reports."""

from __future__ import annotations

from collections.abc import Iterator

from nanori.documents import source
from nanori.documents.source import Document
from nanori.linting.files.discovery import CheckedFile
from nanori.linting.findings import MOST_SHOWN, limited
from nanori.linting.reports import Report, excerpt
from nanori.linting.settings.selecting import Chosen


def reports(target: CheckedFile, checks: Chosen) -> Iterator[Report]:
    """Yield what the checks of rules documents find in one, in the order of its text."""
    document = Document(source.read(target.file).text, target.shown)
    findings = [
        (finding.start, check.name, check, finding)
        for check in checks.rules
        for finding in limited(check.find(document), MOST_SHOWN)
    ]
    for _, _, check, finding in sorted(findings, key=lambda each: each[:2]):
        span = (finding.start, finding.end)
        said = source.diagnostic_at(
            document, span, check.name, check.severity, finding.message, fix=finding.fix
        )
        yield Report(said, excerpt(document.text, finding.start, finding.end))
