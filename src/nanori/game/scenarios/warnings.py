"""What is odd in a scenario but changes no answer: keys nobody reads, cards without text."""

from collections.abc import Iterator, Mapping, Sequence
from typing import cast

from nanori.game.objects import Object
from nanori.game.scenarios import door, lines
from nanori.game.scenarios.given import NOTES, Given
from nanori.game.scenarios.typed import Happening
from nanori.model.errors import NanoriError

# Keys of a card record that are read, or that records have for other programs.
READ = frozenset(
    {
        "name", "text", "type", "lang", "name_en", "reading", "layout", "type_en", "game", "faces",
        "alternate", "interchangeable", "id", "printed", "released", "card_faces", "object", "uuid",
    }
)  # fmt: skip
# Keys that mark another program's record, which has many keys that nothing here reads.
FOREIGN = frozenset({"object", "uuid", "oracle_id", "identifiers"})
# Fields of events that name objects.
OBJECTS = ("object", "objects", "from_", "of", "source", "onto", "to", "card")


def of_object(record: Given) -> Iterator[NanoriError]:
    """Yield what is odd about an object of a scenario, each with its place."""
    table = record.table()
    cards = [card for key in ("card", "front", "record") if (card := table.get(key))]
    if not cards and set(door.CARD_KEYS) & table.keys():
        cards = [record]
    for card in cards:
        if card.has(str):
            yield card.error("a name alone is there, so the object has no text")
        elif card.has(dict):
            yield from _of_card(card, own=card is record)


def _of_card(card: Given, *, own: bool) -> Iterator[NanoriError]:
    table = card.table()
    name = table.get("name")
    if name is not None and name.has(str) and name.text() != name.text().strip():
        yield name.error("the name has blanks around it, which are left out")
    if "text" not in table and not {"faces", "oracle_text", "card_faces"} & table.keys():
        yield card.error('no text is there; text: "" says that it has none')
    for key, value in table.items() if not own and not FOREIGN & table.keys() else ():
        if key not in READ and key not in NOTES:
            yield value.error("nobody reads this key")


def of_event(
    event: Happening, given: Given, left: Mapping[str, str], changed: Sequence[Object]
) -> Iterator[NanoriError]:
    """Yield what became of each object that an event names though it has left.

    Also a warning if the event changes nothing.
    """
    for key in OBJECTS if left else ():
        named: object = getattr(event, key, None)
        ids = [named] if isinstance(named, str) else named
        listed = cast("Sequence[str]", ids) if isinstance(ids, Sequence) else ()
        for place, id in enumerate(listed):
            if id in left:
                item = door.place(given, type(event), (key, place))
                yield item.error(f"“{id}” has left and is “{left[id]}” now")
    if not changed:
        yield given.error("this event changes nothing")


def of_granting(thing: Object, given: Given, granted: dict[str, str]) -> Iterator[NanoriError]:
    """CR 611.3a. Yield where a static ability that has granted something reads differently now.

    What was granted stays as it was read; the rules say that it reads as the ability does now.
    """
    text = granted.get(thing.id)
    if text is not None and all(ability.text != text for ability in lines.abilities(thing)):
        del granted[thing.id]
        what = f"“{thing.id}” has granted what it said before"
        yield given.error(f"{what}; let it grant again for what it says now (CR 611.3a)")


def of_forms(thing: Object, given: Given, before: Object | None) -> Iterator[NanoriError]:
    """Yield each case in which a new ability should have a name whose form is not sure."""
    known = {ability.text for ability in lines.abilities(before)} if before else set[str]()
    for ability in lines.abilities(thing):
        for case in ability.unformed if ability.text not in known else ():
            what = f"“{ability.text}” wants {case} of a name whose form is not sure"
            yield given.error(f"{what}: it was put as it is")
