"""The words of a command line to the command that they ask for, and its description."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from importlib import import_module
from types import ModuleType
from typing import Any, NamedTuple, get_type_hints

from msgspec import Struct

from nanori.model.errors import NanoriError
from nanori.surfaces.cli import commands
from nanori.surfaces.cli.arguments import unknown_option

# Likeness from which a wrong word is taken for a typo of a command.
CLOSE = 0.75
PROGRAM = "nanori"


class Group(NamedTuple):
    """Commands that share their first word."""

    name: str
    """What is typed for it, such as `nanori names`."""
    module: ModuleType

    @property
    def panels(self) -> Mapping[str, Mapping[str, str]]:
        """What each command does, by heading and name."""
        return self.module.COMMANDS

    @property
    def commands(self) -> dict[str, str]:
        """The same by name, without headings."""
        return {name: said for panel in self.panels.values() for name, said in panel.items()}


class Command(NamedTuple):
    """One command."""

    name: str
    """What is typed for it, such as `nanori names find`."""
    module: ModuleType
    run: Callable[[Any], int | None]
    options: type[Struct]


ROOT = Group(PROGRAM, commands)


def inner(group: Group, word: str) -> Group | Command:
    """Return the command, or the group of them, that a word means in a group."""
    name = f"{group.name} {word}"
    module = import_module(f"{group.module.__name__}.{word}")
    if hasattr(module, "COMMANDS"):
        return Group(name, module)
    run = getattr(module, word)
    return Command(name, module, run, get_type_hints(run)["options"])


def command_of(words: Sequence[str]) -> tuple[Group | Command, Sequence[str]]:
    """Return the command asked for, and its words; a group if only that is named.

    NanoriError for a word that is not a command.
    """
    at: Group | Command = ROOT
    while isinstance(at, Group) and words and not words[0].startswith("-"):
        if words[0] not in at.commands:
            raise NanoriError(f"no command “{words[0]}”{_nearest(words[0], at.commands)}")
        at, words = inner(at, words[0]), words[1:]
    return at, words


def prove_options(group: Group, words: Iterable[str], known: Collection[str]) -> None:
    """Raise NanoriError for the words of a group without a command: options must be known."""
    for word in words:
        if word not in known:
            unknown_option(word, known)
    listed = "" if group is ROOT else f": {', '.join(group.commands)}"
    more = "lists them" if group is ROOT else "says more"
    raise NanoriError(f"a command was wanted{listed}; {group.name} --help {more}")


def _nearest(word: str, known: Iterable[str]) -> str:
    """Return the command that was meant; of two equally close the one with the same beginning."""
    from rapidfuzz.distance import JaroWinkler

    likeness = {each: JaroWinkler.similarity(word, each) for each in known}
    best = max(likeness, key=likeness.__getitem__, default="")
    if likeness.get(best, 0) < CLOSE:
        return "; --help lists them"
    return f", did you mean “{best}”?"
