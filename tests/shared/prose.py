"""Reads corpus/documents/: texts about cards, and beside each what nanori must say of it."""

import tempfile
from collections.abc import Iterator
from pathlib import Path

from failing import fail
from nanori.documents import mentions, rulebook, source
from nanori.documents.source import Document
from nanori.names import building
from nanori.names.database import Database
from project import CORPUS

ROOT = CORPUS / "documents"
PAGES = sorted(ROOT.glob("page*.txt"))
UPDATES = sorted(ROOT.glob("update*.txt"))


def register() -> Database:
    """Return the invented names of the corpus."""
    place = Path(tempfile.mkdtemp(prefix="nanori-tests-"), "names.sqlite")
    building.build([str(ROOT / "names.jsonl")], place, building.Reports(fail, fail, fail))
    return Database.open(place)


def mention_lines(document: Document, names: Database) -> Iterator[str]:
    """Yield a line for each mention: place, kind, what is said of it."""
    for mention in mentions.find(document, names):
        line, column = document.place(mention.start)
        said = f"; {mention.message}" if mention.message else ""
        both = f"{mention.name or '-'} | {mention.name_en or '-'}"
        what = f"{mention.where} {mention.status}: {both} → {mention.card or '-'}{said}"
        yield f"{line}:{column} {what}\n"


def finding_lines(document: Document) -> Iterator[str]:
    """Yield a line for each finding in a rules document."""
    for finding in rulebook.check(document):
        what = f"{finding.severity} {finding.rule}: {finding.text}: {finding.message}"
        yield f"{finding.line}:{finding.column} {what}\n"


def read(path: Path) -> Document:
    """Return a document of the corpus."""
    return source.read(str(path))
