"""Events that change an object in play, for its names and text: each to the object after it."""

from collections.abc import Sequence

from msgspec.structs import replace

from nanori.game import naming
from nanori.game.objects import (
    DOUBLE_FACED,
    SPLIT,
    TRANSFORMING,
    FaceText,
    Name,
    Object,
    Values,
    Zone,
)


def copy(thing: Object, of: Object, *, name: Name | None = None, lasting: bool = False) -> Object:
    """Return the object as a copy of another, “except its name is” `name`. CR 707.2, 712.

    A copy of a face has that face's name and text alone; of a flip card or a Room it has both
    halves, and its own status decides which count. Names, words and abilities that effects gave
    the other are not copied. References in the text mean the copy. It ends with the effect, unless
    it is `lasting`.
    """
    values = copiable(of)
    if name is not None:
        values = Values((name,), texts=_copied(naming.texts(of), of.id))
    return replace(thing, copied=values, lasting=values if lasting else thing.lasting)


def copiable(of: Object) -> Values:
    """Return the copiable values of an object, its lines marked as copied. CR 707.2, 707.3."""
    values = of.values
    if of.face_down:
        return Values()
    if values.room or values.layout in (*SPLIT, naming.FLIP):
        return replace(values, texts=_copied(values.texts, of.id))
    return Values(naming.own_names(of), texts=_copied(naming.texts(of), of.id))


def _copied(texts: Sequence[FaceText], id: str) -> tuple[FaceText, ...]:
    return tuple(
        replace(
            text,
            lines=tuple(
                line if line.origin == "predefined" else replace(line, origin="copied", giver=id)
                for line in text.lines
            ),
        )
        for text in texts
    )


def transform(thing: Object) -> Object:
    """Return the object with its other face up. CR 701.28c, 712.

    What is not a transforming double-faced card stays, and so does what is face down.
    """
    faces = len(thing.printed.names)
    if thing.printed.layout not in TRANSFORMING or faces < 2 or thing.face_down:
        return thing
    return replace(thing, up=((thing.up[0] + 1) % faces,))


def turn(thing: Object, face: int) -> Object:
    """Return the object with that face up, or that half of a flip card upright. CR 710, 712.

    It stays if it has one name at a time and no such face, or is face down.
    """
    if thing.face_down or face >= len(thing.printed.names):
        return thing
    if thing.printed.layout in DOUBLE_FACED:
        return replace(thing, up=(face,))
    return replace(thing, flipped=bool(face)) if thing.values.layout == naming.FLIP else thing


def turn_face_down(thing: Object) -> Object:
    """Return the object face down, without a name. CR 708.2a, 712.

    A double-faced permanent cannot be turned face down.
    """
    printed = thing.printed
    if printed.layout in DOUBLE_FACED and len(printed.names) > 1 and thing.zone == "battlefield":
        return thing
    return replace(thing, face_down=True)


def link(things: Sequence[Object]) -> list[Object]:
    """Return the objects linked: each has the names of all, and of no other link.

    A single object is linked with nothing. Duel Masters 202.5.
    """
    if len(things) < 2:
        return [replace(thing, linked=()) for thing in things]
    every = [name for thing in things for name in naming.names(replace(thing, linked=()))]
    names = tuple(dict.fromkeys(every))
    return [replace(thing, linked=names) for thing in things]


def move(thing: Object, zone: Zone, *, id: str = "") -> Object:
    """Return the new object that it becomes in another zone. CR 400.7, 709.5.

    It forgets copies, names given, abilities gained and its face. A spell that becomes a
    permanent keeps what effects did to it (CR 400.7a) and the face that was cast; a Room the half.
    """
    if thing.zone != "stack" or zone != "battlefield":
        return Object(
            id=id or thing.id,
            lang=thing.lang,
            printed=thing.printed,
            zone=zone,
            game=thing.game,
            token=thing.token,
        )
    room = thing.printed.room
    has_cast_face = thing.printed.layout in DOUBLE_FACED and not room
    return replace(
        thing,
        id=id or thing.id,
        zone=zone,
        up=thing.up if has_cast_face else (0,),
        unlocked=frozenset(thing.up if room else ()),
        flipped=False,
        linked=(),
        group=0,
        level=None,
        spliced=(),
        parts=(),
        rules=(),
    )
