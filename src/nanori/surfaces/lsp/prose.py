"""Texts that are no cards: what is found in a rules document, and the names in an article."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePath
from typing import TYPE_CHECKING

from nanori.documents import mentions
from nanori.documents.source import Document
from nanori.documents.values import FINDINGS, CardMention
from nanori.linting import documents as rulebooks
from nanori.linting.files.discovery import PROSE, CheckedFile
from nanori.linting.runs import Run
from nanori.model.diagnostics import Diagnostic
from nanori.model.errors import NanoriError
from nanori.surfaces.lsp import splitting
from nanori.surfaces.lsp.readings import UNREADABLE, Spotted

if TYPE_CHECKING:
    from nanori.names.database import Database

LONGEST = 1 << 18
"""Code points of an article beyond which no names are looked for in it."""


def in_rules(path: str, text: str, run: Run) -> Iterator[Spotted]:
    """Yield what is found in a rules document, which has no byte order mark."""
    target = CheckedFile(path, path, True, memory=splitting.content(path, text))
    try:
        for report in rulebooks.of_target(target, run):
            yield _spotted(report.diagnostic)
    except NanoriError as error:
        yield Spotted(0, 0, UNREADABLE, "error", error.message)


def is_article(path: str, text: str) -> bool:
    """Tell whether a text, which is neither cards nor rules, may be an article."""
    return PurePath(path).suffix.lower() in PROSE and len(text) <= LONGEST


def in_article(path: str, text: str, register: Database) -> tuple[list[CardMention], list[Spotted]]:
    """Return the names that an article mentions, and those of them that are worth a look."""
    document = Document(text, path)
    every = mentions.find(document, register)
    wrong = [mention for mention in every if mention.status in FINDINGS]
    return every, [_spotted(mentions.diagnosed(document, mention)) for mention in wrong]


def _spotted(said: Diagnostic) -> Spotted:
    return Spotted(said.start, said.end, said.check, said.severity, said.message, fix=said.fix)
