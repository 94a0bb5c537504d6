"""The command `nanori annotate`."""

from __future__ import annotations

from collections import Counter
from enum import StrEnum
from typing import Annotated

import typer

from nanori.cli import inputs, progress, reporting
from nanori.cli.options import (
    FileNames,
    Files,
    From,
    Lang,
    Names,
    Output,
    Sample,
    paths_of,
    prove_no_input,
)
from nanori.cli.workers import Task, workers
from nanori.formats.io import writing


class Shape(StrEnum):
    """What `annotate` writes."""

    JSONL = "jsonl"
    MARKUP = "markup"
    SUMMARY = "summary"


def annotate(
    files: Files = None,
    to: Annotated[Shape, typer.Option(help="What to write.")] = Shape.JSONL,
    output: Output = None,
    lang: Lang = "",
    jobs: Annotated[int, typer.Option(min=1, help="Processes that work at once.")] = 1,
    names: Names = None,
    file_names: FileNames = True,
    format: From = "",
    sample: Sample = False,
) -> int:
    """Write the references of every text in card files, in the order of the files."""
    paths = paths_of(files, lang, format, sample=sample)
    prove_no_input(output, *paths, names)
    failures = inputs.Failures(paths)
    counts: Counter[tuple[str, str]] = Counter()
    task = Task(to.value, inputs.known(names, paths if file_names else (), format))
    with workers(task, jobs) as work, writing.output(output) as out:
        batches = inputs.batches(paths, lang, failures, format)
        if progress.wanted(output):
            batches = progress.watched(batches, paths)
        for done in work(batches):
            out.write(done.output)
            counts += done.counts
            for error in done.errors:
                failures.note(error)
        if to is Shape.SUMMARY:
            out.write(reporting.summary(counts))
    return failures.code
