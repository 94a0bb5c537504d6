"""The objects at one moment of a scenario, how events name them, and what they are called."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from nanori.game import naming, state_changes
from nanori.game.abilities import Ability
from nanori.game.objects import Name, Object
from nanori.game.scenarios import lines
from nanori.game.scenarios.given import FieldStep
from nanori.game.scenarios.lines import AbilityPlace
from nanori.grammar import languages
from nanori.model.errors import NanoriError
from nanori.model.limits import LONGEST_NAME
from nanori.names.database import Database

# The objects that an event creates or changes.
Changed = Iterator[Object]


class Impossible(Exception):
    """What an event cannot do, and the field of it that asks for it."""

    def __init__(self, message: str, *at: FieldStep) -> None:
        """Keep what is impossible, and the way to the value that asks for it."""
        super().__init__(message)
        self.message = message
        self.at = at


class Glossary(Struct, frozen=True):
    """The names that the cards of a scenario give; the database is asked afterwards."""

    english: Mapping[str, str] = {}
    """The English name of each printed one, if it has one."""
    alike: Mapping[str, tuple[str, ...]] = {}
    """For each English name those that count as it, as the cards say (CR 201.3)."""
    register: Database | None = None

    def name(self, said: str) -> Name:
        """Return the name that words in any language are (CR 201.2, 201.3).

        The scenario's own names come first, then those of the database; a name unknown in English
        stands for itself. NanoriError for one that is too long.
        """
        if len(said) > LONGEST_NAME:
            raise NanoriError(f"a name is longer than {LONGEST_NAME} characters")
        english = self.meant(said)
        return self._interchangeable(
            naming.named(english, self.register, shown="" if english == said else said)
        )

    def meant(self, said: str) -> str:
        """Return the English name for words in any language; the words themselves if unknown."""
        own = languages.of_text(said)
        return self.english.get(said) or naming.official(said, own, self.register) or said

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
            same = dict.fromkeys(map(glossary.meant, (name.english, *name.also)))
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
    groups: dict[int, dict[str, None]] = {}
    """The ids of linked objects, by the number of their group."""
    left: dict[str, str] = {}
    """The ids of objects that have become another object, with that one's id."""
    granted: dict[str, str] = {}
    """The ids of objects with a static ability that has granted something, with its text."""

    def put(self, thing: Object) -> None:
        """Put in an object, replacing the one with its id, and into its group."""
        former = self.objects.get(thing.id)
        if former is not None and former.group != thing.group:
            self.leave(former.id)
        self.objects[thing.id] = thing
        self.left.pop(thing.id, None)
        if thing.group:
            self.groups.setdefault(thing.group, {})[thing.id] = None

    def becomes(self, id: str, other: str) -> None:
        """Note that an object has become another, no longer linked with anything (CR 400.7)."""
        if id != other:
            self.left[id] = other
            self.leave(id)

    def leave(self, id: str) -> None:
        """Take an object out of its group, if it is in one; the others stay linked."""
        if (thing := self.objects.get(id)) is not None:
            self.members(thing.group).pop(id, None)

    def members(self, group: int) -> dict[str, None]:
        """Return the ids of the objects of a group; group 0 is empty."""
        return self.groups.get(group, {})

    def new_group(self) -> int:
        """Return a number that no group has had."""
        return len(self.groups) + 1

    def give_linked_names(self) -> None:
        """Give every linked object the current names of all those it is linked with."""
        for group in self.groups.values():
            for thing in state_changes.link([self.objects[id] for id in group]):
                self.objects[thing.id] = thing

    def name(self, said: str, *at: FieldStep) -> Name:
        """Return the name that a field gives; Impossible if it is empty."""
        if not said.strip():
            raise Impossible("a name was wanted, nothing is there", *at)
        return self.glossary.name(said.strip())

    def thing(self, id: str, *at: FieldStep) -> Object:
        """Return the object with the id that a field gives; Impossible if there is none."""
        if id not in self.objects:
            raise Impossible(f"no object “{id}”", *at)
        return self.objects[id]

    def things(self, ids: Sequence[str], *at: FieldStep) -> list[Object]:
        """Return the objects with the ids that a field gives, at least one."""
        if not ids:
            raise Impossible("an id was wanted, nothing is there", *at)
        return [self.thing(id, *at, place) for place, id in enumerate(ids)]

    def free(self, id: str, *at: FieldStep) -> str:
        """Return an id that no object has yet."""
        if not id.strip():
            raise Impossible("an id was wanted, nothing is there", *at)
        if id in self.objects:
            raise Impossible(f"there is an object “{id}” already", *at)
        return id


def ability_at(thing: Object, index: int, *at: FieldStep) -> tuple[AbilityPlace, Ability]:
    """Return the ability of an object at an index, from 0; Impossible if there is none."""
    placed = lines.placed(thing)
    if index >= len(placed):
        count = f"{len(placed) or 'no'} abilit{'y' if len(placed) == 1 else 'ies'}"
        raise Impossible(f"no ability {index}, “{thing.id}” has {count}", *at)
    return placed[index]


def asked(thing: Object, index: int | None, *at: FieldStep) -> list[Ability]:
    """Return the ability at an index; all of them without one."""
    return lines.abilities(thing) if index is None else [ability_at(thing, index, *at)[1]]


def chosen(
    thing: Object, abilities: str | Sequence[int], *at: FieldStep
) -> dict[AbilityPlace, Ability]:
    """Return abilities of an object, all, of a kind or by indices, by the slots that keep them.

    A mode goes with its ability (CR 700.2).
    """
    every = lines.placed(thing)
    if abilities == "all":
        return dict(every)
    if isinstance(abilities, str):
        kinds = lines.kinds([ability for _, ability in every], type_line(thing))
        return {
            slot: ability
            for (slot, ability), kind in zip(every, kinds, strict=True)
            if kind == abilities
        }
    taken: dict[AbilityPlace, Ability] = {}
    for place, index in enumerate(abilities):
        slot, ability = ability_at(thing, index, *at, place)
        taken[slot] = ability
        for other, part in every[index + 1 :]:
            if not lines.is_part(part):
                break
            taken[other] = part
    return taken


def type_line(thing: Object) -> str:
    """Return the type lines that an object has now, one after another."""
    return " ".join(text.type for text in naming.texts(thing))
