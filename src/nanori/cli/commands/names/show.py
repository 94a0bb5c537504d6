"""The command `nanori names show`."""

from __future__ import annotations

from typing import Annotated

import typer

from nanori.cli import name_pages
from nanori.cli.inputs import print_error
from nanori.cli.options import DatabasePath, OnlyLang, prove
from nanori.model.errors import NanoriError
from nanori.names import database

EXAMPLES = {
    'nanori names show "Lantern Gull" --db names.sqlite': "all forms and readings",
}

DONE, PARTLY = 0, 1


def show(
    name: Annotated[str, typer.Argument(help="A name in any language.")],
    lang: OnlyLang = "",
    db: DatabasePath = None,
) -> int:
    """Show all name forms of the card so called: printings, readings, faces, partners."""
    prove(lang)
    with database.Database.open(db) as names:
        hits = names.find(name, lang or None)
        best = [hit for hit in hits if hit.score == hits[0].score]
        if not best:
            print_error(NanoriError(f"no name like “{name}”"))
            return PARTLY
        print(*name_pages.entries(names, best), sep="\n")
    return DONE
