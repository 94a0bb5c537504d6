"""Card files to what a renaming changes in them, and where."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from nanori.formats import catalogue, escaping, reader
from nanori.formats.edit_plans import EditPlan
from nanori.formats.entries import Element, Entry, RelatedName, SourceSpan
from nanori.formats.locations import Layout
from nanori.grammar import languages
from nanori.model.errors import NanoriError, OnError
from nanori.model.values import Edit
from nanori.rewriting.renaming import FieldChange, Leftover, Survey, fields, of_card
from nanori.rewriting.renaming.plans import NAME

ELSEWHERE = "neither a name nor rules text of a card"
"""Why words stay that are in no field."""


class Located(Struct, frozen=True):
    """A change, or words that stay, and where that is in a file."""

    path: str
    line: int
    """The line in the file, from 1."""
    column: int
    """The code point on that line, from 1."""
    card: str
    """The card's name before; empty where it is no card's field."""
    what: FieldChange | Leftover


def survey(
    paths: Sequence[str], known: Survey, report: OnError, lang: str, format_name: str
) -> None:
    """Add the cards of files to a survey.

    A card that cannot be read is reported. NanoriError for a file that cannot be read.
    """
    for path in paths:
        for batch in reader.batches(path, lang, format_name):
            for element in batch.elements:
                concerned = known.concerned.may_be(element)
                try:
                    for card in reader.every_card(batch, element):
                        known.add(card, concerned=concerned)
                except NanoriError as error:
                    report(reader.placed(error, batch.path, element))


def edits(known: Survey) -> EditPlan:
    """Return what is to be done to a file of the cards surveyed."""

    def edits_of(entry: Entry) -> Mapping[str, Sequence[Edit]]:
        made: dict[str, list[Edit]] = {}
        for change in _changes(entry, known):
            made.setdefault(change.field, []).append(change.edit)
        return made

    def edits_of_name(named: RelatedName) -> Sequence[Edit]:
        return _name_edits(named, known)

    def passes_over(element: Element) -> bool:
        return not known.concerned.may_be(element)

    return EditPlan(edits_of, edits_of_name, strict=True, passes_over=passes_over)


def _name_edits(named: RelatedName, known: Survey) -> list[Edit]:
    """Return the edits of a name that is no field of an entry."""
    language = languages.load(languages.of_text(named.words))
    return fields.edits(named.words, language, known.renamings)


def _changes(entry: Entry, known: Survey) -> Iterator[FieldChange]:
    """Yield the changes of an entry that its file has a place for; a name may be said elsewhere."""
    for change in of_card(entry.card, known, entry.markup).changes:
        if (change.field == "text" and not entry.fixed) or change.field in entry.places:
            yield change


def planned(path: str, known: Survey, lang: str, format_name: str) -> Iterator[Located]:
    """Yield what changes in a file and what stays, in the order of its cards.

    Cards that cannot be read are passed over. NanoriError for a file that cannot be read, or a
    name that cannot be changed.
    """
    with catalogue.card_file(path, format_name) as file:
        module = file.module
        renamed: set[str] = set()
        lacking: dict[str, NanoriError] = {}
        for element in file.module.elements_and_keys(file.source, file.head):
            if not known.concerned.may_be(element):
                continue
            try:
                entries = module.read(element).entries
                entries = [reader.entry_with_language(entry, lang) for entry in entries]
            except NanoriError:
                continue
            card = _Element(path, element, known)
            yield from card.located(entries, module.read(element).related_names)
            renamed |= card.renamed
            for words in card.lacking(entries):
                reason = f"the name “{words}” has no place that can be changed"
                error = NanoriError(reason, path=reader.where(path, element), line=element.line)
                if not element.beside:
                    raise error
                lacking.setdefault(words, error)
        # Where a unit of the card is an element, its name may stand in any other.
        for words, error in lacking.items():
            if words not in renamed:
                raise error


class _Element:
    """A card of a file and the places in it that were told so far."""

    def __init__(self, path: str, element: Element, known: Survey) -> None:
        self._path = reader.where(path, element)
        self._element = element
        self._known = known
        self._layout = Layout(element)
        self._text = self._layout.text
        self._starts: dict[SourceSpan, Sequence[int]] = {}
        self._told: set[tuple[int, str]] = set()
        self.renamed: set[str] = set()
        """The names that stand where they can be changed."""

    def located(self, entries: Sequence[Entry], names: Sequence[RelatedName]) -> Iterator[Located]:
        """Yield what changes in the card and what stays, each place once."""
        places = [place for entry in entries for place in entry.places.values()]
        for entry in entries:
            plan = of_card(entry.card, self._known, entry.markup)
            for what in (*plan.changes, *plan.left):
                if place := entry.places.get(what.field):
                    yield from self._at(place, what, entry.card.name)
        for number, named in enumerate(names):
            places.append(named.place)
            for edit in _name_edits(named, self._known):
                words = named.words[edit.start : edit.end]
                field = f"related/{number}"
                change = FieldChange(field, edit.start, edit.end, words, edit.text, NAME)
                yield from self._at(named.place, change, "")
        yield from self._elsewhere(places, entries[0].card.name if entries else "")

    def lacking(self, entries: Sequence[Entry]) -> Iterator[str]:
        """Yield the names that are to change and stand nowhere here where they can."""
        for entry in entries:
            for change in fields.changes(entry.card, self._known.renamings):
                if change.field == "name" and change.text not in self.renamed:
                    yield change.text

    def _at(self, place: SourceSpan, what: FieldChange | Leftover, card: str) -> Iterator[Located]:
        starts = self._starts.get(place)
        if starts is None:
            said = escaping.decode(place.escaping, self._text[place.start : place.end])
            starts = self._starts[place] = said.starts
        inside = starts[what.start] if what.start < len(starts) else 0
        yield from self._once(place.start + inside, what, card)

    def _once(self, at: int, what: FieldChange | Leftover, card: str) -> Iterator[Located]:
        if (at, what.text) in self._told:
            return
        self._told.add((at, what.text))
        if isinstance(what, FieldChange) and what.form == NAME:
            self.renamed.add(what.text)
        line, column = self._layout.position(at)
        yield Located(self._path, line, column, card, what)

    def _elsewhere(self, places: Sequence[SourceSpan], card: str) -> Iterator[Located]:
        """Yield the old names that stand in no field, as in flavor text."""
        for old in self._known.whole():
            start = self._text.find(old)
            while start >= 0:
                end = start + len(old)
                if not any(place.start < end and start < place.end for place in places):
                    leftover = Leftover("", start, end, old, ELSEWHERE)
                    yield from self._once(start, leftover, card)
                start = self._text.find(old, end)
