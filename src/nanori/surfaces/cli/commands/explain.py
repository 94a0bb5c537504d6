"""The command `nanori explain`."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from nanori.linting import pages
from nanori.linting.settings import configuration

PANEL = "Check and change"
EXAMPLES = {
    "nanori explain leftover-placeholder": "one check",
    "nanori explain": "all of them, a line each",
}


def explain(
    check: Annotated[
        str | None, typer.Argument(metavar="CHECK", help="Name of a check.", show_default=False)
    ] = None,
    every: Annotated[bool, typer.Option("--all", help="All checks, as one page.")] = False,
) -> None:
    """Say what a check finds, why, and what its fix does."""
    if every:
        sys.stdout.writelines(pages.every())
    elif check is None:
        sys.stdout.writelines(pages.contents())
    else:
        configuration.prove_check(check)
        sys.stdout.writelines(pages.page(check))
