"""The cases of corpus/rewriting/: a marked text, and how it reads on an object of another name."""

from dataclasses import dataclass

import corpus
from nanori.annotation.own_names import is_legend
from nanori.grammar import languages
from nanori.model.values import Card
from nanori.rewriting.substitution import Designation, designation

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


def read(case: corpus.Case, text: corpus.Fence) -> Rewriting:
    """Return what a fence holds; ValueError where the arrow is missing."""
    marked, arrow, wanted = text.content.partition(ARROW)
    place = f"{case.path}:{text.line} {case.title}"
    if not arrow:
        raise ValueError(f"{place}: no line with →")
    to = corpus.card_of(case.settings["to"], "", text.lang)
    own_text = corpus.in_language(case.settings["to"].get("text"), text.lang)
    new = designation(
        to.name,
        languages.load(text.lang),
        legend=is_legend(to.type),
        english=to.name_en or to.name,
        type=to.type,
        text=own_text or "",
    )
    after = Card(
        text=corpus.unmark(wanted),
        name=new.full,
        name_en=new.english,
        lang=text.lang,
        type=to.type,
        game=case.setting("game", text.lang) or "magic",
    )
    before = corpus.card_of(case.settings, corpus.unmark(marked), text.lang)
    return Rewriting(place, before, marked, after, wanted, new)
