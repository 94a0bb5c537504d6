"""Reads corpus/scenarios/: scenarios in every language, the answers beside their questions.

`python tests/scenario_corpus.py LANG WORDS` prints the scenario of the case whose title has these
words, as a file that `nanori bind` takes.
"""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import yaml
from markdown_it import MarkdownIt
from names_corpus import spoken

from nanori.grammar import languages

ROOT = Path(__file__).parents[1] / "corpus" / "scenarios"
ROW = re.compile(r"\b([A-E]\d+)\b(?=[^()]*\))")
MARK = re.compile(r"⟦(\w+)>(?:(self|holder|name)\b ?)?([A-Z]\w*)?(?: ?(\d[\w.]*))?\|([^⟧]*)⟧")
PIVOT = "en"
"""The language whose name is a card's name everywhere (CR 201.2)."""
CARDS = {"card", "into"}
"""The keys under which a scenario has a card record, or one for each face."""
Table = dict[str, Any]


@dataclass(frozen=True)
class Case:
    """A heading with a scenario under it; `wrong` is one that is refused, with the message."""

    path: Path
    title: str
    rows: frozenset[str] = frozenset()
    objects: tuple[Table, ...] = ()
    events: tuple[Table, ...] = ()
    questions: tuple[Table, ...] = ()
    wrong: str = ""
    message: str = ""

    def scenario(self, lang: str) -> Table:
        """Return the whole scenario in that language, as a user would write it."""
        parts = {"objects": self.objects, "events": self.events}
        asked = [
            {key: value}
            for question in self.questions
            for key, value in [next(iter(question.items()))]
        ]
        return {
            **{key: [in_language(item, lang) for item in value] for key, value in parts.items()},
            "questions": spoken(asked, lang),
        }

    def answers(self, lang: str) -> list[Table]:
        """Return what is said beside each question, in that language."""
        every = [dict(list(question.items())[1:]) for question in self.questions]
        return [spoken(question, lang) for question in every]


def files() -> list[Path]:
    """Return the files of scenarios."""
    return [path for path in sorted(ROOT.glob("*.md")) if path.name != "README.md"]


def read(path: Path) -> list[Case]:
    """Return the cases of a file in their order; what stands under a group holds below it."""
    cases: list[Case] = []
    headings: list[tuple[int, Case]] = [(0, Case(path, path.stem))]
    tokens = MarkdownIt().parse(path.read_text("utf-8"))
    for token, following in zip(tokens, [*tokens[1:], tokens[-1]], strict=True):
        if token.type == "heading_open":
            level = int(token.tag[1])
            while headings[-1][0] >= level:
                headings.pop()
            title, above = following.content, headings[-1][1]
            rows = above.rows | set(ROW.findall(title))
            headings.append((level, replace(above, title=title, rows=rows, message="")))
        elif token.type == "fence":
            level, case = headings.pop()
            case = _fenced(case, token.info, token.content)
            headings.append((level, case))
            if case.questions or case.message:
                cases.append(case)
    return cases


def _fenced(case: Case, info: str, content: str) -> Case:
    """Return the case with a fence of it read."""
    kind, _, message = info.partition(" ")
    if kind == "wrong":
        return replace(case, wrong=content, message=message)
    raw: Table = yaml.safe_load(content)
    objects = {thing["id"]: thing for thing in (*case.objects, *raw.get("objects", ()))}
    return replace(
        case,
        objects=tuple(objects.values()),
        events=(*case.events, *raw.get("events", ())),
        questions=tuple(raw.get("questions", ())),
    )


def in_language(value: Any, lang: str, key: str = "") -> Any:  # noqa: ANN401
    """Return an object or event in a language, its cards with their language and English name."""
    if isinstance(value, list):
        return [in_language(item, lang, key) for item in value]
    if not isinstance(value, dict) or set(value) == set(languages.codes()):
        return spoken(value, lang)
    if key not in CARDS or "name" not in value:
        return {name: in_language(item, lang, name) for name, item in value.items()}
    own = value.get("lang", lang)
    card: Table = {"lang": own} | spoken(value, own)
    if own != PIVOT and isinstance(value["name"], dict):
        card.setdefault("name_en", spoken(value["name"], PIVOT))
    return card


def unmark(marked: str) -> str:
    """Return the text without its marks."""
    return MARK.sub(r"\5", marked)


def references(marked: str) -> list[tuple[int, int, str, str, str | None, str | None]]:
    """Return start, end, form, target, the object meant, and the rule if it is said, of each."""
    references: list[tuple[int, int, str, str, str | None, str | None]] = []
    shift = 0
    for match in MARK.finditer(marked):
        form, target, bound, rule, words = match.groups()
        start = match.start() - shift
        references.append((start, start + len(words), form, target or "self", bound, rule))
        shift += len(match[0]) - len(words)
    return references


def main(lang: str, *words: str) -> None:
    """Print the first scenario whose title has the words."""
    wanted = " ".join(words).lower()
    cases = (case for path in files() for case in read(path))
    case = next(case for case in cases if wanted in case.title.lower() and not case.message)
    print(yaml.safe_dump(case.scenario(lang), allow_unicode=True, sort_keys=False), end="")


if __name__ == "__main__":
    main(*sys.argv[1:])
