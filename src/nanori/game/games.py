"""The objects of a scenario: as given, at one moment, and how events name and call them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import takewhile

from msgspec import Struct
from msgspec.structs import replace

from nanori.annotation.own_names import TWINPACTS
from nanori.game import cards, kinds, lines, naming, state_changes
from nanori.game.cards import FaceRecord
from nanori.game.lexicon import game_words
from nanori.game.lines import KeptAbility
from nanori.game.objects import Name, Object, Values
from nanori.game.plain_values import ScenarioError, Step
from nanori.game.scenarios import ScenarioObject
from nanori.grammar import language_detection, languages
from nanori.grammar.languages import Language
from nanori.model.errors import NanoriError
from nanori.model.limits import LONGEST_NAME
from nanori.names.database import Database
from nanori.rewriting.nouns import is_spell

# The objects that an event creates or changes.
Changed = Iterator[Object]


class Glossary(Struct, frozen=True):
    """The names that the cards of a scenario give; the database is asked afterwards."""

    english: Mapping[str, str] = {}
    """The English name of each printed one, if it has one."""
    alike: Mapping[str, tuple[str, ...]] = {}
    """For each English name those that count as it, as the cards say (CR 201.3)."""
    register: Database | None = None

    def name(self, words: str) -> Name:
        """Return the name that words in any language are (CR 201.2, 201.3).

        The scenario's own names come first, then those of the database; a name unknown in English
        stands for itself. NanoriError for one that is too long.
        """
        if len(words) > LONGEST_NAME:
            raise NanoriError(f"a name is longer than {LONGEST_NAME} characters")
        english = self.in_english(words)
        shown = "" if english == words else words
        return self._interchangeable(naming.named(english, self.register, shown=shown))

    def in_english(self, name: str) -> str:
        """Return the English name of a name in any language; itself if none is known."""
        lang = language_detection.of_text(name)
        return self.english.get(name) or naming.official(name, lang, self.register) or name

    def completed(self, thing: Object) -> Object:
        """Return an object whose names are interchangeable even if only the other card says so."""
        names = tuple(map(self._interchangeable, thing.printed.names))
        if names == thing.printed.names:
            return thing
        return replace(thing, printed=replace(thing.printed, names=names))

    def _interchangeable(self, name: Name) -> Name:
        others = self.alike.get(name.english)
        return replace(name, also=others) if others else name


def glossary_of(objects: Iterable[Object], register: Database | None) -> Glossary:
    """Return what the cards of some objects say of names."""
    names = [name for thing in objects for name in thing.printed.names]
    english: dict[str, str] = {}
    for name in names:
        if name.shown and english.setdefault(name.shown, name.english) != name.english:
            english[name.shown] = ""
    glossary = Glossary(english, register=register)
    groups: dict[str, dict[str, None]] = {}
    for name in names:
        if name.also:
            same = dict.fromkeys(map(glossary.in_english, (name.english, *name.also)))
            for other in list(same):
                same |= groups.get(other, {})
            groups |= dict.fromkeys(same, same)
    alike = {name: tuple(other for other in same if other != name) for name, same in groups.items()}
    return replace(glossary, alike=alike)


class Game(Struct, frozen=True):
    """The objects at one moment. An event reads them and makes new ones, which `put` puts in."""

    objects: dict[str, Object]
    register: Database | None = None
    glossary: Glossary = Glossary()
    """What the scenario itself says of names."""
    left: dict[str, str] = {}
    """The ids of objects that have become another object, with that one's id."""
    granted: dict[str, str] = {}
    """The ids of objects with a static ability that has granted something, with its text."""

    def put(self, thing: Object) -> None:
        """Put in an object, replacing the one with its id."""
        self.objects[thing.id] = thing
        self.left.pop(thing.id, None)

    def becomes(self, id: str, other: str) -> None:
        """Note that an object has become another, no longer linked with anything (CR 400.7)."""
        if id != other:
            self.left[id] = other
            self.objects[id] = replace(self.objects[id], group=0)

    def give_linked_names(self) -> None:
        """Give every linked object the current names of all those it is linked with."""
        groups: dict[int, list[Object]] = {}
        for thing in self.objects.values():
            groups.setdefault(thing.group, []).append(thing)
        for group, things in groups.items():
            for thing in state_changes.link(things) if group else ():
                self.objects[thing.id] = thing

    def name(self, words: str, *at: Step) -> Name:
        """Return the name that a field gives; ScenarioError if it is empty."""
        if not words.strip():
            raise ScenarioError("a name was wanted, nothing is there", *at)
        return self.glossary.name(words.strip())

    def thing(self, id: str, *at: Step) -> Object:
        """Return the object with the id that a field gives; ScenarioError if there is none."""
        if id not in self.objects:
            raise ScenarioError(f"no object “{id}”", *at)
        return self.objects[id]

    def things(self, ids: Sequence[str], *at: Step) -> list[Object]:
        """Return the objects with the ids that a field gives, at least one."""
        if not ids:
            raise ScenarioError("an id was wanted, nothing is there", *at)
        return [self.thing(id, *at, index) for index, id in enumerate(ids)]

    def free(self, id: str, *at: Step) -> str:
        """Return an id that no object has yet."""
        if not id.strip():
            raise ScenarioError("an id was wanted, nothing is there", *at)
        if id in self.objects:
            raise ScenarioError(f"there is an object “{id}” already", *at)
        return id


def ability_at(thing: Object, index: int, *at: Step) -> KeptAbility:
    """Return the ability of an object at an index, from 0; ScenarioError if there is none."""
    every = lines.kept(thing)
    if not 0 <= index < len(every):
        count = f"{len(every) or 'no'} abilit{'y' if len(every) == 1 else 'ies'}"
        raise ScenarioError(f"no ability {index}, “{thing.id}” has {count}", *at)
    return every[index]


def asked(thing: Object, index: int | None, *at: Step) -> list[KeptAbility]:
    """Return the ability at an index; all of them without one."""
    return lines.kept(thing) if index is None else [ability_at(thing, index, *at)]


def chosen(thing: Object, abilities: str | Sequence[int], *at: Step) -> list[KeptAbility]:
    """Return abilities of an object: all, of a kind, or by indices.

    A mode goes with its ability (CR 700.2).
    """
    every = lines.kept(thing)
    if abilities == "all":
        return every
    described = list(kinds.of([ability.now for ability in every], type_line(thing)))
    if isinstance(abilities, str):
        numbers = [n for n, line in enumerate(described) if line.kind == abilities]
        return [every[number] for number in numbers]
    numbers: list[int] = []
    for offset, index in enumerate(abilities):
        ability_at(thing, index, *at, offset)
        modes = takewhile(lambda number: described[number].part, range(index + 1, len(every)))
        numbers += [index, *modes]
    return [every[number] for number in dict.fromkeys(numbers)]


def type_line(thing: Object) -> str:
    """Return the type lines that an object has now, one after another."""
    return " ".join(text.type for text in naming.texts(thing))


SIDES = {"left": 0, "right": 1}


def read(described: ScenarioObject, register: Database | None) -> Object:
    """Return the object that a scenario describes: a card, and its state in the game.

    ScenarioError, or NanoriError with its place, for what no card has.
    """
    if described.card is None:
        thing = _without_card(described)
    else:
        records = [*cards.located(described.card, "card"), *cards.located(described.faces, "faces")]
        faces = cards.faces(records, described.lang or "")
        thing = of_faces(faces, register, id=described.id, layout=described.layout or "")
        # The face whose record comes first is up.
        first = records[0].read("").card.name
        if offset := next((n for n, face in enumerate(faces) if face.card.name == first), 0):
            thing = replace(thing, up=(offset,), flipped=True)
    return _status(thing, described)


def _without_card(described: ScenarioObject) -> Object:
    """Return a token with only subtypes, or an object with neither name nor text."""
    subtypes = described.subtypes or ()
    language = languages.load(described.lang or language_detection.of_text("".join(subtypes)))
    if subtypes:
        return naming.token(subtypes, language, id=described.id)
    if described.face_down is None:
        raise ScenarioError("card was wanted")
    return Object(id=described.id, lang=language.code, printed=Values(), face_down=True)


def of_faces(
    faces: list[FaceRecord], register: Database | None, *, id: str = "", layout: str = ""
) -> Object:
    """Return the object for a card with these faces, in play with the first one up."""
    first = faces[0].card
    names = tuple(cards.name_of(face, register) for face in faces if face.card.name)
    texts = tuple(face.text for face in faces)
    language = languages.load(first.lang)
    types = " ".join(face.card.type for face in faces)
    words = {*types.replace(language.lexicon.subtype_joint, " ").split()}
    rooms = game_words(language).layouts.get("room", ())
    room = len(faces) > 1 and not words.isdisjoint(rooms)  # CR 709.5
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
    if room or all(is_spell(face.card, language) for face in faces):
        return "split"
    for layout, words in game_words(language).layouts.items():
        if any(
            word in types or any(word in line.text for face in faces for line in face.text.lines)
            for word in words
        ):
            return layout
    return "transform"


def _status(thing: Object, described: ScenarioObject) -> Object:
    """Return the object in its state at the beginning."""
    thing = replace(
        thing,
        zone=described.zone or thing.zone,
        face_down=thing.face_down if described.face_down is None else described.face_down,
        flipped=thing.flipped if described.flipped is None else described.flipped,
        token=thing.token or bool(described.token),
        level=described.level,
    )
    if described.transformed is not None:
        thing = replace(thing, up=(int(described.transformed),))
    if described.face is not None:
        thing = replace(thing, up=(face(described.face, thing, "face"),))
    if described.unlocked is not None:
        thing = replace(thing, unlocked=frozenset(halves(described.unlocked, thing, "unlocked")))
    if described.half is not None:
        thing = replace(thing, up=tuple(halves(described.half, thing, "half")), zone="stack")
    return thing


def halves(words: str | Sequence[str], thing: Object, *at: Step) -> list[int]:
    """Return the numbers of the halves that are named: left, right, both, or none."""
    if not isinstance(words, str):
        return [half(word, thing, *at, index) for index, word in enumerate(words)]
    if words.lower() in ("both", "true"):
        return [0, 1]
    return [] if words.lower() in ("none", "neither", "false") else [half(words, thing, *at)]


def half(word: str, thing: Object, *at: Step) -> int:
    """Return the number of a half: left, right, or its name; ScenarioError if there is none."""
    if len(thing.values.names) < 2 or not thing.values.split:
        raise ScenarioError(f"“{thing.id}” has no halves", *at)
    for index, name in enumerate(thing.values.names):
        if word in (name.english, name.printed):
            return index
    if word not in SIDES:
        raise ScenarioError(f"“{word}” is there, left or right was wanted", *at)
    return SIDES[word]


def face(number_or_name: int | str, thing: Object, *at: Step) -> int:
    """Return the number of a face: its number from 0, front, back, or its name."""
    names, word = thing.printed.names, str(number_or_name)
    for number, name in enumerate(names):
        if word in (name.english, name.printed):
            return number
    digits = {"front": "0", "back": "1"}.get(word, word)
    if not (digits.isascii() and digits.isdecimal() and len(digits) < 3):  # no card has 100 faces
        raise ScenarioError(f"“{word}” is there, a face was wanted", *at)
    number, count = int(digits), max(len(names), 1)
    # The back of what has one face is no mistake: nothing happens to it.
    if number >= count and (number > 1 or count > 1):
        raise ScenarioError(f"no face {number}, “{thing.id}” has {count}", *at)
    return number
