"""The command `nanori names find`."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from nanori.cli import name_queries
from nanori.cli.inputs import print_error
from nanori.cli.options import DatabasePath, Listing, OnlyLang, To, prove
from nanori.model.errors import NanoriError
from nanori.names import database

EXAMPLES = {
    'nanori names find "Tidebel Heron" --db names.sqlite': "with a slip of the pen",
}

DONE, PARTLY = 0, 1


def find(
    query: Annotated[str, typer.Argument(metavar="QUERY|-", help="A name; - reads one a line.")],
    lang: OnlyLang = "",
    limit: Annotated[int, typer.Option(min=1, help="Names at most for one query.")] = 10,
    db: DatabasePath = None,
    to: To = Listing.TEXT,
) -> int:
    """Find the names that a query may mean, best first."""
    prove(lang)
    with database.Database.open(db) as names:
        failed = False
        for asked in name_queries.queries(query):
            if isinstance(asked, NanoriError):
                print_error(asked)
                failed = True
                continue
            hits = names.find(asked, lang or None, limit)
            if to is Listing.JSONL:
                sys.stdout.buffer.write(name_queries.line(asked, hits) + b"\n")
            elif hits:
                print(*name_queries.table(hits), sep="\n")
            else:
                print_error(NanoriError(f"no name like “{asked}”"))
                failed = True
    return PARTLY if failed else DONE
