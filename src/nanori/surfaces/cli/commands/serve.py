"""The command `nanori serve`."""

import sys
from typing import Annotated, BinaryIO, cast

from msgspec import Struct

from nanori.linting import configuration
from nanori.model.errors import NanoriError
from nanori.surfaces.cli.arguments import Option
from nanori.surfaces.cli.options import ConfigOption, DatabasePath, Ignore, NamesOption, Select

EXAMPLES = {
    "nanori serve --open": "the page, in your browser",
    "nanori serve --stdio": "answer requests, one JSON object per line, until the input ends",
}
PAGE, PROGRAMS = "The page", "For other programs"


class Options(Struct, kw_only=True):
    """What `nanori serve` is asked for."""

    host: Annotated[
        str,
        Option(
            "Address to listen on; by default only this machine is served.",
            metavar="ADDRESS",
            panel=PAGE,
        ),
    ] = "127.0.0.1"
    port: Annotated[int, Option("Port to listen on; 0 takes any free one.", panel=PAGE)] = 8090
    open: Annotated[bool, Option("Open the page in the browser.", panel=PAGE)] = False
    stdio: Annotated[
        bool, Option("Answer requests on standard input instead, one per line.", panel=PROGRAMS)
    ] = False
    select: Select = None
    ignore: Ignore = None
    config: ConfigOption = None
    names: NamesOption = None
    db: DatabasePath = None


def serve(options: Options) -> None:
    """Serve a web page that shows, checks and fixes cards; or other programs, with --stdio."""
    if not options.stdio:
        from nanori.surfaces.web.server import serve as serve_page

        serve_page(options.host, options.port, lambda address: _ready(address, options))
        return
    from nanori.surfaces import service

    near = configuration.settings_for(options.config, ["."])
    chosen = (options.select, options.ignore, options.names)
    settings = configuration.with_options(near, *chosen)
    if sys.stdin is None:  # type: ignore[comparison-overlap]
        raise NanoriError("standard input is closed")
    with service.Service(settings, options.db) as answering:
        source, out = cast("BinaryIO", sys.stdin.buffer), cast("BinaryIO", sys.stdout.buffer)
        service.serve(answering, source, out)


def _ready(address: str, options: Options) -> None:
    print(f"{address}  (Ctrl-C ends it)", file=sys.stderr, flush=True)
    if options.open:
        import webbrowser

        webbrowser.open(address)
