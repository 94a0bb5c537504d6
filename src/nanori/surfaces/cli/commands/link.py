"""The command `nanori link`."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer

from nanori.documents import linking, source
from nanori.formats.io import writing
from nanori.model import edits
from nanori.names import database
from nanori.surfaces.cli import progress
from nanori.surfaces.cli.commands.mentions import ProseFile
from nanori.surfaces.cli.options import OUTPUT, DatabasePath, OutputPath, prove_no_input

PANEL = "Names and documents"
EXAMPLES = {
    "nanori link examples/post.md --db names.sqlite": "an article with its card names as links",
    "nanori link examples/post.md --db names.sqlite --to wiki": "the same for a wiki",
}


class Links(StrEnum):
    """How a link is written."""

    MARKDOWN = "markdown"
    HTML = "html"
    DISCORD = "discord"
    WIKI = "wiki"


def link(
    file: ProseFile,
    to: Annotated[
        Links, typer.Option(help="How links are written.", rich_help_panel=OUTPUT)
    ] = Links.MARKDOWN,
    address: Annotated[
        str,
        typer.Option(
            "--link",
            metavar="ADDRESS",
            help="Where links lead, with {name} for the card's English name; default: a search "
            "at Scryfall, within a wiki its own page.",
            show_default=False,
            rich_help_panel=OUTPUT,
        ),
    ] = "",
    output: OutputPath = None,
    db: DatabasePath = None,
    game: Annotated[str, typer.Option(help="The game, where the words do not tell.")] = "",
) -> int:
    """Make the card names of an article links, and leave all else byte for byte.

    Finds names in English and Japanese prose: plain, in the plural, in marks, as [[Name]], and a
    legend's short name once it was named. Links, code and addresses stay as they are.
    """
    document = source.read(file)
    prove_no_input(output, file)
    with database.Database.open(db) as register, progress.waiting("reading names"):
        made = linking.edits(document, register, to.value, address, game=game)
    with writing.output(output) as out:
        out.write(document.encoded(edits.apply(document.text, made)))
    return 0
