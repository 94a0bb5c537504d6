"""Findings: what is wrong at a place in a file, as in interchange.md, and its one-line form."""

from collections.abc import Mapping
from typing import Literal

import msgspec

from nanori.model.errors import file_place
from nanori.model.messages import said
from nanori.model.values import Edit

# How serious it is.
Severity = Literal["error", "warning", "info"]


class Elsewhere(msgspec.Struct, frozen=True):
    """Edits to another field of the record."""

    field: str
    edits: tuple[Edit, ...]


class Fix(msgspec.Struct, frozen=True, omit_defaults=True):
    """What would fix a finding."""

    safe: bool
    """Whether it may be applied without anyone looking at it."""
    edits: tuple[Edit, ...]
    instead: Elsewhere | None = None
    """An alternative fix, where either may be right; it is never applied unasked."""


class Diagnostic(msgspec.Struct, frozen=True, kw_only=True):
    """One finding; lines and columns count from 1, start and end are code points of the text."""

    check: str
    rule: str
    """The row or test within the check that spoke: `own-name/misspelled`."""
    severity: Severity
    path: str
    line: int
    column: int
    end_line: int
    end_column: int
    card: str | None = None
    """English name of the card it is about, if any."""
    field: str = "text"
    """The field of a record; a document is one text."""
    lang: str = ""
    start: int
    end: int
    text: str
    """The words themselves."""
    message: str
    fix: Fix | None = None


def as_line(diagnostic: Diagnostic, *, severity: bool = False) -> str:
    """Return a finding as `path:line:column: check: message`, its severity before the check."""
    location = file_place(diagnostic.path, diagnostic.line, diagnostic.column)
    kind = f"{said(diagnostic.severity)}: " if severity else ""
    return f"{location}: {kind}{diagnostic.rule}: {said(diagnostic.message)}"


def summary(counts: Mapping[str, int], nothing: str) -> str:
    """Return counts on one line, largest first; `nothing` if there are none."""
    ordered = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    return ", ".join(f"{count} {word}" for word, count in ordered) or nothing
