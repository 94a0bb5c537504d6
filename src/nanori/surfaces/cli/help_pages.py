"""Commands and their options to pages of help, as wide as the terminal."""

from __future__ import annotations

import inspect
import shutil
import sys
import textwrap
from collections.abc import Iterator, Mapping
from enum import Enum

from msgspec import NODEFAULT, Struct

from nanori.surfaces.cli.arguments import HELP, Option, Parameter, parameters

WIDEST = 100
"""Columns: longer lines are hard to read."""
INDENT = "  "
MOST_BESIDE = 26
"""Columns of an option beside which its help still has room; it begins below a longer one."""

Rows = list[tuple[str, str]]
"""What is written on the left, and what is said of it."""


def of_command(
    name: str, said: str, kind: type[Struct], examples: Mapping[str, str]
) -> Iterator[str]:
    """Yield the lines of a command's page."""
    every = parameters(kind)
    alone = [each for each in every if not each.names]
    usage = " ".join([name, "[OPTIONS]", *map(_usage, alone)])
    yield from _head(usage, said)
    panels: dict[str, Rows] = {"Arguments": [(each.metavar, each.said.help) for each in alone]}
    for each in every:
        if isinstance(each.said, Option):
            panels.setdefault(each.said.panel, []).append((_written(each), _said(each)))
    panels.setdefault("Options", []).append((HELP, "Show this page."))
    yield from _panels(panels)
    yield from _examples(examples)


def of_group(
    name: str, said: str, commands: Mapping[str, Mapping[str, str]], examples: Mapping[str, str]
) -> Iterator[str]:
    """Yield the lines of a page that lists commands under their headings."""
    yield from _head(f"{name} COMMAND …", said)
    yield from _panels({panel: [*rows.items()] for panel, rows in commands.items()})
    yield from _examples(examples)


def _head(usage: str, said: str) -> Iterator[str]:
    yield f"{_bold('Usage:')} {usage}"
    yield ""
    for paragraph in inspect.cleandoc(said).split("\n\n"):
        yield from textwrap.wrap(paragraph, _width())
        yield ""


def _usage(argument: Parameter) -> str:
    """Return an argument as it stands in the first line."""
    written = argument.metavar + ("…" if argument.many and "…" not in argument.metavar else "")
    return written if argument.default is NODEFAULT else f"[{written}]"


def _written(option: Parameter) -> str:
    """Return an option as it is written, with what stands behind it."""
    names = ", ".join(filter(None, [*option.names, option.negative]))
    return f"{names} {option.metavar}".rstrip()


def _said(option: Parameter) -> str:
    """Return what is said of an option, with what it is where it is not given."""
    default = option.default
    if isinstance(default, Enum):
        return f"{option.said.help} [default: {default.value}]"
    if isinstance(default, str | int) and default and not isinstance(default, bool):
        return f"{option.said.help} [default: {default}]"
    return option.said.help


def _panels(panels: Mapping[str, Rows]) -> Iterator[str]:
    widths = [len(left) for rows in panels.values() for left, _ in rows]
    column = max((width for width in widths if width <= MOST_BESIDE), default=0) + 4
    for panel, rows in panels.items():
        if rows:
            yield _bold(f"{panel}:")
            for left, said in rows:
                yield from _row(left, said, column)
            yield ""


def _row(left: str, said: str, column: int) -> Iterator[str]:
    lines = textwrap.wrap(said, max(_width() - column, 20)) or [""]
    beside = len(left) + 4 <= column
    yield (INDENT + left).ljust(column) + lines[0] if beside else INDENT + left
    for line in lines[1:] if beside else lines:
        yield " " * column + line


def _examples(examples: Mapping[str, str]) -> Iterator[str]:
    yield _bold("Examples:")
    for line, what in examples.items():
        yield f"{INDENT}{line}{INDENT}{_faint(what)}"


def _width() -> int:
    return min(shutil.get_terminal_size().columns, WIDEST)


def _bold(words: str) -> str:
    return f"\x1b[1m{words}\x1b[0m" if _styled() else words


def _faint(words: str) -> str:
    return f"\x1b[2m{words}\x1b[0m" if _styled() else words


def _styled() -> bool:
    from nanori.surfaces.cli.streams_for_people import in_colour

    return in_colour(sys.stdout)
