"""A paragraph to tokens that cover it without a gap, brackets in pairs."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from enum import Enum, auto
from functools import cache

from nanori.grammar import languages, parser
from nanori.model.values import Token

MAX_DEPTH = 24
"""Brackets deeper than this are water; real cards nest three deep."""

LONGEST = 200
"""No name is longer."""

OPENING = ("QUOTE_OPEN", "REMINDER_OPEN")
CLOSING = ("QUOTE_CLOSE", "REMINDER_CLOSE")
LINE_START = (
    "LOYALTY_COST", "CHAPTER", "LEVEL", "DIE_RESULT", "MODE", "ABILITY_WORD",
)  # fmt: skip
"""Terminals that stand at the beginning of a paragraph, if anywhere."""
STRONG = (*parser.NAMINGS, "PROPER", "SEPARATOR", "NAMING_END", "ABILITY_WORD")
"""Terminals that a card's name found in them does not break."""


@cache
def _pairs(code: str) -> dict[str, str]:
    """Return for each closing mark the opening ones it can close."""
    closes: dict[str, str] = {}
    for opening, closing in languages.load(code).lexicon.pairs:
        closes[closing] = closes.get(closing, "") + opening
    return closes


@cache
def _lists(code: str) -> tuple[tuple[re.Pattern[str], re.Pattern[str]], ...]:
    given = languages.load(code).lexicon.name_lists
    return tuple((re.compile(test), re.compile(divider)) for test, divider in given)


def tokenize(paragraph: str, code: str, names: Sequence[Token] = ()) -> list[Token]:
    """Return the tokens of one paragraph; joined, they are the paragraph.

    `names` are the places where the card's names stand, in code points of the paragraph.
    """
    found = _scan(paragraph, code, names)
    if names:
        found = _with_names(found, names)
    if any(token.type in OPENING or token.type in CLOSING for token in found):
        found = _paired(paragraph, found, code)
    return covered(found, len(paragraph))


def _scan(paragraph: str, code: str, names: Sequence[Token]) -> list[Token]:
    """Return what the grammar's terminals match, names cut out of what announces them."""
    grammar = parser.load(code)
    scanner = grammar.everything if grammar.cued(paragraph)[1] else grammar.nameless
    terminals = scanner.terminals
    found: list[Token] = []
    for match in scanner.pattern.finditer(paragraph):
        group = match.lastindex or 0
        start, end = match.span()
        if found and start < found[-1].end:  # an announced own name reached further
            continue
        if terminals[group] in parser.NAMINGS:
            tokens = announced(paragraph, match, terminals[group], code, names)
            while tokens and found and found[-1].end > tokens[0].start:
                found.pop()
            found += tokens
        else:
            found.append(Token(terminals[group], start, end))
    return found


def announced(
    paragraph: str, match: re.Match[str], kind: str, code: str, names: Sequence[Token]
) -> list[Token]:
    """Return the announcing word, the names it announces, and what closes the construction.

    Nothing if there is no name, or if the words only mention the card's own: that is a reference
    of its own kind.
    """
    span = _captured(paragraph, match, code)
    if span is None:
        return []
    near = _near(names, *span)
    start, end = _settled(paragraph, span, near, code)
    if kind == "MENTIONED" and any(name.start <= start and end <= name.end for name in near):
        return []
    closed = max(match.end(), end) if end == span[1] else end
    tokens = [Token(kind, min(match.start(), start), start)]
    for test, divider in _lists(code):
        if test.search(paragraph, start, end):
            place = start
            for gap in divider.finditer(paragraph, start, end):
                tokens.append(Token("PROPER", place, gap.start()))
                tokens.append(Token("SEPARATOR", gap.start(), gap.end()))
                place = gap.end()
            tokens.append(Token("PROPER", place, end))
            break
    else:
        tokens.append(Token("PROPER", start, end))
    if end < closed:
        tokens.append(Token("NAMING_END", end, closed))
    return tokens


def _captured(paragraph: str, match: re.Match[str], code: str) -> tuple[int, int] | None:
    """Return the place of the names that a terminal captures, or that stand right behind it."""
    terminals = parser.load(code).everything.terminals
    inner = (match.lastindex or 0) + 1
    while inner < len(terminals) and not terminals[inner]:
        if match.start(inner) >= 0:
            return match.span(inner)
        inner += 1
    behind = parser.load(code).proper.match(paragraph, match.end())
    return behind.span() if behind else None


def _near(names: Sequence[Token], start: int, end: int) -> list[Token]:
    """Return the names that begin within a name's length before a place or in it."""
    first = bisect_left(names, start - LONGEST, key=lambda name: name.start)
    last = bisect_right(names, end, key=lambda name: name.start)
    return list(names[first:last])


def _settled(
    paragraph: str, span: tuple[int, int], names: Sequence[Token], code: str
) -> tuple[int, int]:
    """Return where an announced name really ends, seeing the names found beforehand.

    One that begins with it and is longer is the announced one; the card's own name behind a
    comma is none of it: “named Keeper of Ash, Ash deals …”.
    """
    start, end = span
    comma = languages.load(code).lexicon.apposition
    for name in names:
        if name.start == start and (name.end > end or paragraph[name.end - 1] == "."):
            end = name.end
        if name.end == end and name.start < start:
            start = name.start
        behind = name.start - len(comma)
        last = comma and start < behind and name.start < end <= name.end
        if last and name.type in ("OWN_NAME", "SHORT_NAME") and paragraph.startswith(comma, behind):
            return start, behind
    return start, end


def _with_names(found: list[Token], names: Sequence[Token]) -> list[Token]:
    """Return both in order; where they overlap the name wins, but not over an announced one."""
    merged: list[Token] = []
    waiting = list(reversed(names))
    for token in found:
        while waiting and waiting[-1].end <= token.start:
            merged.append(waiting.pop())
        if not waiting or token.end <= waiting[-1].start:
            merged.append(token)
        elif token.type in STRONG:
            merged.append(token)
            while waiting and waiting[-1].start < token.end:
                waiting.pop()
    merged += reversed(waiting)
    return merged


def _paired(paragraph: str, found: list[Token], code: str) -> list[Token]:
    """Return the tokens without the brackets and quotation marks that have no partner."""
    closes = _pairs(code)
    keep = [True] * len(found)
    opened: list[int] = []
    for place, token in enumerate(found):
        if token.type in OPENING:
            opened.append(place)
            keep[place] = False  # until its partner is found
        elif token.type in CLOSING:
            keep[place] = False
            partner = _partner(paragraph, found, opened, closes.get(paragraph[token.start], ""))
            if partner >= 0:
                keep[opened[partner]] = keep[place] = partner < MAX_DEPTH
                del opened[partner:]
    return [token for token, kept in zip(found, keep, strict=True) if kept]


def _partner(paragraph: str, found: list[Token], opened: list[int], openings: str) -> int:
    """Return which open bracket this one closes, searching a bounded way out; −1 for none."""
    for depth in range(len(opened) - 1, max(-1, len(opened) - 1 - MAX_DEPTH), -1):
        if paragraph[found[opened[depth]].start] in openings:
            return depth
    return -1


class _Place(Enum):
    """How far a paragraph, a quotation or a bracket has been read."""

    START = auto()
    """Nothing but what stands at the beginning."""
    COST = auto()
    """Something that may turn out to be a cost."""
    BETWEEN = auto()
    """Between two sentences."""
    SENTENCE = auto()
    """In a sentence."""
    TRIGGERED = auto()
    """In a sentence that has its triggering word."""


def covered(found: list[Token], length: int) -> list[Token]:
    """Return the tokens with water in every gap, and as water what the grammar has no place for.

    Such are a colon behind no cost and an opening word in the middle of a sentence.
    """
    tokens: list[Token] = []
    levels = [_Place.START]
    place = water = 0  # `water` is where the text not yet given to a token begins
    for token in found:
        now = levels[-1] if token.start == place else _BY_PART[levels[-1]]
        place = token.end
        kind = token.type
        if kind in LINE_START:
            after = now if now is _Place.START and len(levels) == 1 else None
        elif kind == "COLON":
            after = _Place.BETWEEN if now is _Place.COST else None
        elif kind == "STOP":
            after = _Place.BETWEEN
        elif kind == "TRIGGER":
            after = _Place.TRIGGERED if now is not _Place.TRIGGERED else None
        elif kind == "KEYWORD":
            after = _Place.TRIGGERED if now in (_Place.START, _Place.BETWEEN) else None
        else:
            after = _BY_PART[now]
        levels[-1] = after or _BY_PART[now]
        if after is None:
            continue
        if token.start > water:
            tokens.append(Token("WATER", water, token.start))
        tokens.append(token)
        water = token.end
        if kind in OPENING:
            levels.append(_Place.START)
        elif kind in CLOSING:
            levels.pop()
    if water < length:
        tokens.append(Token("WATER", water, length))
    return tokens


_BY_PART = {
    _Place.START: _Place.COST,
    _Place.COST: _Place.COST,
    _Place.BETWEEN: _Place.SENTENCE,
    _Place.SENTENCE: _Place.SENTENCE,
    _Place.TRIGGERED: _Place.TRIGGERED,
}
"""Where reading is after water, a reference or a bracket."""
