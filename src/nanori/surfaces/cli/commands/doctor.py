"""The command `nanori doctor`."""

import os
import platform
import sqlite3
import sys
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path
from typing import Annotated, cast

from msgspec import Struct

from nanori import __version__
from nanori.annotation import matcher
from nanori.grammar import languages
from nanori.linting import configuration
from nanori.model.errors import DataFileError, NanoriError
from nanori.names import database
from nanori.surfaces.cli.arguments import Option
from nanori.surfaces.cli.inputs import print_error
from nanori.surfaces.cli.options import DatabasePath

EXAMPLES = {
    "nanori doctor": "what to include in a bug report",
    "nanori doctor --lang fr": "what a language still lacks",
}
WELL, UNWELL = 0, 1
NEEDED = ("lark", "msgspec", "pykakasi", "rapidfuzz", "rich", "unidecode")


class DoctorOptions(Struct, kw_only=True):
    """What `nanori doctor` is asked for."""

    db: DatabasePath = None
    lang: Annotated[
        str | None,
        Option("Show what a language still lacks, by the commands that need it.", (), "CODE"),
    ] = None


def doctor(options: DoctorOptions) -> int:
    """Show versions, languages, the name database and settings, and any problems with them."""
    if options.lang:
        print("\n".join(_lacking(options.lang)))
        return WELL
    print(f"nanori {__version__}, in {Path(__file__).parents[3]}")
    print(
        f"Python {platform.python_version()}, {platform.system()}, SQLite {sqlite3.sqlite_version}"
    )
    print(f"hot modules: {_compiled()}")
    there: list[str] = []
    for name in NEEDED:
        try:
            there.append(f"{name} {metadata.version(name)}")
        except metadata.PackageNotFoundError:
            there.append(f"{name} is missing")
    print(f"packages: {', '.join(there)}")
    print(
        f"standard output: {sys.stdout.encoding}, {'a' if sys.stdout.isatty() else 'no'} terminal"
    )
    code = WELL
    for part in (_languages, lambda: _names(options.db), _settings):
        try:
            print(part())
        except (NanoriError, DataFileError) as error:
            print_error(error if isinstance(error, NanoriError) else NanoriError(str(error)))
            code = UNWELL
    return code


def _compiled() -> str:
    """Return whether the hot modules are compiled, and what it means if not."""
    if Path(str(matcher.__file__)).suffix != ".py":
        return "compiled"
    if os.environ.get("NANORI_PURE"):
        return "in pure Python, as NANORI_PURE wants it"
    return (
        "in pure Python, slower with the same answers (a source tree, or no wheel for this machine)"
    )


def _languages() -> str:
    """Return the languages, each loaded, so that a broken grammar is reported."""
    loaded = (languages.load(code) for code in languages.codes())
    return "languages: " + ", ".join(f"{each.code} ({each.lexicon.name})" for each in loaded)


# Which commands need what a table of a language's `.toml` file says.
NEEDED_BY = {
    "short": "annotate",
    "guards": "annotate",
    "third_object": "annotate",
    "wording": "rename, restyle",
    "restyling": "restyle",
    "scenarios": "bind",
    "checks": "lint",
    "documents": "link, mentions, lint of prose",
    "columns": "tables",
    "words": "all",
}


def _lacking(code: str) -> Iterator[str]:
    """Yield for each table the fields that the reference language has and this one lacks."""
    own, other = languages.load(code), languages.load(languages.reference_language())
    draft = ", a draft" if own.lexicon.draft else ""
    yield f"{own.code} ({own.lexicon.name}{draft}), against {other.code}:"
    for table, commands in NEEDED_BY.items():
        if fields := [*_empty(getattr(own.lexicon, table), getattr(other.lexicon, table))]:
            yield f"  {table} ({commands}): {', '.join(fields)}"


def _empty(own: object, other: object, field: str = "") -> Iterator[str]:
    """Yield the fields of a table that are empty where another has something."""
    if not isinstance(other, Struct):
        yield from sorted({*cast("dict[str, object]", other)} - {*cast("dict[str, object]", own)})
        return
    for name in other.__struct_fields__:
        mine, theirs = getattr(own, name), getattr(other, name)
        if isinstance(theirs, Struct):
            yield from _empty(mine, theirs, f"{field}{name}.")
        elif theirs and not mine:
            yield f"{field}{name}"


def _names(path: str | None) -> str:
    """Return which name database is used, and how many names are in it."""
    own = database.default_path()
    where = path or (str(own) if own.exists() else "the small one of nanori")
    with database.Database.open(path) as names:
        counts = [f"{code}: {sum(1 for _ in names.names(code))}" for code in languages.codes()]
    return f"names: {where} ({', '.join(counts)})"


def _settings() -> str:
    """Return where the settings of this folder are, read, so that a broken file is reported."""
    configuration.settings_for(None, ["."])
    return f"settings: {configuration.file_above('.') or 'none'}"
