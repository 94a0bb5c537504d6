"""A scenario to what is odd in it and changes no answer: keys nobody reads, cards without text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from nanori.game.scenarios import reading
from nanori.game.scenarios.given import NOTES, Given
from nanori.model.errors import NanoriError

READ = frozenset(
    {
        "name", "text", "type", "lang", "name_en", "reading", "layout", "type_en", "game", "faces",
        "alternate", "interchangeable", "id", "printed", "released", "card_faces", "object", "uuid",
    }
)  # fmt: skip
"""Keys of a card record that are read, or that records have for others."""
FOREIGN = frozenset({"object", "uuid", "oracle_id", "identifiers"})
"""Keys by which a record is another program's, with many keys that nobody reads here."""
OBJECTS = ("object", "objects", "from", "of", "source", "onto", "to", "card")
"""Fields of events that name objects."""


def of_objects(given: Given | None) -> Iterator[NanoriError]:
    """Yield what is odd about the objects of a scenario, each with its place."""
    if given is None:
        return
    records = given.table().values() if given.has(dict) else given.items()
    for record in records:
        if record.has(dict):
            yield from _of_object(record)


def _of_object(record: Given) -> Iterator[NanoriError]:
    table = record.table()
    cards = [card for key in ("card", "front", "record") if (card := table.get(key))]
    if not cards and reading.CARD_KEYS & table.keys():
        cards = [record]
    for card in cards:
        if card.has(str):
            yield _warning(card, "a name alone is there, so the object has no text")
        elif card.has(dict):
            yield from _of_card(card, own=card is record)


def _of_card(card: Given, *, own: bool) -> Iterator[NanoriError]:
    table = card.table()
    name = table.get("name")
    if name is not None and name.has(str) and name.text() != name.text().strip():
        yield _warning(name, "the name has blanks around it, which are left out")
    if "text" not in table and not {"faces", "oracle_text", "card_faces"} & table.keys():
        yield _warning(card, 'no text is there; text: "" says that it has none')
    for key, value in table.items() if not own and not FOREIGN & table.keys() else ():
        if key not in READ and key not in NOTES:
            yield _warning(value, "nobody reads this key")


def of_event(event: Given, kind: str, left: Mapping[str, str]) -> Iterator[NanoriError]:
    """Yield for each object that an event names though it has left what it is now."""
    fields = event.table().get(kind)
    if fields is None or not left:
        return
    table = fields.table() if fields.has(dict) else {"object": fields}
    for key in OBJECTS:
        named = table.get(key)
        for item in named.items() if named is not None and not named.has(dict) else ():
            if item.has(str) and item.text() in left:
                yield _warning(item, f"“{item.text()}” has left and is “{left[item.text()]}” now")


def without_effect(event: Given) -> NanoriError:
    """Return the warning that an event changes nothing."""
    return _warning(event, "this event changes nothing")


def _warning(given: Given, message: str) -> NanoriError:
    place = f"{given.place}: {message}" if given.place else message
    return NanoriError(place, line=given.line)
