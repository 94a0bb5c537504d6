"""A question of the page, as JSON, to its answer, as JSON; nothing else is read or written.

A question carries the whole file that it is about, so that no answer depends on an earlier one.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

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


class Nothing(Struct, frozen=True):
    """A question without further content."""


def about(_: Nothing) -> dict[str, object]:
    """Return the version, and the available languages, styles, checks and formats."""
    return {
        "version": nanori.__version__,
        "languages": languages.codes(),
        "styles": STYLES,
        "forms": tuple(REASONS),
        "checks": (*checks.listed(), *checks.rules()),
        "formats": {name: module.ABOUT.title for name, module in catalogue.listed().items()},
    }


# Every kind of question by name: its type, and what answers it.
KINDS: dict[str, tuple[type[Struct], Callable[[Any], object]]] = {
    "about": (Nothing, about),
    "list": (card_sets.AboutFile, cards.listing),
    "card": (cards.AboutCard, cards.shown),
    "lint": (card_sets.AboutFile, findings.found),
    "fix": (findings.AskedFix, findings.fixed),
    "explain": (findings.AskedCheck, findings.page),
    "restyle": (rewording.AskedStyle, rewording.restyled),
    "restyle-file": (rewording.AskedStyle, rewording.restyled_file),
    "write": (rewording.AskedText, rewording.written_anew),
    "bind": (granting.AskedGrant, granting.granted),
    "find": (granting.AskedName, granting.found),
    "tree": (cards.AskedTree, cards.tree),
}


def answer(kind: str, question: bytes) -> bytes:
    """Return the answer to a question as JSON; `error` says in a line why there is none."""
    try:
        if kind not in KINDS:
            raise NanoriError(f"no question “{kind}”, one of these was wanted: {', '.join(KINDS)}")
        asked_as, answer_of = KINDS[kind]
        return visible.json(answer_of(decoded(typed_values.decoder(asked_as), question or b"{}")))
    except (NanoriError, DataFileError) as error:
        return visible.json({"error": visible.in_line(str(error))})
