"""What a scenario gives of its objects to the objects themselves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, cast, get_args

from msgspec.structs import replace

from nanori.annotation.own_names import TWINPACTS
from nanori.game import naming
from nanori.game.objects import Object, Values, Zone
from nanori.game.scenarios import cards
from nanori.game.scenarios.cards import FaceRecord
from nanori.game.scenarios.given import Fields, Given
from nanori.grammar import languages
from nanori.grammar.languages import Language

if TYPE_CHECKING:
    from nanori.names.database import Database

ZONES: tuple[str, ...] = get_args(Zone)
CARD_KEYS = frozenset({"name", "text", "type", "alternate", "name_en", "reading", "game"})
"""Keys of a card record that an object may have itself, where it has no `card`."""
OTHER_FACES = (
    "faces", "back", "back_face", "other_face", "other_faces", "reverse", "halves", "left", "right",
)  # fmt: skip
"""Keys under which an object has further faces or halves of its card."""
SIDES = {"left": 0, "right": 1}


def objects(given: Given | None, register: Database | None) -> dict[str, Object]:
    """Return the objects of a scenario by their ids; NanoriError names what is wrong, and where.

    They are a list of tables with an `id`, or a table by their ids.
    """
    things: dict[str, Object] = {}
    for id, place, fields in _listed(given) if given is not None else ():
        if id in things:
            place.fail(f"the id “{id}” is there twice")
        things[id] = _object(id, fields, register)
    return things


def _listed(given: Given) -> Iterator[tuple[str, Given, Fields]]:
    if given.has(dict):
        for id, record in given.table().items():
            yield id, record, Fields(record, "an object")
        return
    for item in given.items("a list of objects"):
        fields = Fields(item, "an object")
        place = fields.take("id")
        yield new_id(place), place, fields


def new_id(given: Given) -> str:
    """Return the id that something is to have."""
    id = given.text("an id")
    if not id.strip():
        given.fail("an id was wanted, nothing is there")
    return id


def _object(id: str, fields: Fields, register: Database | None) -> Object:
    """Return the object that a table describes: a card, and how it lies in the game."""
    lang = given.text() if (given := fields.get("lang")) else ""
    main = fields.get("card", "front", "record", "cards") or _itself(fields)
    others = [
        record
        for key in OTHER_FACES
        if (more := fields.get(key))
        for record in (more.table().values() if _halves(more) else _records(more))
    ]
    if main is None and others:
        main, *others = others
    layout = given.text() if (given := fields.get("layout")) else ""
    if main is None:
        thing = _without_card(fields, lang, id)
    else:
        thing = of_card(main, others, register, id=id, lang=lang, layout=layout)
    thing = _status(thing, fields)
    fields.done()
    return thing


def _halves(given: Given) -> bool:
    return given.has(dict) and given.table().keys() <= SIDES.keys()


def _records(given: Given) -> list[Given]:
    return given.items() if given.has(list) else [given]


def _itself(fields: Fields) -> Given | None:
    """Return the card record that an object is itself, if it has the keys of one."""
    table = fields.given.table()
    if not CARD_KEYS & table.keys():
        return None
    record = {key: value for key in (*CARD_KEYS, "lang") if (value := table.get(key))}
    for key in CARD_KEYS:
        fields.get(key)
    return Given(record, fields.given.place, fields.given.line)


def _without_card(fields: Fields, lang: str, id: str) -> Object:
    """Return a token of subtypes alone, or an object with neither name nor text."""
    subtypes = given.texts() if (given := fields.get("subtypes")) else []
    language = languages.load(lang or languages.of_text("".join(subtypes)))
    if subtypes:
        return naming.token(subtypes, language, id=id)
    if fields.get("face_down") is None:
        fields.given.fail("card was wanted")
    return Object(id=id, lang=language.code, printed=Values(), face_down=True)


def of_card(
    main: Given,
    others: Sequence[Given],
    register: Database | None,
    *,
    id: str = "",
    lang: str = "",
    layout: str = "",
) -> Object:
    """Return the object that a card is, with that face up whose record is the first."""
    faces = cards.faces(main, others, lang)
    thing = of_faces(faces, register, id=id, layout=layout)
    first = cards.main_name(main)
    place = next((n for n, face in enumerate(faces) if face.card.name == first), 0)
    return replace(thing, up=(place,), flipped=bool(place)) if place else thing


def of_faces(
    faces: list[FaceRecord], register: Database | None, *, id: str = "", layout: str = ""
) -> Object:
    """Return the object that a card of these faces is, in play with the first one up."""
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
    return Object(id=id, lang=first.lang, printed=values)


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


def _status(thing: Object, fields: Fields) -> Object:
    """Return the object as it lies at the beginning."""
    if given := fields.get("zone"):
        thing = replace(thing, zone=zone(given))
    if given := fields.get("face_down"):
        thing = replace(thing, face_down=given.flag())
    if given := fields.get("flipped"):
        thing = replace(thing, flipped=given.flag())
    if given := fields.get("transformed"):
        thing = replace(thing, up=(int(given.flag()),))
    if given := fields.get("face", "up"):
        thing = replace(thing, up=(face(given, thing),))
    if given := fields.get("unlocked"):
        thing = replace(thing, unlocked=frozenset(_unlocked(given, thing)))
    if given := fields.get("half", "cast"):
        thing = replace(thing, up=tuple(_unlocked(given, thing)), zone="stack")
    if given := fields.get("token"):
        given.flag()
    return thing


def _unlocked(given: Given, thing: Object) -> list[int]:
    """Return the halves that a value names: left, right, both, or none of them."""
    if given.has(str):
        word = given.text().lower()
        if word in ("both", "true"):
            return [0, 1]
        if word in ("none", "neither", "false"):
            return []
    return [half(item, thing) for item in given.items()]


def half(given: Given, thing: Object) -> int:
    """Return the place of a half: left, right, or its name; NanoriError if there is none."""
    if len(thing.values.names) < 2 or not thing.values.split:
        given.fail(f"“{thing.id}” has no halves")
    word = given.text("left or right")
    for place, name in enumerate(thing.values.names):
        if word in (name.english, name.printed):
            return place
    if word not in SIDES:
        given.fail(f"“{word}” is there, left or right was wanted")
    return SIDES[word]


def face(given: Given, thing: Object) -> int:
    """Return the place of a face: its number from 0, front, back, or its name."""
    names = thing.printed.names
    word = given.text("a face")
    for place, name in enumerate(names):
        if word in (name.english, name.printed):
            return place
    place = {"front": 0, "back": 1}.get(word)
    place = given.number("a face") if place is None else place
    if place >= max(len(names), 1) and (place > 1 or len(names) > 1):
        given.fail(f"no face {place}, “{thing.id}” has {max(len(names), 1)}")
    return place


def zone(given: Given) -> Zone:
    """Return a zone; NanoriError if there is no such zone."""
    word = given.text("a zone")
    if word not in ZONES:
        given.fail(f"no zone “{word}”, there are: {', '.join(ZONES)}")
    return cast("Zone", word)
