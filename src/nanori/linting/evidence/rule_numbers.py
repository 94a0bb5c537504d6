"""A rules document to what does not fit in its numbers, worked out once for all checks."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from functools import lru_cache

from nanori.documents import numbered_paragraphs, rulebook
from nanori.documents.source import Document
from nanori.linting.findings import Finding
from nanori.model.diagnostics import Diagnostic


def findings(document: Document, kinds: tuple[str, ...]) -> Iterator[Finding]:
    """Yield the findings of those kinds, at one place only the kind that is named first."""
    best: dict[tuple[int, int], Diagnostic] = {}
    for diagnostic in _diagnostics(document):
        if diagnostic.check not in kinds or diagnostic.severity == "info":
            continue
        other = best.get((diagnostic.start, diagnostic.end))
        if other is None or kinds.index(diagnostic.check) < kinds.index(other.check):
            best[diagnostic.start, diagnostic.end] = diagnostic
    for span in sorted(best):
        yield Finding(*span, best[span].message)


@lru_cache(maxsize=1)
def _diagnostics(document: Document) -> tuple[Diagnostic, ...]:
    return tuple(rulebook.check(document))


@lru_cache(maxsize=1)
def quoted_sections(document: Document) -> frozenset[str]:
    """Return the sections of which the document has but a few rules: less than every second."""
    rules: dict[str, set[int]] = defaultdict(set)
    for paragraph in numbered_paragraphs.read(document):
        section, _, rule = paragraph.number.rstrip("abcdefghijklmnopqrstuvwxyz").partition(".")
        if rule:
            rules[section].add(int(rule))
    return frozenset(section for section, there in rules.items() if 2 * len(there) < max(there))
