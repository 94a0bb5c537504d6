"""Card files, and records of other programs, to the cards that objects of a scenario name."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import groupby

from msgspec import to_builtins

from nanori.formats import reader
from nanori.formats.entries import Element, Entry
from nanori.formats.io.in_memory import file_of
from nanori.formats.io.streams import PathOrContent
from nanori.game.scenarios.given import Given, of_python
from nanori.model.errors import NanoriError
from nanori.model.values import Card

CARDS = ("card", "front", "record")
"""Fields of an object that hold its card."""
FOREIGN = frozenset({"oracle_text", "card_faces", "type_line", "identifiers", "faceName"})
"""Keys that tell a record of Scryfall or MTGJSON, which reads as their files do."""
BESIDE = " // "
"""What stands between the names of two faces where both are one card's name."""

Shelf = dict[str, list[Card]]
"""The faces of cards by each of their names, in any language; the card of that language first."""


def of_files(paths: Iterable[PathOrContent], names: Collection[str]) -> Shelf:
    """Return the cards of these names in card files; of several prints the first with a text.

    NanoriError if a file cannot be read. Records that are broken are passed over.
    """
    shelf: Shelf = {}
    for path in paths if names else ():
        for faces in _cards(path):
            for name in _names(faces) & set(names):
                known = shelf.get(name)
                if known is None or _better(faces, known, name):
                    shelf[name] = faces
    return shelf


def _cards(path: PathOrContent) -> Iterator[list[Card]]:
    """Yield the faces of each card of a file, in each of its languages."""
    entries = reader.entries(path)
    for _, inside in groupby(entries, key=lambda pair: id(pair[0])):
        yield from _by_language(inside)


def _by_language(entries: Iterable[tuple[Element, Entry | NanoriError]]) -> Iterator[list[Card]]:
    faces: dict[str, list[Card]] = {}
    for _, entry in entries:
        if isinstance(entry, Entry):
            faces.setdefault(entry.card.lang, []).append(entry.card)
    yield from faces.values()


def _names(faces: Sequence[Card]) -> set[str]:
    """Return all that a card is called: each face, the whole card, and in English."""
    names = {card.name for card in faces} | {card.name_en for card in faces}
    whole = {BESIDE.join(card.name for card in faces), BESIDE.join(faces[0].faces)}
    return (names | whole) - {""}


def _better(faces: Sequence[Card], known: Sequence[Card], name: str) -> bool:
    """Tell whether a print shows that name itself, or has a text, and the other has not."""
    mine, other = (
        (name in {card.name for card in cards}, any(card.text for card in cards))
        for cards in (faces, known)
    )
    return mine > other


def named(objects: Given | None) -> list[str]:
    """Return the names of cards that the objects of a scenario give in place of records."""
    return [
        card.text()
        for record in _records(objects)
        for key in CARDS
        if (card := record.table().get(key)) is not None and card.has(str)
    ]


def fill(objects: Given | None, shelf: Shelf) -> None:
    """Put the cards of a shelf, and records of other programs, where objects have their cards."""
    for record in _records(objects):
        table = record.table()
        for key in CARDS:
            card = table.get(key)
            if card is not None and card.has(str) and card.text() in shelf:
                table[key] = _given(shelf[card.text()], card)
            elif card is not None and card.has(dict) and FOREIGN & card.table().keys():
                table[key] = _foreign(card)


def _records(objects: Given | None) -> list[Given]:
    if objects is None:
        return []
    records = list(objects.table().values()) if objects.has(dict) else objects.items()
    return [record for record in records if record.has(dict)]


def _foreign(card: Given) -> Given:
    """Return the card that a record of another program is; NanoriError if it cannot be read."""
    line = json.dumps(card.words(), ensure_ascii=False) + "\n"
    try:
        faces = next(_cards(file_of(line)), list[Card]())
    except NanoriError as error:
        card.fail(error.message)
    if not faces:
        card.fail("the card of another program was wanted")
    return _given(faces, card)


def _given(faces: Sequence[Card], place: Given) -> Given:
    """Return the records of a card's faces as if they stood in the scenario."""
    records = [_record(card, place.place, alone=len(faces) == 1) for card in faces]
    return Given(records, place.place, place.line) if len(records) > 1 else records[0]


def _record(card: Card, place: str, *, alone: bool) -> Given:
    """Return a face's record; where it is alone it says what the others are called."""
    fields = to_builtins(card)
    left_out = {"id"} if alone and len(card.faces) > 1 else {"id", "faces"}
    kept = {key: value for key, value in fields.items() if value and key not in left_out}
    return of_python({**kept, "text": card.text}, place)
