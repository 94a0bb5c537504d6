"""An object to the abilities it has now, and where in the object each of them is kept."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from nanori.game import naming
from nanori.game.abilities import Ability
from nanori.game.objects import Object
from nanori.game.scenarios.word_changes import changed


class Place(Struct, frozen=True):
    """Where an object keeps an ability."""

    kind: Literal["own", "spliced", "gained"]
    line: int
    side: int = 0


def abilities(thing: Object) -> list[Ability]:
    """Return an object's abilities as they now read, in their order.

    First the lines of its copiable values, then text added to a spell, both with their words as
    effects have changed them (CR 612), then what effects gave it (CR 613.1c, 613.1f).
    """
    return [ability for _, ability in placed(thing)]


def placed(thing: Object) -> list[tuple[Place, Ability]]:
    """Return an object's abilities, each with the place where it is kept."""
    return [*_own(thing), *((Place("gained", n), one) for n, one in enumerate(thing.gained))]


def _own(thing: Object) -> Iterator[tuple[Place, Ability]]:
    values = thing.values
    for place in naming.places(thing):
        for number, line in enumerate(values.side(place).lines):
            ability = changed(line, thing.changes)
            if not thing.bare and ability.text not in thing.lost:
                yield Place("own", number, place), ability
    for number, line in enumerate(thing.spliced):
        ability = changed(line, thing.changes)
        if ability.text not in thing.lost:
            yield Place("spliced", number), ability


def kept_at(thing: Object, place: Place) -> Ability:
    """Return the ability kept there, before changes of its words."""
    if place.kind == "own":
        return thing.values.side(place.side).lines[place.line]
    return (thing.gained if place.kind == "gained" else thing.spliced)[place.line]


def with_ability(thing: Object, place: Place, ability: Ability) -> Object:
    """Return the object with another ability in that place."""
    if place.kind == "gained":
        return replace(thing, gained=_put(thing.gained, place.line, ability))
    if place.kind == "spliced":
        return replace(thing, spliced=_put(thing.spliced, place.line, ability))
    values = thing.values
    side = values.side(place.side)
    side = replace(side, lines=_put(side.lines, place.line, ability))
    values = replace(
        values, sides=(*values.sides[: place.side], side, *values.sides[place.side + 1 :])
    )
    if thing.copied is None:
        return replace(thing, printed=values)
    return replace(
        thing, copied=values, lasting=values if thing.lasting == thing.copied else thing.lasting
    )


def _put(lines: Sequence[Ability], place: int, ability: Ability) -> tuple[Ability, ...]:
    return (*lines[:place], ability, *lines[place + 1 :])
