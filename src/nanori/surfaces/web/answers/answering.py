"""A question of the page, as JSON, to its answer, as JSON."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct

import nanori
from nanori.annotation.explaining import REASONS
from nanori.formats import catalogue
from nanori.formats.records import decoded
from nanori.grammar import languages
from nanori.linting import checks
from nanori.model import typed_values, visible
from nanori.model.errors import DataFileError, NanoriError
from nanori.rewriting.restyling import STYLES
from nanori.surfaces.web.answers import card_sets, cards, findings, granting, rewording


class _Kind(NamedTuple):
    """A kind of question, and what answers it."""

    question: type[msgspec.Struct]
    answer: Callable[[Any], msgspec.Struct]


class Nothing(Struct, frozen=True):
    """A question without further content."""


def about(_: Nothing) -> Program:
    """Return the version, and the available languages, styles, checks and formats."""
    return Program(
        nanori.__version__,
        languages.codes(),
        STYLES,
        tuple(REASONS),
        tuple(checks.listed()),
        {name: module.ABOUT.title for name, module in catalogue.listed().items()},
    )


# Every kind of question, by name.
KINDS = {
    "about": _Kind(Nothing, about),
    "list": _Kind(card_sets.AboutFile, cards.listing),
    "card": _Kind(cards.AboutCard, cards.shown),
    "lint": _Kind(card_sets.AboutFile, findings.found),
    "fix": _Kind(findings.AskedFix, findings.mended),
    "explain": _Kind(findings.AskedCheck, findings.page),
    "restyle": _Kind(rewording.AskedStyle, rewording.restyled),
    "restyle-file": _Kind(rewording.AskedStyle, rewording.restyled_file),
    "write": _Kind(rewording.AskedText, rewording.written_anew),
    "bind": _Kind(granting.AskedGrant, granting.granted),
    "find": _Kind(granting.AskedName, granting.found),
    "tree": _Kind(cards.AskedTree, cards.tree),
}


class PageAnswer(NamedTuple):
    """What is answered."""

    right: bool
    """Whether the question could be answered; otherwise the JSON has `error`, one line."""
    json: bytes


def answer(kind: str, question: bytes) -> PageAnswer:
    """Return the answer to a question as JSON; one that cannot be answered says why in a line."""
    if kind not in KINDS:
        return _failed(f"no question “{kind}”, one of these was wanted: {', '.join(KINDS)}")
    known = KINDS[kind]
    try:
        asked = decoded(typed_values.decoder(known.question), question or b"{}")
        return PageAnswer(True, visible.json(known.answer(asked)))
    except (NanoriError, DataFileError) as error:
        return _failed(str(error))


def _failed(reason: str) -> PageAnswer:
    return PageAnswer(False, visible.json({"error": visible.in_line(reason)}))


class Program(Struct, frozen=True):
    """What is available."""

    version: str
    languages: tuple[str, ...]
    styles: tuple[str, ...]
    forms: tuple[str, ...]
    checks: tuple[str, ...]
    formats: dict[str, str]
    """Their titles, by name."""
