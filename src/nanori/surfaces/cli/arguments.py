"""The words of a command line to the command that they ask for, and its options: a struct.

A field of the struct is an option, or an argument, as its annotation says: `Annotated[Shape,
Option("What to write.")]` is `--to` for a field `to`. Its type says what follows it: nothing for a
bool, a number for an int, one of its words for a Literal, two words for a pair; a list may be given
repeatedly, a dict by its names.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache
from importlib import import_module
from types import ModuleType, UnionType
from typing import (
    Any,
    Literal,
    NamedTuple,
    NoReturn,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

from msgspec import NODEFAULT, Struct

from nanori.model.errors import NanoriError
from nanori.surfaces.cli import commands

HELP = "--help"
# What any command takes, before or after its name: the language of messages.
MESSAGES = "--messages"
Parsed = TypeVar("Parsed", bound=Struct)


class Option(Struct, frozen=True):
    """The description of an option."""

    help: str
    names: tuple[str, ...] = ()
    """How it is written; by default like its field, after two hyphens."""
    metavar: str = ""
    """What follows it."""
    panel: str = "Options"
    """Its heading on the help page."""
    negative: str = ""
    """How to write a flag that turns it off."""
    least: int | None = None
    """The smallest number that it takes."""


class Argument(Struct, frozen=True):
    """The description of a positional argument."""

    help: str
    metavar: str


class Parameter(Struct, frozen=True):
    """A field of the options of a command."""

    field: str
    about: Option | Argument
    names: tuple[str, ...]
    """How an option is written; empty for an argument."""
    kind: Any
    """The type of one value."""
    default: Any
    many: bool = False
    """Whether it is a list."""
    by_name: bool = False
    """Whether it is a dict."""

    @property
    def words(self) -> int:
        """How many words follow it."""
        if self.kind is bool:
            return 0
        return 1 if self.choices else len(get_args(self.kind)) or 1

    @property
    def metavar(self) -> str:
        """What follows an option, or the name of an argument; empty for a flag."""
        if self.about.metavar or self.kind is bool:
            return self.about.metavar
        if choices := self.choices:
            return "|".join(choices)
        return "NUMBER" if self.kind is int else "WORD"

    @property
    def negative(self) -> str:
        """How to write the flag that turns it off; empty if there is none."""
        return self.about.negative if isinstance(self.about, Option) else ""

    @property
    def choices(self) -> tuple[str, ...]:
        """The words that it takes, if they are fixed."""
        return get_args(self.kind) if get_origin(self.kind) is Literal else ()


class HelpWanted(Exception):
    """Help was asked for."""


@cache
def parameters(kind: type[Struct]) -> tuple[Parameter, ...]:
    """Return the options and arguments of a command, in the order of the struct's fields."""
    hints = get_type_hints(kind, include_extras=True)
    missing = len(kind.__struct_fields__) - len(kind.__struct_defaults__)
    defaults = [NODEFAULT] * missing + [*kind.__struct_defaults__]
    return tuple(
        _parameter(name, hints[name], default)
        for name, default in zip(kind.__struct_fields__, defaults, strict=True)
    )


def _parameter(name: str, hint: Any, default: Any) -> Parameter:  # noqa: ANN401 - annotations
    annotated, argument = get_args(hint)
    if get_origin(annotated) in (Union, UnionType):  # or None
        annotated = get_args(annotated)[0]
    names = (
        () if isinstance(argument, Argument) else argument.names or (f"--{name.replace('_', '-')}",)
    )
    if get_origin(annotated) is list:
        return Parameter(name, argument, names, get_args(annotated)[0], default, many=True)
    if get_origin(annotated) is dict:
        return Parameter(name, argument, names, get_args(annotated)[1], default, by_name=True)
    return Parameter(name, argument, names, annotated, default)


def parsed(kind: type[Parsed], words: Sequence[str]) -> Parsed:
    """Return the options of a command from a command line.

    NanoriError for words that it does not take, HelpWanted if these ask for help.
    """
    every = parameters(kind)
    options = by_name(every)
    values: dict[str, Any] = {}
    alone: list[str] = []
    rest = iter(words)
    for word in rest:
        if word == "--":
            alone += rest
        elif word.startswith("-") and word != "-":
            name, value = _divided(word)
            if name == HELP:
                raise HelpWanted
            if name not in options:
                unknown_option(name, [*options, HELP])
            _take(options[name], name, value, rest, values)
        else:
            alone.append(word)
    _place([each for each in every if not each.names], alone, values)
    return kind(**values)


def by_name(every: Sequence[Parameter]) -> dict[str, Parameter]:
    """Return options by each way of writing them."""
    names = {name: each for each in every for name in each.names}
    return names | {each.negative: each for each in every if each.negative}


def _divided(word: str) -> tuple[str, str | None]:
    """Return an option and what follows it in the same word: `--to=csv`, `-oFILE`."""
    if word.startswith("--"):
        name, equals, value = word.partition("=")
        return name, value if equals else None
    return word[:2], word[2:] or None


def unknown_option(name: str, options: Iterable[str]) -> NoReturn:
    """Raise NanoriError for an unknown option, suggesting the closest known one."""
    from nanori.linting.configuration import nearest

    raise NanoriError(f"no option “{name}”{nearest(name, options)}")


def _take(
    option: Parameter, name: str, value: str | None, rest: Iterator[str], values: dict[str, Any]
) -> None:
    if option.kind is bool:
        if value is not None:
            raise NanoriError(f"{name} takes no value, “{value}” is there")
        values[option.field] = name in option.names
        return
    taken_words = [] if value is None else [value]
    while len(taken_words) < option.words and (word := next(rest, None)) is not None:
        taken_words.append(word)
    if len(taken_words) < option.words:
        raise NanoriError(f"{name}: {option.metavar} was wanted")
    option_value = _value(option, name, taken_words)
    if option.many:
        values.setdefault(option.field, []).append(option_value)
    elif option.by_name:
        values.setdefault(option.field, {})[name.lstrip("-")] = option_value
    else:
        values[option.field] = option_value


def _value(parameter: Parameter, name: str, words: Sequence[str]) -> Any:  # noqa: ANN401 - of any
    if len(words) > 1:
        return tuple(words)
    (word,) = words
    if choices := parameter.choices:
        if word not in choices:
            from nanori.linting.configuration import nearest

            listed = ", ".join(f"'{choice}'" for choice in choices)
            raise NanoriError(f"{name}: '{word}' is not one of {listed}{nearest(word, choices)}")
        return word
    if parameter.kind is int:
        least = parameter.about.least if isinstance(parameter.about, Option) else None
        number = int(word) if word.isdecimal() else None
        if number is None or (least is not None and number < least):
            wanted = "a number" if least is None else f"{least} or more"
            raise NanoriError(f"{name}: “{word}” is there, {wanted} was wanted")
        return number
    return word


def _place(arguments: Sequence[Parameter], words: list[str], values: dict[str, Any]) -> None:
    """Put the positional words into the values, each for the argument in its place."""
    left = list(words)
    for argument in arguments:
        its_words = left if argument.many else left[:1]
        left = left[len(its_words) :]
        its_values = [_value(argument, argument.metavar, [word]) for word in its_words]
        if its_values:
            values[argument.field] = its_values if argument.many else its_values[0]
        elif argument.default is NODEFAULT:
            raise NanoriError(f"a {argument.metavar} was wanted")
    if left:
        raise NanoriError(f"“{left[0]}” is there, nothing more was wanted")


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
        return {name: summary for panel in self.panels.values() for name, summary in panel.items()}


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
            from nanori.linting.configuration import nearest

            near = nearest(words[0], at.commands) or "; --help lists them"
            raise NanoriError(f"no command “{words[0]}”{near}")
        at, words = inner(at, words[0]), words[1:]
    return at, words


def prove_options(group: Group, words: Iterable[str], options: Collection[str]) -> None:
    """Raise NanoriError for the words of a group without a command: options must be known."""
    for word in words:
        if word not in options:
            unknown_option(word, options)
    listed = "" if group is ROOT else f": {', '.join(group.commands)}"
    help_does = "lists them" if group is ROOT else "says more"
    raise NanoriError(f"a command was wanted{listed}; {group.name} --help {help_does}")
