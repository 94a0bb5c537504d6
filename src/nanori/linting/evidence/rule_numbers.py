"""A rules document to what does not fit in its numbers."""

from __future__ import annotations

from collections.abc import Iterator

from nanori.linting.findings import Finding
from nanori.linting.prose import Prose
from nanori.model.diagnostics import Diagnostic


def findings(prose: Prose, kinds: tuple[str, ...]) -> Iterator[Finding]:
    """Yield the findings of those kinds, at one place only the kind that is named first."""
    best: dict[tuple[int, int], Diagnostic] = {}
    for diagnostic in prose.diagnostics:
        if diagnostic.check not in kinds or diagnostic.severity == "info":
            continue
        other = best.get((diagnostic.start, diagnostic.end))
        if other is None or kinds.index(diagnostic.check) < kinds.index(other.check):
            best[diagnostic.start, diagnostic.end] = diagnostic
    for span in sorted(best):
        yield Finding(*span, best[span].message)
