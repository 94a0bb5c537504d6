"""The commands of the database of names: `nanori names build`, `find`, `show`, `choose`."""

from __future__ import annotations

import pkgutil

import typer

from nanori.model.errors import NanoriError

PANEL = "Names and documents"
EXAMPLES = {
    "nanori names build examples/harbor.csv -o names.sqlite": "a database of your own",
    'nanori names find "Lantern Gul" --db names.sqlite': "with a slip of the pen",
}


def root(context: typer.Context) -> None:
    """Look up card names in any language, script or spelling."""
    if context.invoked_subcommand is None:
        commands = ", ".join(sorted(module.name for module in pkgutil.iter_modules(__path__)))
        raise NanoriError(f"a command was wanted: {commands}; nanori names --help says more")
