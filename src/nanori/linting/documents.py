"""Rules documents to reports."""

from __future__ import annotations

from collections.abc import Iterator

from nanori.documents import source
from nanori.documents.source import Document
from nanori.linting.files.discovery import Target
from nanori.linting.reports import Report, excerpt
from nanori.linting.settings.selecting import Chosen


def reports(target: Target, checks: Chosen) -> Iterator[Report]:
    """Yield what the checks of rules documents find in one, in the order of its text."""
    document = Document(source.read(target.file).text, target.shown)
    found = [
        (one.start, check.name, check, one)
        for check in checks.rules
        for one in check.find(document)
    ]
    for _, _, check, one in sorted(found, key=lambda each: each[:2]):
        span = (one.start, one.end)
        said = source.diagnostic_at(
            document, span, check.name, check.severity, one.message, fix=one.fix
        )
        yield Report(said, excerpt(document.text, one.start, one.end))
