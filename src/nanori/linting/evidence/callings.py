"""A text and its translation to what both call the same: names, keywords, ability words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from nanori.linting.context import Pair, Subject
from nanori.linting.evidence import alignment
from nanori.linting.evidence.alignment import LineSpan
from nanori.linting.evidence.amounts import NARROW, REMARK
from nanori.linting.evidence.translations import is_written

HEADING = re.compile(r"(?P<heading>[^\n{}.。:：,、「」\"“”0-9]{2,30}?) ?[—―─] ")
"""An ability word before its ability."""
LISTED = re.compile(r"[^,、;；]+")
STOP = re.compile(r"[.。:：{\"「]")


class Calling(NamedTuple):
    """What is called so in the original, and what in the translation, where that stands."""

    said: str
    meant: str
    start: int
    end: int


def of_pair(pair: Pair) -> Iterator[Calling]:
    """Yield what both texts call the same, line by line; only where one answers one."""
    for there, here in alignment.one_by_one(pair):
        for first, second in (
            (_names(pair.original, there), _names(pair.translation, here)),
            (_heading(pair.original, there), _heading(pair.translation, here)),
            (_keywords(pair.original, there), _keywords(pair.translation, here)),
        ):
            if len(first) == len(second):
                yield from _answering(first, second, pair)


def folded(words: str) -> str:
    """Return words as they are compared: in half width and small letters."""
    return words.translate(NARROW).lower()


def _answering(
    first: list[tuple[int, int]], second: list[tuple[int, int]], pair: Pair
) -> Iterator[Calling]:
    """Yield what answers each other in order."""
    text, words = pair.original.card.text, pair.translation.card.text
    for (begin, stop), (start, end) in zip(first, second, strict=True):
        if is_written(words[start:end], pair.translation.language):
            yield Calling(folded(text[begin:stop]), words[start:end], start, end)


def _names(subject: Subject, line: LineSpan) -> list[tuple[int, int]]:
    """Return the one name of another card, a token or a face in a line; else nothing."""
    named = [
        (reference.start, reference.end)
        for reference in subject.references
        if line.start <= reference.start < line.end
        and reference.target == "name"
        and reference.text not in (subject.card.name, *subject.card.faces)
    ]
    return named if len(named) == 1 else []


def _heading(subject: Subject, line: LineSpan) -> list[tuple[int, int]]:
    """Return the ability word of a line; empty where it has none."""
    match = HEADING.match(subject.card.text, line.start, line.end)
    return [match.span("heading")] if match else []


def _keywords(subject: Subject, line: LineSpan) -> list[tuple[int, int]]:
    """Return the keywords of a line that has nothing else but reminder text."""
    text = subject.card.text[line.start : line.end].translate(NARROW)
    text = REMARK.sub(lambda match: " " * len(match[0]), text)
    if STOP.search(text) or not text.strip():
        return []
    spans: list[tuple[int, int]] = []
    for match in LISTED.finditer(text):
        words = match[0].strip()
        begin = line.start + match.start() + match[0].find(words)
        spans.append((begin, begin + len(words)))
    return spans
