"""Reads corpus/articles/: articles with each card name marked, and the names they use."""

import re
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from sqlite3 import connect

from failing import fail
from nanori.names import building
from nanori.names.database import SAMPLE, Database
from nanori.names.merging import Faces
from project import CORPUS

ROOT = CORPUS / "articles"
ARTICLES = sorted(path for path in ROOT.glob("*.md") if path.name != "README.md")
MARK = re.compile(r"⟦([^⟦⟧|]+)\|([^⟦⟧|]+)⟧")

Name = tuple[int, int, str]
"""Start, end, English name of the face."""


@contextmanager
def register() -> Iterator[Database]:
    """Give the names of the articles: those of the sample, and those beside the articles."""
    with closing(connect(":memory:", check_same_thread=False)) as connection:
        merged = Faces(fail, fail)
        for path in (SAMPLE, ROOT / "names.jsonl"):
            merged.add_file(str(path))
        building.fill(connection, merged)
        yield Database(SAMPLE, connection)


def read(path: Path) -> tuple[str, list[Name]]:
    """Return the text of an article without its marks, and what they mark."""
    marked = path.read_text("utf-8")
    text, names, last = "", [], 0
    for match in MARK.finditer(marked):
        text += marked[last : match.start()]
        names.append((len(text), len(text) + len(match[1]), match[2]))
        text += match[1]
        last = match.end()
    return text + marked[last:], names
