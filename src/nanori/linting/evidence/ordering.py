"""Parts of a text to those of its translation that say the same in another order.

A part is known again by the terms of the rules, the symbols and the changes of power that it has.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from nanori.linting.context import Pair
from nanori.linting.evidence import translations
from nanori.linting.evidence.amounts import BRACES, CHANGE, RATIO


def moved(
    pair: Pair, there: Sequence[tuple[int, int]], here: Sequence[tuple[int, int]]
) -> dict[int, int]:
    """Return the parts whose words stand in another part of the translation, and in which.

    Both have as many parts. Nothing unless each of them says just what one other ought to say.
    """
    known = translations.terms_of(pair)
    original, translation = pair.original.card.text, pair.translation.card.text
    originals = [translations.plain(original[slice(*span)]) for span in there]
    translated = [translations.plain(translation[slice(*span)]) for span in here]
    said = [list(known.in_line(words)) for words in originals]
    asked = [_signs(words) for words in originals]
    given = [_signs(words) for words in translated]

    def lacks(number: int, place: int) -> bool:
        words = translated[place]
        return asked[number] != given[place] or any(
            not any(meant in words for meant in (*each, word)) for word, each in said[number]
        )

    wrong = [number for number in range(len(there)) if lacks(number, number)]
    if len(wrong) < 2 or not all(said[number] or asked[number] for number in wrong):
        return {}
    places: dict[int, int] = {}
    for number in wrong:
        fitting = [place for place in wrong if place != number and not lacks(number, place)]
        if len(fitting) != 1 or fitting[0] in places.values():
            return {}
        places[number] = fitting[0]
    return places


def _signs(words: str) -> Counter[str]:
    """Return the symbols and changes of a part, how often each."""
    return Counter(
        sign.replace(" ", "")
        for pattern in (BRACES, CHANGE, RATIO)
        for sign in pattern.findall(words)
    )
