"""What a spreadsheet takes for a formula when it opens a table of plain text."""

from __future__ import annotations

import re

from nanori.model.errors import NanoriError

FORMULA = re.compile(r"[=+\-@\t\r＝＋－＠]")
"""What words begin with that a spreadsheet takes for a formula."""


def prove(old: str, new: str) -> None:
    """Raise NanoriError if words that were none would be taken for a formula."""
    if FORMULA.match(new) and not FORMULA.match(old):
        raise NanoriError(f"“{new[:1]}” begins a cell, which a spreadsheet takes for a formula")
