"""Queries from a command line or a stream, and the hits for them as text or JSON."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct
from msgspec.structs import astuple

from nanori.formats import formulas
from nanori.formats.io.streams import STDIN, opened
from nanori.model import visible
from nanori.model.errors import NanoriError
from nanori.model.visible import json
from nanori.names.model import Hit
from nanori.names.translations import NameTranslation


class QueryHits(Struct):
    """One line of `names find --to jsonl`."""

    query: str
    hits: list[Hit]


def queries(argument: str) -> Iterator[str | NanoriError]:
    """Yield the argument, or for `-` each line of standard input or what is wrong with it."""
    if argument != STDIN:
        yield argument
        return
    with opened(STDIN) as source:
        before = 0
        for number, line in source.lines():
            yield from [""] * (number - before - 1)  # blank lines are queries too
            before = number
            try:
                yield line.decode().strip()
            except UnicodeDecodeError as error:
                reason = f"not UTF-8: {error.reason}"
                yield NanoriError(reason, path=source.path, line=number)


def line(query: str, hits: Sequence[Hit]) -> bytes:
    """Return the JSON of a query's hits."""
    return json(QueryHits(query, list(hits)))


def table(hits: Sequence[Hit]) -> Iterator[str]:
    """Yield a line for each hit: how it matched, the score, the name and what it is in English."""
    for hit in hits:
        same = "" if hit.name == hit.name_en else f"  {hit.name_en}"
        yield f"{hit.how:<6} {hit.score:.2f}  {hit.lang}  {hit.name}{same}"


def heading() -> bytes:
    """Return the first line of the CSV of translations."""
    return formulas.line(NameTranslation.__struct_fields__)


def as_csv(row: NameTranslation) -> bytes:
    """Return a translation as a line of CSV."""
    return formulas.line(map(str, astuple(row)))


def as_jsonl(row: NameTranslation) -> bytes:
    """Return a translation as a line of JSON."""
    return json(row) + b"\n"


def as_text(row: NameTranslation) -> str:
    """Return a translation as a line for people."""
    first = " ".join(word for word in (row.set, row.released) if word)
    called = row.translation or "—"
    said = f"{row.status:<8} {row.score:.2f}  {row.name} → {called}"
    return visible.in_line(f"{said}  [{first}]" if first else said)
