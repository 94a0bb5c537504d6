"""The command `nanori show`."""

import html
from collections.abc import Iterable, Iterator, Sequence
from pathlib import PurePath
from typing import Annotated, Literal

from nanori.annotation import pipeline
from nanori.annotation.marked_text import to_html
from nanori.formats.entries import Entry
from nanori.formats.io import writing
from nanori.grammar import languages
from nanori.model import data_files
from nanori.model.errors import NanoriError
from nanori.model.values import Reference
from nanori.model.visible import in_line, visible_in_xml
from nanori.surfaces.cli import inputs, rendering
from nanori.surfaces.cli import options as shared
from nanori.surfaces.cli.arguments import Option

# Cells of a row in a file.
WIDTH = 88
Shown = tuple[Entry, list[Reference]]
_LEGEND = (
    '<p><span class="nanori nanori-self">self</span>: the object whose text it is. '
    '<span class="nanori nanori-holder">holder</span>: the object that has the ability. '
    '<span class="nanori nanori-name">name</span>: a name, and no object.</p>'
)


def page(cards: Iterable[Shown], title: str) -> Iterable[str]:
    """Yield an HTML page of cards, piece by piece, with every reference marked by its target."""
    heading = html.escape(visible_in_xml(in_line(title)))
    style = data_files.text(shared.TEXTS / "page.css")
    yield (
        f'<!doctype html>\n<html lang="{languages.reference_language()}">\n<head>\n'
        '<meta charset="utf-8">\n<meta name="viewport" content="width=device-width">\n'
        f"<title>{heading}</title>\n<style>\n{style}</style>\n</head>\n"
        f"<body>\n<main>\n<h1>{heading}</h1>\n{_LEGEND}\n"
    )
    for record, references in cards:
        card = record.card
        named = html.escape(visible_in_xml(in_line(card.name)) or "–")
        yield (
            f'<article lang="{html.escape(card.lang)}">\n<h2>{named}</h2>\n'
            f'<p class="type">{html.escape(visible_in_xml(in_line(card.type)))}</p>\n'
            f'<p class="text">{visible_in_xml(to_html(card, references))}</p>\n</article>\n'
        )
    yield "</main>\n</body>\n</html>\n"


EXAMPLES = {
    "nanori show examples/harbor.csv": "coloured and labelled",
    "nanori show examples/harbor.csv --card 003": "one card",
}

# Names that are kept to suggest one for an unknown name.
MAX_SUGGESTED_NAMES = 100_000


# What `show` writes.
CardListing = Literal["text", "html"]


class Options(shared.FileOptions, kw_only=True):
    """What `nanori show` is asked for."""

    to: Annotated[CardListing, Option("Output format: text or a page.", panel=shared.OUTPUT)] = (
        "text"
    )
    output: shared.OutputPath = None
    only: Annotated[
        list[str],
        Option(
            "Only the card with this name, English name or id; repeatable.", ("--card",), "NAME"
        ),
    ] = []
    names: shared.NamesPath = None
    sample: shared.Sample = False


def show(options: Options) -> int:
    """Show cards with their references coloured and labelled."""
    format, to, output = options.told_format(), options.to, options.output
    paths = options.paths(sample=options.sample, usual=".")
    shared.prove_output(output, *paths, options.names)
    failures = inputs.FailureLog(paths)
    known_names = inputs.known(options.names)
    records = _chosen(inputs.records(paths, options.lang, failures, format), options.only)
    cards = (
        (record, pipeline.annotate(record.card, known_names, record.markup)) for record in records
    )
    if to == "text" and output is None:
        terminal = rendering.Terminal()
        for record, references in cards:
            for row in rendering.card(record, references, terminal.width):
                terminal.print(row, soft_wrap=True)
        return failures.ended()
    with writing.output(output) as out:
        title = ", ".join(PurePath(path).name for path in paths)
        out.writelines(_pieces(cards, to, title))
    return failures.ended()


def _pieces(
    cards: Iterator[tuple[Entry, list[Reference]]], to: CardListing, title: str
) -> Iterator[bytes]:
    if to == "html":
        for piece in page(cards, title):
            yield piece.encode()
    else:
        for record, references in cards:
            for row in rendering.card(record, references, WIDTH):
                yield f"{row.plain}\n".encode()


def _chosen(records: Iterator[Entry], only: Sequence[str]) -> Iterator[Entry]:
    """Yield the records of these cards, or all; finally NanoriError for an unknown card."""
    missing = dict.fromkeys(only)
    names: dict[str, None] = {}
    for record in records:
        card = record.card
        called = {name for name in (card.name, card.name_en, str(card.id)) if name}
        if not only or not called.isdisjoint(only):
            for name in called & missing.keys():
                del missing[name]
            yield record
        elif len(names) < MAX_SUGGESTED_NAMES:
            names.update(dict.fromkeys(called))
    for name in missing:
        from nanori.linting import configuration  # it takes as long to load as everything shown

        near = configuration.nearest(name, list(names))
        raise NanoriError(f"no card “{name}”{near}")
