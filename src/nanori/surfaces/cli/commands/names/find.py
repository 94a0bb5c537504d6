"""The command `nanori names find`."""

from __future__ import annotations

import sys
from enum import StrEnum
from typing import Annotated

from msgspec import Struct

from nanori.model.errors import NanoriError
from nanori.names import database
from nanori.names.database import Database
from nanori.surfaces.cli import name_queries
from nanori.surfaces.cli.arguments import Argument, Option
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


class FindOptions(Struct, kw_only=True):
    """What `nanori names find` is asked for."""

    query: Annotated[str, Argument("A name; - reads one a line.", "QUERY|-")]
    lang: OnlyLang = ""
    to_lang: Annotated[
        str,
        Option("Say what each is called in this language, a row for each card.", (), "CODE"),
    ] = ""
    limit: Annotated[int, Option("Names at most for one query.", least=1)] = 10
    db: DatabasePath = None
    to: Annotated[HitListing, Option("What to write.", panel=OUTPUT)] = HitListing.TEXT


def find(options: FindOptions) -> int:
    """Find the names that a query may mean, best first."""
    langs, to = (options.lang, options.to_lang), options.to
    for lang in langs:
        prove(lang)
    if to is HitListing.CSV and not options.to_lang:
        raise NanoriError("a --to-lang was wanted with --to csv")
    with database.Database.open(options.db) as names:
        failed = False
        if to is HitListing.CSV:
            sys.stdout.buffer.write(name_queries.heading())
        for asked in name_queries.queries(options.query):
            if isinstance(asked, NanoriError):
                print_error(asked)
                failed = True
            elif not _answered(names, asked, langs, options.limit, to):
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
