"""What is wrong at a place of a file: the record of interchange.md, and its one line."""

from collections.abc import Mapping, Sequence
from typing import Literal

import msgspec

from nanori.model.errors import file_place
from nanori.model.messages import said
from nanori.model.values import Edit

# How bad it is.
Severity = Literal["error", "warning", "info"]


class Elsewhere(msgspec.Struct, frozen=True):
    """Edits of another field of the record."""

    field: str
    edits: tuple[Edit, ...]


class Fix(msgspec.Struct, frozen=True, omit_defaults=True):
    """What would fix a finding."""

    safe: bool
    """Whether nobody needs to look at it."""
    edits: tuple[Edit, ...]
    instead: Elsewhere | None = None
    """What would fix it as well, where either may be right; nothing makes it unasked."""


class Diagnostic(msgspec.Struct, frozen=True, kw_only=True):
    """One finding; lines and columns count from 1, start and end are code points of the text."""

    check: str
    severity: Severity
    path: str
    line: int
    column: int
    end_line: int
    end_column: int
    card: str | None = None
    """English name of the card it is about, if it is about one."""
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
    """Return a finding as `path:line:column: check: message`, the check behind its severity."""
    place = file_place(diagnostic.path, diagnostic.line, diagnostic.column)
    kind = f"{said(diagnostic.severity)}: " if severity else ""
    return f"{place}: {kind}{diagnostic.check}: {said(diagnostic.message)}"


def summary(counts: Mapping[str, int], nothing: str) -> str:
    """Return counts in a line, the most first; `nothing` if there are none."""
    ordered: Sequence[tuple[str, int]] = sorted(
        counts.items(), key=lambda item: (-item[1], item[0])
    )
    return ", ".join(f"{count} {word}" for word, count in ordered) or nothing
