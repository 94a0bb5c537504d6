"""The command line's way from one format to another: `nanori convert`."""

import sys
from pathlib import PurePath
from typing import Annotated

from nanori.formats.conversion import Conversion, ConvertedFormat
from nanori.formats.io import writing
from nanori.model.errors import NanoriError
from nanori.surfaces.cli import inputs
from nanori.surfaces.cli import options as shared
from nanori.surfaces.cli.arguments import Argument, Option

EXAMPLES = {
    "nanori convert examples/harbor.csv -o harbor.jsonl": "a table as card records",
}
SUFFIXES: dict[str, ConvertedFormat] = {
    **{"": "jsonl", ".jsonl": "jsonl", ".ndjson": "jsonl"},
    **{".csv": "csv", ".json": "cards"},
}


class Options(shared.ReadingOptions, kw_only=True):
    """What `nanori convert` is asked for."""

    file: Annotated[str, Argument("A card file; - is standard input.", "FILE")]
    to: Annotated[
        ConvertedFormat | None,
        Option("Output format; default: by the suffix of -o, or else jsonl.", panel=shared.OUTPUT),
    ] = None
    output: shared.OutputPath = None
    raw: shared.RawCells = False


def convert(options: Options) -> int:
    """Convert a card file to card records or CSV."""
    format, file, output = options.told_format(), options.file, options.output
    shared.prove_output(output, file)
    suffix = PurePath(output or "").suffix.lower()
    if options.to is None and suffix not in SUFFIXES:
        suffixes = ", ".join(filter(None, SUFFIXES))
        raise NanoriError(f"nothing is written into {suffix}, into {suffixes} it is", path=output)
    to = options.to or SUFFIXES[suffix]
    failures = inputs.FailureLog([file])
    conversion = Conversion(to, raw=options.raw)
    with writing.output(output) as out:
        out.writelines(conversion.write(file, failures.note, options.lang, format))
    for remark in conversion.remarks():
        print(remark, file=sys.stderr)
    return failures.ended()
