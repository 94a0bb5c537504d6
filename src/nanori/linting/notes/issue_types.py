"""Findings to the localization quality issues of ITS 2.0 that are noted in files."""

from __future__ import annotations

from nanori.linting import checks
from nanori.linting.reports import Report
from nanori.model.diagnostics import Severity

# How severe an issue is, of a hundred.
SEVERITIES: dict[Severity, int] = {"error": 100, "warning": 50, "info": 10}


def type_of(check: str) -> str:
    """Return the type of what a check finds (ITS 2.0, appendix C)."""
    return checks.listed()[check].issue


def comment(report: Report) -> str:
    """Return what is said of a finding in a note: the check, what is wrong, and what mends it."""
    diagnostic = report.diagnostic
    fix = diagnostic.fix
    words = " … ".join(f"“{edit.text}”" for edit in fix.edits) if fix else ""
    return f"{diagnostic.check}: {diagnostic.message}" + (f" (fix: {words})" if words else "")
