"""What `nanori --version` says: versions, languages, and what each of these lacks."""

import platform
import sqlite3
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path
from typing import cast

from msgspec import Struct

from nanori import __version__
from nanori.annotation import matcher
from nanori.grammar import languages
from nanori.grammar.languages import Language

PACKAGES = ("lark", "msgspec", "pykakasi", "rapidfuzz", "rich", "unidecode")
# Which commands need what a table of a language's `.toml` file says.
NEEDED_BY = {
    "short": "annotate",
    "guards": "annotate",
    "third_object": "annotate",
    "wording": "rename and restyle",
    "restyling": "rename and restyle",
    "scenarios": "bind",
    "checks": "lint",
    "documents": "mentions",
    "columns": "tables",
    "words": "all",
}


def of_all() -> Iterator[str]:
    """Yield the lines of `nanori --version`."""
    yield f"nanori {__version__}"
    compiled = "pure Python" if Path(str(matcher.__file__)).suffix == ".py" else "compiled"
    python = f"Python {platform.python_version()}"
    yield f"{compiled}, {python}, {platform.system()}, SQLite {sqlite3.sqlite_version}"
    yield ", ".join(f"{name} {metadata.version(name)}" for name in PACKAGES)
    for code in languages.codes():
        counts: dict[str, int] = {}
        for table, fields in missing(language := languages.load(code)).items():
            counts[NEEDED_BY[table]] = counts.get(NEEDED_BY[table], 0) + len(fields)
        listed = ", ".join(f"{command} ({count})" for command, count in counts.items())
        yield f"{_title(language)}{f': lacks fields of {listed}' if listed else ''}"


def of_language(language: Language) -> Iterator[str]:
    """Yield the lines of `nanori --version LANG`: what its `.toml` file lacks."""
    yield _title(language)
    for table, fields in missing(language).items():
        yield f"  {table} ({NEEDED_BY[table]}): {', '.join(fields)}"


def missing(language: Language) -> dict[str, list[str]]:
    """Return for each table the fields that the reference language has and this one lacks."""
    reference = languages.load(languages.reference_language()).lexicon
    fields = {
        table: [*_empty(getattr(language.lexicon, table), getattr(reference, table))]
        for table in NEEDED_BY
    }
    return {table: lacking for table, lacking in fields.items() if lacking}


def _title(language: Language) -> str:
    return f"{language.code} {language.lexicon.name}{', a draft' * language.lexicon.draft}"


def _empty(own: object, other: object, prefix: str = "") -> Iterator[str]:
    """Yield the fields of a table that are empty where another has something."""
    if not isinstance(other, Struct):
        yield from sorted({*cast("dict[str, object]", other)} - {*cast("dict[str, object]", own)})
        return
    for name in other.__struct_fields__:
        mine, theirs = getattr(own, name), getattr(other, name)
        if isinstance(theirs, Struct):
            yield from _empty(mine, theirs, f"{prefix}{name}.")
        elif theirs and not mine:
            yield f"{prefix}{name}"
