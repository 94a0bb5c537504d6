"""The command `nanori table`."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from enum import StrEnum
from pathlib import PurePath
from typing import Annotated

from msgspec import Struct, to_builtins

from nanori.annotation import pipeline
from nanori.annotation.known_names import KnownNames
from nanori.formats import formulas
from nanori.formats.io import writing
from nanori.formats.records import Batch, Record
from nanori.game import ability_rows
from nanori.game.ability_rows import AbilityRow
from nanori.model import edits, visible
from nanori.model.errors import NanoriError
from nanori.model.values import Edit, Reference
from nanori.surfaces.cli import columnar, inputs, progress
from nanori.surfaces.cli.arguments import Option
from nanori.surfaces.cli.inputs import FailureLog
from nanori.surfaces.cli.options import (
    OUTPUT,
    NamedFileOptions,
    OutputPath,
    Overwrite,
    RawCells,
    Sample,
    prove_output,
)

EXAMPLES = {
    "nanori table examples/harbor.csv -o self.csv": "a row for each card, face and language",
    "nanori table examples/harbor.csv -o self.parquet": "as columns, of Parquet or Arrow",
    "nanori table examples/formats/scryfall.json": "the same as JSON Lines",
    "nanori table examples/harbor.csv --abilities -o abilities.parquet": "a row an ability",
}


class TableFormat(StrEnum):
    """What `table` writes."""

    JSONL = "jsonl"
    CSV = "csv"


class TableOptions(NamedFileOptions, kw_only=True):
    """What `nanori table` is asked for."""

    to: Annotated[
        TableFormat | None,
        Option("What to write; default: told by the suffix of -o, else jsonl.", panel=OUTPUT),
    ] = None
    output: OutputPath = None
    force: Overwrite = False
    abilities: Annotated[
        bool, Option("A row an ability: its kind, and which object each reference means.")
    ] = False
    sample: Sample = False
    raw: RawCells = False


def table(options: TableOptions) -> int:
    """Write a row for each card, face and language: every form by which its text calls itself.

    With --abilities a row for each ability, its references as slots.
    """
    format, lang, output = options.told_format(), options.lang, options.output
    paths = options.paths(sample=options.sample)
    prove_output(output, *paths, options.names, force=options.force)
    failures = inputs.FailureLog(paths)
    known = inputs.known(options.names, paths if options.file_names else (), lang, format)
    if options.abilities and (options.to or _by_suffix(output)) is TableFormat.CSV:
        raise NanoriError("a table of abilities is JSON Lines or Parquet, no CSV")
    is_csv = (options.to or _by_suffix(output)) is TableFormat.CSV
    batches = progress.watched(inputs.batches(paths, lang, failures, format), paths, output)
    if options.abilities:
        return _write_abilities(options, _ability_rows(batches, known, failures), failures)
    rows = _rows(batches, known, failures)
    if output and columnar.is_columnar(output) and options.to is None:
        from nanori.surfaces.arrow import files

        files.write(output, files.SELF_FORMS, map(to_builtins, rows))
        return failures.code
    with writing.output(output) as out:
        guarded = 0
        if is_csv:
            out.write(heading())
        for row in rows:
            if not is_csv:
                out.write(as_jsonl(row))
                continue
            line = cells(row)
            guarded += 0 if options.raw else sum(map(formulas.is_guarded, line))
            out.write(formulas.line(line, raw=options.raw))
    if said := formulas.said_of(guarded):
        print(said, file=sys.stderr)
    return failures.code


def _rows(
    batches: Iterator[Batch], known: KnownNames | None, failures: FailureLog
) -> Iterator[SelfForms]:
    """Yield the row of each record."""
    for record in inputs.records_of(batches, failures):
        references = pipeline.annotate(record.card, known, record.markup)
        yield of_record(record, references)


def _ability_rows(
    batches: Iterator[Batch], known: KnownNames | None, failures: FailureLog
) -> Iterator[AbilityRow]:
    """Yield the row of each ability of each record."""
    for record in inputs.records_of(batches, failures):
        references = pipeline.annotate(record.card, known, record.markup)
        yield from ability_rows.of_record(record.card, references, record.extra)


def _write_abilities(
    options: TableOptions, rows: Iterator[AbilityRow], failures: FailureLog
) -> int:
    output = options.output
    if output and columnar.is_columnar(output) and options.to is None:
        from nanori.surfaces.arrow import files

        files.write(output, files.ABILITIES, map(to_builtins, rows))
        return failures.code
    with writing.output(output) as out:
        out.writelines(visible.json(row) + b"\n" for row in rows)
    return failures.code


def _by_suffix(output: str | None) -> TableFormat:
    """Return the format that the name of a file asks for."""
    suffix = PurePath(output or "").suffix.lower()
    return TableFormat.CSV if suffix == ".csv" else TableFormat.JSONL


NAMES = ("full", "short", "alternate", "placeholder")
DEMONSTRATIVES = ("this", "bare")
# What stands between the forms in a cell of CSV; no card's name has it.
BETWEEN = "|"
# What stands in the place of the own name.
SIGN = "~"


class SelfForms(Struct, frozen=True):
    """A row: the text of a face in a language, and how it calls itself."""

    id: str | int
    lang: str
    name: str
    name_en: str
    type: str
    names: tuple[str, ...]
    """The names by which it calls itself, each once, in the order of the text."""
    demonstratives: tuple[str, ...]
    """“This creature” and the like, for itself, each once."""
    for_holder: tuple[str, ...]
    """The like for the object that has an ability it gives, each once."""
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


def as_jsonl(row: SelfForms) -> bytes:
    """Return a row as a line of JSON."""
    return visible.json(row) + b"\n"


def heading() -> bytes:
    """Return the first line of CSV."""
    return formulas.line(SelfForms.__struct_fields__)


def cells(row: SelfForms) -> list[str]:
    """Return the cells of a row of CSV."""
    return [
        *(str(row.id), row.lang, row.name, row.name_en, row.type),
        *(BETWEEN.join(forms) for forms in (row.names, row.demonstratives, row.for_holder)),
        *(row.text, row.text_nameless),
    ]
