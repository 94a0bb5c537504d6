"""Own names that a text spells otherwise than the name field, or in full though that is cut off."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from nanori.annotation import name_rules
from nanori.annotation.name_rules import Candidate, Ruling
from nanori.annotation.own_names import Surface, places_of, without
from nanori.annotation.plain_words import Span
from nanori.model.values import Token

if TYPE_CHECKING:
    from nanori.annotation.name_context import NameContext

# Names shorter than this resemble too many words to recognise a misprint.
MIN_LENGTH: Final = 5
# Names shorter than this are not taken for the beginning of a longer one.
MIN_CUT_LENGTH: Final = 6
# What a name field may have lost at its end.
REST: Final = re.compile(r"\w{1,12}")


def misspelt(
    name: str,
    text: str,
    whole: Sequence[Token],
    context: NameContext,
    rulings: list[Ruling] | None = None,
) -> list[Token]:
    """Return where the text has the name with a letter or two changed, or with its lost end.

    One half of the name must be intact, so a text with no half outside the `whole` names, where it
    is spelt right, is skipped quickly. Beside these only a long name is looked for, and no longer
    form of it, which is a plural. No letter may touch the words on either side, and a predicate
    must follow them.
    """
    half, most = len(name) // 2, len(whole)
    if len(name) < (2 * MIN_LENGTH if whole else MIN_LENGTH) or (
        text.count(name[:half]) <= most and text.count(name[half:]) <= most
    ):
        return []
    if whole:
        text = without(text, whole).replace(name, "\n" * len(name))
    tokens: list[Token] = []
    spans = _longer(name, text, context) if name in text else _nearest(name, text, context)
    for start, end in sorted(set(spans)):
        if (tokens and tokens[-1].end > start) or (whole and end - start > len(name)):
            continue
        if terminal := _reading(name, text, start, end, context, rulings):
            tokens.append(Token(terminal, start, end))
    return tokens


def _reading(
    name: str,
    text: str,
    start: int,
    end: int,
    context: NameContext,
    rulings: list[Ruling] | None = None,
) -> str:
    candidate = Candidate(text, start, end, Surface(name, "OWN_NAME", sure=False), context)
    return name_rules.reading(candidate, name_rules.MISPRINTS, rulings)


def _longer(name: str, text: str, context: NameContext) -> Iterator[Span]:
    """Yield the spans of the name together with the end that the name field has lost."""
    for offset in places_of(name, text) if len(name) >= MIN_CUT_LENGTH else ():
        end = offset + len(name)
        rest = REST.match(text, end)
        for word_end in range(end + 1, rest.end() + 1 if rest else end):
            plural = context.lexicon.plural and text[end:word_end] == context.lexicon.plural
            if context.is_predicated(text, word_end) and not plural:
                yield offset, word_end
                break


def _around(name: str, text: str, most: int) -> Iterator[list[Span]]:
    """Yield for each half of the name in the text the spans of about the name's length.

    … Ysoldde …     name Ysolde, half 3, most 1
      ^piece, 0 ahead:           spans 0–7, 0–6, 0–5 from there: the other end varies
    """
    half = len(name) // 2
    for piece, ahead in ((name[:half], 0), (name[half:], half)):
        for offset in places_of(piece, text):
            start, end = offset - ahead, offset - ahead + len(name)
            spans = [
                (start - by, end) if ahead else (start, end + by)
                for by in range(most, -most - 1, -1)
            ]
            yield [(first, last) for first, last in spans if first >= 0 and last <= len(text)]


def _nearest(name: str, text: str, context: NameContext) -> Iterator[Span]:
    """Yield for each intact half of the name in the text the words around it most like it."""
    limit, letters = 1 if len(name) < 2 * MIN_LENGTH else 2, frozenset(name)
    for spans in _around(name, text, limit):
        near = [
            (start, end)
            for start, end in spans
            if _ends(name, words := text[start:end])
            and len(letters.difference(words)) <= limit  # usually one look tells
            and _reading(name, text, start, end, context)
        ]
        if near:
            from rapidfuzz import distance  # a tenth of start-up, and few get here

            slips = [distance.Levenshtein.distance(name, text[start:end]) for start, end in near]
            if min(slips) <= limit:
                yield min(zip(slips, near, strict=True))[1]


def _ends(name: str, words: str) -> bool:
    """Tell whether words have the name's length, beginning and end, or lack its last letter."""
    if len(words) == len(name) or (words[0] == name[0] and words[-1] == name[-1]):
        return True
    return words in (name[:-1], name[1:])
