"""Reads corpus/rewriting/: a marked text, and how it reads on an object of another name."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import corpus
from nanori.annotation.own_names import is_legend
from nanori.grammar import languages
from nanori.model.values import Card
from nanori.rewriting.designations import Designation, designation

ARROW = "\n→\n"
"""The line between the text as it was and as it reads now."""


@dataclass(frozen=True)
class Rewriting:
    """One fence: a text before and after, on its card and on the new object's."""

    place: str
    before: Card
    marked: str
    after: Card
    """The new object, with the text that the case wants on it."""
    wanted: str
    to: Designation


def files() -> list[Path]:
    """Return the files of rewritings."""
    return [
        path for path in sorted((corpus.ROOT / "rewriting").glob("*.md")) if path.stem.islower()
    ]


def cases() -> list[corpus.Case]:
    """Return the cases of all files in their order."""
    return [case for path in files() for case in corpus.read(path)]


def read(case: corpus.Case, text: corpus.Text) -> Rewriting:
    """Return what a fence holds; ValueError where the arrow is missing."""
    marked, arrow, wanted = text.marked.partition(ARROW)
    if not arrow:
        raise ValueError(f"{case.path}:{text.line}: no line with →")
    to = corpus.Case(case.path, case.title, case.settings["to"])
    name, english = to.setting("name", text.lang), to.setting("name", corpus.PIVOT)
    kind, own_text = to.setting("type", text.lang), to.setting("text", text.lang)
    new = designation(
        name or "",
        languages.load(text.lang),
        legend=is_legend(kind),
        english=english,
        type=kind,
        text=own_text or "",
    )
    game = case.setting("game", text.lang) or "magic"
    after = Card(
        text=corpus.unmark(wanted),
        name=new.full,
        name_en=new.english,
        lang=text.lang,
        type=kind,
        game=game,
    )
    before = case.card(corpus.Text(text.lang, marked, text.line))
    place = f"{case.path}:{text.line} {case.title}"
    return Rewriting(place, before, marked, after, wanted, new)
