"""Rules documents to reports."""

from __future__ import annotations

from collections.abc import Iterator

from nanori import diagnostics
from nanori.linting.reports import Report, excerpt
from nanori.linting.selecting import Chosen
from nanori.linting.walking import Target
from nanori.prose import documents
from nanori.prose.documents import Document


def reports(target: Target, checks: Chosen) -> Iterator[Report]:
    """Yield what the checks of rules documents find in one, in the order of its text."""
    document = Document(documents.read(target.path).text, target.shown)
    found = [
        (one.start, check.name, check, one)
        for check in checks.rules
        for one in check.find(document)
    ]
    for _, _, check, one in sorted(found, key=lambda each: each[:2]):
        span = (one.start, one.end)
        said = diagnostics.at(document, span, check.name, check.severity, one.message, fix=one.fix)
        yield Report(said, excerpt(document.text, one.start, one.end))
