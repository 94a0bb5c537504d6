"""The objects of a scenario as given to objects as they are at the beginning."""

from collections.abc import Sequence
from typing import cast

from msgspec.structs import replace

from nanori.annotation.own_names import TWINPACTS
from nanori.game import naming
from nanori.game.objects import Object, Values
from nanori.game.scenarios import cards
from nanori.game.scenarios.cards import FaceRecord
from nanori.game.scenarios.games import Impossible
from nanori.game.scenarios.given import FieldStep, Given
from nanori.game.scenarios.typed import ScenarioObject
from nanori.grammar import languages
from nanori.grammar.languages import Language
from nanori.names.database import Database

SIDES = {"left": 0, "right": 1}


def read(said: ScenarioObject, register: Database | None) -> Object:
    """Return the object that a scenario describes: a card, and its state in the game.

    Impossible, or NanoriError with its place, for what no card has.
    """
    if said.card is None:
        thing = _without_card(said)
    else:
        main, others = cast("Given", said.card), cast("Given | None", said.faces)
        faces = cards.faces(main, others.items() if others else (), said.lang or "")
        thing = of_faces(faces, register, id=said.id, layout=said.layout or "")
        # The face whose record comes first is up.
        first = cards.main_name(main)
        if place := next((n for n, face in enumerate(faces) if face.card.name == first), 0):
            thing = replace(thing, up=(place,), flipped=True)
    return _status(thing, said)


def _without_card(said: ScenarioObject) -> Object:
    """Return a token with only subtypes, or an object with neither name nor text."""
    subtypes = said.subtypes or ()
    language = languages.load(said.lang or languages.of_text("".join(subtypes)))
    if subtypes:
        return naming.token(subtypes, language, id=said.id)
    if said.face_down is None:
        raise Impossible("card was wanted")
    return Object(id=said.id, lang=language.code, printed=Values(), face_down=True)


def of_faces(
    faces: list[FaceRecord], register: Database | None, *, id: str = "", layout: str = ""
) -> Object:
    """Return the object for a card with these faces, in play with the first one up."""
    first = faces[0].card
    names = tuple(cards.name_of(face, register) for face in faces if face.card.name)
    texts = tuple(face.text for face in faces)
    language = languages.load(first.lang)
    types = " ".join(face.card.type for face in faces)
    room = len(faces) > 1 and naming.is_room(types, language)
    kind = layout or next((face.card.layout for face in faces if face.card.layout), "")
    if room or not kind:
        kind = _layout(faces, types, language, room=room)
    values = Values(
        names if len(names) == len(faces) else names[:1], kind, room or kind == "room", texts
    )
    return Object(id=id, lang=first.lang, printed=values, game=first.game)


def _layout(faces: list[FaceRecord], types: str, language: Language, *, room: bool) -> str:
    """Return the layout of a card that does not say it."""
    if len(faces) == 1:
        return "normal"
    if faces[0].card.game == TWINPACTS:
        return "twinpact"
    words = language.lexicon.scenarios.layouts
    if room or all(any(word in face.card.type for word in words.spells) for face in faces):
        return "split"
    for layout, said in words.said.items():
        if any(
            word in types or any(word in line.text for face in faces for line in face.text.lines)
            for word in said
        ):
            return layout
    return "transform"


def _status(thing: Object, said: ScenarioObject) -> Object:
    """Return the object in its state at the beginning."""
    thing = replace(
        thing,
        zone=said.zone or thing.zone,
        face_down=thing.face_down if said.face_down is None else said.face_down,
        flipped=thing.flipped if said.flipped is None else said.flipped,
        token=thing.token or bool(said.token),
        level=said.level,
    )
    if said.transformed is not None:
        thing = replace(thing, up=(int(said.transformed),))
    if said.face is not None:
        thing = replace(thing, up=(face(said.face, thing, "face"),))
    if said.unlocked is not None:
        thing = replace(thing, unlocked=frozenset(halves(said.unlocked, thing, "unlocked")))
    if said.half is not None:
        thing = replace(thing, up=tuple(halves(said.half, thing, "half")), zone="stack")
    return thing


def halves(said: str | Sequence[str], thing: Object, *at: FieldStep) -> list[int]:
    """Return the numbers of the halves that are named: left, right, both, or none."""
    if isinstance(said, str):
        if said.lower() in ("both", "true"):
            return [0, 1]
        if said.lower() in ("none", "neither", "false"):
            return []
        return [half(said, thing, *at)]
    return [half(item, thing, *at, place) for place, item in enumerate(said)]


def half(said: str, thing: Object, *at: FieldStep) -> int:
    """Return the number of a half: left, right, or its name; Impossible if there is none."""
    if len(thing.values.names) < 2 or not thing.values.split:
        raise Impossible(f"“{thing.id}” has no halves", *at)
    for place, name in enumerate(thing.values.names):
        if said in (name.english, name.printed):
            return place
    if said not in SIDES:
        raise Impossible(f"“{said}” is there, left or right was wanted", *at)
    return SIDES[said]


def face(said: int | str, thing: Object, *at: FieldStep) -> int:
    """Return the number of a face: its number from 0, front, back, or its name."""
    names, word = thing.printed.names, str(said)
    for place, name in enumerate(names):
        if word in (name.english, name.printed):
            return place
    place = {"front": 0, "back": 1}.get(word)
    if place is None:
        if not (word.isascii() and word.isdecimal() and len(word) < 3):  # no card has 100 faces
            raise Impossible(f"“{word}” is there, a face was wanted", *at)
        place = int(word)
    if place >= max(len(names), 1) and (place > 1 or len(names) > 1):
        raise Impossible(f"no face {place}, “{thing.id}” has {max(len(names), 1)}", *at)
    return place
