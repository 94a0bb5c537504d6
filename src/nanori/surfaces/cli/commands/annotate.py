"""The command `nanori annotate`."""

from typing import Annotated, Literal

from nanori.model.errors import NanoriError
from nanori.surfaces.cli import columnar, inputs, progress, reporting
from nanori.surfaces.cli.arguments import Option
from nanori.surfaces.cli.options import (
    OUTPUT,
    FileNames,
    Jobs,
    NamedFileOptions,
    Sample,
    is_parquet,
    prove_output,
)
from nanori.surfaces.cli.reporting import Task

EXAMPLES = {
    "nanori annotate examples/harbor.csv": "one JSON line per text",
    "nanori annotate examples/harbor.csv --to markup": "the texts with references marked",
    "nanori annotate examples/harbor.csv --abilities": "with abilities and roles",
    "nanori annotate examples/formats/mtgjson.json --jobs 2 -o out.jsonl": "two processes",
}


# What `annotate` writes.
Shape = Literal["jsonl", "markup", "summary"]


class Options(NamedFileOptions, kw_only=True):
    """What `nanori annotate` is asked for."""

    to: Annotated[Shape, Option("Output format.", panel=OUTPUT)] = "jsonl"
    jobs: Jobs = 1
    sample: Sample = False
    explain: Annotated[
        bool,
        Option(
            "Explain each reference in one line, and why other words that look like names are none."
        ),
    ] = False
    abilities: Annotated[
        bool,
        Option("Add each ability: its kind, and what its references mean."),
    ] = False
    file_names: FileNames = True


def annotate(options: Options) -> int:
    """Write the references of every text in card files, in the order of the files."""
    format, output, to = options.told_format(), options.output, options.to
    paths = options.paths(sample=options.sample)
    columns = to == "jsonl" and not options.explain and not options.abilities
    prove_output(output, *paths, options.names, columns=columns)
    if options.abilities and (to != "jsonl" or options.explain):
        raise NanoriError("--abilities writes JSON Lines, nothing else")
    failures = inputs.FailureLog(paths)
    if output and is_parquet(output):
        pairs = (pair.partition("=") for pair in options.column)
        columns = {field.strip(): column.strip() for field, _, column in pairs}
        if options.jobs > 1:
            raise NanoriError("one process writes Parquet; nanori.spark has several", path=output)
        read = columnar.annotate(
            *(paths, output, columns, failures),
            names=options.names,
            file_names=options.file_names,
            lang=options.lang,
        )
        return failures.ended(read)
    files = inputs.held(paths) if options.file_names else paths
    named_in = files if options.file_names else ()
    known_names = inputs.known(options.names, named_in, options.lang, format, jobs=options.jobs)
    task = Task(
        "explained" if options.explain else "abilities" if options.abilities else to, known_names
    )
    batches = inputs.batches(files, options.lang, failures, format)
    watched = progress.watched(batches, paths, output)
    done = reporting.written(task, watched, options.jobs, output, failures)
    for remark in reporting.remarks(done.strange):
        failures.note(remark)
    return failures.ended(done.read)
