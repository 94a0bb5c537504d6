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
    for one in _found(document):
        if one.check not in kinds or one.severity == "info":
            continue
        other = best.get((one.start, one.end))
        if other is None or kinds.index(one.check) < kinds.index(other.check):
            best[one.start, one.end] = one
    for span in sorted(best):
        yield Finding(*span, best[span].message)


@lru_cache(maxsize=1)
def _found(document: Document) -> tuple[Diagnostic, ...]:
    return tuple(rulebook.check(document))


@lru_cache(maxsize=1)
def quoted_sections(document: Document) -> frozenset[str]:
    """Return the sections of which the document has but a few rules: less than every second."""
    rules: dict[str, set[int]] = defaultdict(set)
    for one in numbered_paragraphs.read(document):
        section, _, rule = one.number.rstrip("abcdefghijklmnopqrstuvwxyz").partition(".")
        if rule:
            rules[section].add(int(rule))
    return frozenset(one for one, there in rules.items() if 2 * len(there) < max(there))
