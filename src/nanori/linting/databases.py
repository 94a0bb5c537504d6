"""A file of names to a database of names, as checks ask one."""

from __future__ import annotations

import sqlite3
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from pathlib import Path

from nanori.formats import catalogue, reader
from nanori.formats.detection import head_of
from nanori.formats.face_facts import FaceFacts, GivenName
from nanori.formats.io import streams
from nanori.grammar import languages
from nanori.linting.runs import ignore
from nanori.names.database import Database

_SIGN = b"SQLite format 3\0"


@contextmanager
def opened(path: str) -> Generator[Database]:
    """Open a database of names, or one made in memory of the names in any other file.

    That is a card file, or a text with a name on each line; records of it that are broken are
    left out. NanoriError if it cannot be read.
    """
    with streams.opened(path, folder=True) as source:
        ready = source.head.startswith(_SIGN)
        head = head_of(source)
    if ready:
        with Database.open(path) as register:
            yield register
        return
    from nanori.names.building import reading_worker, writer
    from nanori.names.building.merge import MergedFaces

    merged = MergedFaces(ignore, ignore)
    known = head.folder or catalogue.recognised(head)
    if known:
        merged.add_file(path)
    for line, facts in () if known else _lines(path):
        merged.add(path, line, facts)
    connection = sqlite3.connect(":memory:")
    with reading_worker.reader(0) as begin:
        writer.fill(connection, merged, begin)
    with Database(Path(path), connection) as register:
        yield register


def _lines(path: str) -> Iterator[tuple[int, FaceFacts]]:
    """Yield each line of a text as a card's only name."""
    for line, name in enumerate(dict.fromkeys(reader.names(path)), 1):
        if name:
            lang = languages.of_text(name)
            form = "oracle" if lang == languages.reference_language() else "printed"
            yield line, FaceFacts(face=name, names=(GivenName(name=name, lang=lang, form=form),))
