"""Finds a token's name that the file spells otherwise elsewhere.

Why: a token is what its name says (CR 111.4); “Reed Kite” and “Reed Kyte” are two tokens, so that
what looks for the one does not find the other, and two cards are printed for it.

Fix: unsafe. The name becomes the one that the file has more often.

ja: 一貫しないトークン名
"""

from __future__ import annotations

from collections.abc import Iterator

from nanori.linting.context import Subject
from nanori.linting.evidence import typos
from nanori.linting.findings import Finding, replaced
from nanori.model.diagnostics import Severity

SEVERITY: Severity = "warning"
ISSUE = "inconsistency"


def check(subject: Subject) -> Iterator[Finding]:
    """Yield a finding for each token whose name is a letter from a commoner one of the file."""
    card = subject.card
    for reference in subject.references:
        if reference.form != "token" or len(reference.text) < typos.SHORT:
            continue
        known = subject.index.tokens(card.lang, subject.path)
        for other, count in known.items():
            if other == reference.text or (count, reference.text) <= (known[reference.text], other):
                continue
            if typos.is_near(reference.text, other) and typos.is_slip(reference.text, other):
                message = f"the token “{reference.text}” is called “{other}” elsewhere in this file"
                yield replaced(reference.start, reference.end, other, message, safe=False)
                break
