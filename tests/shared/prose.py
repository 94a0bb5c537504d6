"""Reads corpus/documents/: texts about cards, and beside each what nanori must say of it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from nanori.documents import card_blocks, mentions, rulebook, source
from nanori.documents.source import Document
from project import CORPUS
from stand_in import Register

ROOT = CORPUS / "documents"
PAGES = sorted(ROOT.glob("page*.txt"))
UPDATES = sorted(ROOT.glob("update*.txt"))


def register() -> Register:
    """Return the invented names of the corpus."""
    lines = (ROOT / "names.jsonl").read_text("utf-8").splitlines()
    return Register(map(json.loads, lines))


def mention_lines(document: Document, names: Register) -> Iterator[str]:
    """Yield a line for each mention: place, kind, what is said of it."""
    for one in mentions.find(document, names):  # type: ignore[arg-type]
        line, column = document.place(one.start)
        said = f"; {one.message}" if one.message else ""
        both = f"{one.name or '-'} | {one.name_en or '-'}"
        yield f"{line}:{column} {one.where} {one.status}: {both} → {one.card or '-'}{said}\n"


def block_lines(document: Document, names: Register) -> Iterator[str]:
    """Yield a line for each card block, its references with their form and target."""
    found = mentions.find(document, names)  # type: ignore[arg-type]
    for one in card_blocks.find(document, found, names):  # type: ignore[arg-type]
        line, column = document.place(one.start)
        colors = "".join(one.type_line.colors)
        said = " ".join(f"{r.start}-{r.end} {r.text}={r.form}>{r.target}" for r in one.references)
        head = f"{one.type_line.text} [{colors}] {one.power or '-'}"
        yield f"{line}:{column} {head}: {one.name or '-'} | {one.name_en or '-'}: {said}\n"


def finding_lines(document: Document) -> Iterator[str]:
    """Yield a line for each finding in a rules document."""
    for one in rulebook.check(document):
        yield f"{one.line}:{one.column} {one.severity} {one.check}: {one.text}: {one.message}\n"


def read(path: Path) -> Document:
    """Return a document of the corpus."""
    return source.read(str(path))
