"""The command `nanori names build`."""

from pathlib import Path
from typing import Annotated

from msgspec import Struct

from nanori.formats.io import streams
from nanori.model.errors import NanoriError
from nanori.names import building
from nanori.names.database import default_path
from nanori.surfaces.cli import inputs, progress
from nanori.surfaces.cli.arguments import Argument, Option
from nanori.surfaces.cli.inputs import print_error
from nanori.surfaces.cli.options import OUTPUT, FileFormat, prove, prove_output

EXAMPLES = {
    "nanori names build examples/harbor.csv -o names.sqlite": "a database of your own",
}


class Options(Struct, kw_only=True):
    """What `nanori names build` is asked for."""

    sources: Annotated[
        list[str], Argument("Card files in any format, or lists of names.", "SOURCE…")
    ]
    output: Annotated[
        str | None,
        Option(
            "File to write to; default: your database.", ("-o", "--output", "--db"), "FILE", OUTPUT
        ),
    ] = None
    format: FileFormat = ""


def build(options: Options) -> int:
    """Build a name database from card files or lists of names."""
    sources, output, format = options.sources, options.output, options.format
    if output == streams.STDIN:
        raise NanoriError("a database cannot be written to standard output")
    prove("", format)
    if output is not None and not output.strip():
        raise NanoriError("cannot be written: no name of a file")
    path = Path(output) if output else default_path()
    if not output:
        path.parent.mkdir(parents=True, exist_ok=True)
    prove_output(str(path), *sources)
    failures = inputs.FailureLog(sources)
    reports = building.Reports(failures.note, failures.note_file, print_error)
    with progress.waiting("building the database of names"):
        built = building.build(sources, path, reports, format)
    for name, faces in built.shared.items():
        listed = " and ".join(f"“{face}”" for face in faces)
        print_error(NanoriError(f"“{name}” is the name of {listed}"))
    print_error(NanoriError(f"{built.faces} faces, {built.forms} names", path=str(path)))
    return failures.ended()
