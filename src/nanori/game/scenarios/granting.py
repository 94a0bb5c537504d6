"""Abilities that go from one object to another: granted, gained, spliced, kept by a copy."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from nanori.annotation import quotations
from nanori.annotation.quotations import Quotation
from nanori.game import naming, state_changes
from nanori.game.abilities import BEARER, Ability, Bound, Origin, ruled, within
from nanori.game.objects import Name, Object
from nanori.game.scenarios.rewording import calling, reworded
from nanori.model.errors import NanoriError
from nanori.model.values import NAMES

if TYPE_CHECKING:
    from nanori.names.database import Database

MOST = 10_000
"""How many abilities an object may be given: more come only of a scenario gone wrong."""


def quoted(
    ability: Ability, source: str, origin: Origin, parts: Iterable[Quotation]
) -> list[Ability]:
    """CR 201.5a. Return the abilities in those quotations as something else has them.

    A name means the source and no other object, whoever has the ability. “This creature” means
    the bearer, unless it stands in a quotation inside, whose bearer there is not yet. Offsets
    count in the quoted text.
    """
    return [_quoted(ability, source, origin, one) for one in parts]


def _quoted(ability: Ability, source: str, origin: Origin, part: Quotation) -> Ability:
    text = ability.text[part.start : part.end]
    inside = list(within(ability, part.start, part.end))
    deeper = [one for one in quotations.find(text, ability.lang, inside) if one.granted]
    found = [_read(one, source, deeper) for one in inside]
    return Ability(
        text=text,
        lang=ability.lang,
        references=tuple(found),
        origin=origin,
        giver=source,
        alternates=ability.alternates,
        rules=("201.5a",),
    )


def _read(one: Bound, source: str, deeper: Sequence[Quotation]) -> Bound:
    """Return a reference of a quoted ability as it reads where the ability has a bearer."""
    demonstrative = one.form in ("this", "bare")
    nested = any(part.start <= one.start and one.end <= part.end for part in deeper)
    if one.means == BEARER and not demonstrative:
        return replace(one, means=source, rule="201.5a" if one.form in NAMES else one.rule)
    if one.target == "name" or nested:
        return one
    return replace(one, means=BEARER) if one.means is None else one


def granted(ability: Ability, source: str) -> list[Ability]:
    """CR 201.5a. Return the abilities that an ability of that source gives to something else.

    Where every quotation goes to the source itself, these are returned; choices and effects
    are no abilities.
    """
    found = quotations.find(ability.text, ability.lang, ability.references)
    every = [one for one in found if not one.explained]
    given = [one for one in every if one.granted] or [one for one in every if not one.chosen]
    return quoted(ability, source, "granted", given)


def give(thing: Object, abilities: Sequence[Ability]) -> Object:
    """CR 613.1f. Return the object with abilities that an effect gives it."""
    if len(thing.gained) + len(abilities) > MOST:
        raise NanoriError(f"“{thing.id}” would have more than {MOST} abilities")
    return replace(thing, gained=(*thing.gained, *abilities))


def gain(
    thing: Object, giver: Object, abilities: Sequence[Ability], register: Database | None = None
) -> Object:
    """CR 201.5b. Return the object with abilities of another, its name read for the other's.

    What means the giver means the object that gained it; what means a third object still does.
    """
    return give(thing, _read_anew(thing, giver, abilities, "gained", register))


def splice(
    spell: Object, card: Object, lines: Sequence[Ability], register: Database | None = None
) -> Object:
    """CR 702.47, 201.5b. Return the spell with a card's text behind its own, read with its name."""
    if len(spell.spliced) + len(lines) > MOST:
        raise NanoriError(f"“{spell.id}” would have more than {MOST} abilities")
    added = _read_anew(spell, card, lines, "spliced", register)
    return replace(spell, spliced=(*spell.spliced, *added))


def copy(
    thing: Object,
    of: Object,
    *,
    name: Name | None = None,
    kept: Ability | None = None,
    lasting: bool = True,
    register: Database | None = None,
) -> Object:
    """CR 707.2, 707.9, 201.5b. Return the object as a copy, with its exceptions.

    An ability that it keeps reads with the name that the copy has.
    """
    new = state_changes.copy(thing, of, name=name, lasting=lasting)
    if kept is None:
        return new
    (ability,) = _read_anew(new, thing, [kept], kept.origin, register)
    return state_changes.with_copied(new, ability)


def _read_anew(
    thing: Object,
    giver: Object,
    abilities: Iterable[Ability],
    origin: Origin,
    register: Database | None,
) -> tuple[Ability, ...]:
    """CR 201.5b. Return abilities of the giver as they read on an object of another name."""
    same = bool(naming.names(thing)) and naming.names(thing) == naming.names(giver)
    found: list[Ability] = []
    for one in abilities:
        ability = one if same else reworded(one, calling(thing, one.lang, register))
        if origin in ("gained", "spliced"):
            ability = replace(ability, origin=origin, giver=giver.id)
        found.append(ability if same else ruled(ability, "201.5b"))
    return tuple(found)
