"""Reads corpus/: a heading is a case, the fences under it say what holds, words in them are marked.

Every folder of Markdown is read here, and in one notation: `⟦label|words⟧` marks words, as
`nanori annotate --to markup` does. What the fences of a folder mean is for those who ask for it.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path
from typing import Any, NamedTuple

from markdown_it import MarkdownIt

from nanori.grammar import languages
from nanori.model.values import Card
from project import CORPUS

REFERENCE_LANGUAGE = languages.reference_language()
"""The language whose name is a card's name everywhere (CR 201.2)."""
LANGUAGES = ("en", "ja")
"""The languages that every case has; every other finished one has those of `MEANINGS`."""
MEANINGS = tuple(
    line.removeprefix("- ")
    for line in (CORPUS / "rules" / "README.md").read_text(encoding="utf-8").splitlines()
    if line.startswith("- ")
)
"""The forty meanings that differ in construction, as file and title: `own-name: …`."""
SETTINGS = "toml"
"""What a fence of settings is called; they hold for the cases below the heading, too."""
NOT_OF_THE_CARD = {"rules", "scopes", "names", "real", "to"}
MARK = re.compile(r"⟦([^|⟧]*)\|([^⟧]*)⟧")


@dataclass(frozen=True)
class Fence:
    """What stands between two rows of backticks."""

    info: str
    """What stands behind the first: a language, perhaps with more words, or a notation."""
    content: str
    line: int
    """The line of the file that the content begins on, from 1."""

    @property
    def lang(self) -> str:
        """The first word of what the fence is called."""
        return self.info.partition(" ")[0]

    @property
    def role(self) -> str:
        """The words behind the first."""
        return self.info.partition(" ")[2]


@dataclass
class Case:
    """A heading, and the fences between it and the next."""

    path: Path
    title: str
    fences: list[Fence] = field(default_factory=list[Fence])
    above: Case | None = None
    """The heading that this one stands under."""

    @property
    def todo(self) -> bool:
        return "(todo)" in self.title

    @property
    def lineage(self) -> list[Case]:
        """The headings that hold for this one, the file's first, itself last."""
        return [*(self.above.lineage if self.above else ()), self]

    @cached_property
    def settings(self) -> dict[str, Any]:
        """What the settings of the heading and of those above it say.

        A later value wins, but a table joins the one above it, and so does a list of tables.
        """
        settings: dict[str, Any] = {}
        for fence in (fence for case in self.lineage for fence in case.fences):
            if fence.info == SETTINGS:
                for key, value in tomllib.loads(fence.content).items():
                    settings[key] = _joined(settings.get(key), value)
        return settings

    @property
    def texts(self) -> list[Fence]:
        """The fences that are no settings."""
        return [fence for fence in self.fences if fence.info != SETTINGS]

    def setting(self, key: str, lang: str) -> Any:  # noqa: ANN401 - whatever TOML can hold
        """Return a setting, in the given language where it is a table by language."""
        return in_language(self.settings.get(key), lang)

    def card(self, text: Fence) -> Card:
        """Return the card that a text of the case is printed on."""
        return card_of(self.settings, unmark(text.content), text.lang)


def _joined(above: Any, value: Any) -> Any:  # noqa: ANN401 - whatever TOML can hold
    """Return a setting together with that of the same key above it."""
    if isinstance(above, dict) and isinstance(value, dict):
        return above | value
    if isinstance(above, list) and isinstance(value, list) and isinstance(value[0], dict):
        return above + value
    return value


def in_language(value: Any, lang: str) -> Any:  # noqa: ANN401
    """Return what a value says in a language, where it is a table by language."""
    return value.get(lang) if isinstance(value, dict) else value


def spoken(value: Any, lang: str) -> Any:  # noqa: ANN401 - whatever TOML and YAML can hold
    """Return a value with every table by language in it replaced by what that language has."""
    if isinstance(value, list):
        return [spoken(item, lang) for item in value]
    if isinstance(value, dict):
        if set(value) == set(LANGUAGES):
            return value[lang]
        return {key: spoken(item, lang) for key, item in value.items()}
    return value


def card_of(settings: dict[str, Any], text: str, lang: str) -> Card:
    """Return the card of settings in a language, with that text."""
    known = {
        key: in_language(value, lang)
        for key, value in settings.items()
        if key not in NOT_OF_THE_CARD
    }
    if lang != REFERENCE_LANGUAGE and isinstance(settings.get("name"), dict):
        known.setdefault("name_en", settings["name"].get(REFERENCE_LANGUAGE))
    given = {key: value for key, value in known.items() if value is not None}
    return Card(**{"name": "", **in_tuples(given), "text": text, "lang": lang})


def in_tuples(settings: dict[str, Any]) -> dict[str, Any]:
    """Return settings with every list in them as the tuple that a card has."""
    return {
        key: tuple(value) if isinstance(value, list) else value for key, value in settings.items()
    }


def files(folder: str) -> list[Path]:
    """Return the files of cases in a folder of the corpus."""
    return [path for path in sorted((CORPUS / folder).glob("*.md")) if path.stem != "README"]


@cache
def read(path: Path) -> list[Case]:
    """Return the headings of a file in their order, with the fences of each."""
    headings = [(0, Case(path, path.stem))]
    found: list[Case] = []
    tokens = MarkdownIt().parse(path.read_text(encoding="utf-8"))
    for token, following in zip(tokens, [*tokens[1:], tokens[-1]], strict=True):
        if token.type == "heading_open":
            level = int(token.tag[1])
            while headings[-1][0] >= level:
                headings.pop()
            found.append(Case(path, following.content, above=headings[-1][1]))
            headings.append((level, found[-1]))
        elif token.type == "fence" and token.map:
            fence = Fence(token.info, token.content.removesuffix("\n"), token.map[0] + 2)
            headings[-1][1].fences.append(fence)
    return found


def cases(folder: str) -> Iterator[Case]:
    """Yield the headings with texts under them; ValueError where one is case and group."""
    for path in files(folder):
        for case in read(path):
            if case.above and case.above.texts:
                raise ValueError(f"{path}: “{case.above.title}” is both a case and a group")
            if case.texts:
                yield case


class Mark(NamedTuple):
    """Marked words, and where they stand in the text without marks."""

    start: int
    end: int
    label: str
    words: str


def marks(marked: str) -> list[Mark]:
    """Return the marks of a text in their order."""
    found: list[Mark] = []
    taken = 0
    for match in MARK.finditer(marked):
        start = match.start() - taken
        found.append(Mark(start, start + len(match[2]), match[1], match[2]))
        taken += len(match[0]) - len(match[2])
    return found


def unmark(marked: str) -> str:
    """Return the text without its marks."""
    return MARK.sub(r"\2", marked)
