"""A card's text to the edits that rename an object in it, its own or another's."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from nanori.annotation.known_names import KnownNames
from nanori.annotation.own_names import language_of, own_names
from nanori.annotation.pipeline import annotate
from nanori.grammar import languages
from nanori.grammar.languages import Language
from nanori.model.values import Card, Form, NameMarkup, Reference
from nanori.rewriting.object_names import Called
from nanori.rewriting.renaming import callings
from nanori.rewriting.renaming.plans import Change
from nanori.rewriting.renaming.renames import Renaming
from nanori.rewriting.substitution import rewrite

OWN: tuple[Form, ...] = ("full", "short")
"""The forms of an object's own name that is renamed; an alternate name is another one."""


class Read(Struct, frozen=True):
    """A text and what a renaming makes of it."""

    references: list[Reference]
    changes: list[Change]


class _Words(Struct, frozen=True):
    """A reference that is to be worded as a whole or short name, whatever it is."""

    start: int
    end: int
    form: Form


def changed(
    card: Card,
    wanted: Sequence[Renaming],
    known: KnownNames | None = None,
    markup: Sequence[NameMarkup] = (),
    others: Sequence[str] = (),
) -> Read:
    """Return the references of a card's text and the changes of those that mean a renamed object.

    Its own full and short names if it is renamed itself (CR 201.5, 201.5c), and every name as
    such that is an old one (CR 201.4): announced, of a face, of a token, of a partner. `others`
    are short names of the objects renamed: they count where the text has the whole name, too.
    """
    language = languages.load(card.lang or languages.of_text(card.text))
    references = annotate(card, known, markup)
    mine = callings.of_card(card, wanted)
    said = _said(references, wanted)
    found: list[Change] = []
    last = 0
    for one in references:
        to = _own(card, one, mine, references, language) if one.form in OWN else None
        form = one.form
        if to is None and one.target == "name":
            to, form = _other(one, wanted, said, others, language)
        if to is None:
            continue
        for edit in rewrite(card.text, [_Words(one.start, one.end, form)], to, language.code):
            if edit.start >= last:
                words = card.text[edit.start : edit.end]
                found.append(Change("text", edit.start, edit.end, words, edit.text, one.form))
                last = edit.end
    return Read(references, found)


def _own(
    card: Card,
    one: Reference,
    mine: Sequence[Renaming],
    references: Sequence[Reference],
    language: Language,
) -> Called | None:
    """Return what a reference of a renamed card to itself is to call it; nothing if it stays."""
    for renaming in mine:
        old, new = callings.native(card, renaming, language)
        others = [name for name in own_names(card, language) if name != old]
        if any(one.text in name for name in others) and one.text not in old:
            continue  # the other half's
        foreign = callings.english(card, renaming)
        if not language.lexicon.default and foreign[0] and _is_foreign(one.text, language):
            old, new = foreign
            foreign = ("", "")
        short = [ref.text for ref in references if ref.form == "short" and ref.text in old]
        used = max(dict.fromkeys(short), key=short.count, default="")
        to = callings.calling(card, old, new, used, language)
        return Called(to.full, to.short, foreign[1] if foreign[1] != to.full else "")
    return None


def _is_foreign(words: str, language: Language) -> bool:
    """Tell whether words in a text are a name in the shared language."""
    return language_of(words, language).code != language.code


def _said(references: Sequence[Reference], wanted: Sequence[Renaming]) -> frozenset[str]:
    """Return the old names that a text says in full."""
    words = {one.text for one in references if one.target == "name"}
    return frozenset(old for one in wanted for old in one.words() if old in words)


def _other(
    one: Reference,
    wanted: Sequence[Renaming],
    said: frozenset[str],
    shorts: Sequence[str],
    language: Language,
) -> tuple[Called | None, Form]:
    """Return what a name as such becomes, and whether it is a whole name or a short one."""
    for renaming in wanted:
        table = renaming.words()
        if one.text in table:
            return Called(table[one.text]), "full"
        article = language.lexicon.short.article
        titled = article + one.text.removeprefix(article.lower()) if article else one.text
        if titled in table:
            return Called(table[titled]), "full"
        halves = one.text.split("/")
        if len(halves) == 2 and any(half in table for half in halves):
            return Called("/".join(table.get(half, half) for half in halves)), "full"
        if one.form == "other" and one.text in shorts:
            for old in said & table.keys():
                if one.text in callings.shorts(old, language, legend=True):
                    new = callings.shorts(table[old], language, legend=True)
                    return Called(table[old], next(iter(new), "")), "short"
    return None, "full"
