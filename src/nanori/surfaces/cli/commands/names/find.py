"""The command `nanori names find`."""

import sys
from collections.abc import Iterator
from typing import Annotated, Literal

from msgspec import Struct
from msgspec.structs import astuple

from nanori.formats import formulas
from nanori.formats.io.streams import STDIN, opened
from nanori.model import visible
from nanori.model.errors import NanoriError
from nanori.model.visible import json
from nanori.names import database
from nanori.names.database import Database
from nanori.names.translations import Translation
from nanori.surfaces.cli.arguments import Argument, Option
from nanori.surfaces.cli.inputs import FailureLog
from nanori.surfaces.cli.options import OUTPUT, DatabasePath, OnlyLang, prove

EXAMPLES = {
    'nanori names find "Tidebel Heron" --db names.sqlite': "misspelled",
    "nanori names find ランタンガル --to-lang ja --db names.sqlite": "its Japanese name",
    "nanori names find - --to-lang ja --to csv --db names.sqlite": "a table of many, one per line",
}

# How hits are written.
HitListing = Literal["text", "jsonl", "csv"]


class Options(Struct, kw_only=True):
    """What `nanori names find` is asked for."""

    query: Annotated[str, Argument("A name; - reads one per line.", "QUERY|-")]
    lang: OnlyLang = ""
    to_lang: Annotated[
        str,
        Option("Show what each card is called in this language, one row per card.", (), "CODE"),
    ] = ""
    limit: Annotated[int, Option("Maximum number of names per query.", least=1)] = 10
    db: DatabasePath = None
    to: Annotated[HitListing, Option("Output format.", panel=OUTPUT)] = "text"


def find(options: Options) -> int:
    """Find the names that a query may mean, best first."""
    langs, to = (options.lang, options.to_lang), options.to
    for lang in langs:
        prove(lang)
    if to == "csv" and not options.to_lang:
        raise NanoriError("a --to-lang was wanted with --to csv")
    with database.Database.open(options.db) as names:
        failures = FailureLog(())
        if to == "csv":
            sys.stdout.buffer.write(formulas.line(Translation.__struct_fields__))
        for query in queries(options.query, failures):
            if query is not None and not _answered(names, query, langs, options.limit, to):
                failures.note(NanoriError(f"no name like “{query}”"))
    return failures.ended()


def _answered(
    names: Database, query: str, langs: tuple[str, str], limit: int, to: HitListing
) -> bool:
    lang, target = langs
    if target:
        from nanori.names import translations

        rows = list(translations.translated(names, query, lang, target, limit))
        if to == "csv":
            lines = (formulas.line(map(str, astuple(row))) for row in rows)
            sys.stdout.buffer.writelines(lines)
        elif to == "jsonl":
            sys.stdout.buffer.writelines(json(row) + b"\n" for row in rows)
        elif rows[0].rank:
            print(*map(as_text, rows), sep="\n")
        return to != "text" or bool(rows[0].rank)
    hits = names.find(query, lang or None, limit)
    if to == "jsonl":
        sys.stdout.buffer.write(json({"query": query, "hits": hits}) + b"\n")
    for hit in hits if to != "jsonl" else ():
        same = "" if hit.name == hit.name_en else f"  {hit.name_en}"
        print(f"{hit.how:<6} {hit.score:.2f}  {hit.lang}  {hit.name}{same}")
    return to == "jsonl" or bool(hits)


def queries(argument: str, failures: FailureLog) -> Iterator[str | None]:
    """Yield the argument, or for `-` each line of standard input; None for an unreadable one."""
    if argument != STDIN:
        yield argument
        return
    with opened(STDIN) as source:
        for number, line in enumerate(source.lines(), 1):
            try:
                yield line.decode().strip()
            except UnicodeDecodeError as error:
                reason = f"not UTF-8: {error.reason}"
                failures.note(NanoriError(reason, path=source.path, line=number))
                yield None


def as_text(row: Translation) -> str:
    """Return a translation as a line for people."""
    first = " ".join(word for word in (row.set, row.released) if word)
    called = row.translation or "—"
    row_text = f"{row.status:<8} {row.score:.2f}  {row.name} → {called}"
    return visible.in_line(f"{row_text}  [{first}]" if first else row_text)
