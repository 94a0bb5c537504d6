"""The command `nanori annotate`."""

from __future__ import annotations

from collections import Counter
from enum import StrEnum
from typing import Annotated

import typer

from nanori.formats.io import writing
from nanori.surfaces.cli import columnar, inputs, progress, reporting
from nanori.surfaces.cli.columnar import ColumnarOrder, ReferenceLayout
from nanori.surfaces.cli.options import (
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
from nanori.surfaces.cli.workers import Task, workers

PANEL = "Look"
EXAMPLES = {
    "nanori annotate examples/harbor.csv": "a JSON line for each text",
    "nanori annotate examples/harbor.csv --to markup": "the texts, marked",
    "nanori annotate examples/formats/mtgjson.json --jobs 2 -o out.jsonl": "two processes",
    "nanori annotate examples/harbor.csv -o references.parquet": "columns, of Parquet or Arrow",
}


class Shape(StrEnum):
    """What `annotate` writes."""

    JSONL = "jsonl"
    MARKUP = "markup"
    SUMMARY = "summary"


def annotate(
    files: Files = None,
    to: Annotated[Shape, typer.Option(help="What to write.")] = Shape.JSONL,
    output: OutputPath = None,
    lang: Lang = "",
    jobs: Annotated[int, typer.Option(min=1, help="Processes that work at once.")] = 1,
    names: NamesPath = None,
    file_names: FileNames = True,
    format: From = "",
    column: NamedColumns = None,
    key: UnitKeys = "",
    sample: Sample = False,
    explain: Annotated[
        bool, typer.Option("--explain", help="Say in a line why each reference is what it is.")
    ] = False,
    layout: Annotated[
        ReferenceLayout,
        typer.Option(help="What a row of a Parquet or Arrow file is: a text, or a reference."),
    ] = ReferenceLayout.WIDE,
) -> int:
    """Write the references of every text in card files, in the order of the files."""
    format = with_columns(format, column, key)
    paths = paths_of(files, lang, format, sample=sample)
    prove_no_input(output, *paths, names)
    failures = inputs.FailureLog(paths)
    if output and to is Shape.JSONL and not explain and columnar.is_columnar(output):
        told = columnar.named_columns(column)
        where = (names, file_names, lang, format, jobs)
        columnar.annotate(ColumnarOrder(paths, output, told, *where, layout), failures)
        return failures.code
    counts: Counter[tuple[str, str]] = Counter()
    task = Task(
        "explained" if explain else to.value,
        inputs.known(names, paths if file_names else (), lang, format),
    )
    with workers(task, jobs) as work, writing.output(output) as out:
        batches = inputs.batches(paths, lang, failures, format)
        if progress.is_shown(output):
            batches = progress.watched(batches, paths)
        for done in work(batches):
            out.write(done.output)
            counts += done.counts
            for error in done.errors:
                failures.note(error)
        if to is Shape.SUMMARY:
            out.write(reporting.summary(counts))
    return failures.code
