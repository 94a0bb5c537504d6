"""Checks to the types of localization quality issues of ITS 2.0 (its appendix C)."""

from __future__ import annotations

from nanori.linting.reports import Report
from nanori.model.diagnostics import Severity

SEVERITIES: dict[Severity, int] = {"error": 100, "warning": 50, "info": 10}
"""How severe an issue is, of a hundred."""

OTHER = "other"
"""The type of what no other fits."""

CHECKS = {
    "characters": ("leaked-furigana", "mixed-width"),
    "inconsistency": (
        "duplicate-translation",
        "inconsistent-name",
        "inconsistent-reference",
        "inconsistent-token-name",
        "mixed-alternate-name",
        "mixed-self-reference",
        "mixed-style",
        "stale-own-name",
    ),
    "locale-violation": ("foreign-punctuation", "wrong-brackets"),
    "markup": ("leftover-placeholder",),
    "misspelling": (
        "miscased-own-name",
        "misspelled-demonstrative",
        "misspelled-own-name",
        "unknown-named-card",
    ),
    "mistranslation": (
        "different-self-reference",
        "missing-reference",
        "missing-target",
        "mismatched-bilingual-name",
        "swapped-name",
    ),
    "numbers": ("different-numbers-or-symbols",),
    "omission": ("missing-paragraph",),
    "style": ("outdated-self-reference",),
    "terminology": ("different-term", "outdated-term", "wrong-noun", "wrong-zone-noun"),
    "typographical": ("missing-stop", "name-without-brackets", "unbalanced-brackets"),
    "untranslated": ("untranslated-name", "untranslated-text"),
}
"""By type of issue, the checks that find such."""

_TYPES = {check: kind for kind, checks in CHECKS.items() for check in checks}


def type_of(check: str) -> str:
    """Return the type of what a check finds."""
    return _TYPES.get(check, OTHER)


def comment(report: Report) -> str:
    """Return what is said of a finding in a note: the check, what is wrong, and what mends it."""
    diagnostic = report.diagnostic
    fix = diagnostic.fix
    words = " … ".join(f"“{edit.text}”" for edit in fix.edits) if fix else ""
    return f"{diagnostic.check}: {diagnostic.message}" + (f" (fix: {words})" if words else "")
