"""A question of the page, as JSON, to its answer, as JSON."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import msgspec

from nanori.formats.records import decoded
from nanori.model import typed_values, visible
from nanori.model.errors import DataFileError, NanoriError
from nanori.surfaces.web.answers import (
    about,
    cards,
    documents,
    findings,
    granting,
    mending,
    naming,
    rewording,
    trees,
)


class _Kind(NamedTuple):
    """What one kind of question is, and what answers it."""

    question: type[msgspec.Struct]
    answer: Callable[[Any], msgspec.Struct]


KINDS = {
    "about": _Kind(about.Nothing, about.about),
    "list": _Kind(documents.AboutFile, cards.listing),
    "card": _Kind(cards.AboutCard, cards.shown),
    "lint": _Kind(documents.AboutFile, findings.found),
    "fix": _Kind(mending.AskedFix, mending.mended),
    "explain": _Kind(findings.AskedCheck, findings.page),
    "restyle": _Kind(rewording.AskedStyle, rewording.restyled),
    "restyle-file": _Kind(rewording.AskedStyle, rewording.restyled_file),
    "bind": _Kind(granting.AskedGrant, granting.granted),
    "find": _Kind(naming.AskedName, naming.found),
    "tree": _Kind(trees.AskedTree, trees.tree),
}
"""Every kind of question, by its name."""


class PageAnswer(NamedTuple):
    """What is answered."""

    right: bool
    """Whether the question could be answered; else the JSON has `error`, one line."""
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
