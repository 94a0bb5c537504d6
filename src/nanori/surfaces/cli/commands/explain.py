"""The command `nanori explain`."""

import sys
from typing import Annotated

from msgspec import Struct

from nanori.linting import configuration, pages
from nanori.surfaces.cli.arguments import Argument, Option

EXAMPLES = {
    "nanori explain own-name": "one check, with its rules",
    "nanori explain": "all of them, one line each",
}


class Options(Struct, kw_only=True):
    """What `nanori explain` is asked for."""

    check: Annotated[str | None, Argument("Name of a check.", "CHECK")] = None
    every: Annotated[bool, Option("All checks, as one page.", ("--all",))] = False


def explain(options: Options) -> None:
    """Explain what a check finds, why it matters, and what its fix does."""
    if options.every:
        sys.stdout.writelines(pages.every())
    elif options.check is None:
        sys.stdout.writelines(pages.contents())
    else:
        configuration.prove_check(options.check)
        sys.stdout.writelines(pages.page(options.check))
