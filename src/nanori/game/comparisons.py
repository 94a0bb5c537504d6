"""Objects and their names to answers: the same name, different names, a name of its own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

from nanori.game import naming
from nanori.game.objects import Object

if TYPE_CHECKING:
    from nanori.names.database import Database


class Verdict(Struct, frozen=True):
    """Yes or no, and the rule that says so."""

    answer: bool
    rule: str
    """The rule of the game, as `201.2a`."""


def same_name(objects: Sequence[Object]) -> Verdict:
    """CR 201.2a. Whether objects have at least one name that all of them have.

    An object without a name has none in common with anything, another such object included.
    """
    shared = frozenset[str].intersection(*map(naming.identities, objects)) if objects else ()
    plain = (frozenset(name.english for name in naming.names(thing)) for thing in objects)
    # Only names that count as one (CR 201.3) can be shared without being the same in English.
    joined = bool(shared) and not frozenset[str].intersection(*plain)
    return Verdict(bool(shared), "201.3" if joined else "201.2a")


def different_names(objects: Sequence[Object]) -> Verdict:
    """CR 201.2b. Whether each object has a name and no two of them share any."""
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
    names = naming.identities(thing)
    shared = any(names & naming.identities(other) for other in others)
    return Verdict(bool(names) and not shared, "201.2c")


def same_name_as_named(thing: Object, name: str, register: Database | None = None) -> Verdict:
    """CR 201.2. Whether an object has that name, given in English or as its print shows it.

    A printed name that is officially another card's means that card, whatever this print says.
    """
    names = naming.names(thing)
    if any(name in own.identities for own in names):
        plain = any(name == own.english for own in names)
        return Verdict(True, "201.2" if plain else "201.3")
    meant = naming.official(name, thing.lang, register) or naming.official(name, "", register)
    if meant:
        return Verdict(any(meant in own.identities for own in names), "201.2")
    return Verdict(any(name == own.printed for own in names), "201.2")
