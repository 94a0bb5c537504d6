"""Options that several commands take, so that they are said, explained and proven alike."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from nanori.model.errors import NanoriError

INPUT, OUTPUT = "Input", "Output"
"""Headings of options in a page of help."""

Files = Annotated[
    list[str] | None,
    typer.Argument(metavar="FILE", help="Card files; - is standard input.", show_default=False),
]
OutputPath = Annotated[
    str | None,
    typer.Option(
        "-o", "--output", metavar="FILE", help="Where to write it.", rich_help_panel=OUTPUT
    ),
]
AgainstFile = Annotated[
    str | None,
    typer.Option(
        "--against",
        metavar="FILE",
        help="The full rules, that a rules document is an excerpt of.",
        rich_help_panel=INPUT,
    ),
]
Lang = Annotated[
    str,
    typer.Option(
        help="Language of texts that do not say theirs, as a BCP 47 code.", rich_help_panel=INPUT
    ),
]
OnlyLang = Annotated[str, typer.Option(help="Only names in this language, as a BCP 47 code.")]
NamesPath = Annotated[
    str | None,
    typer.Option(
        metavar="FILE",
        help="Names of other cards: one a line, or any card file.",
        rich_help_panel=INPUT,
    ),
]
FileNames = Annotated[
    bool,
    typer.Option(
        "--file-names/--no-file-names",
        help="Know the names of all cards in the files.",
        rich_help_panel=INPUT,
    ),
]
From = Annotated[
    str,
    typer.Option(
        "--from",
        metavar="FORMAT",
        help="Format of the files; nanori formats lists them.",
        rich_help_panel=INPUT,
    ),
]
NamedColumns = Annotated[
    list[str] | None,
    typer.Option(
        "--column",
        metavar="FIELD=HEADING",
        help="A column of a table, as text=CardEffect or name_ja=3; may be given often.",
        show_default=False,
        rich_help_panel=INPUT,
    ),
]
UnitKeys = Annotated[
    str,
    typer.Option(
        "--key",
        metavar="PATTERN",
        help="How keys in translators' files are made, as {card}.{field}.",
        show_default=False,
        rich_help_panel=INPUT,
    ),
]
Sample = Annotated[
    bool, typer.Option("--sample", help="Read the sample cards of nanori.", rich_help_panel=INPUT)
]
DatabasePath = Annotated[
    str | None,
    typer.Option(
        "--db", metavar="FILE", help="Database of names; default: yours, else a small invented one."
    ),
]


class Listing(StrEnum):
    """How what there is to say is written: for people, or a JSON value a line."""

    TEXT = "text"
    JSONL = "jsonl"


To = Annotated[Listing, typer.Option(help="What to write.", rich_help_panel=OUTPUT)]

SAMPLE = Path(__file__).with_name("sample.jsonl")
"""Invented cards that come with nanori."""


def paths_of(files: list[str] | None, lang: str, format: str, *, sample: bool = False) -> list[str]:
    """Return the paths of the files that are asked for, the sample cards before them.

    In place of a folder are the card files in it. NanoriError if there is none, or for a language
    or a format that there is not.
    """
    from nanori.linting.files import discovery

    prove(lang, format)
    paths = [*([str(SAMPLE)] if sample else []), *(files or [])]
    if not paths:
        raise NanoriError("a FILE was wanted; - is standard input")
    return discovery.card_files(paths, format)


def with_columns(format: str, columns: list[str] | None, key: str = "") -> str:
    """Return the format of files together with the columns, or the keys, that are named."""
    told = [*(columns or []), *([f"key={key}"] if key else [])]
    if not told:
        return format
    from nanori.formats.detection import COLUMN

    return f"{format.partition(':')[0]}:{''.join(each + COLUMN for each in told)}"


def prove(lang: str, format: str = "") -> None:
    """Raise NanoriError for a language or a format of files that there is not."""
    if lang:
        from nanori.grammar import languages

        _prove_known(languages.load, lang, languages.codes())
    if format:
        from nanori.formats import catalogue

        _prove_known(catalogue.known, format, catalogue.listed())


def _prove_known(load: Callable[[str], object], word: str, known: Iterable[str]) -> None:
    """Raise what is raised where there is no such thing, with the nearest there is."""
    from nanori.linting.settings.configuration import nearest

    try:
        load(word)
    except NanoriError as error:
        raise NanoriError(f"{error.message}{nearest(word, known)}") from None


def prove_no_input(output: str | None, *inputs: str | None) -> None:
    """Raise NanoriError if what is written would take the place of what is read."""
    from nanori.formats.io import streams

    if output and any(streams.same(output, path) for path in inputs if path):
        raise NanoriError("is an input, it would be overwritten", path=output)
