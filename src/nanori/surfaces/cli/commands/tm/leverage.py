"""The command `nanori tm leverage`."""

from collections.abc import Iterator, Sequence
from typing import Annotated, Literal

from msgspec.structs import astuple

from nanori.formats import formulas
from nanori.formats.io import streams, writing
from nanori.formats.translation import keys, memories
from nanori.model import visible
from nanori.model.errors import NanoriError
from nanori.rewriting import translation_memories
from nanori.rewriting.translation_memories import Leverage
from nanori.surfaces.cli import inputs
from nanori.surfaces.cli import options as shared
from nanori.surfaces.cli.arguments import Option
from nanori.surfaces.cli.commands.tm import restyle

EXAMPLES = {
    "nanori tm leverage examples/sequel.csv --tm examples/memory.tmx": "its matches for a set",
}


# How the figures are written.
LeverageListing = Literal["text", "jsonl", "csv"]


class LeverageOptions(shared.FileOptions, kw_only=True):
    """What `nanori tm leverage` is asked for."""

    tm: Annotated[str, Option("The TMX file.", (), "MEMORY", shared.INPUT)] = ""
    style: restyle.StyleOption = "foundations"
    to: Annotated[LeverageListing, Option("Output format.", panel=shared.OUTPUT)] = "text"
    output: shared.OutputPath = None
    force: shared.Overwrite = False
    terms: restyle.Terms = False
    cards: restyle.CardFiles = []
    db: shared.DatabasePath = None


def leverage(options: LeverageOptions) -> int:
    """Count how many new segments a translation memory matches, before and after rewording."""
    tm, db, cards, output = options.tm, options.db, options.cards, options.output
    if not tm:
        raise NanoriError("a --tm was wanted, a translation memory in TMX")
    pattern = keys.pattern_of(shared.with_columns("", (), options.key).partition(":")[2])
    # The key is the memory's.
    format = shared.with_columns(options.format, options.column)
    shared.prove(options.lang, format)
    paths = shared.card_paths(options.files, format)
    shared.prove_output(output, tm, db, *paths, *cards, force=options.force)
    with streams.seekable(tm) as path, restyle.cards_of(path, cards, db, pattern) as known:
        units = restyle.restyling_of(path, known, options.style, terms=options.terms, key=pattern)
        before, after = _both(path, units, pattern)
    failures = inputs.FailureLog(paths)
    records = inputs.records(paths, options.lang, failures, format)
    new = list(
        translation_memories.segments(
            (record.card for record in records if record.card.lang == units.source),
            inputs.known(None, paths, options.lang, format),
            whole=any("\n" in words for words in before),
        )
    )
    if not new:
        raise NanoriError(f"no text in {units.source}, the language of the memory's originals")
    rows = translation_memories.measured(new, before, after)
    with writing.output(output) as out:
        out.writelines(_written(rows, options.to))
    return failures.code


def _both(
    path: str, units: translation_memories.UnitRestyling, pattern: str
) -> tuple[list[str], list[str]]:
    """Return what a memory says in the source language, as it is and reworded."""
    before: list[str] = []
    after: list[str] = []
    with memories.opened(path, pattern) as memory:
        for unit in memory.units:
            if words := unit.said(units.source):
                before.append(words)
                after.append(translation_memories.restyled(unit, units.edits(unit), units.source))
    return before, after


def _written(rows: Sequence[Leverage], to: LeverageListing) -> Iterator[bytes]:
    if to == "csv":
        yield formulas.line(Leverage.__struct_fields__)
    kind = ""
    for row in rows:
        if to == "jsonl":
            yield visible.json(row) + b"\n"
            continue
        if to == "csv":
            yield formulas.line(map(str, astuple(row)))
            continue
        if row.kind != kind:
            kind = row.kind
            yield f"{f'{kind} ({row.count})':<24}{'before':>12}{'after':>14}\n".encode()
        shares = f"{_share(row.before, row):>14}{_share(row.after, row):>14}"
        yield f"  {_band(row.band):<20}{shares}\n".encode()


def _band(band: int) -> str:
    """Return a band for people."""
    if band == translation_memories.NONE:
        return "none"
    above = [each for each in translation_memories.BANDS if each > band]
    return f"{band}–{above[-1] - 1} %" if above else f"{band} %"


def _share(count: int, row: Leverage) -> str:
    return f"{count} ({count / row.count:4.0%})" if row.count else "0"
