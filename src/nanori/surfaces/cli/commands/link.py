"""The command `nanori link`."""

from typing import Annotated, Literal

from nanori.documents import linking, source
from nanori.formats.io import writing
from nanori.model import edits
from nanori.names import database
from nanori.surfaces.cli import options as shared
from nanori.surfaces.cli import progress
from nanori.surfaces.cli.arguments import Option
from nanori.surfaces.cli.commands.mentions import ProseFile

EXAMPLES = {
    "nanori link examples/post.md --db names.sqlite": "an article with its card names linked",
    "nanori link examples/post.md --db names.sqlite --to wiki": "the same for a wiki",
}


# How a link is written.
Links = Literal["markdown", "html", "discord", "wiki"]


class LinkOptions(shared.WritingOptions, kw_only=True):
    """What `nanori link` is asked for."""

    file: ProseFile
    to: Annotated[Links, Option("Link syntax.", panel=shared.OUTPUT)] = "markdown"
    address: Annotated[
        str,
        Option(
            "Link target, with {name} for the card's English name; default: a Scryfall search, "
            "or in a wiki the card's page.",
            ("--link",),
            "ADDRESS",
            shared.OUTPUT,
        ),
    ] = ""
    db: shared.DatabasePath = None
    game: shared.GameOption = ""


def link(options: LinkOptions) -> None:
    """Turn card names in an article into links, and leave every other byte alone.

    Finds names in English and Japanese prose: plain, plural, in quotation marks, as [[Name]], and a
    legend's short name after its full name. Links, code and URLs stay as they are.
    """
    document = source.read(options.file)
    shared.prove_output(options.output, options.file, force=options.force)
    with database.Database.open(options.db) as register, progress.waiting("reading names"):
        made = linking.edits(document, register, options.to, options.address, game=options.game)
    with writing.output(options.output) as out:
        out.write(document.encoded(edits.apply(document.text, made)))
