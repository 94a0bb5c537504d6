"""The command `nanori tm restyle`."""

from __future__ import annotations

import sys
from typing import Annotated

from msgspec import Struct

from nanori.formats.io import streams
from nanori.formats.translation import keys, memories
from nanori.surfaces.cli.arguments import Argument
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
    Overwrite,
    UnitKeys,
    prove_output,
    with_columns,
)

EXAMPLES = {
    "nanori tm restyle examples/memory.tmx --cards examples/harbor.csv -o new.tmx": "in new words",
    "nanori tm restyle examples/memory.tmx --db names.sqlite -o new.tmx": "cards of a database",
}


class MemoryRestyleOptions(Struct, kw_only=True):
    """What `nanori tm restyle` is asked for."""

    memory: Annotated[str, Argument("A TMX file; - is standard input.", "MEMORY")]
    style: StyleOption = PrintedStyle.FOUNDATIONS
    output: OutputPath = None
    force: Overwrite = False
    terms: Terms = False
    cards: CardFiles = []
    key: UnitKeys = ""
    db: DatabasePath = None


def restyle(options: MemoryRestyleOptions) -> int:
    """Reword what cards say of themselves in a translation memory, in all its languages."""
    output, db, cards = options.output, options.db, options.cards
    prove_output(output, options.memory, db, *cards, force=options.force)
    pattern = keys.pattern_of(with_columns("", (), options.key).partition(":")[2])
    with streams.seekable(options.memory) as path, cards_of(path, cards, db, pattern) as known:
        units = restyling_of(path, known, options.style, terms=options.terms, key=pattern)
        changed = memories.rewrite(path, output, units.edits, pattern)
    print(f"{changed} unit{'' if changed == 1 else 's'} reworded", file=sys.stderr)
    return 0
