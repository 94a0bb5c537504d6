"""The command `nanori doctor`."""

from __future__ import annotations

import platform
import sqlite3
import sys
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path

from msgspec import Struct

from nanori import __version__
from nanori.grammar import languages
from nanori.linting.settings import configuration
from nanori.model.errors import DataFileError, NanoriError
from nanori.names import database
from nanori.surfaces.cli.inputs import print_error
from nanori.surfaces.cli.options import DatabasePath

EXAMPLES = {"nanori doctor": "what to put into a report of a fault"}
WELL, UNWELL = 0, 1
NEEDED = ("lark", "msgspec", "pykakasi", "rapidfuzz", "rich", "unidecode")


class DoctorOptions(Struct, kw_only=True):
    """What `nanori doctor` is asked for."""

    db: DatabasePath = None


def doctor(options: DoctorOptions) -> int:
    """Say which versions, languages, names and settings there are, and what is wrong."""
    print(f"nanori {__version__}, in {Path(__file__).parents[3]}")
    print(
        f"Python {platform.python_version()}, {platform.system()}, SQLite {sqlite3.sqlite_version}"
    )
    print(f"packages: {', '.join(_packages())}")
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


def _packages() -> Iterator[str]:
    for name in NEEDED:
        try:
            yield f"{name} {metadata.version(name)}"
        except metadata.PackageNotFoundError:
            yield f"{name} is missing"


def _languages() -> str:
    """Return the languages, each loaded, so that a broken grammar is said."""
    loaded = (languages.load(code) for code in languages.codes())
    return "languages: " + ", ".join(f"{each.code} ({each.lexicon.name})" for each in loaded)


def _names(path: str | None) -> str:
    """Return which database of names is asked, and how many names are in it."""
    own = database.default_path()
    where = path or (str(own) if own.exists() else "the small one of nanori")
    with database.Database.open(path) as names:
        counts = [f"{code}: {sum(1 for _ in names.names(code))}" for code in languages.codes()]
    return f"names: {where} ({', '.join(counts)})"


def _settings() -> str:
    """Return where the settings of this folder stand, read, so that a broken file is said."""
    configuration.settings_for(None, ["."])
    here = Path.cwd()
    for folder in (here, *here.parents):
        for name in (configuration.OWN, configuration.SHARED):
            place = folder / name
            if place.is_file() and (name == configuration.OWN or "[tool.nanori" in _text(place)):
                return f"settings: {place}"
    return "settings: none"


def _text(place: Path) -> str:
    return place.read_text("utf-8", errors="replace")
