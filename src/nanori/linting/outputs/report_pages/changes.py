"""A fix to the lines that it changes, as they are and as they would be."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from nanori.linting.outputs.report_pages.words import escaped, in_one_line
from nanori.model.diagnostics import Fix
from nanori.model.values import Edit

AROUND = 80
"""Code points that are kept on either side of what is changed."""


def of_fix(fix: Fix, text: str) -> str:
    """Return a fix of a field with that text as HTML; nothing where it has no edits."""
    if not fix.edits:
        return ""
    kind = "safe: --fix makes it" if fix.safe else "to be looked at: --fix --unsafe-fixes makes it"
    lines = _lines(fix.edits, text) if _fits(fix.edits, text) else ""
    if fix.instead is not None:
        words = ", ".join(f"“{in_one_line(edit.text)}”" for edit in fix.instead.edits)
        lines += f"<p>or in {in_one_line(fix.instead.field)}: {words}</p>"
    return f'<div class="fix"><p>Fix ({kind})</p>{lines}</div>'


def _fits(edits: Sequence[Edit], text: str) -> bool:
    """Tell whether edits are in order and inside the text."""
    ordered = all(first.end <= second.start for first, second in pairwise(edits))
    return ordered and edits[0].start >= 0 and edits[-1].end <= len(text)


def _lines(edits: Sequence[Edit], text: str) -> str:
    """Return the stretch that edits are in twice: without them and with them."""
    first, last = _window(edits, text)
    old: list[str] = []
    new: list[str] = []
    place = first
    for edit in edits:
        kept = escaped(text[place : edit.start])
        old += [kept, _changed(text[edit.start : edit.end])]
        new += [kept, _changed(edit.text)]
        place = edit.end
    head = "" if first == 0 or text[first - 1] == "\n" else "…"
    tail = "" if last == len(text) or text[last] == "\n" else "…"
    rest = escaped(text[place:last])
    return (
        f'<del><span class="unseen">before: </span>{head}{"".join(old)}{rest}{tail}</del>'
        f'<ins><span class="unseen">after: </span>{head}{"".join(new)}{rest}{tail}</ins>'
    )


def _changed(words: str) -> str:
    return f"<b>{escaped(words)}</b>" if words else ""


def _window(edits: Sequence[Edit], text: str) -> tuple[int, int]:
    """Return the lines that edits are in, cut off where these are long."""
    start, end = edits[0].start, edits[-1].end
    before, behind = max(0, start - AROUND), min(len(text), end + AROUND)
    first = text.rfind("\n", before, start) + 1 or before
    last = text.find("\n", end, behind)
    return first, behind if last < 0 else last
