"""Help pages of commands and their options, as wide as the terminal."""

import inspect
import shutil
import sys
from collections.abc import Iterator, Mapping

from msgspec import NODEFAULT, Struct

from nanori.model.messages import said as translated
from nanori.surfaces.cli.arguments import HELP, MESSAGES, Option, Parameter, parameters
from nanori.surfaces.cli.terminal import in_colour, wrapped

# Columns: longer lines are hard to read.
MAX_WIDTH = 100
INDENT = "  "
OF_MESSAGES = "Language of messages: en or ja; default: from the locale."
# Columns of an option beside which its help still has room; it begins below a longer one.
MAX_OPTION_WIDTH = 26

# What is on the left, and its description.
Rows = list[tuple[str, str]]


def of_command(
    name: str, text: str, kind: type[Struct], examples: Mapping[str, str]
) -> Iterator[str]:
    """Yield the lines of a command's page."""
    every = parameters(kind)
    alone = [each for each in every if not each.names]
    usage = f"{name} [OPTIONS]"
    for each in alone:
        written = each.metavar + ("…" if each.many and "…" not in each.metavar else "")
        usage += f" {written}" if each.default is NODEFAULT else f" [{written}]"
    yield from _head(usage, text)
    panels: dict[str, Rows] = {"Arguments": [(each.metavar, each.about.help) for each in alone]}
    for each in every:
        if isinstance(each.about, Option):
            names = ", ".join(filter(None, [*each.names, each.negative]))
            row = f"{names} {each.metavar}".rstrip(), _help(each)
            panels.setdefault(each.about.panel, []).append(row)
    panels.setdefault("Options", []).append((f"{MESSAGES} CODE", OF_MESSAGES))
    panels["Options"].append((HELP, "Show this page."))
    yield from _panels(panels)
    yield from _examples(examples)


def of_group(
    name: str, text: str, commands: Mapping[str, Mapping[str, str]], examples: Mapping[str, str]
) -> Iterator[str]:
    """Yield the lines of a page that lists commands under their headings."""
    yield from _head(f"{name} COMMAND …", text)
    yield from _panels({panel: [*rows.items()] for panel, rows in commands.items()})
    yield from _examples(examples)


def _head(usage: str, text: str) -> Iterator[str]:
    yield f"{_styled(translated('Usage:'))} {usage}"
    yield ""
    for paragraph in inspect.cleandoc(text).split("\n\n"):
        yield from wrapped(translated(" ".join(paragraph.split())), _width())
        yield ""


def _help(option: Parameter) -> str:
    default = option.default
    if isinstance(default, str | int) and default and not isinstance(default, bool):
        return f"{translated(option.about.help)} [default: {default}]"
    return translated(option.about.help)


def _panels(panels: Mapping[str, Rows]) -> Iterator[str]:
    widths = [len(left) for rows in panels.values() for left, _ in rows]
    column = max((width for width in widths if width <= MAX_OPTION_WIDTH), default=0) + 4
    for panel, rows in panels.items():
        if rows:
            yield _styled(f"{translated(panel)}:")
            for left, meaning in rows:
                yield from _row(left, meaning, column)
            yield ""


def _row(left: str, meaning: str, column: int) -> Iterator[str]:
    lines = wrapped(translated(meaning), max(_width() - column, 20)) or [""]
    fits_beside = len(left) + 4 <= column
    yield (INDENT + left).ljust(column) + lines[0] if fits_beside else INDENT + left
    for line in lines[1:] if fits_beside else lines:
        yield " " * column + line


def _examples(examples: Mapping[str, str]) -> Iterator[str]:
    yield _styled(translated("Examples:"))
    for line, what in examples.items():
        yield f"{INDENT}{line}{INDENT}{_styled(translated(what), 2)}"


def _width() -> int:
    return min(shutil.get_terminal_size().columns, MAX_WIDTH)


def _styled(words: str, style: int = 1) -> str:
    return f"\x1b[{style}m{words}\x1b[0m" if in_colour(sys.stdout) else words
