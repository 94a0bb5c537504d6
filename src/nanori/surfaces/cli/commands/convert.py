"""The command line's way from one format to another: `nanori convert`."""

import sys
from typing import Annotated

from nanori.formats import formulas
from nanori.formats.conversion import ConvertedFormat, Losses, converted
from nanori.formats.io import writing
from nanori.surfaces.cli import inputs
from nanori.surfaces.cli import options as shared
from nanori.surfaces.cli.arguments import Argument, Option

EXAMPLES = {
    "nanori convert examples/harbor.csv --to cockatrice -o harbor.xml": "a table as a database",
}


class ConvertOptions(shared.ReadingOptions, kw_only=True):
    """What `nanori convert` is asked for."""

    file: Annotated[str, Argument("A card file; - is standard input.", "FILE")]
    to: Annotated[ConvertedFormat, Option("Output format.", panel=shared.OUTPUT)] = "jsonl"
    output: shared.OutputPath = None
    raw: shared.RawCells = False


def convert(options: ConvertOptions) -> int:
    """Convert a card file to another format, and report what that format cannot hold."""
    format, file, output = options.told_format(), options.file, options.output
    shared.prove_output(output, file)
    failures = inputs.FailureLog([file])
    losses = Losses()
    with writing.output(output) as out:
        for piece in converted(
            file, options.to, losses, failures.note, options.lang, format, raw=options.raw
        ):
            out.write(piece)
    for said in filter(None, (losses.said(), formulas.said_of(losses.guarded))):
        print(said, file=sys.stderr)
    return failures.code
