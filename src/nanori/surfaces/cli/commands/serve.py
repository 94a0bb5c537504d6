"""The command `nanori serve`."""

import sys
from typing import Annotated, BinaryIO, cast

from msgspec import Struct

from nanori.linting import configuration
from nanori.linting.options import Settings
from nanori.model.errors import NanoriError
from nanori.surfaces.cli.arguments import Option
from nanori.surfaces.cli.lint_options import ConfigOption, Ignore, NamesOption, Select
from nanori.surfaces.cli.options import DatabasePath

EXAMPLES = {
    "nanori serve --open": "the page, in your browser",
    "nanori serve --stdio": "answer requests, a JSON object a line, until the input ends",
}
PAGE, PROGRAMS = "The page", "For other programs"

DONE = 0


class ServeOptions(Struct, kw_only=True):
    """What `nanori serve` is asked for."""

    host: Annotated[
        str,
        Option(
            "The address to listen at; without it only this machine is served.",
            metavar="ADDRESS",
            panel=PAGE,
        ),
    ] = "127.0.0.1"
    port: Annotated[int, Option("The port to listen at; 0 takes any that is free.", panel=PAGE)] = (
        8090
    )
    open: Annotated[bool, Option("Open the page in the browser.", panel=PAGE)] = False
    stdio: Annotated[
        bool, Option("Answer requests on standard input instead, a line each.", panel=PROGRAMS)
    ] = False
    select: Select = None
    ignore: Ignore = None
    config: ConfigOption = None
    names: NamesOption = None
    db: DatabasePath = None


def serve(options: ServeOptions) -> int:
    """Serve a page that shows, checks and mends cards; or, with --stdio, other programs."""
    if options.stdio:
        near = configuration.settings_for(options.config, ["."])
        chosen = (options.select, options.ignore, options.names)
        _answer(configuration.with_options(near, *chosen), options.db)
    else:
        _show(options.host, options.port, browser=options.open)
    return DONE


def _answer(settings: Settings, db: str | None) -> None:
    """Answer the requests on standard input."""
    from nanori.surfaces import service

    if sys.stdin is None:  # type: ignore[comparison-overlap]
        raise NanoriError("standard input is closed")
    with service.Service(settings, db) as answering:
        given, out = cast("BinaryIO", sys.stdin.buffer), cast("BinaryIO", sys.stdout.buffer)
        service.serve(answering, given, out)


def _show(host: str, port: int, *, browser: bool) -> None:
    """Serve the page until it is ended; nothing leaves this machine."""
    from nanori.surfaces.web.server import serve as serve_page

    def ready(address: str) -> None:
        print(f"{address}  (Ctrl-C ends it)", file=sys.stderr, flush=True)
        if browser:
            import webbrowser

            webbrowser.open(address)

    serve_page(host, port, ready)
