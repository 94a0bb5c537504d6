"""Finds a token's name that the file spells otherwise elsewhere.

Why: a token is what its name says (CR 111.4); “Reed Kite” and “Reed Kyte” are two tokens, so that
what looks for the one does not find the other, and two cards are printed for it.

Fix: unsafe. The name becomes the one that the file has more often.
"""

from __future__ import annotations

from collections.abc import Iterator

from nanori.linting.context import Subject
from nanori.linting.evidence import typos
from nanori.linting.findings import Finding, replaced
from nanori.model.diagnostics import Severity

SEVERITY: Severity = "warning"


def check(subject: Subject) -> Iterator[Finding]:
    """Yield a finding for each token whose name is a letter from a commoner one of the file."""
    card = subject.card
    for one in subject.references:
        if one.form != "token" or len(one.text) < typos.SHORT:
            continue
        known = subject.index.tokens(card.lang, subject.path)
        for other, count in known.items():
            if other == one.text or (count, one.text) <= (known[one.text], other):
                continue
            if typos.is_near(one.text, other) and typos.is_slip(one.text, other):
                message = f"the token “{one.text}” is called “{other}” elsewhere in this file"
                yield replaced(one.start, one.end, other, message, safe=False)
                break
