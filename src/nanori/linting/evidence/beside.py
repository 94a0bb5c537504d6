"""Words of a text to what stands right beside them: more of the name, or another language."""

from __future__ import annotations

from collections.abc import Iterable

from nanori.annotation.plain_words import Span, is_particle
from nanori.annotation.surroundings import surroundings
from nanori.grammar.languages import Language
from nanori.linting.context import Subject
from nanori.linting.evidence import typos
from nanori.linting.evidence.translations import is_written

NEAR = 48
"""How many code points on either side are looked at."""
GAP = 2
"""Most signs and spaces between two words of a name."""
BREAKS = frozenset('.。！？!?;()（）「」『』《》[]{}“”"\n')
"""Signs that do not stand inside a name."""
LETTERS = 2
"""So many letters of another script are a word; one may be a sign, as X."""


def whole(subject: Subject, start: int, end: int, name: str) -> Span:
    """Return the span of these words and of those beside them that the name has, too.

    It is wider than the words where they are followed or preceded by the rest of the name, in any
    spelling, so that the whole name in their place would say it twice.
    """
    text, rules = subject.card.text, surroundings(subject.language)
    small = {*subject.language.lexicon.short.small}
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
    return any(word == part or (len(part) > GAP and typos.is_near(word, part)) for part in rest)


def is_apart(subject: Subject, start: int, end: int) -> bool:
    """Tell whether no words beside these may belong to the same name."""
    text, rules = subject.card.text, surroundings(subject.language)
    return rules.opens(text, start) and rules.closes(text, end)


def is_foreign(text: str, start: int, end: int, language: Language) -> bool:
    """Tell whether the words beside these are of another script than the language's own."""
    if not language.lexicon.script:
        return False
    before, after = text[max(0, start - NEAR) : start].rstrip(), text[end : end + NEAR].lstrip()
    return any(
        len(near) == LETTERS
        and near.isalpha()
        and near.isascii()
        and not is_written(near, language)
        for near in (before[-LETTERS:], after[:LETTERS])
    )
