"""The command `nanori table`."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from itertools import starmap
from pathlib import PurePath
from typing import Annotated, Literal

from msgspec import Struct

from nanori.formats import formulas
from nanori.formats.io import writing
from nanori.formats.records import Record
from nanori.game import ability_rows
from nanori.model import edits
from nanori.model.errors import NanoriError
from nanori.model.values import Edit, Reference
from nanori.surfaces.cli import columnar, inputs
from nanori.surfaces.cli.arguments import Option
from nanori.surfaces.cli.options import OUTPUT, NamedFileOptions, RawCells, Sample, prove_output

EXAMPLES = {
    "nanori table examples/harbor.csv -o self.csv": "one row per card, face and language",
    "nanori table examples/harbor.csv -o self.parquet": "as columns in Parquet or Arrow",
    "nanori table examples/formats/scryfall.json": "the same as JSON Lines",
    "nanori table examples/harbor.csv --abilities -o abilities.parquet": "one row per ability",
}


# What `table` writes.
TableFormat = Literal["jsonl", "csv"]


class TableOptions(NamedFileOptions, kw_only=True):
    """What `nanori table` is asked for."""

    to: Annotated[
        TableFormat | None,
        Option("Output format; default: by the suffix of -o, or else jsonl.", panel=OUTPUT),
    ] = None
    abilities: Annotated[
        bool, Option("One row per ability: its kind, and which object each reference means.")
    ] = False
    sample: Sample = False
    raw: RawCells = False


def table(options: TableOptions) -> int:
    """Write one row per card, face and language, with every way its text refers to itself.

    With --abilities, one row per ability, with its references as slots.
    """
    output, suffix = options.output, PurePath(options.output or "").suffix.lower()
    to = options.to or ("csv" if suffix == ".csv" else "jsonl")
    paths = options.paths(sample=options.sample)
    prove_output(output, *paths, options.names, force=options.force)
    if options.abilities and to == "csv":
        raise NanoriError("a table of abilities is JSON Lines or Parquet, no CSV")
    failures = inputs.FailureLog(paths)
    annotated = inputs.annotated(options, paths, failures, output)
    if options.abilities:
        rows = (
            row
            for record, references in annotated
            for row in ability_rows.of_record(record.card, references, record.extra)
        )
        columnar.write_rows(output, "ABILITIES", rows, by_name=options.to is None)
    elif to == "csv":
        _write_csv(options, starmap(of_record, annotated))
    else:
        columnar.write_rows(
            output, "SELF_FORMS", starmap(of_record, annotated), by_name=options.to is None
        )
    return failures.code


def _write_csv(options: TableOptions, rows: Iterable[SelfForms]) -> None:
    """Write the rows as CSV, and say how many cells a spreadsheet would have computed."""
    guarded = 0
    with writing.output(options.output) as out:
        out.write(formulas.line(SelfForms.__struct_fields__))
        for row in rows:
            line = cells(row)
            guarded += 0 if options.raw else sum(map(formulas.is_guarded, line))
            out.write(formulas.line(line, raw=options.raw))
    if said := formulas.said_of(guarded):
        print(said, file=sys.stderr)


NAMES = ("full", "short", "alternate", "placeholder")
DEMONSTRATIVES = ("this", "bare")
# Separates the forms in a CSV cell; no card's name has it.
BETWEEN = "|"
# Stands for the own name.
SIGN = "~"


class SelfForms(Struct, frozen=True):
    """A row: the text of a face in a language, and how it refers to itself."""

    id: str | int
    lang: str
    name: str
    name_en: str
    type: str
    names: tuple[str, ...]
    """The names by which it refers to itself, each once, in text order."""
    demonstratives: tuple[str, ...]
    """“This creature” and the like, for itself, each once."""
    for_holder: tuple[str, ...]
    """The same for the object that has an ability it gives, each once."""
    text: str
    text_nameless: str
    """The text with `~` for each own name."""


def of_record(record: Record, references: Sequence[Reference]) -> SelfForms:
    """Return the row of a record with its references."""
    card = record.card
    named = [each for each in references if each.target == "self" and each.form in NAMES]
    shown = [each for each in references if each.form in DEMONSTRATIVES]
    return SelfForms(
        id=card.id,
        lang=card.lang,
        name=card.name,
        name_en=card.name_en or "",
        type=card.type,
        names=_words(named),
        demonstratives=_words([each for each in shown if each.target == "self"]),
        for_holder=_words([each for each in shown if each.target == "holder"]),
        text=card.text,
        text_nameless=edits.apply(card.text, [Edit(each.start, each.end, SIGN) for each in named]),
    )


def _words(references: Sequence[Reference]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(each.text for each in references))


def cells(row: SelfForms) -> list[str]:
    """Return the cells of a row of CSV."""
    return [
        *(str(row.id), row.lang, row.name, row.name_en, row.type),
        *(BETWEEN.join(forms) for forms in (row.names, row.demonstratives, row.for_holder)),
        *(row.text, row.text_nameless),
    ]
