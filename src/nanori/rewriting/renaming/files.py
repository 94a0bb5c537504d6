"""Card files to what a renaming changes in them, and where."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from msgspec import Struct

from nanori.formats import catalogue, escaping, reader
from nanori.formats.entries import Element, Entry, RelatedName, SourceSpan, position
from nanori.formats.patching import EditPlan
from nanori.model.errors import NanoriError
from nanori.model.values import Edit
from nanori.rewriting.renaming import NAME, Change, Left, Survey, fields, of_card

Report = Callable[[NanoriError], None]

ELSEWHERE = "neither a name nor rules text of a card"
"""Why words stay that are in no field."""


class Found(Struct, frozen=True):
    """A change, or words that stay, and where that is in a file."""

    path: str
    line: int
    """The line in the file, from 1."""
    column: int
    """The code point on that line, from 1."""
    card: str
    """The card's name before; empty where it is no card's field."""
    what: Change | Left


def survey(paths: Sequence[str], known: Survey, report: Report, lang: str, wanted: str) -> None:
    """Add the cards of files to a survey.

    A card that cannot be read is reported. NanoriError for a file that cannot be read.
    """
    for path in paths:
        for _, entry in reader.entries(path, lang, wanted):
            if isinstance(entry, NanoriError):
                report(entry)
            else:
                known.add(entry.card)


def edits(known: Survey) -> EditPlan:
    """Return what is to be done to a file of the cards surveyed."""

    def edits_of(entry: Entry) -> Mapping[str, Sequence[Edit]]:
        made: dict[str, list[Edit]] = {}
        for one in _changes(entry, known):
            made.setdefault(one.field, []).append(one.edit)
        return made

    def edits_of_name(one: RelatedName) -> Sequence[Edit]:
        return fields.edits(one.words, "", known.wanted)

    return EditPlan(edits_of, edits_of_name, strict=True)


def _changes(entry: Entry, known: Survey) -> Iterator[Change]:
    """Yield the changes of an entry that its file has a place for; a name may be said elsewhere."""
    for one in of_card(entry.card, known, entry.markup).changes:
        if one.field == "text" or one.field in entry.places:
            yield one


def planned(path: str, known: Survey, lang: str, wanted: str) -> Iterator[Found]:
    """Yield what changes in a file and what stays, in the order of its cards.

    Cards that cannot be read are passed over. NanoriError for a file that cannot be read, or a
    name that cannot be changed.
    """
    with catalogue.card_file(path, wanted) as file:
        module = file.module
        for element in reader.all_elements(file):
            try:
                entries = list(module.entries(element))
                entries = [reader.entry_with_language(entry, lang) for entry in entries]
            except NanoriError:
                continue
            yield from _Element(path, element, known).found(
                entries, list(reader.related_names_in(module, element))
            )


class _Element:
    """A card of a file and the places in it that were told so far."""

    def __init__(self, path: str, element: Element, known: Survey) -> None:
        self._path = reader.where(path, element)
        self._element = element
        self._known = known
        self._text = element.text.decode()
        self._told: set[tuple[int, str]] = set()
        self._renamed: set[str] = set()

    def found(self, entries: Sequence[Entry], names: Sequence[RelatedName]) -> Iterator[Found]:
        """Yield what changes in the card and what stays, each place once."""
        places = [place for entry in entries for place in entry.places.values()]
        for entry in entries:
            plan = of_card(entry.card, self._known, entry.markup)
            for one in (*plan.changes, *plan.left):
                if place := entry.places.get(one.field):
                    yield from self._at(place, one, entry.card.name)
        for number, named in enumerate(names):
            places.append(named.place)
            for edit in fields.edits(named.words, "", self._known.wanted):
                words = named.words[edit.start : edit.end]
                field = f"related/{number}"
                change = Change(field, edit.start, edit.end, words, edit.text, NAME)
                yield from self._at(named.place, change, "")
        self._check(entries)
        yield from self._elsewhere(places, entries[0].card.name if entries else "")

    def _check(self, entries: Sequence[Entry]) -> None:
        """Raise NanoriError for a name that is to change and stands nowhere where it can."""
        for entry in entries:
            for edit in fields.edits(entry.card.name, entry.card.lang, self._known.wanted):
                words = entry.card.name[edit.start : edit.end]
                if words not in self._renamed:
                    reason = f"the name “{words}” has no place that can be changed"
                    raise NanoriError(reason, path=self._path, line=self._element.line)

    def _at(self, place: SourceSpan, one: Change | Left, card: str) -> Iterator[Found]:
        starts = escaping.decode(place.escaping, self._text[place.start : place.end]).starts
        inside = starts[one.start] if one.start < len(starts) else 0
        yield from self._once(place.start + inside, one, card)

    def _once(self, at: int, one: Change | Left, card: str) -> Iterator[Found]:
        if (at, one.text) in self._told:
            return
        self._told.add((at, one.text))
        if isinstance(one, Change) and one.form == NAME:
            self._renamed.add(one.text)
        line, column = position(self._element, self._text, at)
        yield Found(self._path, line, column, card, one)

    def _elsewhere(self, places: Sequence[SourceSpan], card: str) -> Iterator[Found]:
        """Yield the old names that stand in no field, as in flavor text."""
        for old in self._known.whole():
            start = self._text.find(old)
            while start >= 0:
                end = start + len(old)
                if not any(one.start < end and start < one.end for one in places):
                    left = Left("", start, end, old, ELSEWHERE)
                    yield from self._once(start, left, card)
                start = self._text.find(old, end)
