"""The command `nanori names matrix`."""

from __future__ import annotations

from enum import StrEnum
from pathlib import PurePath
from typing import Annotated

from nanori.annotation import pipeline
from nanori.formats.io import writing
from nanori.surfaces.cli import inputs, name_matrix, progress
from nanori.surfaces.cli.arguments import Option
from nanori.surfaces.cli.options import (
    OUTPUT,
    NamedFileOptions,
    OutputPath,
    Overwrite,
    Sample,
    prove_output,
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


class MatrixOptions(NamedFileOptions, kw_only=True):
    """What `nanori names matrix` is asked for."""

    to: Annotated[
        MatrixFormat | None,
        Option("What to write; default: told by the suffix of -o, else text.", panel=OUTPUT),
    ] = None
    output: OutputPath = None
    force: Overwrite = False
    sample: Sample = False


def matrix(options: MatrixOptions) -> int:
    """Count how often each file says each name, in which forms."""
    format, lang, output = options.told_format(), options.lang, options.output
    paths = options.paths(sample=options.sample)
    prove_output(output, *paths, options.names, force=options.force)
    failures = inputs.FailureLog(paths)
    known = inputs.known(options.names, paths if options.file_names else (), lang, format)
    batches = inputs.batches(paths, lang, failures, format)
    if progress.is_shown(output):
        batches = progress.watched(batches, paths)
    made = name_matrix.Matrix()
    for record in inputs.records_of(batches, failures):
        made.add(record, pipeline.annotate(record.card, known, record.markup))
    suffix = PurePath(output or "").suffix.lower()
    write = _WRITERS[options.to or _SUFFIXES.get(suffix, MatrixFormat.TEXT)]
    with writing.output(output) as out:
        out.writelines(write(made))
    return failures.code
