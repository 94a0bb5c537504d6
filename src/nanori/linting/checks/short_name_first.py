"""Finds a legend's text that begins with the short name, under the rules of 2011.

Why: until July 2013, a legend's name was only shortened from its second mention on (CR 201.5c of
2011). This check runs with `edition = "2011"`; today's rules have no such order.

Fix: safe if nothing next to the name may belong to it, otherwise unsafe. The first mention becomes
the full name.

ja: 先に出る短縮名
"""

from collections.abc import Iterator

from nanori.linting.context import Finding, Subject, replaced
from nanori.linting.evidence import typos
from nanori.model.diagnostics import Severity

SEVERITY: Severity = "warning"
OF_THIS_GAME = True

# The edition of the rules that has the order.
EDITION = "2011"


def check(subject: Subject) -> Iterator[Finding]:
    """Yield a finding where the first mention of the own name is short."""
    if subject.settings.edition != EDITION:
        return
    first = next(
        (reference for reference in subject.own if reference.form in ("full", "short")), None
    )
    if first is not None and first.form == "short":
        safe = typos.is_apart(subject, first.start, first.end)
        message = f"“{first.text}” is short, but the first mention was wanted in full"
        yield replaced(first.start, first.end, subject.card.name, message, safe=safe)
