"""The command `nanori tm restyle`."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from nanori.formats.io import streams
from nanori.formats.translation import keys, memories
from nanori.surfaces.cli.memory_options import (
    CardFiles,
    PrintedStyle,
    StyleOption,
    Terms,
    cards_of,
    restyling_of,
)
from nanori.surfaces.cli.options import (
    DatabasePath,
    OutputPath,
    UnitKeys,
    prove_no_input,
    with_columns,
)

EXAMPLES = {
    "nanori tm restyle examples/memory.tmx --cards examples/harbor.csv -o new.tmx": "in new words",
    "nanori tm restyle examples/memory.tmx --db names.sqlite -o new.tmx": "cards of a database",
}

Old = Annotated[str, typer.Argument(metavar="MEMORY", help="A TMX file; - is standard input.")]


def restyle(
    old: Old,
    style: StyleOption = PrintedStyle.FOUNDATIONS,
    output: OutputPath = None,
    terms: Terms = False,
    cards: CardFiles = None,
    key: UnitKeys = "",
    db: DatabasePath = None,
) -> int:
    """Reword what cards say of themselves in a translation memory, in all its languages."""
    prove_no_input(output, old, db, *(cards or ()))
    pattern = keys.pattern_of(with_columns("", None, key).partition(":")[2])
    with streams.seekable(old) as path, cards_of(path, cards, db, pattern) as known:
        units = restyling_of(path, known, style, terms=terms, key=pattern)
        changed = memories.rewrite(path, output, units.edits, pattern)
    print(f"{changed} unit{'' if changed == 1 else 's'} reworded", file=sys.stderr)
    return 0
