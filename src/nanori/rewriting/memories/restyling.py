"""A unit of a memory to the card that it is of, and to the edits that word it in a style."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from nanori.formats.translation.memories import Memory, MemoryUnit
from nanori.grammar import languages, type_lines
from nanori.grammar.languages import Language
from nanori.model.edits import apply
from nanori.model.values import Edit
from nanori.rewriting import restyling
from nanori.rewriting.memories.known_cards import KnownCard, KnownCards

UnitEdits = Mapping[int, Sequence[Edit]]
"""The edits of segments, by their place in the unit."""

LATIN_BEFORE, LATIN_BEHIND = "(?<![A-Za-z])", "(?![A-Za-z])"
"""No letter stands beside a phrase in Latin letters."""

LONG = 4
"""Characters of a name, in a language that has no blanks, that hardly are something else."""

NAME, TYPE, TEXT = "name", "type", "text"
"""Fields that a key may say a unit is of."""


def learn(memory: Memory, known: KnownCards) -> None:
    """Know the cards that a memory tells of: by keys, and by a name before its type line."""
    before: MemoryUnit | None = None
    for unit in memory.units:
        if unit.key and unit.key.field in (NAME, TYPE):
            for segment in unit.segments:
                said = {unit.key.field: segment.words.strip()}
                known.tell(unit.key.card, segment.lang, said.get(NAME, ""), said.get(TYPE, ""))
        elif before and not unit.key and _is_type_line(unit, memory.source):
            name = before.said(memory.source)
            for segment in before.segments:
                known.tell(name, segment.lang, segment.words.strip())
            for segment in unit.segments:
                known.tell(name, segment.lang, kind=segment.words.strip())
        before = unit


def _is_type_line(unit: MemoryUnit, lang: str) -> bool:
    return type_lines.read(unit.said(lang), languages.load(lang)) is not None


class UnitRestyling:
    """Words units of a memory in a style, one after another in the order of the file."""

    def __init__(self, known: KnownCards, style: str, source: str, *, terms: bool = False) -> None:
        """Look for those cards; `source` is the code of the language of originals.

        `terms` says that terms of former times become those of today. NanoriError for a style
        that there is none of.
        """
        restyling.check(style)
        self._known = known
        self._style = style
        self.source = source
        self._terms = terms
        self._last: list[KnownCard] = []
        """The cards whose name was the last unit that is a name and nothing else."""

    def edits(self, unit: MemoryUnit) -> UnitEdits:
        """Return the edits of a unit; none where it is not beyond doubt of which card it is."""
        if unit.key and unit.key.field != TEXT:
            return {}
        name = unit.said(self.source).strip()
        if called := self._known.named(name, self.source):
            self._last = called
            return {}
        made = self._of_references(unit)
        return {
            number: _merged(made.get(number, ()), self._phrases(segment.words, segment.lang))
            for number, segment in enumerate(unit.segments)
        }

    def _of_references(self, unit: MemoryUnit) -> UnitEdits:
        """Return the edits of what the unit calls its own card."""
        if unit.key and (told := self._known.told(unit.key.card)):
            return self._as(told, unit)
        for remark in unit.remarks:
            if cards := self._known.named(remark.strip(), self.source):
                return self._as(cards[0], unit)
        named = list(self._named(unit))
        either = _once(card for _, cards in named for card in cards)
        both = [card for card in either if all(map(card.is_named_in, unit.segments))]
        for cards in (both, [card for card in either if _is_sure(card, named, self._last)]):
            ways = [made for card in cards if any((made := self._as(card, unit)).values())]
            if len(ways) == 1 or (ways and all(way == ways[0] for way in ways)):
                return ways[0]
            if ways:
                return {}
        return {}

    def _named(self, unit: MemoryUnit) -> Iterator[tuple[list[str], list[KnownCard]]]:
        """Yield for each segment the names in it, and the cards so called."""
        for segment in unit.segments:
            language = languages.load(segment.lang)
            names = list(dict.fromkeys(self._known.names_in(segment.words, language)))
            yield names, [card for name in names for card in self._known.named(name, segment.lang)]

    def _as(self, known: KnownCard, unit: MemoryUnit) -> dict[int, Sequence[Edit]]:
        """Return the edits of a unit that is of that card."""
        made: dict[int, Sequence[Edit]] = {}
        for number, segment in enumerate(unit.segments):
            if card := known.card(segment.words, languages.load(segment.lang)):
                made[number] = restyling.restyle(card, self._style)
        return made

    def _phrases(self, words: str, lang: str) -> Iterator[Edit]:
        """Yield the edits of phrases that the style has otherwise."""
        if self._style != restyling.FOUNDATIONS:
            return
        pattern, new = _phrases(languages.load(lang), terms=self._terms)
        for match in pattern.finditer(words):
            yield Edit(*match.span(), new[match[0]])


def _is_sure(
    card: KnownCard, named: Sequence[tuple[list[str], list[KnownCard]]], last: list[KnownCard]
) -> bool:
    """Tell whether a name in one language alone is no slip of ours: long, or just said."""
    if card in last:
        return True
    own = {name for names in card.names.values() for name in names}
    return any(_is_long(name) for names, _ in named for name in names if name in own)


def _is_long(name: str) -> bool:
    """Tell whether a name is more than one word."""
    return " " in name if name.isascii() else len(name) >= LONG


def _once(cards: Iterator[KnownCard]) -> list[KnownCard]:
    """Return each card once."""
    every: list[KnownCard] = []
    for card in cards:
        if not any(card is each for each in every):
            every.append(card)
    return every


def _merged(first: Sequence[Edit], second: Iterator[Edit]) -> list[Edit]:
    """Return edits in order; the first ones count where two are of the same words."""
    more = [
        edit
        for edit in second
        if all(edit.end <= each.start or each.end <= edit.start for each in first)
    ]
    return sorted([*first, *more], key=lambda edit: edit.start)


@cache
def _phrases(language: Language, *, terms: bool) -> tuple[re.Pattern[str], dict[str, str]]:
    """Return the pattern of phrases that are said otherwise now, and what is said."""
    new = dict(language.lexicon.restyling.phrases)
    behind = dict.fromkeys(new, "")
    for term in language.lexicon.checks.outdated if terms else ():
        if term.meant:
            new[term.written] = term.meant
            behind[term.written] = term.behind
    listed = (
        f"(?<!{re.escape(behind[each])}){re.escape(each)}" if behind[each] else re.escape(each)
        for each in sorted(new, key=len, reverse=True)
    )
    return re.compile(rf"{LATIN_BEFORE}(?:{'|'.join(listed) or '(?!)'}){LATIN_BEHIND}"), new


def restyled(unit: MemoryUnit, made: UnitEdits, lang: str) -> str:
    """Return what a unit says in a language after its edits."""
    for number, segment in enumerate(unit.segments):
        if segment.lang == lang:
            return apply(segment.words, made.get(number, ()))
    return ""
