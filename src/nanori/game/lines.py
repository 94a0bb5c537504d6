"""An object's current abilities: as it keeps each of them, and as they read now."""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from nanori.game import naming
from nanori.game.abilities import Ability
from nanori.game.objects import Object, Values
from nanori.game.word_changes import changed


class KeptAbility(NamedTuple):
    """An ability as an object keeps it, and as it reads now."""

    kept: Ability
    now: Ability


def abilities(thing: Object) -> list[Ability]:
    """Return an object's abilities as they now read, in order."""
    return [ability.now for ability in kept(thing)]


def kept(thing: Object) -> list[KeptAbility]:
    """Return an object's abilities, in order.

    First the lines of its copiable values, then text added to a spell, both with their words as
    effects have changed them (CR 612), then what effects gave it (CR 613.1c, 613.1f).
    """
    every = [KeptAbility(line, changed(now, thing.changes)) for line, now in _own(thing)]
    every += [KeptAbility(ability, ability) for ability in thing.gained]
    # What the rules say a token has is in no text, and comes after what the texts say.
    return sorted(every, key=lambda ability: ability.now.origin == "predefined")


def _own(thing: Object) -> Iterator[KeptAbility]:
    """Yield the lines of an object's own text, and those added to a spell's, but for lost ones."""
    lost = Counter(thing.lost)
    printed = () if thing.bare else (each for text in naming.texts(thing) for each in text.lines)
    for line in (*printed, *thing.spliced):
        always = not line.section or thing.level is None
        if not always and not counts_at(line.section, thing.level or 0):
            continue
        if lost[line.text]:
            lost[line.text] -= 1
        else:
            yield KeptAbility(line, line if always else replace(line, section=""))


def counts_at(section: str, level: int) -> bool:
    """CR 711.2a, 716.2a. Tell whether a section of a text applies at a level: “LEVEL 1-4”."""
    first, *last = map(int, re.findall(r"\d+", section))
    return first <= level and (not last or level <= last[0])


def without(thing: Object, lost: Sequence[KeptAbility]) -> Object:
    """CR 613.1f. Return the object without those of its abilities, and with all others."""
    ids = {id(ability.kept) for ability in lost}
    gained = tuple(ability for ability in thing.gained if id(ability) not in ids)
    ids -= {id(ability) for ability in thing.gained}
    own = (ability.kept.text for ability in lost if id(ability.kept) in ids)
    return replace(thing, gained=gained, lost=(*thing.lost, *own))


def with_changed(
    thing: Object, chosen: Sequence[KeptAbility], change: Callable[[Ability], Ability]
) -> Object:
    """Return the object with those of its abilities changed, wherever it keeps them."""
    ids = {id(ability.kept) for ability in chosen}

    def lines(every: Sequence[Ability]) -> tuple[Ability, ...]:
        return tuple(change(line) if id(line) in ids else line for line in every)

    def texts(values: Values | None) -> Values | None:
        return values and replace(
            values, texts=tuple(replace(text, lines=lines(text.lines)) for text in values.texts)
        )

    return replace(
        thing,
        printed=texts(thing.printed),
        copied=texts(thing.copied),
        lasting=texts(thing.lasting),
        spliced=lines(thing.spliced),
        gained=lines(thing.gained),
    )
