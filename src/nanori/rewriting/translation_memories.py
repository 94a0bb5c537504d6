"""Rewords a translation memory, and tells how much of it new texts can use."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import NamedTuple

from msgspec import Struct

from nanori.annotation import pipeline
from nanori.annotation.known_names import KnownNames
from nanori.formats.translation.memories import Memory, MemorySegment, MemoryUnit
from nanori.grammar import languages, type_lines
from nanori.grammar.languages import Language
from nanori.model.edits import apply
from nanori.model.values import Card, Edit
from nanori.names.database import Database
from nanori.names.glossary.terms import rules_words
from nanori.rewriting import restyling

# Letters up to this one form words divided by non-letters.
LAST_LATIN = 0x24F


@dataclass(slots=True)
class KnownCard:
    """What is known of a card's face."""

    names: dict[str, list[str]] = field(default_factory=dict[str, list[str]])
    """By language, the preferred one first."""
    types: dict[str, str] = field(default_factory=dict[str, str])
    """Its type line by language."""

    def is_named_in(self, segment: MemorySegment) -> bool:
        """Tell whether one of its names is in a segment, however short."""
        return any(name in segment.words for name in self.names.get(segment.lang, ()))

    def card(self, text: str, language: Language) -> Card | None:
        """Return the card with this text; None if its name in that language is unknown."""
        names = self.names.get(language.code)
        if not names:
            return None
        shared = languages.original_language()
        english = self.types.get(shared, "")
        return Card(
            text=text,
            name=next((name for name in names if name in text), names[0]),
            name_en=self.names.get(shared, [""])[0],
            lang=language.code,
            type=self.types.get(language.code) or type_lines.in_language(english, language),
            type_en=english,
        )


class KnownCards:
    """Cards by name."""

    def __init__(self, database: Database | None = None) -> None:
        """Begin with those of a name database, if there is one."""
        self._called: dict[tuple[str, str], list[KnownCard]] = {}
        self._own: dict[tuple[str, str], KnownCard] = {}
        """Those that files or the memory tell, by language and name, or by key."""
        self._names = {code: KnownNames(()) for code in languages.codes()}
        self._faces: dict[tuple[str, str], list[str]] = {}
        self._database = database
        for code in languages.codes() if database else ():
            for form in database.names(code) if database else ():
                self._faces.setdefault((code, form.name), []).append(form.face)
                self._names[code].add([form.name])

    def add(self, cards: Iterable[Card]) -> None:
        """Take in cards of files; translations of one are linked by its English name."""
        for card in cards:
            self.tell(card.name_en or card.name, card.lang, card.name, card.type)

    def tell(self, identity: str, lang: str, name: str = "", kind: str = "") -> None:
        """Take in what a card is called in a language, or its type."""
        known = self._own.setdefault(("", identity), KnownCard())
        if kind:
            known.types.setdefault(lang, kind)
        names = known.names.setdefault(lang, [])
        if name and name not in names:
            names.append(name)
            self._called.setdefault((lang, name), []).append(known)
            self._names[lang].add([name])

    def known_as(self, identity: str) -> KnownCard | None:
        """Return the card with that key or English name, as files or the memory tell it."""
        return self._own.get(("", identity))

    def named(self, name: str, lang: str) -> list[KnownCard]:
        """Return the cards with that name: of files and the memory, else of the database."""
        if (lang, name) not in self._called and self._database:
            entries = map(self._database.entry, dict.fromkeys(self._faces.get((lang, name), ())))
            self._called[lang, name] = [
                self._registered(entry.face) for entry in entries if entry is not None
            ]
        return self._called.get((lang, name), [])

    def _registered(self, face: str) -> KnownCard:
        """Return what the database knows of a face."""
        known = self._own.get((languages.original_language(), face))
        entry = self._database.entry(face) if self._database and not known else None
        if known or entry is None:
            return known or KnownCard()
        made = self._own[languages.original_language(), face] = KnownCard()
        for form in entry.forms:
            if form.form in ("oracle", "printed"):
                made.names.setdefault(form.lang, []).append(form.name)
        kinds = " ".join((*entry.supertypes, *entry.types))
        line = " — ".join(part for part in (kinds, " ".join(entry.subtypes)) if part)
        made.types[languages.original_language()] = line
        return made

    def names_in(self, text: str, language: Language) -> Iterator[str]:
        """Yield the names in a text that are words of their own, except words of the rules."""
        known, plain = self._names[language.code], rules_words(language)
        place = 0
        while place < len(text):
            name = known.at(text, place)
            end = place + len(name)
            if name and not (_within(text, place) or _within(text, end)):
                if name.casefold() not in plain:
                    yield name
                place = end
            else:
                place += 1


def _within(text: str, place: int) -> bool:
    """Tell whether a place is inside a word in Latin letters."""
    around = text[max(0, place - 1) : place + 1]
    return len(around) == 2 and all(each.isalnum() and ord(each) <= LAST_LATIN for each in around)


# The lowest match percentage of each band, as translation programs divide them.
BANDS = (100, 95, 85, 75, 50)
# The band of segments without a match in the memory.
NONE = 0

# The rows: all new segments, and those with a reference of the card to itself.
ALL, SELF = "all", "self-references"


class NewSegment(NamedTuple):
    """A segment to be translated."""

    words: str
    refers: bool
    """Whether it has a reference of its card to itself outside reminder text."""


class Leverage(Struct, frozen=True):
    """How many new segments of a kind are in a band, with the memory as it was and reworded."""

    kind: str
    band: int
    """Its lowest match percentage, 0 for no match."""
    before: int
    after: int
    count: int
    """All new segments of the kind."""


def segments(
    cards: Iterable[Card], known: KnownNames | None, *, whole: bool = False
) -> Iterator[NewSegment]:
    """Yield each line of cards' texts that has words, or with `whole` each text."""
    for card in cards:
        own = [
            each
            for each in pipeline.annotate(card, known)
            if each.target == "self" and each.scope != "reminder"
        ]
        place = 0
        for line in [card.text] if whole else card.text.split("\n"):
            end = place + len(line)
            if line.strip():
                yield NewSegment(line.strip(), any(place <= each.start < end for each in own))
            place = end + 1


def measured(
    new: Sequence[NewSegment], before: Iterable[str], after: Iterable[str]
) -> list[Leverage]:
    """Return how many segments of each kind are in each band."""
    bands = [
        [band(segment.words) for segment in new]
        for band in (cache(Segments(memory).band) for memory in (before, after))
    ]
    rows: list[Leverage] = []
    for kind in (ALL, SELF):
        counts = [
            Counter(
                band
                for segment, band in zip(new, each, strict=True)
                if kind == ALL or segment.refers
            )
            for each in bands
        ]
        rows += [
            Leverage(kind, band, counts[0][band], counts[1][band], counts[0].total())
            for band in (*BANDS, NONE)
        ]
    return rows


class Segments:
    """The segments of a memory in one language, by length."""

    def __init__(self, words: Iterable[str]) -> None:
        """Keep each once."""
        self._every = frozenset(each.strip() for each in words)
        self._sorted = sorted(self._every, key=len)
        self._lengths = [len(each) for each in self._sorted]

    def band(self, words: str) -> int:
        """Return the band of the best match for these words."""
        if words in self._every:
            return BANDS[0]
        likeness = self._likeness(words)
        return next((band for band in BANDS[1:] if likeness >= band), NONE)

    def _likeness(self, words: str) -> float:
        """Return the match percentage of the best match for these words; 0 below all bands."""
        from rapidfuzz import process
        from rapidfuzz.distance import Levenshtein

        for band in BANDS[1:]:
            # A segment that is so much longer or shorter cannot be in the band.
            first = bisect_left(self._lengths, len(words) * band / 100)
            last = bisect_right(self._lengths, len(words) * 100 / band)
            nearest = process.extractOne(
                words,
                self._sorted[first:last],
                scorer=Levenshtein.normalized_similarity,
                score_cutoff=band / 100,
            )
            if nearest:
                return 100 * nearest[1]
        return 0.0


# The edits of segments, by their place in the unit.
UnitEdits = Mapping[int, Sequence[Edit]]

# No letter is next to a phrase in Latin letters.
LATIN_BEFORE, LATIN_BEHIND = "(?<![A-Za-z])", "(?![A-Za-z])"

# Characters from which on a name in a language without blanks is hardly anything else.
LONG = 4

# What a unit's key may say that it is.
NAME, TYPE, TEXT = "name", "type", "text"


def learn(memory: Memory, known: KnownCards) -> None:
    """Take in the cards that a memory tells of: by keys, and by a name before its type line."""
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
    """Rewords the units of a memory in a style, in the order of the file."""

    def __init__(self, known: KnownCards, style: str, source: str, *, terms: bool = False) -> None:
        """Look for those cards; `source` is the code of the source language.

        `terms` says that old terms become current ones. NanoriError for an unknown style.
        """
        restyling.check(style)
        self._known = known
        self._style = style
        self.source = source
        self._terms = terms
        self._last: list[KnownCard] = []
        """The cards named by the last unit that is nothing but a name."""

    def edits(self, unit: MemoryUnit) -> UnitEdits:
        """Return the edits of a unit; none unless it is beyond doubt which card it belongs to."""
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
        if unit.key and (known_card := self._known.known_as(unit.key.card)):
            return self._as(known_card, unit)
        for remark in unit.remarks:
            if cards := self._known.named(remark.strip(), self.source):
                return self._as(cards[0], unit)
        named = list(self._named(unit))
        # Each card once: two that nothing tells apart are still two.
        either = list({id(card): card for _, cards in named for card in cards}.values())
        both = [card for card in either if all(map(card.is_named_in, unit.segments))]
        for cards in (both, [card for card in either if _is_sure(card, named, self._last)]):
            ways = [made for card in cards if any((made := self._as(card, unit)).values())]
            if len(ways) == 1 or (ways and all(way == ways[0] for way in ways)):
                return ways[0]
            if ways:
                return {}
        return {}

    def _named(self, unit: MemoryUnit) -> Iterator[tuple[list[str], list[KnownCard]]]:
        """Yield for each segment the names in it, and the cards with those names."""
        for segment in unit.segments:
            language = languages.load(segment.lang)
            names = list(dict.fromkeys(self._known.names_in(segment.words, language)))
            yield names, [card for name in names for card in self._known.named(name, segment.lang)]

    def _as(self, known: KnownCard, unit: MemoryUnit) -> dict[int, Sequence[Edit]]:
        """Return the edits of a unit as one of that card."""
        made: dict[int, Sequence[Edit]] = {}
        for number, segment in enumerate(unit.segments):
            if card := known.card(segment.words, languages.load(segment.lang)):
                made[number] = restyling.restyle(card, self._style)
        return made

    def _phrases(self, words: str, lang: str) -> Iterator[Edit]:
        """Yield the edits of phrases that the style words differently."""
        if self._style != restyling.FOUNDATIONS:
            return
        pattern, new = _phrases(languages.load(lang), terms=self._terms)
        for match in pattern.finditer(words):
            yield Edit(*match.span(), new[match[0]])


def _is_sure(
    card: KnownCard, named: Sequence[tuple[list[str], list[KnownCard]]], last: list[KnownCard]
) -> bool:
    """Tell whether a name in only one language is no accident: it is long, or was just said."""
    if card in last:
        return True
    own = {name for names in card.names.values() for name in names}
    said = [name for names, _ in named for name in names if name in own]
    # Long is what is more than one word.
    return any(" " in name if name.isascii() else len(name) >= LONG for name in said)


def _merged(first: Sequence[Edit], second: Iterator[Edit]) -> list[Edit]:
    """Return edits in order; where two are of the same words the first ones count."""
    more = [
        edit
        for edit in second
        if all(edit.end <= each.start or each.end <= edit.start for each in first)
    ]
    return sorted([*first, *more], key=lambda edit: edit.start)


@cache
def _phrases(language: Language, *, terms: bool) -> tuple[re.Pattern[str], dict[str, str]]:
    """Return the pattern of phrases that are worded differently now, and the new wording."""
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
