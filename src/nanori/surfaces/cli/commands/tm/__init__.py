"""The commands of translation memories: `nanori tm restyle`, `leverage`."""

from __future__ import annotations

import pkgutil

import typer

from nanori.model.errors import NanoriError

PANEL = "Check and change"
EXAMPLES = {
    "nanori tm restyle examples/memory.tmx --cards examples/harbor.csv -o new.tmx": "in new words",
}


def root(context: typer.Context) -> None:
    """Reword translation memories, and measure what they have for new texts."""
    if context.invoked_subcommand is None:
        commands = ", ".join(sorted(module.name for module in pkgutil.iter_modules(__path__)))
        raise NanoriError(f"a command was wanted: {commands}; nanori tm --help says more")
