"""Findings to the edits that mend them, until there is nothing left to mend."""

from __future__ import annotations

from collections.abc import Iterable

from nanori.diagnostics import Fix
from nanori.model import Edit


def together(fixes: Iterable[Fix]) -> list[Edit]:
    """Return the edits of fixes that can be made at once, in order: of two that touch, the first.

    A fix is made as a whole or not at all.
    """
    chosen: list[Edit] = []
    for fix in fixes:
        if not any(_meet(edit, other) for edit in fix.edits for other in chosen):
            chosen += fix.edits
    return sorted(chosen, key=lambda edit: (edit.start, edit.end))


def _meet(one: Edit, other: Edit) -> bool:
    """Tell whether two edits share words, or put words into one place."""
    if one.start == other.start:
        return True
    return one.start < other.end and other.start < one.end
