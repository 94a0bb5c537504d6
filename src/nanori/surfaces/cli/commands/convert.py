"""The command line's way from one format to another: `nanori convert`."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from nanori.formats.conversion import ConvertedFormat, Losses, converted
from nanori.formats.io import writing
from nanori.surfaces.cli import inputs
from nanori.surfaces.cli.options import (
    From,
    Lang,
    NamedColumns,
    OutputPath,
    UnitKeys,
    prove_no_input,
    with_columns,
)
from nanori.surfaces.cli.options import prove as prove_options

PANEL = "Check and change"
EXAMPLES = {
    "nanori convert examples/harbor.csv --to cockatrice -o harbor.xml": "a table as a database",
}
Input = Annotated[str, typer.Argument(metavar="FILE", help="A card file; - is standard input.")]
ConvertedFormatOption = Annotated[ConvertedFormat, typer.Option(help="What to write.")]


def convert(
    file: Input,
    to: ConvertedFormatOption = ConvertedFormat.JSONL,
    output: OutputPath = None,
    lang: Lang = "",
    format: From = "",
    column: NamedColumns = None,
    key: UnitKeys = "",
) -> int:
    """Write the cards of a file in another format, and say what it cannot carry."""
    format = with_columns(format, column, key)
    prove_options(lang, format)
    prove_no_input(output, file)
    failures = inputs.FailureLog([file])
    losses = Losses()
    with writing.output(output) as out:
        for piece in converted(file, to, losses, failures.note, lang, format):
            out.write(piece)
    if said := losses.said():
        print(said, file=sys.stderr)
    return failures.code
