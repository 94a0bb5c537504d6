"""Options of the commands of translation memories, and the cards that these may be of."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import ExitStack, contextmanager
from enum import StrEnum
from typing import Annotated

from nanori.formats.translation import memories
from nanori.names import database
from nanori.names.database import Database
from nanori.rewriting import translation_memories
from nanori.rewriting.translation_memories import KnownCards, UnitRestyling
from nanori.surfaces.cli import inputs
from nanori.surfaces.cli.arguments import Option
from nanori.surfaces.cli.inputs import FailureLog
from nanori.surfaces.cli.options import INPUT


class PrintedStyle(StrEnum):
    """The styles that are printed."""

    FOUNDATIONS = "foundations"
    ORACLE = "oracle"


StyleOption = Annotated[PrintedStyle, Option("How to word what a card says of itself.")]
CardFiles = Annotated[
    list[str],
    Option(
        "Cards that the memory is of, with names and types; may be given often.",
        metavar="FILE",
        panel=INPUT,
    ),
]
Terms = Annotated[
    bool,
    Option("Put the terms of today for those of former times.", negative="--no-terms"),
]


@contextmanager
def cards_of(path: str, files: list[str], db: str | None, key: str) -> Generator[KnownCards]:
    """Return the cards that a memory may be of: told by it, by card files, and by a database.

    Without `db` the user's database is asked, if there is one.
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
