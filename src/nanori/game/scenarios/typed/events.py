"""What happens in a scenario, each event a value; docs/scenarios.md says what each does.

Ids of objects are text; an ability is its index from 0 among those that the object has then. What
is None is as if it were not said.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

import msgspec
from msgspec import Struct

from nanori.game.objects import Zone
from nanori.model.values import Card

Abilities = Literal["all", "activated", "triggered", "static", "spell"] | Sequence[int]
"""Which abilities: a kind of them, or their indices."""
Half = Literal["left", "right"]
GivenCard = Card | Mapping[str, object]
"""A card, or its record as the interchange format has it."""


class Happening(Struct, frozen=True):
    """Anything that happens."""


class Gain(Happening, frozen=True):
    """CR 201.5b. An object gains abilities of another."""

    object: str
    from_: str = msgspec.field(name="from")
    abilities: Abilities = "all"


class Lose(Happening, frozen=True):
    """CR 613.1f. An object loses abilities."""

    object: str
    abilities: Abilities = "all"


class Grant(Happening, frozen=True):
    """CR 201.5a. What an ability of the source quotes goes to others."""

    source: str
    to: Sequence[str]
    ability: int | None = None


class Create(Happening, frozen=True):
    """CR 111.4. An ability of the source creates tokens, or an emblem."""

    source: str
    ids: Sequence[str]
    ability: int | None = None
    of: str | None = None
    name: str | None = None


class CopyException(Struct, frozen=True, kw_only=True):
    """CR 707.9. What a copy has otherwise."""

    name: str | None = None
    has_this_ability: int | None = None


class Copy(Happening, frozen=True):
    """CR 707.2. An object becomes a copy of another."""

    object: str
    of: str
    except_: CopyException | None = msgspec.field(name="except", default=None)
    temporary: bool = False


class EndCopy(Happening, frozen=True):
    """CR 613.2a. What made it a copy for a time ends."""

    object: str


class Splice(Happening, frozen=True):
    """CR 702.47. A card's text is added to a spell's."""

    card: str | GivenCard
    onto: str


class Transform(Happening, frozen=True):
    """CR 701.28. A double-faced card shows its other face, or the one given."""

    object: str
    face: int | str | None = None


class Flip(Happening, frozen=True):
    """CR 710.4. A flip card has its other half."""

    object: str


class Meld(Happening, frozen=True):
    """CR 712.4. Two cards become one."""

    objects: tuple[str, str]
    into: str | GivenCard
    id: str | None = None


class Mutate(Happening, frozen=True):
    """CR 702.140e. A card merges with a permanent, which has all abilities."""

    card: str
    onto: str
    place: Literal["top", "bottom"] = "top"


class Merge(Happening, frozen=True):
    """CR 730.2. A card merges with a permanent, which is what its topmost card is."""

    card: str
    onto: str
    place: Literal["top", "bottom"] = "top"


class FaceDown(Happening, frozen=True):
    """CR 708.2a. It is turned face down."""

    object: str


class FaceUp(Happening, frozen=True):
    """CR 708.8. It is turned face up."""

    object: str


class Unlock(Happening, frozen=True):
    """CR 709.5f. A door of a Room is unlocked."""

    object: str
    half: Half | str


class Lock(Happening, frozen=True):
    """CR 709.5g. A door of a Room is locked."""

    object: str
    half: Half | str


class Rename(Happening, frozen=True):
    """CR 201.5. It has one name in place of its own."""

    object: str
    name: str


class AddNames(Happening, frozen=True):
    """CR 201.2. It has names besides its own."""

    object: str
    names: Sequence[str] | Literal["nonlegendary_creatures"]


class ChangeText(Happening, frozen=True):
    """CR 612.2. A word of its text becomes another."""

    object: str
    from_: str = msgspec.field(name="from")
    to: str


class Link(Happening, frozen=True):
    """Duel Masters 202.5. Each has the names of all."""

    objects: Sequence[str]


class Cast(Happening, frozen=True):
    """CR 601.2a. It becomes a spell."""

    object: str
    half: Half | Sequence[Half] | None = None
    face: int | str | None = None
    id: str | None = None


class MovedBy(Struct, frozen=True):
    """CR 201.5a. The ability that moves an object, and follows it."""

    object: str
    ability: int | None = None


class Move(Happening, frozen=True):
    """CR 400.7. It moves to another zone, and is a new object there."""

    object: str
    by: MovedBy | None = None
    id: str | Sequence[str] | None = None
    zone: Zone | None = None
