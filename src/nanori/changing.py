"""What happens to an object in play, as far as its names go: each event to the object after it."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from nanori import having
from nanori.objects import DOUBLE_FACED, SPLIT, Name, Object, Values, Zone


def copy(thing: Object, of: Object, *, name: Name | None = None) -> Object:
    """Return the object as a copy of another, “except its name is” `name`. CR 707.2, 712.

    A copy of a face has that face's name alone; of a flip card or a Room it has both halves, and
    its own status decides which count. Names that effects gave the other are not copied.
    """
    values = of.values
    if name is not None:
        values = Values((name,))
    elif of.face_down:
        values = Values()
    elif not (values.room or values.layout in (*SPLIT, having.FLIP)):
        values = Values(having.own_names(of))
    return replace(thing, copied=values)


def end_copy(thing: Object) -> Object:
    """Return the object when it is no copy any more."""
    return replace(thing, copied=None)


def transform(thing: Object, face: int | None = None) -> Object:
    """Return the object with another face up; what is not double-faced stays. CR 701.28c, 712."""
    faces = len(thing.printed.names)
    if thing.printed.layout not in DOUBLE_FACED or faces < 2:
        return thing
    wanted = (thing.up[0] + 1) % faces if face is None else face
    return replace(thing, up=(wanted,)) if 0 <= wanted < faces else thing


def flip(thing: Object) -> Object:
    """Return the object flipped, which it stays while it is in play. CR 710.4."""
    return replace(thing, flipped=True)


def meld(objects: Sequence[Object], into: Name, *, id: str = "") -> Object:
    """Return the one object that melded cards are, of the melded face's name alone. CR 712."""
    return Object(id=id, lang=objects[0].lang if objects else "", printed=Values((into,), "meld"))


def turn_face_down(thing: Object) -> Object:
    """Return the object face down, without a name. CR 708.2a."""
    return replace(thing, face_down=True)


def turn_face_up(thing: Object) -> Object:
    """Return the object face up, with its name again. CR 708.7."""
    return replace(thing, face_down=False)


def unlock(thing: Object, half: int) -> Object:
    """Return the Room with that half's door open, 0 for the left. CR 709.5."""
    return replace(thing, unlocked=thing.unlocked | {half})


def lock(thing: Object, half: int) -> Object:
    """Return the Room with that half's door locked. CR 709.5."""
    return replace(thing, unlocked=thing.unlocked - {half})


def rename(thing: Object, name: Name) -> Object:
    """Return the object with one name in place of all it had."""
    return replace(thing, renamed=name, added=())


def add_names(thing: Object, names: Sequence[Name]) -> Object:
    """Return the object with names besides its own. Duel Masters 202.4."""
    return replace(thing, added=(*thing.added, *names))


def link(things: Sequence[Object]) -> list[Object]:
    """Return the objects linked: each has the names of all. Duel Masters 202.5."""
    every = tuple(dict.fromkeys(name for thing in things for name in having.names(thing)))
    return [replace(thing, linked=every) for thing in things]


def move(thing: Object, zone: Zone, *, id: str = "") -> Object:
    """Return the new object that it becomes in another zone. CR 400.7, 709.5.

    It forgets copies, names given and its face; a Room resolving keeps the half that was cast.
    """
    room = thing.printed.room and thing.zone == "stack" and zone == "battlefield"
    opened = frozenset(thing.up) if room else frozenset[int]()
    return Object(
        id=id or thing.id, lang=thing.lang, printed=thing.printed, zone=zone, unlocked=opened
    )


def cast(thing: Object, *faces: int, id: str = "") -> Object:
    """Return the spell that a card is when those faces or halves of it are cast. CR 709.3, 712."""
    return replace(move(thing, "stack", id=id), up=faces or (0,))
