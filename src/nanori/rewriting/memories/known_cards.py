"""The cards that a memory may be of: what they are called in each language, and of what type.

They are told by card files, by the memory itself, and by a database of names.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from nanori.annotation.known_names import KnownNames
from nanori.formats.translation.memories import MemorySegment
from nanori.grammar import languages, type_lines
from nanori.grammar.languages import Language
from nanori.model.values import Card
from nanori.names.database import Database
from nanori.names.glossary.marks import rules_words

LAST_LATIN = 0x24F
"""Letters up to this one are divided into words by what is no letter."""


@dataclass(slots=True)
class KnownCard:
    """What is known of a card's face."""

    names: dict[str, list[str]] = field(default_factory=dict[str, list[str]])
    """By language, the one to use first."""
    types: dict[str, str] = field(default_factory=dict[str, str])
    """Its type line by language."""

    def is_named_in(self, segment: MemorySegment) -> bool:
        """Tell whether one of its names is in a segment, however short."""
        return any(name in segment.words for name in self.names.get(segment.lang, ()))

    def card(self, text: str, language: Language) -> Card | None:
        """Return the card with this text; nothing where its name in that language is not known."""
        names = self.names.get(language.code)
        if not names:
            return None
        shared = languages.reference_language()
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
    """Cards by what they are called."""

    def __init__(self, database: Database | None = None) -> None:
        """Begin with those of a database of names, if there is one."""
        self._called: dict[tuple[str, str], list[KnownCard]] = {}
        self._own: dict[tuple[str, str], KnownCard] = {}
        """By language and name, or by key, those that files or the memory tell."""
        self._names = {code: KnownNames(()) for code in languages.codes()}
        self._faces: dict[tuple[str, str], list[str]] = {}
        self._database = database
        for code in languages.codes() if database else ():
            for form in database.names(code) if database else ():
                self._faces.setdefault((code, form.name), []).append(form.face)
                self._names[code].add([form.name])

    def add(self, cards: Iterable[Card]) -> None:
        """Know cards of files; translations of one are known by its English name."""
        for card in cards:
            self.tell(card.name_en or card.name, card.lang, card.name, card.type)

    def tell(self, identity: str, lang: str, name: str = "", kind: str = "") -> None:
        """Know what a card is called in a language, or of what type it is."""
        known = self._own.setdefault(("", identity), KnownCard())
        if kind:
            known.types.setdefault(lang, kind)
        names = known.names.setdefault(lang, [])
        if name and name not in names:
            names.append(name)
            self._called.setdefault((lang, name), []).append(known)
            self._names[lang].add([name])

    def told(self, identity: str) -> KnownCard | None:
        """Return the card of that key or English name, as files or the memory tell it."""
        return self._own.get(("", identity))

    def named(self, name: str, lang: str) -> list[KnownCard]:
        """Return the cards so called: of files and the memory, else of the database."""
        if (lang, name) not in self._called and self._database:
            entries = map(self._database.entry, dict.fromkeys(self._faces.get((lang, name), ())))
            self._called[lang, name] = [
                self._registered(entry.face) for entry in entries if entry is not None
            ]
        return self._called.get((lang, name), [])

    def _registered(self, face: str) -> KnownCard:
        """Return what the database knows of a face."""
        known = self._own.get((languages.reference_language(), face))
        entry = self._database.entry(face) if self._database and not known else None
        if known or entry is None:
            return known or KnownCard()
        made = self._own[languages.reference_language(), face] = KnownCard()
        for form in entry.forms:
            if form.form in ("oracle", "printed"):
                made.names.setdefault(form.lang, []).append(form.name)
        kinds = " ".join((*entry.supertypes, *entry.types))
        line = " — ".join(part for part in (kinds, " ".join(entry.subtypes)) if part)
        made.types[languages.reference_language()] = line
        return made

    def names_in(self, text: str, language: Language) -> Iterator[str]:
        """Yield the names in a text that are words of their own, but for words of the rules."""
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
    """Tell whether a place is within a word in Latin letters."""
    around = text[max(0, place - 1) : place + 1]
    return len(around) == 2 and all(each.isalnum() and ord(each) <= LAST_LATIN for each in around)
