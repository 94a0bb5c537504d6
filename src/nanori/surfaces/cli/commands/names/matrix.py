"""The command `nanori names matrix`."""

from __future__ import annotations

from enum import StrEnum
from pathlib import PurePath
from typing import Annotated

import typer

from nanori.annotation import pipeline
from nanori.formats.io import writing
from nanori.surfaces.cli import inputs, name_matrix, progress
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

EXAMPLES = {
    "nanori names matrix examples/harbor.csv": "how often each name is said, by form",
    "nanori names matrix examples/translation -o names.html": "of all files in a folder",
}


class MatrixFormat(StrEnum):
    """What `names matrix` writes."""

    TEXT = "text"
    CSV = "csv"
    HTML = "html"


_WRITERS = {
    MatrixFormat.TEXT: name_matrix.as_text,
    MatrixFormat.CSV: name_matrix.as_csv,
    MatrixFormat.HTML: name_matrix.as_html,
}
_SUFFIXES = {".csv": MatrixFormat.CSV, ".html": MatrixFormat.HTML}

MatrixFormatOption = Annotated[
    MatrixFormat | None,
    typer.Option(
        help="What to write; default: told by the suffix of -o, else text.",
        show_default=False,
        rich_help_panel=OUTPUT,
    ),
]


def matrix(
    files: Files = None,
    to: MatrixFormatOption = None,
    output: OutputPath = None,
    lang: Lang = "",
    names: NamesPath = None,
    file_names: FileNames = True,
    format: From = "",
    column: NamedColumns = None,
    key: UnitKeys = "",
    sample: Sample = False,
) -> int:
    """Count how often each file says each name, in which forms."""
    format = with_columns(format, column, key)
    paths = paths_of(files, lang, format, sample=sample)
    prove_no_input(output, *paths, names)
    failures = inputs.FailureLog(paths)
    known = inputs.known(names, paths if file_names else (), lang, format)
    batches = inputs.batches(paths, lang, failures, format)
    if progress.is_shown(output):
        batches = progress.watched(batches, paths)
    made = name_matrix.Matrix()
    for record in inputs.records_of(batches, failures):
        made.add(record, pipeline.annotate(record.card, known, record.markup))
    suffix = PurePath(output or "").suffix.lower()
    write = _WRITERS[to or _SUFFIXES.get(suffix, MatrixFormat.TEXT)]
    with writing.output(output) as out:
        out.writelines(write(made))
    return failures.code
