"""Rules documents to reports."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from nanori import diagnostics
from nanori.checks import Check
from nanori.linting.reports import Report, excerpt
from nanori.linting.walking import Target
from nanori.prose import documents
from nanori.prose.documents import Document


def reports(target: Target, checks: Iterable[Check]) -> Iterator[Report]:
    """Yield what the checks of rules documents find in one, in the order of its text."""
    wanted = [check for check in checks if check.kind == "check_rules"]
    document = Document(documents.read(target.path).text, target.shown)
    found = [
        (one.start, check.name, check, one) for check in wanted for one in check.find(document)
    ]
    for _, _, check, one in sorted(found, key=lambda each: each[:2]):
        span = (one.start, one.end)
        said = diagnostics.at(document, span, check.name, check.severity, one.message, fix=one.fix)
        yield Report(said, excerpt(document.text, one.start, one.end))
