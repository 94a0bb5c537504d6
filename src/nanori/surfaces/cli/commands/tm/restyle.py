"""The command `nanori tm restyle`."""

import sys
from collections.abc import Generator
from contextlib import ExitStack, contextmanager
from typing import Annotated, Literal

from nanori.formats.io import streams
from nanori.formats.translation import keys, memories
from nanori.names import database
from nanori.names.database import Database
from nanori.rewriting import translation_memories
from nanori.rewriting.translation_memories import KnownCards, UnitRestyling
from nanori.surfaces.cli import inputs
from nanori.surfaces.cli import options as shared
from nanori.surfaces.cli.arguments import Argument, Option
from nanori.surfaces.cli.inputs import FailureLog

EXAMPLES = {
    "nanori tm restyle examples/memory.tmx --cards examples/harbor.csv -o new.tmx": "reworded",
    "nanori tm restyle examples/memory.tmx --db names.sqlite -o new.tmx": (
        "with cards from a database"
    ),
}


# The printed styles.
PrintedStyle = Literal["foundations", "oracle"]


StyleOption = Annotated[PrintedStyle, Option("Style for self-references.")]
CardFiles = Annotated[
    list[str],
    Option(
        "Card files with the names and types of the memory's cards; repeatable.",
        metavar="FILE",
        panel=shared.INPUT,
    ),
]
Terms = Annotated[
    bool,
    Option("Also replace former terms with today's.", negative="--no-terms"),
]


@contextmanager
def cards_of(path: str, files: list[str], db: str | None, key: str) -> Generator[KnownCards]:
    """Return the cards that a memory may be about: told by it, by card files, and by a database.

    Without `db` it is the user's database, if there is one.
    """
    with ExitStack() as opened:
        names: Database | None = None
        if db is not None or database.default_path().exists():
            names = opened.enter_context(Database.open(db))
        known = KnownCards(names)
        records = inputs.records(files, "", FailureLog(files))
        known.add(record.card for record in records)
        with memories.opened(path, key) as memory:
            translation_memories.learn(memory, known)
        yield known


def restyling_of(
    path: str, known: KnownCards, style: PrintedStyle, *, terms: bool, key: str
) -> UnitRestyling:
    """Return what words the units of a memory in a style."""
    with memories.opened(path, key) as memory:
        return UnitRestyling(known, style, memory.source, terms=terms)


class MemoryRestyleOptions(shared.WritingOptions, kw_only=True):
    """What `nanori tm restyle` is asked for."""

    memory: Annotated[str, Argument("A TMX file; - is standard input.", "MEMORY")]
    style: StyleOption = "foundations"
    terms: Terms = False
    cards: CardFiles = []
    key: shared.UnitKeys = ""
    db: shared.DatabasePath = None


def restyle(options: MemoryRestyleOptions) -> None:
    """Reword self-references in a translation memory, in all its languages."""
    output, db, cards = options.output, options.db, options.cards
    shared.prove_output(output, options.memory, db, *cards, force=options.force)
    pattern = keys.pattern_of(shared.with_columns("", (), options.key).partition(":")[2])
    with streams.seekable(options.memory) as path, cards_of(path, cards, db, pattern) as known:
        units = restyling_of(path, known, options.style, terms=options.terms, key=pattern)
        changed = memories.rewrite(path, output, units.edits, pattern)
    print(f"{changed} unit{'' if changed == 1 else 's'} reworded", file=sys.stderr)
