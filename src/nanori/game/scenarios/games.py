"""The objects there are at one moment of a scenario, and how its fields name them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

from nanori.game import naming, state_changes
from nanori.game.abilities import Ability
from nanori.game.objects import Name, Object
from nanori.game.scenarios import ability_kinds, lines
from nanori.game.scenarios.given import Given
from nanori.game.scenarios.glossary import Glossary
from nanori.game.scenarios.lines import Slot

if TYPE_CHECKING:
    from nanori.names.database import Database


Changed = Iterator[Object]
"""The objects that an event makes or makes others."""


class Game(Struct, frozen=True):
    """The objects at one moment. An event reads them and makes others, which `put` puts in."""

    objects: dict[str, Object]
    register: Database | None = None
    glossary: Glossary = Glossary()
    """What the scenario itself says of names."""
    groups: dict[int, dict[str, None]] = {}
    """The ids of objects that are linked with each other, by the numbers of the groups."""

    def put(self, thing: Object) -> None:
        """Put in an object, in place of the one that had its id, and into its group."""
        former = self.objects.get(thing.id)
        if former is not None and former.group != thing.group:
            self.leave(former.id)
        self.objects[thing.id] = thing
        if thing.group:
            self.groups.setdefault(thing.group, {})[thing.id] = None

    def leave(self, id: str) -> None:
        """Take an object out of its group, if it is in one; the others stay linked."""
        if (thing := self.objects.get(id)) is not None:
            self.members(thing.group).pop(id, None)

    def members(self, group: int) -> dict[str, None]:
        """Return the ids of the objects of a group; none of number 0."""
        return self.groups.get(group, {})

    def new_group(self) -> int:
        """Return a number that no group has had."""
        return len(self.groups) + 1

    def give_linked_names(self) -> None:
        """Give every linked object the names of all that it is linked with, as they are now."""
        for group in self.groups.values():
            for thing in state_changes.link([self.objects[id] for id in group]):
                self.objects[thing.id] = thing

    def named(self, said: str) -> Name:
        """Return the name that words of any language are."""
        return self.glossary.name(said)

    def name(self, given: Given) -> Name:
        """Return the name that is given; NanoriError if it is nothing."""
        said = given.text("a name").strip()
        if not said:
            given.fail("a name was wanted, nothing is there")
        return self.named(said)

    def thing(self, given: Given) -> Object:
        """Return the object whose id is given; NanoriError if there is none."""
        id = given.text("an id")
        if id not in self.objects:
            given.fail(f"no object “{id}”")
        return self.objects[id]

    def things(self, given: Given) -> list[Object]:
        """Return the objects whose ids are given, at least one."""
        things = [self.thing(item) for item in given.items("a list of ids")]
        if not things:
            given.fail("an id was wanted, nothing is there")
        return things

    def free(self, given: Given) -> str:
        """Return an id that no object has yet."""
        id = given.text("an id")
        if not id.strip():
            given.fail("an id was wanted, nothing is there")
        if id in self.objects:
            given.fail(f"there is an object “{id}” already")
        return id


def ability_at(thing: Object, given: Given) -> tuple[Slot, Ability]:
    """Return the ability of an object at the index given, from 0; NanoriError if there is none."""
    placed = lines.placed(thing)
    index = given.number("the index of an ability")
    if index >= len(placed):
        count = f"{len(placed) or 'no'} abilit{'y' if len(placed) == 1 else 'ies'}"
        given.fail(f"no ability {index}, “{thing.id}” has {count}")
    return placed[index]


def chosen_abilities(thing: Object, given: Given | None) -> list[Ability]:
    """Return those abilities of an object that are given: all, a kind of them, or by indices."""
    return list(chosen(thing, given).values())


def chosen(thing: Object, given: Given | None) -> dict[Slot, Ability]:
    """Return those abilities of an object that are given, by the slots that keep them."""
    every = lines.placed(thing)
    if given is None:
        return dict(every)
    if given.has(list) or given.is_number():
        return _with_parts(thing, every, given.items())
    word = given.text("all, a kind, or indices")
    if word == "all":
        return dict(every)
    if word not in ability_kinds.KINDS:
        given.fail(
            f"“{word}” is there, all, {', '.join(ability_kinds.KINDS)} or indices were wanted"
        )
    kinds = ability_kinds.kinds([ability for _, ability in every], type_line(thing))
    return {
        slot: ability for (slot, ability), kind in zip(every, kinds, strict=True) if kind == word
    }


def _with_parts(
    thing: Object, every: Sequence[tuple[Slot, Ability]], given: Iterable[Given]
) -> dict[Slot, Ability]:
    """CR 700.2. Return the abilities at those indices, each with its modes behind it."""
    taken: dict[Slot, Ability] = {}
    for item in given:
        slot, ability = ability_at(thing, item)
        taken[slot] = ability
        for other, part in every[item.number() + 1 :]:
            if not ability_kinds.is_part(part):
                break
            taken[other] = part
    return taken


def type_line(thing: Object) -> str:
    """Return the type lines that an object has now, one behind the other."""
    return " ".join(text.type for text in naming.texts(thing))
