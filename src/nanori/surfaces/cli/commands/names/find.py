"""The command `nanori names find`."""

from __future__ import annotations

import sys
from enum import StrEnum
from typing import Annotated

import typer

from nanori.model.errors import NanoriError
from nanori.names import database
from nanori.names.database import Database
from nanori.surfaces.cli import name_queries
from nanori.surfaces.cli.inputs import print_error
from nanori.surfaces.cli.options import OUTPUT, DatabasePath, OnlyLang, prove

EXAMPLES = {
    'nanori names find "Tidebel Heron" --db names.sqlite': "with a slip of the pen",
    "nanori names find ランタンガル --to-lang ja --db names.sqlite": "what it is in Japanese",
    "nanori names find - --to-lang ja --to csv --db names.sqlite": "a table of many, one a line",
}

DONE, PARTLY = 0, 1


class HitListing(StrEnum):
    """How hits are written."""

    TEXT = "text"
    JSONL = "jsonl"
    CSV = "csv"


def find(
    query: Annotated[str, typer.Argument(metavar="QUERY|-", help="A name; - reads one a line.")],
    lang: OnlyLang = "",
    to_lang: Annotated[
        str, typer.Option(help="Say what each is called in this language, a row for each card.")
    ] = "",
    limit: Annotated[int, typer.Option(min=1, help="Names at most for one query.")] = 10,
    db: DatabasePath = None,
    to: Annotated[
        HitListing, typer.Option(help="What to write.", rich_help_panel=OUTPUT)
    ] = HitListing.TEXT,
) -> int:
    """Find the names that a query may mean, best first."""
    prove(lang)
    prove(to_lang)
    if to is HitListing.CSV and not to_lang:
        raise NanoriError("a --to-lang was wanted with --to csv")
    with database.Database.open(db) as names:
        failed = False
        if to is HitListing.CSV:
            sys.stdout.buffer.write(name_queries.heading())
        for asked in name_queries.queries(query):
            if isinstance(asked, NanoriError):
                print_error(asked)
                failed = True
            elif not _answered(names, asked, (lang, to_lang), limit, to):
                print_error(NanoriError(f"no name like “{asked}”"))
                failed = True
    return PARTLY if failed else DONE


def _answered(
    names: Database, asked: str, langs: tuple[str, str], limit: int, to: HitListing
) -> bool:
    """Write what a query may mean; return whether there is an answer, which tables always have."""
    lang, target = langs
    if target:
        from nanori.names import translations

        rows = list(translations.translated(names, asked, lang, target, limit))
        if to is not HitListing.TEXT:
            written = name_queries.as_csv if to is HitListing.CSV else name_queries.as_jsonl
            sys.stdout.buffer.writelines(map(written, rows))
        elif rows[0].rank:
            print(*map(name_queries.as_text, rows), sep="\n")
        return to is not HitListing.TEXT or bool(rows[0].rank)
    hits = names.find(asked, lang or None, limit)
    if to is HitListing.JSONL:
        sys.stdout.buffer.write(name_queries.line(asked, hits) + b"\n")
    elif hits:
        print(*name_queries.table(hits), sep="\n")
    return to is HitListing.JSONL or bool(hits)
