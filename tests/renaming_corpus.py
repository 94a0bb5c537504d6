"""Reads corpus/renaming/: cards that are together, and the new name of one of them."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from markdown_it import MarkdownIt

from corpus import ROOT
from nanori.model.values import Card

EXPECTED = {"becomes", "fields", "left"}
"""Keys of a card that say what becomes of it."""


@dataclass(frozen=True)
class Case:
    """A heading and its block."""

    title: str
    settings: dict[str, Any]

    @property
    def cards(self) -> list[Card]:
        cards: list[Card] = []
        for record in self.settings["cards"]:
            known = {key: value for key, value in record.items() if key not in EXPECTED}
            lists = {key: tuple(value) for key, value in known.items() if isinstance(value, list)}
            cards.append(Card(**{**known, **lists}))
        return cards


def read(path: Path) -> list[Case]:
    """Return the cases of a file in their order."""
    cases: list[Case] = []
    title = ""
    tokens = MarkdownIt().parse(path.read_text("utf-8"))
    for number, token in enumerate(tokens):
        if token.type == "heading_open":
            title = tokens[number + 1].content
        elif token.type == "fence" and token.info == "toml":
            cases.append(Case(f"{path.stem}: {title}", tomllib.loads(token.content)))
    return cases


def cases() -> list[Case]:
    """Return the cases of all files."""
    return [case for path in sorted((ROOT / "renaming").glob("*.md")) for case in read(path)]
