"""The command `nanori serve`."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

PANEL = "Look"
EXAMPLES = {
    "nanori serve --open": "the page, in your browser",
}


def serve(
    host: Annotated[
        str, typer.Option(help="The address to listen at; without it only this machine is served.")
    ] = "127.0.0.1",
    port: Annotated[
        int, typer.Option(help="The port to listen at; 0 takes any that is free.")
    ] = 8090,
    browser: Annotated[bool, typer.Option("--open", help="Open the page in the browser.")] = False,
) -> None:
    """Serve a page that shows, checks and mends cards; nothing leaves this machine."""
    from nanori.web.serving import serve as serve_page

    def ready(address: str) -> None:
        print(f"{address}  (Ctrl-C ends it)", file=sys.stderr, flush=True)
        if browser:
            import webbrowser

            webbrowser.open(address)

    serve_page(host, port, ready)
