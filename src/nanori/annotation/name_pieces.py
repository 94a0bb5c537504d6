"""Words that are part of a name to those beside them that the name has, too."""

from __future__ import annotations

from collections.abc import Iterable

from nanori.annotation.plain_words import Span, is_particle
from nanori.annotation.surroundings import surroundings
from nanori.grammar.languages import Language

# How many code points on either side are looked at.
NEAR = 48
# Most signs and spaces between two words of a name.
GAP = 2
# Signs that do not stand inside a name.
BREAKS = frozenset('.。！？!?;()（）「」『』《》[]{}“”"\n')


def whole(text: str, start: int, end: int, name: str, language: Language) -> Span:
    """Return the span of these words and of those beside them that the name has, too.

    It is wider than the words where they are followed or preceded by the rest of the name, in any
    spelling, so that the whole name in their place would say it twice.
    """
    rules = surroundings(language)
    small = {*language.lexicon.short.small}
    said = rules.lexical.word.findall(text[start:end])
    rest = [word for word in rules.lexical.word.findall(name) if word not in said]
    first, last = start, end
    place = start
    for match in reversed(list(rules.lexical.word.finditer(text, max(0, start - NEAR), start))):
        if not _is_joined(text, match.end(), place) or not _is_of(match[0], rest):
            break
        place = match.start()
        if match[0] not in small and not is_particle(match[0]):
            first = place
    place = end
    for match in rules.lexical.word.finditer(text, end, end + NEAR):
        if not _is_joined(text, place, match.start()) or not _is_of(match[0], rest):
            break
        place = match.end()
        if match[0] not in small and not is_particle(match[0]):
            last = place
    return first, last


def _is_joined(text: str, end: int, start: int) -> bool:
    """Tell whether what stands between two words may stand inside a name."""
    between = text[end:start]
    return len(between) <= GAP and BREAKS.isdisjoint(between)


def _is_of(word: str, rest: Iterable[str]) -> bool:
    """Tell whether a word is one of the others, or one letter from a longer one."""
    from rapidfuzz.distance import OSA  # a tenth of a start, and few texts come here

    return any(
        word == part or (len(part) > GAP and OSA.distance(word, part, score_cutoff=1) <= 1)
        for part in rest
    )
