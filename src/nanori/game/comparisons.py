"""Objects and their names to answers: the same name, different names, a name of its own."""

from __future__ import annotations

from collections.abc import Sequence, Set
from itertools import combinations
from typing import TYPE_CHECKING

from msgspec import Struct

from nanori.game import duel_masters, naming
from nanori.game.objects import Object

if TYPE_CHECKING:
    from nanori.names.database import Database


DUEL_MASTERS = "duelmasters"
# The rule of Duel Masters that compares whole names.
RUBY_RULE = "202.3a"


class Verdict(Struct, frozen=True):
    """Yes or no, and the rule that says so."""

    answer: bool
    rule: str
    """The rule of the game, as `201.2a`."""


def _of_duel_masters(*objects: Object) -> bool:
    return bool(objects) and all(thing.game == DUEL_MASTERS for thing in objects)


def _rubied(thing: Object) -> frozenset[tuple[str, str]]:
    """Duel Masters 202.3a. Return the names of an object, each with its ruby as it compares."""
    return frozenset(
        (duel_masters.folded(name.printed), duel_masters.folded_reading(name.reading))
        for name in naming.names(thing)
    )


def _shared(names: Set[tuple[str, str]], others: Set[tuple[str, str]]) -> set[tuple[str, str]]:
    """Return the names that both have; a ruby that one of them lacks tells nothing apart."""
    return {
        (name, ruby or other)
        for name, ruby in names
        for same, other in others
        if name == same and (ruby == other or not ruby or not other)
    }


def same_name(objects: Sequence[Object]) -> Verdict:
    """CR 201.2a, Duel Masters 202.3a. Whether objects have at least one name that all of them have.

    An object without a name has none in common with anything, another such object included. In
    Duel Masters names are one only if their ruby is.
    """
    if _of_duel_masters(*objects):
        common: Set[tuple[str, str]] = _rubied(objects[0])
        for thing in objects[1:]:
            common = _shared(common, _rubied(thing))
        return Verdict(bool(common), RUBY_RULE)
    shared = frozenset[str].intersection(*map(naming.identities, objects)) if objects else ()
    plain = (frozenset(name.english for name in naming.names(thing)) for thing in objects)
    # Only names that count as one (CR 201.3) can be shared without being the same in English.
    joined = bool(shared) and not frozenset[str].intersection(*plain)
    return Verdict(bool(shared), "201.3" if joined else "201.2a")


def different_names(objects: Sequence[Object]) -> Verdict:
    """CR 201.2b. Whether each object has a name and no two of them share any."""
    if _of_duel_masters(*objects):
        every = [_rubied(thing) for thing in objects]
        alike = any(_shared(first, other) for first, other in combinations(every, 2))
        return Verdict(all(every) and not alike, RUBY_RULE)
    seen: set[str] = set()
    for names in map(naming.identities, objects):
        if not names or names & seen:
            return Verdict(False, "201.2b")
        seen |= names
    return Verdict(True, "201.2b")


def differs_from(thing: Object, others: Sequence[Object]) -> Verdict:
    """CR 201.2c. Whether an object has a name, and none that any of the others has.

    Others without a name do not matter.
    """
    if _of_duel_masters(thing, *others):
        own = _rubied(thing)
        alike = any(_shared(own, _rubied(other)) for other in others)
        return Verdict(bool(own) and not alike, RUBY_RULE)
    names = naming.identities(thing)
    shared = any(names & naming.identities(other) for other in others)
    return Verdict(bool(names) and not shared, "201.2c")


def same_name_as_named(thing: Object, name: str, register: Database | None = None) -> Verdict:
    """CR 201.2. Whether an object has that name, given in English or as its print shows it.

    A printed name that is officially another card's means that card, whatever this print says.
    A Twinpact may be called by both its names, “A/B” (Duel Masters 205.1a).
    """
    names = naming.names(thing)
    if _of_duel_masters(thing):
        parts = duel_masters.of_name(duel_masters.folded(name))
        said = bool(parts) and all(duel_masters.exactly(names, part.printed) for part in parts)
        return Verdict(said, RUBY_RULE)
    if any(name in own.identities for own in names):
        plain = any(name == own.english for own in names)
        return Verdict(True, "201.2" if plain else "201.3")
    meant = naming.official(name, thing.lang, register) or naming.official(name, "", register)
    if meant:
        return Verdict(any(meant in own.identities for own in names), "201.2")
    return Verdict(any(name == own.printed for own in names), "201.2")
