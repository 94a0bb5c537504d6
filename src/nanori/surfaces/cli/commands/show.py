"""The command `nanori show`."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from enum import StrEnum
from pathlib import PurePath
from typing import Annotated

from nanori.annotation import pipeline
from nanori.formats.io import writing
from nanori.formats.records import Record
from nanori.linting import configuration
from nanori.model.errors import NanoriError
from nanori.model.values import Card, Reference
from nanori.surfaces.cli import inputs, rendering
from nanori.surfaces.cli.arguments import Option
from nanori.surfaces.cli.options import (
    OUTPUT,
    FileOptions,
    NamesPath,
    OutputPath,
    Overwrite,
    Sample,
    prove_output,
)

EXAMPLES = {
    "nanori show examples/harbor.csv": "coloured and labelled",
    "nanori show examples/harbor.csv --card 003 --to svg -o gull.svg": "one card as a picture",
}

# Names that are kept to say which is nearest to one that there is not.
MOST_NAMES = 100_000


class Picture(StrEnum):
    """What `show` writes."""

    TEXT = "text"
    SVG = "svg"
    PNG = "png"
    HTML = "html"


class ShowOptions(FileOptions, kw_only=True):
    """What `nanori show` is asked for."""

    to: Annotated[Picture, Option("For reading, a picture, or a page.", panel=OUTPUT)] = (
        Picture.TEXT
    )
    output: OutputPath = None
    force: Overwrite = False
    only: Annotated[
        list[str], Option("Only the card of this name, English name or id.", ("--card",), "NAME")
    ] = []
    names: NamesPath = None
    sample: Sample = False


def show(options: ShowOptions) -> int:
    """Show the cards of files with their references coloured and labelled."""
    format, to, output = options.told_format(), options.to, options.output
    paths = options.paths(sample=options.sample)
    prove_output(output, *paths, options.names, force=options.force)
    if to is Picture.PNG and output is None and sys.stdout.isatty():
        raise NanoriError("a PNG picture is no text: -o FILE was wanted")
    failures = inputs.FailureLog(paths)
    known = inputs.known(options.names)
    records = _chosen(inputs.records(paths, options.lang, failures, format), options.only)
    cards = ((record, pipeline.annotate(record.card, known, record.markup)) for record in records)
    if to is Picture.TEXT and output is None:
        terminal = rendering.Terminal()
        for record, references in cards:
            for row in rendering.card(record, references, terminal):
                terminal.print(row, soft_wrap=True)
        return failures.code
    with writing.output(output) as out:
        for piece in _pieces(cards, to, _title(paths)):
            out.write(piece)
    return failures.code


def _pieces(
    cards: Iterator[tuple[Record, list[Reference]]], to: Picture, title: str
) -> Iterator[bytes]:
    """Yield what is written, piece by piece."""
    from nanori.surfaces.cli import pictures

    if to is Picture.SVG:
        yield pictures.svg(cards, title).encode()
    elif to is Picture.PNG:
        yield pictures.png(pictures.svg(cards, title))
    elif to is Picture.HTML:
        for piece in pictures.page(cards, title):
            yield piece.encode()
    else:
        for record, references in cards:
            for row in rendering.card(record, references, pictures.plain_console()):
                yield f"{row.plain}\n".encode()


def _title(paths: Sequence[str]) -> str:
    """Return what a picture of these files is called."""
    return ", ".join(PurePath(path).name for path in paths)


def _chosen(records: Iterator[Record], only: Sequence[str]) -> Iterator[Record]:
    """Yield the records of these cards, or all; NanoriError at last for a card there is not."""
    missing = dict.fromkeys(only)
    names: dict[str, None] = {}
    for record in records:
        called = _called(record.card)
        if not only or not called.isdisjoint(only):
            for name in called & missing.keys():
                del missing[name]
            yield record
        elif len(names) < MOST_NAMES:
            names.update(dict.fromkeys(called))
    for name in missing:
        near = configuration.nearest(name, list(names))
        raise NanoriError(f"no card “{name}”{near}")


def _called(card: Card) -> set[str]:
    """Return all by which a card may be asked for."""
    return {name for name in (card.name, card.name_en, str(card.id)) if name}
