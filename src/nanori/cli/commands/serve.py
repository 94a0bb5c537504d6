"""The command `nanori serve`."""

from __future__ import annotations

import sys
from typing import Annotated, BinaryIO, cast

import typer

from nanori.cli.lint_options import ConfigOption, Ignore, NamesOption, Select
from nanori.cli.options import DatabasePath
from nanori.linting.settings import configuration
from nanori.model.errors import NanoriError

PANEL = "Build in"
EXAMPLES = {
    "nanori serve --stdio": "answer requests, a JSON object a line, until the input ends",
}

DONE = 0


def serve(
    stdio: Annotated[
        bool, typer.Option("--stdio", help="Answer requests on standard input, a line each.")
    ] = False,
    select: Select = None,
    ignore: Ignore = None,
    config: ConfigOption = None,
    names: NamesOption = None,
    db: DatabasePath = None,
) -> int:
    """Answer requests of other programs: annotate, lint, find."""
    if not stdio:
        raise NanoriError("--stdio was wanted; the web page comes with nanori[web]")
    if sys.stdin is None:  # type: ignore[comparison-overlap]
        raise NanoriError("standard input is closed")
    from nanori.service import stdio as transport
    from nanori.service.answering import Service

    near = configuration.settings_for(config, ["."])
    settings = configuration.with_options(near, select, ignore, names)
    with Service(settings, db) as service:
        given, out = cast("BinaryIO", sys.stdin.buffer), cast("BinaryIO", sys.stdout.buffer)
        transport.serve(service, given, out)
    return DONE
