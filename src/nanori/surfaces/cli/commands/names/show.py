"""The command `nanori names show`."""

from __future__ import annotations

from typing import Annotated

from msgspec import Struct

from nanori.formats.io.streams import STDIN
from nanori.model.errors import NanoriError
from nanori.names import database
from nanori.names.database import Database
from nanori.surfaces.cli import name_pages, name_queries
from nanori.surfaces.cli.arguments import Argument
from nanori.surfaces.cli.inputs import print_error
from nanori.surfaces.cli.options import DatabasePath, OnlyLang, prove

EXAMPLES = {
    'nanori names show "Lantern Gull" --db names.sqlite': "all forms and readings",
    'nanori names show "Lantern Gull" 霧笛の返事 --db names.sqlite': "of several cards",
}

DONE, PARTLY = 0, 1


class ShowNamesOptions(Struct, kw_only=True):
    """What `nanori names show` is asked for."""

    asked: Annotated[list[str], Argument("Names in any language; - reads one a line.", "NAME…|-")]
    lang: OnlyLang = ""
    db: DatabasePath = None


def show(options: ShowNamesOptions) -> int:
    """Show all name forms of the cards so called: printings, readings, faces, partners."""
    asked, lang = options.asked, options.lang
    prove(lang)
    if STDIN in asked and len(asked) > 1:
        raise NanoriError("- is there among other names, one or the other was wanted")
    shown = failed = False
    with database.Database.open(options.db) as names:
        for words in asked:
            for name in name_queries.queries(words):
                if name == "":
                    continue  # a blank line
                lines = _lines(names, name, lang)
                if isinstance(lines, NanoriError):
                    print_error(lines)
                    failed = True
                    continue
                print(*([""] if shown else []), *lines, sep="\n")
                shown = True
    return PARTLY if failed else DONE


def _lines(names: Database, name: str | NanoriError, lang: str) -> list[str] | NanoriError:
    """Return what is known of the cards so called, or what is wrong."""
    if isinstance(name, NanoriError):
        return name
    hits = names.find(name, lang or None)
    best = [hit for hit in hits if hit.score == hits[0].score]
    return list(name_pages.entries(names, best)) or NanoriError(f"no name like “{name}”")
