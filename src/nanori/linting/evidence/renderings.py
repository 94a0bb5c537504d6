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

# An ability word before its ability.
HEADING = re.compile(r"(?P<heading>[^\n{}.。:：,、「」\"“”0-9]{2,30}?) ?[—―─] ")
LISTED = re.compile(r"[^,、;；]+")
NO_NAME = re.compile(r"[.。:：{\"「]")


class Rendering(NamedTuple):
    """What is called so in the original, and what in the translation, where that stands."""

    said: str
    """As it is compared."""
    written: str
    """As the original writes it."""
    meant: str
    start: int
    end: int
    field: str = "text"


def renderings_of(pair: Pair) -> Iterator[Rendering]:
    """Yield what both texts call the same, line by line; only where one answers one.

    On the type line that is what a planeswalker is (CR 205.3j).
    """
    cards = pair.original.card, pair.translation.card
    types = [_types(side) for side in (pair.original, pair.translation)]
    yield from _answering_words(types[0], types[1], (cards[0].type, cards[1].type), pair, "type")
    texts = cards[0].text, cards[1].text
    for there, here in alignment.one_by_one(pair):
        for first, second in (
            (_names(pair.original, there), _names(pair.translation, here)),
            (_heading(pair.original, there), _heading(pair.translation, here)),
            (_keywords(pair.original, there), _keywords(pair.translation, here)),
            (_persons(pair.original, there), _persons(pair.translation, here)),
        ):
            yield from _answering_words(first, second, texts, pair)


def folded(words: str) -> str:
    """Return words as they are compared: in half width and small letters."""
    return words.translate(NARROW).lower()


def _answering_words(
    first: list[tuple[int, int]],
    second: list[tuple[int, int]],
    texts: tuple[str, str],
    pair: Pair,
    field: str = "text",
) -> Iterator[Rendering]:
    """Yield what answers each other in order; nothing where there are not as many."""
    text, words = texts
    for (begin, stop), (start, end) in zip(first, second, strict=False):
        written, meant = text[begin:stop], words[start:end]
        if len(first) == len(second) and is_written(meant, pair.translation.language):
            yield Rendering(folded(written), written, meant, start, end, field)


def _types(subject: Subject) -> list[tuple[int, int]]:
    """Return the one subtype of a planeswalker on the type line; else nothing."""
    match = subject.language.lexicon.checks.person_line.fullmatch(subject.card.type)
    return [match.span("type")] if match else []


def _persons(subject: Subject, line: LineSpan) -> list[tuple[int, int]]:
    """Return the types of planeswalkers that a line speaks of."""
    known = subject.language.lexicon.checks.person
    return [match.span("type") for match in known.finditer(subject.card.text, *line)]


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
    if NO_NAME.search(text) or not text.strip():
        return []
    spans: list[tuple[int, int]] = []
    for match in LISTED.finditer(text):
        words = match[0].strip()
        begin = line.start + match.start() + match[0].find(words)
        spans.append((begin, begin + len(words)))
    return spans
