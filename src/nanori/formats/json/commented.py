"""JSON as people write it by hand, with comments and commas at the end, to strict JSON.

Blanks stand for what strict JSON does not have, so that every place stays what it was.
"""

from __future__ import annotations

import re

_STRING = r'"(?:[^"\\\n]|\\.)*+"?'
_COMMENTS = re.compile(rf"{_STRING}|(?P<out>//[^\n]*+|/\*(?:[^*]|\*(?!/))*+(?:\*/)?)", re.DOTALL)
_COMMAS = re.compile(rf"{_STRING}|(?P<out>,)(?=[ \t\r\n]*+[}}\]])", re.DOTALL)
_SIGN = re.compile(r"[^\r\n]")


def strict(text: str) -> str:
    """Return the text, as long as it was, with blanks for comments and for commas at an end."""
    for pattern in (_COMMENTS, _COMMAS):
        text = pattern.sub(_blanked, text)
    return text


def _blanked(match: re.Match[str]) -> str:
    return match[0] if match["out"] is None else _SIGN.sub(" ", match[0])
