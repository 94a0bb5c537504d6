"""A file of names to a database of names, as checks ask one."""

from __future__ import annotations

import sqlite3
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from nanori import streams
from nanori.register import Register

_SIGN = b"SQLite format 3\0"


@contextmanager
def opened(path: str) -> Generator[Register]:
    """Open a database of names, or one made in memory of the names in any other file.

    NanoriError if it cannot be read.
    """
    with streams.opened(path, folder=True) as source:
        ready = source.head.startswith(_SIGN)
    if ready:
        with Register.open(path) as register:
            yield register
        return
    from nanori.register import building

    connection = sqlite3.connect(":memory:")
    building.fill_from(connection, [path])
    with Register(Path(path), connection) as register:
        yield register
