"""Reads corpus/names/: what there is as `toml`, and questions with their answers as `yaml`."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import yaml
from markdown_it import MarkdownIt

from nanori.grammar import languages

ROOT = Path(__file__).parents[1] / "corpus" / "names"
Table = dict[str, Any]


@dataclass(frozen=True)
class Case:
    """A heading with questions under it, and the settings in force there."""

    path: Path
    title: str
    settings: Table
    questions: tuple[Table, ...] = ()


def read(path: Path) -> list[Case]:
    """Return the cases of a file in their order; a heading's settings hold below it."""
    cases: list[Case] = []
    headings: list[tuple[int, Case]] = [(0, Case(path, path.stem, {}))]
    tokens = MarkdownIt().parse(path.read_text("utf-8"))
    for token, following in zip(tokens, [*tokens[1:], tokens[-1]], strict=True):
        if token.type == "heading_open":
            level = int(token.tag[1])
            while headings[-1][0] >= level:
                headings.pop()
            headings.append((level, Case(path, following.content, headings[-1][1].settings)))
        elif token.type == "fence":
            level, case = headings.pop()
            if token.info == "toml":
                settings = dict(case.settings)
                for key, value in tomllib.loads(token.content).items():
                    old = settings.get(key)
                    joined = old | value if isinstance(old, dict) else value
                    settings[key] = old + value if isinstance(old, list) else joined
                case = replace(case, settings=settings)
            elif token.info == "yaml":
                case = replace(case, questions=tuple(yaml.safe_load(token.content)))
                cases.append(case)
            headings.append((level, case))
    return cases


def spoken(value: Any, lang: str) -> Any:  # noqa: ANN401 - whatever TOML and YAML can hold
    """Return a value with every table by language replaced by what that language has."""
    if isinstance(value, list):
        return [spoken(item, lang) for item in value]
    if isinstance(value, dict):
        if set(value) == set(languages.codes()):
            return value[lang]
        return {key: spoken(item, lang) for key, item in value.items()}
    return value
