"""What a user set: which checks, for which files and cards, and how texts are to be worded.

And a project's own table of terms, terms.csv: what a word of originals is in other languages. Its
first line names the columns: a code of each language, and `avoid` for words that are not to be used
in translations. Several words in a cell are divided by “|”; the first is the one to use.
"""

import csv
import io
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Literal

from msgspec import Struct

from nanori.formats.io import streams
from nanori.grammar import languages
from nanori.model.errors import NanoriError

# What cards are, which decides which checks look at them: how texts are worded is asked of a set.
Profile = Literal["", "set", "translation", "data"]


class Settings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, rename="kebab"):
    """The table `[tool.nanori]` of a pyproject.toml, or the whole of a nanori.toml."""

    include: tuple[str, ...] = ()
    """Patterns of the files that are looked at in folders; none named means all with cards."""
    select: tuple[str, ...] = ()
    """Checks to run; none named means all but those that are run only if asked for."""
    ignore: tuple[str, ...] = ()
    """Checks not to run."""
    per_file_ignores: dict[str, tuple[str, ...]] = {}
    """By pattern of a path, checks that do not look at such files."""
    per_card_ignores: dict[str, tuple[str, ...]] = {}
    """By a card's name or id, checks that do not look at it."""
    profile: Profile = ""
    """What the cards are: a `set` that is proofread, a `translation`, or `data`; empty to tell."""
    wording: str = ""
    """The wording that a set is held to, `2024`; empty for what most of its cards have."""
    style: str = ""
    """How texts call their own object: a style of `nanori restyle`; empty where it is not set."""
    edition: str = ""
    """The edition of the game's rules; empty for the newest."""
    names: str = ""
    """A database of names, or any file of names, beside those in the files themselves."""
    terms: str = ""
    """A table of the project's own terms: a column for each language, and one of words to avoid."""
    languages: tuple[str, ...] = ()
    """Languages of the texts to look at; none named means all."""
    original: str = ""
    """Language that texts are translated from; empty for English."""


AVOID = "avoid"


class OwnTerm(Struct, frozen=True):
    """A row of the table."""

    said: dict[str, tuple[str, ...]]
    """By language, the words any of which is right."""
    avoid: tuple[str, ...] = ()
    """Words that are wrong."""


@lru_cache(8)
def read_terms(path: str) -> tuple[OwnTerm, ...]:
    """Return the terms of a table; NanoriError if it cannot be read, with its line."""
    content = streams.small(Path(path))
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise NanoriError("not UTF-8", path=path) from error
    rows = csv.reader(io.StringIO(text), strict=True)
    try:
        return tuple(_terms(rows, path))
    except csv.Error as error:
        raise NanoriError(f"not CSV: {error}", path=path, line=rows.line_num) from error


def _terms(rows: Iterator[list[str]], path: str) -> Iterator[OwnTerm]:
    """Yield the terms of rows; the first row names the columns."""
    heads = [cell.strip().lower() for cell in next(rows, list[str]())]
    codes = [head for head in heads if head in languages.codes()]
    if languages.original_language() not in codes or len({*codes}) < 2:
        known = ", ".join(sorted(languages.codes()))
        raise NanoriError(f"no columns of two languages, of {known}", path=path, line=1)
    for cells in rows:
        row = {
            head: tuple(word for each in cell.split("|") if (word := each.strip()))
            for head, cell in zip(heads, cells, strict=False)
        }
        said = {code: row[code] for code in codes if row.get(code)}
        if said or row.get(AVOID):
            yield OwnTerm(said, row.get(AVOID, ()))
