"""The command `nanori tm leverage`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import StrEnum
from typing import Annotated

import typer

from nanori.formats import formulas
from nanori.formats.io import streams, writing
from nanori.formats.translation import keys, memories
from nanori.model import visible
from nanori.model.errors import NanoriError
from nanori.rewriting.memories import leverage as measuring
from nanori.rewriting.memories import restyling
from nanori.rewriting.memories.leverage import Leverage
from nanori.surfaces.cli import inputs
from nanori.surfaces.cli.memory_options import (
    CardFiles,
    PrintedStyle,
    StyleOption,
    Terms,
    cards_of,
    restyling_of,
)
from nanori.surfaces.cli.options import (
    INPUT,
    OUTPUT,
    DatabasePath,
    Files,
    From,
    NamedColumns,
    OutputPath,
    UnitKeys,
    paths_of,
    prove_no_input,
    with_columns,
)

EXAMPLES = {
    "nanori tm leverage examples/sequel.csv --tm examples/memory.tmx": "what it has for a set",
}


class LeverageListing(StrEnum):
    """How the figures are written."""

    TEXT = "text"
    JSONL = "jsonl"
    CSV = "csv"


def leverage(
    files: Files = None,
    tm: Annotated[
        str, typer.Option("--tm", metavar="MEMORY", help="The TMX file.", rich_help_panel=INPUT)
    ] = "",
    style: StyleOption = PrintedStyle.FOUNDATIONS,
    to: Annotated[
        LeverageListing, typer.Option(help="What to write.", rich_help_panel=OUTPUT)
    ] = LeverageListing.TEXT,
    output: OutputPath = None,
    terms: Terms = False,
    cards: CardFiles = None,
    format: From = "",
    column: NamedColumns = None,
    key: UnitKeys = "",
    db: DatabasePath = None,
) -> int:
    """Count the new segments that a translation memory has, as it is and reworded."""
    if not tm:
        raise NanoriError("a --tm was wanted, a translation memory in TMX")
    pattern = keys.pattern_of(with_columns("", None, key).partition(":")[2])
    format = with_columns(format, column)
    paths = paths_of(files, "", format)
    prove_no_input(output, tm, db, *paths, *(cards or ()))
    with streams.seekable(tm) as path, cards_of(path, cards, db, pattern) as known:
        units = restyling_of(path, known, style, terms=terms, key=pattern)
        before, after = _both(path, units, pattern)
    failures = inputs.FailureLog(paths)
    records = inputs.records(paths, "", failures, format)
    new = list(
        measuring.segments(
            (record.card for record in records if record.card.lang == units.source),
            inputs.known(None, paths, "", format),
            whole=any("\n" in words for words in before),
        )
    )
    if not new:
        raise NanoriError(f"no text in {units.source}, the language of the memory's originals")
    rows = measuring.measured(new, before, after)
    with writing.output(output) as out:
        out.writelines(_written(rows, to))
    return failures.code


def _both(path: str, units: restyling.UnitRestyling, pattern: str) -> tuple[list[str], list[str]]:
    """Return what a memory says in the language of originals, as it is and reworded."""
    before: list[str] = []
    after: list[str] = []
    with memories.opened(path, pattern) as memory:
        for unit in memory.units:
            if words := unit.said(units.source):
                before.append(words)
                after.append(restyling.restyled(unit, units.edits(unit), units.source))
    return before, after


def _written(rows: Sequence[Leverage], to: LeverageListing) -> Iterator[bytes]:
    if to is LeverageListing.JSONL:
        yield from (visible.json(row) + b"\n" for row in rows)
    elif to is LeverageListing.CSV:
        yield formulas.line(Leverage.__struct_fields__)
        yield from (
            formulas.line(map(str, (row.kind, row.band, row.before, row.after, row.count)))
            for row in rows
        )
    else:
        yield from (f"{line}\n".encode() for line in _table(rows))


def _table(rows: Sequence[Leverage]) -> Iterator[str]:
    """Yield the lines of the table for people."""
    kind = ""
    for row in rows:
        if row.kind != kind:
            kind = row.kind
            yield f"{f'{kind} ({row.count})':<24}{'before':>12}{'after':>14}"
        yield f"  {_band(row.band):<20}{_share(row.before, row):>14}{_share(row.after, row):>14}"


def _band(band: int) -> str:
    """Return a band as people read it."""
    if band == measuring.NONE:
        return "none"
    above = [each for each in measuring.BANDS if each > band]
    return f"{band}–{above[-1] - 1} %" if above else f"{band} %"


def _share(count: int, row: Leverage) -> str:
    return f"{count} ({count / row.count:4.0%})" if row.count else "0"
