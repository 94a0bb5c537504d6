"""A rules document to what does not fit in its numbers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from nanori.linting.findings import Finding
from nanori.linting.prose import Prose
from nanori.model.diagnostics import Diagnostic

# What `rulebook` calls numbers that do not fit, the kind that tells most first,
OF_NUMBERS = (
    "wrong-number",
    "wrong-title",
    "different-number",
    "different-reference",
    "repeated-number",
)
# and what has no other half.
OF_HALVES = ("missing-half",)

# The checks that say so in `lint`, and in the command `rules`.
CHECKS = {
    **dict.fromkeys(OF_NUMBERS, "mismatched-rule-number"),
    "dangling-reference": "dangling-rule-reference",
}


def findings(prose: Prose, kinds: tuple[str, ...]) -> Iterator[Finding]:
    """Yield the findings of those kinds, at one place only the kind that tells most."""
    told = (*OF_NUMBERS, *OF_HALVES) if kinds in (OF_NUMBERS, OF_HALVES) else kinds
    best: dict[tuple[int, int], Diagnostic] = {}
    for diagnostic in prose.diagnostics:
        if diagnostic.check not in told or diagnostic.severity == "info":
            continue
        other = best.get((diagnostic.start, diagnostic.end))
        if other is None or told.index(diagnostic.check) < told.index(other.check):
            best[diagnostic.start, diagnostic.end] = diagnostic
    for span in sorted(span for span in best if best[span].check in kinds):
        yield Finding(*span, best[span].message)


def as_checked(diagnostics: Iterable[Diagnostic]) -> Iterator[Diagnostic]:
    """Yield what does not fit by the names of the checks that say it; what none says as it is."""
    for diagnostic in diagnostics:
        check = CHECKS.get(diagnostic.check, diagnostic.check)
        yield replace(diagnostic, check=check)
