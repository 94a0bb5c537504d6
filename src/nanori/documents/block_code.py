"""A document in Markdown to its blocks of code, and what stands before its first line."""

from __future__ import annotations

import re
from collections.abc import Iterator

from nanori.documents.source import Document

_FENCE = re.compile(r"(?:[ \t]{0,3}(?:>|[-*+]|\d{1,9}[.)])){0,8}[ \t]{0,12}(`{3,}|~{3,})(.*)")
_ITEM = re.compile(r"[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]")
_INDENTED = re.compile(r"(?: {4}| {0,3}\t)")
_RULED = "---"


def find(document: Document) -> Iterator[tuple[int, int]]:
    """Yield start and end of each line of code, also of settings at the beginning of the file."""
    text = document.text
    lines = list(document.lines())
    first = _settings(text, lines)
    if first:
        yield 0, lines[first - 1][1]
    fence = ""
    blank, listed, code = True, False, False
    for start, end in lines[first:]:
        line = text[start:end]
        mark = _FENCE.match(line)
        if fence:
            yield start, end
            if mark and mark[1].startswith(fence) and not mark[2].strip():
                fence = ""
            continue
        if mark and not (mark[1][0] == "`" and "`" in mark[2]):
            fence = mark[1]
            yield start, end
            continue
        empty = not line.strip()
        indented = bool(_INDENTED.match(line))
        code = not empty and indented and not listed and (blank or code)
        if code:
            yield start, end
        elif not empty and not indented:
            listed = bool(_ITEM.match(line)) or (listed and not blank)
        blank = empty or (blank and code)


def _settings(text: str, lines: list[tuple[int, int]]) -> int:
    """Return how many lines at the beginning are settings of a page, between two rules."""
    words = [text[start:end] for start, end in lines[:200]]
    if words[:1] != [_RULED]:
        return 0
    return next((place + 1 for place, word in enumerate(words) if place and word == _RULED), 0)
