"""Own names that a text spells out in full though the name field has them misspelt or cut off."""

from __future__ import annotations

import re
from collections.abc import Iterator

from nanori.model import Token

LONG = 5
"""Names shorter than this have too many neighbours to be told from a misprint."""
CUT = 8
"""Names shorter than this are not taken for the beginning of a longer one."""
REST = re.compile(r"\w{1,12}")
"""What a name field may have lost at its end."""


def find(name: str, text: str, letter: re.Pattern[str], follows: re.Pattern[str]) -> list[Token]:
    """Return where the text has the name with a letter or two changed, or with its lost end.

    One half of the name must stand unchanged, so a text without it is passed over quickly.
    `letter` may not touch the words on either side, `follows` must match behind them.
    """
    if len(name) < LONG:
        return []
    spans = _longer(name, text, follows) if name in text else _nearest(name, text)
    return [
        Token("OWN_NAME", start, end)
        for start, end in dict.fromkeys(spans)
        if follows.match(text, end)
        and not (letter.match(text, end) and letter.match(text[end - 1]))
        and not (start and letter.match(text[start - 1]) and letter.match(text[start]))
    ]


def _longer(name: str, text: str, follows: re.Pattern[str]) -> Iterator[tuple[int, int]]:
    """Yield the places of the name together with the end that the name field has lost."""
    place = text.find(name) if len(name) >= CUT else -1
    while place >= 0:
        end = place + len(name)
        rest = REST.match(text, end)
        for behind in range(end + 1, rest.end() + 1 if rest else end):
            if follows.match(text, behind) and text[end:behind] != "s":
                yield place, behind
                break
        place = text.find(name, end)


def _nearest(name: str, text: str) -> Iterator[tuple[int, int]]:
    """Yield for each unchanged half of the name in the text the words around it most like it."""
    half = len(name) // 2
    limit = 1 if len(name) < 2 * LONG else 2
    for piece, ahead in ((name[:half], 0), (name[half:], half)):
        place = text.find(piece)
        while place >= 0:
            found = _window(name, text, place - ahead, limit)
            if found:
                yield found
            place = text.find(piece, place + len(piece))


def _window(name: str, text: str, about: int, limit: int) -> tuple[int, int] | None:
    """Return the words beginning about there that differ least and keep the name's two ends."""
    ranked: list[tuple[int, int, int, int]] = []
    for start in range(max(0, about - limit), about + limit + 1):
        for size in range(len(name) - limit, len(name) + limit + 1):
            words = text[start : start + size]
            if len(words) != size:
                continue
            ends = (words[0] != name[0]) + (words[-1] != name[-1])
            distance = _distance(name, words, limit)
            if distance <= limit and (size == len(name) or not ends):
                ranked.append((distance, ends, start, start + size))
    return min(ranked)[2:] if ranked else None


def _distance(left: str, right: str, limit: int) -> int:
    """Return how many letters differ, up to one more than the limit."""
    row = list(range(len(right) + 1))
    for place, letter in enumerate(left, 1):
        previous, row = row, [place]
        for other, mark in enumerate(right, 1):
            row.append(min(previous[other] + 1, row[-1] + 1, previous[other - 1] + (letter != mark)))
        if min(row) > limit:
            return limit + 1
    return row[-1]
