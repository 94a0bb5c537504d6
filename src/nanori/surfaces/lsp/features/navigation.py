"""The names in a text: which card each means, what else it is called, and where it is named."""

from collections.abc import Iterator
from typing import NamedTuple

from lsprotocol.types import DocumentHighlight, DocumentHighlightKind, Location

from nanori.annotation import explaining
from nanori.formats import catalogue
from nanori.formats.proving import field_text
from nanori.grammar import languages
from nanori.linting.indexes import Index
from nanori.model.values import NAMES, Card, Reference
from nanori.names.database import Database
from nanori.names.model import NameForm
from nanori.surfaces.lsp.documents import OpenText, PlacedCard
from nanori.surfaces.lsp.readings import CardReading

# Printings of a name that are listed.
MOST = 3


class TranslatedNames:
    """The names in the files of a project, and in a database of names."""

    def __init__(self, index: Index, register: Database | None) -> None:
        """Ask these, the files first."""
        self._index, self._register = index, register

    def english(self, name: str) -> str:
        """Return the English name of a card, which may be the name itself; empty if unknown."""
        pivot = languages.original_language()
        if name in self._index.names(pivot):
            return name
        for code in languages.codes():
            for english in sorted(self._index.english(name, code)):
                return english
        for hit in self._register.exact(name) if self._register else ():
            return hit.name_en
        return ""

    def of(self, name: str) -> dict[str, tuple[str, ...]]:
        """Return by language what else the card with that name is called."""
        if not name:
            return {}
        english = self.english(name)
        pivot = languages.original_language()
        known: dict[str, tuple[str, ...]] = {}
        for code in languages.codes():
            names = self._index.translations(english, code) if english else ()
            names = (english,) if code == pivot and english else names
            if names and name not in names:
                known[code] = names
        for form in self._forms(english):
            if form.official and form.lang not in known and form.name != name:
                known[form.lang] = (form.name,)
        return known

    def said(self, name: str) -> Iterator[str]:
        """Yield a line for each language in which the card has another name."""
        printed = self._printed(self.english(name)) if name else {}
        for code, names in self.of(name).items():
            language = languages.load(code).lexicon.name if code in languages.codes() else code
            for each in names:
                where = printed.get(each, "")
                yield f"{language}: **{plain(each)}**{plain(where)}"

    def _forms(self, english: str) -> tuple[NameForm, ...]:
        entry = self._register.entry(english) if self._register and english else None
        return entry.forms if entry else ()

    def _printed(self, english: str) -> dict[str, str]:
        """Return by name where it was printed, in words."""
        printed: dict[str, str] = {}
        for form in self._forms(english):
            sets = [each.set or each.released for each in form.printings[:MOST]]
            if sets:
                more = " …" if len(form.printings) > MOST else ""
                printed[form.name] = f" ({', '.join(sets)}{more})"
        return printed


_MARKS = str.maketrans({mark: f"\\{mark}" for mark in "\\`*_{}[]<>()#+-.!|~&"})


def plain(words: str) -> str:
    """Return words of a card escaped so that Markdown takes none of them for markup."""
    return "".join(sign if sign.isprintable() else " " for sign in words).translate(_MARKS)


# Fields that hold names.
_NAMED = ("name", "name_en", "faces", "alternate")


class SaidName(NamedTuple):
    """Words in an element that name a card, or refer to one."""

    start: int
    end: int
    card: Card
    """The card whose text or field it is."""
    field: str
    words: str
    reference: Reference | None = None

    @property
    def name(self) -> str:
        """The name that is meant; empty if the words are none, such as “this creature”."""
        if self.reference is None:
            return self.words
        if self.reference.refers_to:
            return self.reference.refers_to
        if self.reference.target == "self" and self.reference.form in NAMES:
            return self.card.name
        return self.words if self.reference.form in ("face", "other") else ""

    @property
    def own(self) -> bool:
        """Whether it names the card itself."""
        if self.reference is None:
            return self.field in ("name", "name_en")
        return self.reference.target == "self" and self.reference.form in NAMES


def references_in(reading: CardReading) -> Iterator[SaidName]:
    """Yield every reference in the texts of a card, in order."""
    for card, every, entry in reading.texts:
        if entry is None:
            continue
        for reference in every:
            span = reading.span(entry, "text", reference.start, reference.end)
            if span:
                yield SaidName(*span, card, "text", reference.text, reference)


def names_in(reading: CardReading) -> Iterator[SaidName]:
    """Yield every name in a field of a card, or beside them."""
    seen: set[tuple[int, int]] = set()
    for entry in reading.entries:
        for field in entry.places:
            if field.partition("/")[0] not in _NAMED:
                continue
            span, words = reading.field_span(entry, field), field_text(entry.card, field)
            if span and words and span not in seen:
                seen.add(span)
                yield SaidName(*span, entry.card, field, words)
    module = catalogue.listed()[reading.format]
    card = reading.entries[0].card if reading.entries else None
    for named in module.read(reading.element).related_names if card else ():
        span = (named.place.start, named.place.end)
        if card and span not in seen:
            yield SaidName(*span, card, "related", named.words)


def at(text: OpenText, offset: int) -> tuple[PlacedCard, SaidName] | None:
    """Return the card and the name or reference at a code point of a text, if there is one."""
    for placed in text.within(offset, offset):
        inside = offset - placed.start
        for place in (*references_in(placed.reading), *names_in(placed.reading)):
            if place.start <= inside <= place.end:
                return placed, place
    return None


def unmeant(text: OpenText, offset: int) -> tuple[PlacedCard, SaidName, str] | None:
    """Return words at a code point that are written like a name but are none, with the reason."""
    for placed in text.within(offset, offset):
        for card, every, entry in placed.reading.texts:
            for each in explaining.kept(card, every) if entry else ():
                span = entry and placed.reading.span(entry, "text", each.start, each.end)
                if span and span[0] <= offset - placed.start <= span[1]:
                    words = card.text[each.start : each.end]
                    return placed, SaidName(*span, card, "text", words), each.why
    return None


class CardAtPlace(NamedTuple):
    """A card with all its names."""

    names: frozenset[str]

    def is_card(self, card: Card) -> bool:
        """Tell whether a record is of this card."""
        return card.name in self.names or bool(card.name_en and card.name_en in self.names)

    def says(self, place: SaidName) -> bool:
        """Tell whether words are a name of this card."""
        if place.reference is not None and place.own:
            return self.is_card(place.card)
        return place.name in self.names


def meant(text: OpenText, offset: int, others: TranslatedNames) -> CardAtPlace | None:
    """Return the card that is named at a code point of a text."""
    there = at(text, offset)
    if there is None:
        return None
    _, place = there
    is_self = place.reference is not None and place.reference.target == "self"
    name = place.name or (place.card.name if is_self else "")
    if not name:
        return None
    names = {name, *(other for names in others.of(name).values() for other in names)}
    if place.own and place.card.name_en:
        names.add(place.card.name_en)
    return CardAtPlace(frozenset(names))


def locations(text: OpenText, card: CardAtPlace, *, names_only: bool) -> Iterator[Location]:
    """Yield every place of a text where a card is named, or only those where it has its name.

    It has it in each language and format, and as a face.
    """
    for placed in text.cards if not names_only else ():
        yield from (_location(text, placed, place) for place in said(placed, card))
    for placed in text.cards if names_only else ():
        for place in names_in(placed.reading) if _may(placed, card) else ():
            if place.words in card.names and (place.own or place.field == "related"):
                yield _location(text, placed, place)


def said(placed: PlacedCard, card: CardAtPlace) -> Iterator[SaidName]:
    """Yield every place in a card of a text with the name of a card, in order."""
    if not _may(placed, card):
        return
    every = (*names_in(placed.reading), *references_in(placed.reading))
    seen: set[tuple[int, int]] = set()
    for place in sorted(every, key=lambda place: place[:2]):
        if place[:2] not in seen and card.says(place):
            seen.add(place[:2])
            yield place


def highlights(text: OpenText, card: CardAtPlace) -> list[DocumentHighlight]:
    """Return the places of one text with the name."""
    return [
        DocumentHighlight(
            _location(text, placed, place).range,
            DocumentHighlightKind.Write if place.reference is None else DocumentHighlightKind.Read,
        )
        for placed in text.cards
        for place in said(placed, card)
    ]


def _may(placed: PlacedCard, card: CardAtPlace) -> bool:
    """Tell whether a card of a text may contain one of the names."""
    reading = placed.reading
    return any(name in reading.layout.text for name in card.names) or any(
        card.is_card(each) or any(name in each.text for name in card.names)
        for each in reading.cards
    )


def _location(text: OpenText, placed: PlacedCard, place: SaidName) -> Location:
    span = placed.start + place.start, placed.start + place.end
    return Location(text.uri, text.lines.range(*span))
