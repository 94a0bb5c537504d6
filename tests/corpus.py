"""Reads corpus/: a heading is a case, its references are marked in the sentence."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from markdown_it import MarkdownIt

from nanori.model.values import Card, Reference

ROOT = Path(__file__).parents[1] / "corpus"
MARK = re.compile(r"⟦(\w+)>(\w+)\|([^⟧]*)⟧")
NOT_OF_THE_CARD = {"rules", "scopes", "names", "real", "to"}
PIVOT = "en"
"""The language whose name is a card's name everywhere (CR 201.2)."""


@dataclass(frozen=True)
class Text:
    """One fence: a marked text of a case in one language."""

    lang: str
    marked: str
    line: int
    """The line of the file that the text begins on, from 1."""


@dataclass
class Case:
    """A heading with texts under it, and the settings in force there."""

    path: Path
    title: str
    settings: dict[str, Any]
    texts: list[Text] = field(default_factory=list[Text])

    @property
    def todo(self) -> bool:
        return "(todo)" in self.title

    def setting(self, key: str, lang: str) -> Any:  # noqa: ANN401 - whatever TOML can hold
        """Return a setting, in the given language where it is a table by language."""
        value = self.settings.get(key)
        return value.get(lang) if isinstance(value, dict) else value

    def card(self, text: Text) -> Card:
        """Return the card that a text of the case is printed on."""
        keys = [key for key in self.settings if key not in NOT_OF_THE_CARD]
        known = {key: self.setting(key, text.lang) for key in keys}
        if text.lang != PIVOT:
            known["name_en"] = self.setting("name", PIVOT)
        known = {key: value for key, value in known.items() if value is not None}
        lists = {key: tuple(value) for key, value in known.items() if isinstance(value, list)}
        return Card(text=unmark(text.marked), lang=text.lang, **{**known, **lists})


def files() -> list[Path]:
    """Return the files of marked texts; other folders of the corpus have readers of their own."""
    return sorted((ROOT / "rules").glob("*.md"))


def unmark(marked: str) -> str:
    """Return the text without its marks."""
    return MARK.sub(r"\3", marked)


def mark(text: str, references: list[Reference]) -> str:
    """Return the text with every reference marked, as `nanori annotate --to markup` writes it."""
    for found in sorted(references, key=lambda reference: -reference.start):
        marked = f"⟦{found.form}>{found.target}|{text[found.start : found.end]}⟧"
        text = text[: found.start] + marked + text[found.end :]
    return text


def read(path: Path) -> list[Case]:
    """Return the cases of a file in their order; ValueError where a heading is case and group."""
    cases: list[Case] = []
    open_headings: list[tuple[int, Case]] = [(0, Case(path, path.stem, {}))]
    tokens = MarkdownIt().parse(path.read_text(encoding="utf-8"))
    for token, following in zip(tokens, [*tokens[1:], tokens[-1]], strict=True):
        case = open_headings[-1][1]
        if token.type == "heading_open":
            level = int(token.tag[1])
            while open_headings[-1][0] >= level:
                open_headings.pop()
            parent = open_headings[-1][1]
            if parent.texts:
                raise ValueError(f"{path}: “{parent.title}” is both a case and a group")
            settings = dict(parent.settings)
            open_headings.append((level, Case(path, following.content, settings)))
        elif token.type == "fence" and token.info == "toml":
            case.settings.update(tomllib.loads(token.content))
        elif token.type == "fence" and token.map:
            if not case.texts:
                cases.append(case)
            case.texts.append(Text(token.info, token.content[:-1], token.map[0] + 2))
    return cases
