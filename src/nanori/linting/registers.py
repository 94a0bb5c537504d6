"""A file of names to a database of names, as checks ask one."""

from __future__ import annotations

import sqlite3
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from nanori import formats, languages, streams
from nanori.formats.heads import head_of
from nanori.linting.runs import ignore
from nanori.register import Register

if TYPE_CHECKING:
    from nanori.register.model import FormKind
    from nanori.register.sources import Facts

_SIGN = b"SQLite format 3\0"


@contextmanager
def opened(path: str) -> Generator[Register]:
    """Open a database of names, or one made in memory of the names in any other file.

    That is a card file, or a text with a name on each line; records of it that are broken are
    left out. NanoriError if it cannot be read.
    """
    with streams.opened(path, folder=True) as source:
        ready = source.head.startswith(_SIGN)
        head = head_of(source)
    if ready:
        with Register.open(path) as register:
            yield register
        return
    from nanori.register import building, reading, sources
    from nanori.register.gathering import Gathering

    gathering = Gathering(ignore, ignore)
    known = head.folder or formats.recognised(head)
    for line, facts in sources.read(path, ignore) if known else _lines(path):
        gathering.add(path, line, facts)
    connection = sqlite3.connect(":memory:")
    with reading.reader(0) as begin:
        building.fill(connection, gathering, begin)
    with Register(Path(path), connection) as register:
        yield register


def _lines(path: str) -> Iterator[tuple[int, Facts]]:
    """Yield each line of a text as a card's only name."""
    from nanori.register.sources import Facts, Said

    for line, name in enumerate(dict.fromkeys(formats.names(path)), 1):
        if name:
            lang = languages.of_text(name)
            form: FormKind = "oracle" if lang == languages.pivot() else "printed"
            yield line, Facts(face=name, names=(Said(name=name, lang=lang, form=form),))
