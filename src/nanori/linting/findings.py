"""What a check says: a finding in a field of a card, before it has a place in a file."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from nanori.model.diagnostics import Fix
from nanori.model.values import Edit


class Finding(Struct, frozen=True):
    """Something a check found; start and end are code points of the field's text."""

    start: int
    end: int
    message: str
    """What is there and what was wanted: one line, lower case, no full stop, words in “”."""
    fix: Fix | None = None
    field: str = "text"
    """The field of the card record: `text`, `name`, `type` …"""


def doubted(finding: Finding) -> Finding:
    """Return the finding with a fix that is not safe, if it has one."""
    if finding.fix is None or not finding.fix.safe:
        return finding
    return replace(finding, fix=replace(finding.fix, safe=False))


def replaced(start: int, end: int, words: str, message: str, *, safe: bool) -> Finding:
    """Return a finding whose fix puts other words in the place it is about."""
    return Finding(start, end, message, Fix(safe, (Edit(start, end, words),)))
