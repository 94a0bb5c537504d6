"""An object's current abilities: where it keeps each of them, and of which kind it is."""

import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from nanori.game import naming
from nanori.game.abilities import Ability
from nanori.game.objects import Object
from nanori.game.word_changes import changed


class AbilityPlace(Struct, frozen=True):
    """Where an object keeps an ability."""

    kind: Literal["own", "spliced", "gained"]
    line: int
    face: int = 0


def abilities(thing: Object) -> list[Ability]:
    """Return an object's abilities as they now read, in order.

    First the lines of its copiable values, then text added to a spell, both with their words as
    effects have changed them (CR 612), then what effects gave it (CR 613.1c, 613.1f).
    """
    return [ability for _, ability in placed(thing)]


def placed(thing: Object) -> list[tuple[AbilityPlace, Ability]]:
    """Return an object's abilities, each with the slot where it is kept."""
    gained = (
        (AbilityPlace("gained", number), ability) for number, ability in enumerate(thing.gained)
    )
    # What the rules say a token has is in no text, and comes after what the texts say.
    return sorted([*_own(thing), *gained], key=lambda pair: pair[1].origin == "predefined")


def _own(thing: Object) -> Iterator[tuple[AbilityPlace, Ability]]:
    lost = Counter(thing.lost)
    for slot, line in _lines(thing):
        if lost[line.text]:
            lost[line.text] -= 1
        else:
            yield slot, changed(line, thing.changes)


def _lines(thing: Object) -> Iterator[tuple[AbilityPlace, Ability]]:
    """Yield the lines of an object's own text, and those added to a spell's."""
    values = thing.values
    for face in () if thing.bare else naming.places(thing):
        for number, line in enumerate(values.text(face).lines):
            if not line.section or thing.level is None:
                yield AbilityPlace("own", number, face), line
            elif counts_at(line.section, thing.level):
                yield AbilityPlace("own", number, face), replace(line, section="")
    for number, line in enumerate(thing.spliced):
        yield AbilityPlace("spliced", number), line


def counts_at(section: str, level: int) -> bool:
    """CR 711.2a, 716.2a. Tell whether a section of a text applies at a level: “LEVEL 1-4”."""
    first, *last = map(int, re.findall(r"\d+", section))
    return first <= level and (not last or level <= last[0])


def without(thing: Object, slots: Collection[AbilityPlace]) -> Object:
    """CR 613.1f. Return the object without the abilities in those slots, and with all others."""
    gained = tuple(
        ability
        for number, ability in enumerate(thing.gained)
        if AbilityPlace("gained", number) not in slots
    )
    own = tuple(kept_at(thing, slot).text for slot in slots if slot.kind != "gained")
    return replace(thing, gained=gained, lost=(*thing.lost, *own))


def kept_at(thing: Object, slot: AbilityPlace) -> Ability:
    """Return the ability kept there, before changes of its words."""
    if slot.kind == "own":
        return thing.values.text(slot.face).lines[slot.line]
    return (thing.gained if slot.kind == "gained" else thing.spliced)[slot.line]


def with_ability(thing: Object, slot: AbilityPlace, ability: Ability) -> Object:
    """Return the object with another ability in that slot."""
    if slot.kind == "gained":
        return replace(thing, gained=_put(thing.gained, slot.line, ability))
    if slot.kind == "spliced":
        return replace(thing, spliced=_put(thing.spliced, slot.line, ability))
    values = thing.values
    text = values.text(slot.face)
    text = replace(text, lines=_put(text.lines, slot.line, ability))
    values = replace(
        values, texts=(*values.texts[: slot.face], text, *values.texts[slot.face + 1 :])
    )
    if thing.copied is None:
        return replace(thing, printed=values)
    return replace(
        thing, copied=values, lasting=values if thing.lasting == thing.copied else thing.lasting
    )


def _put(lines: Sequence[Ability], offset: int, ability: Ability) -> tuple[Ability, ...]:
    return (*lines[:offset], ability, *lines[offset + 1 :])
