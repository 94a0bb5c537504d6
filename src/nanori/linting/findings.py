"""What a check says: a finding in a field of a card, before it has a place in a file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

from msgspec import Struct
from msgspec.structs import replace

from nanori.model.diagnostics import Fix
from nanori.model.values import Edit

# Findings of a check on a text; a card of a million brackets has no use for more.
MOST_SHOWN = 100

# The same where they are mended; of a check that finds more in a text nothing is mended there.
MOST_MENDED = 10_000


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


def behind(finding: Finding, length: int) -> Finding:
    """Return the finding in a field that has so many code points more before its words."""
    fix = finding.fix
    if fix is not None:
        edits = tuple(Edit(edit.start + length, edit.end + length, edit.text) for edit in fix.edits)
        fix = replace(fix, edits=edits)
    return replace(finding, start=finding.start + length, end=finding.end + length, fix=fix)


def replaced(start: int, end: int, words: str, message: str, *, safe: bool) -> Finding:
    """Return a finding whose fix puts other words in the place it is about."""
    return Finding(start, end, message, Fix(safe, (Edit(start, end, words),)))


def limited(findings: Iterable[Finding], most: int) -> Iterator[Finding]:
    """Yield the first of what a check finds in a text, then a finding of how many more there are.

    It stands where the next one would, and has no fix. A single one more is yielded itself.
    """
    rest = iter(findings)
    yield from islice(rest, most)
    following = next(rest, None)
    if following is not None:
        more = sum(1 for _ in rest)
        message = f"{more + 1} more findings like the ones before, not shown"
        yield replace(following, message=message, fix=None) if more else following
