"""The command line for prose: `nanori mentions`, `nanori rules`."""

from __future__ import annotations

from collections import Counter
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import msgspec
import typer

if TYPE_CHECKING:
    from nanori.documents.card_blocks import Block
    from nanori.documents.source import Document

CLEAN, FOUND = 0, 1
"""Exit codes: nothing to report, something to report."""


class As(StrEnum):
    """How findings are written."""

    TEXT = "text"
    JSONL = "jsonl"


File = Annotated[str, typer.Argument(metavar="FILE", help="A text file; - is standard input.")]
To = Annotated[As, typer.Option(help="What to write.")]
Output = Annotated[
    str | None, typer.Option("-o", "--output", metavar="FILE", help="Where to write it.")
]


def mentions(
    file: File,
    to: To = As.TEXT,
    output: Output = None,
    db: Annotated[str | None, typer.Option(metavar="FILE", help="A database of names.")] = None,
    game: Annotated[str, typer.Option(help="The game, where the words do not tell.")] = "",
    every: Annotated[bool, typer.Option("--all", help="Also those that are right.")] = False,
    cards: Annotated[
        bool,
        typer.Option("--cards", help="The cards that a page quotes, annotated, as JSON Lines."),
    ] = False,
    terms: Annotated[bool, typer.Option("--terms", help="Also terms given bilingually.")] = False,
) -> int:
    """Find the names that prose mentions in two languages or in 《》, and check each.

    As text, what is wrong, or with --all every mention; as JSON Lines, every mention.
    """
    from nanori.documents import card_blocks
    from nanori.model import diagnostics
    from nanori.formats.io import writing
    from nanori.documents import mentions as finding
    from nanori.documents import source
    from nanori.names.database import Register

    document = source.read(file)
    _not_over(output, file)
    with Register.open(db) as register:
        found = finding.find(document, register, game=game)
        if cards:
            return _cards(card_blocks.find(document, found, register), document, output)
    shown = [one for one in found if terms or one.status != "term"]
    with writing.output(output) as out:
        for mention in shown:
            said = finding.diagnosed(document, mention)
            if to is As.JSONL:
                record = {**msgspec.to_builtins(said), **finding.record(mention)}
                out.write(msgspec.json.encode(record) + b"\n")
            elif every or mention.status in finding.FINDINGS:
                out.write(f"{diagnostics.as_line(said)}\n".encode())
        if to is As.TEXT:
            counts = Counter(mention.status for mention in shown)
            total = diagnostics.summary(counts, "no mention")
            out.write(f"{document.path}: {total}\n".encode())
    return FOUND if any(one.status in finding.FINDINGS for one in found) else CLEAN


def rules(file: File, to: To = As.TEXT, output: Output = None) -> int:
    """Pair the bilingual paragraphs of a rules document, and report what does not fit."""
    from nanori.model import diagnostics
    from nanori.documents import rulebook
    from nanori.formats.io import writing
    from nanori.documents import source

    document = source.read(file)
    _not_over(output, file)
    found = rulebook.check(document)
    with writing.output(output) as out:
        for one in found:
            if to is As.JSONL:
                out.write(msgspec.json.encode(one) + b"\n")
            else:
                out.write(f"{diagnostics.as_line(one)}\n".encode())
    return FOUND if found else CLEAN


def _cards(blocks: list[Block], document: Document, output: str | None) -> int:
    """Write card blocks; those without a name count as a finding."""
    from nanori.documents import card_blocks
    from nanori.formats.io import writing

    with writing.output(output) as out:
        for block in blocks:
            out.write(msgspec.json.encode(card_blocks.record(document, block)) + b"\n")
    return CLEAN if all(block.name for block in blocks) else FOUND


def _not_over(output: str | None, file: str) -> None:
    from nanori.formats.io import streams
    from nanori.model.errors import NanoriError

    if output and streams.same(output, file):
        raise NanoriError("is an input, it would be overwritten", path=output)
