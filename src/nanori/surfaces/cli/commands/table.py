"""The command `nanori table`."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from pathlib import PurePath
from typing import Annotated

import typer
from msgspec import to_builtins

from nanori.annotation import pipeline
from nanori.annotation.known_names import KnownNames
from nanori.formats.io import writing
from nanori.formats.records import Batch
from nanori.surfaces.cli import columnar, inputs, progress, self_forms
from nanori.surfaces.cli.inputs import FailureLog
from nanori.surfaces.cli.options import (
    OUTPUT,
    FileNames,
    Files,
    From,
    Lang,
    NamedColumns,
    NamesPath,
    OutputPath,
    Sample,
    UnitKeys,
    paths_of,
    prove_no_input,
    with_columns,
)
from nanori.surfaces.cli.self_forms import SelfForms

PANEL = "Look"
EXAMPLES = {
    "nanori table examples/harbor.csv -o self.csv": "a row for each card, face and language",
    "nanori table examples/harbor.csv -o self.parquet": "as columns, of Parquet or Arrow",
    "nanori table examples/formats/scryfall.json": "the same as JSON Lines",
}


class TableFormat(StrEnum):
    """What `table` writes."""

    JSONL = "jsonl"
    CSV = "csv"


TableFormatOption = Annotated[
    TableFormat | None,
    typer.Option(
        help="What to write; default: told by the suffix of -o, else jsonl.",
        show_default=False,
        rich_help_panel=OUTPUT,
    ),
]


def table(
    files: Files = None,
    to: TableFormatOption = None,
    output: OutputPath = None,
    lang: Lang = "",
    names: NamesPath = None,
    file_names: FileNames = True,
    format: From = "",
    column: NamedColumns = None,
    key: UnitKeys = "",
    sample: Sample = False,
) -> int:
    """Write a row for each card, face and language: every form by which its text calls itself."""
    format = with_columns(format, column, key)
    paths = paths_of(files, lang, format, sample=sample)
    prove_no_input(output, *paths, names)
    failures = inputs.FailureLog(paths)
    known = inputs.known(names, paths if file_names else (), lang, format)
    is_csv = (to or _by_suffix(output)) is TableFormat.CSV
    batches = inputs.batches(paths, lang, failures, format)
    if progress.is_shown(output):
        batches = progress.watched(batches, paths)
    rows = _rows(batches, known, failures)
    if output and columnar.is_columnar(output) and to is None:
        from nanori.surfaces.arrow import rows as columns

        columns.write(output, columns.SELF_FORMS, map(to_builtins, rows))
        return failures.code
    with writing.output(output) as out:
        if is_csv:
            out.write(self_forms.heading())
        for row in rows:
            out.write(self_forms.as_csv(row) if is_csv else self_forms.as_jsonl(row))
    return failures.code


def _rows(
    batches: Iterator[Batch], known: KnownNames | None, failures: FailureLog
) -> Iterator[SelfForms]:
    """Yield the row of each record."""
    for record in inputs.records_of(batches, failures):
        references = pipeline.annotate(record.card, known, record.markup)
        yield self_forms.of_record(record, references)


def _by_suffix(output: str | None) -> TableFormat:
    """Return the format that the name of a file asks for."""
    suffix = PurePath(output or "").suffix.lower()
    return TableFormat.CSV if suffix == ".csv" else TableFormat.JSONL
