"""What `nanori --version` says: versions, languages, and what each of these lacks."""

import platform
import sqlite3
from collections.abc import Callable, Iterator
from importlib import metadata
from pathlib import Path
from typing import cast

from msgspec import Struct

from nanori import __version__
from nanori.annotation import matcher
from nanori.documents.lexicon import document_words
from nanori.game.lexicon import game_words
from nanori.grammar import languages
from nanori.grammar.languages import Language
from nanori.linting.lexicon import lint_words
from nanori.names.lexicon import term_words
from nanori.rewriting.lexicon import restyling_words

PACKAGES = ("lark", "msgspec", "pykakasi", "rapidfuzz", "rich", "unidecode")
# Which commands need what a table of a language's `.toml` files says, and where it is.
NEEDED_BY: dict[str, tuple[str, Callable[[Language], object]]] = {
    "short": ("annotate", lambda language: language.lexicon.short),
    "guards": ("annotate", lambda language: language.lexicon.guards),
    "third_object": ("annotate", lambda language: language.lexicon.third_object),
    "wording": ("rename and restyle", lambda language: language.lexicon.wording),
    "restyling": ("rename and restyle", restyling_words),
    "scenarios": ("bind", game_words),
    "terms": ("names and lint", term_words),
    "checks": ("lint", lint_words),
    "documents": ("mentions", document_words),
    "columns": ("tables", lambda language: language.lexicon.columns),
    "words": ("all", lambda language: language.lexicon.words),
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
            command = NEEDED_BY[table][0]
            counts[command] = counts.get(command, 0) + len(fields)
        listed = ", ".join(f"{command} ({count})" for command, count in counts.items())
        yield f"{_title(language)}{f': lacks fields of {listed}' if listed else ''}"


def of_language(language: Language) -> Iterator[str]:
    """Yield the lines of `nanori --version LANG`: what its `.toml` file lacks."""
    yield _title(language)
    for table, fields in missing(language).items():
        yield f"  {table} ({NEEDED_BY[table][0]}): {', '.join(fields)}"


def missing(language: Language) -> dict[str, list[str]]:
    """Return for each table the fields that the reference language has and this one lacks."""
    reference = languages.load(languages.reference_language())
    fields = {
        table: [*_empty(words(language), words(reference))]
        for table, (_, words) in NEEDED_BY.items()
    }
    return {table: absent for table, absent in fields.items() if absent}


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
