"""Reads corpus/restyling/: a text, and behind it what each style makes of it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import corpus
from nanori.model.values import Card

FOLDER = corpus.ROOT / "restyling"


@dataclass(frozen=True)
class Restyled:
    """A text of a card, and the text that a style makes of it."""

    place: str
    """File and line of the wanted text, for messages."""
    lang: str
    style: str
    edition: str
    card: Card
    wanted: str


def files() -> list[Path]:
    """Return the files of cases."""
    return sorted(path for path in FOLDER.glob("*.md") if path.stem != "README")


def cases() -> list[Restyled]:
    """Return every wanted text; ValueError where one has no text of its language before it."""
    return [
        restyled for path in files() for case in corpus.read(path) for restyled in _restyled(case)
    ]


def _restyled(case: corpus.Case) -> list[Restyled]:
    given: dict[str, Card] = {}
    cases: list[Restyled] = []
    for text in case.texts:
        lang, _, style = text.lang.partition(" ")
        place = f"{case.path.name}:{text.line}"
        if not style:
            given[lang] = case.card(text)
        elif lang not in given:
            raise ValueError(f"{place}: no text in “{lang}” stands before it")
        else:
            name, _, edition = style.partition(" ")
            cases.append(Restyled(place, lang, name, edition, given[lang], text.marked))
    return cases
