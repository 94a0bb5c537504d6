"""A card's text to the edits that rename an object in it, its own or another's."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from msgspec import Struct

from nanori.annotation.own_names import language_of, own_names
from nanori.annotation.pipeline import annotate
from nanori.grammar.languages import Language
from nanori.model.values import Card, Form, NameMarkup, Reference
from nanori.rewriting import inflecting
from nanori.rewriting.designations import Designation
from nanori.rewriting.renaming import old_and_new
from nanori.rewriting.renaming.plans import FieldChange, Leftover
from nanori.rewriting.renaming.renames import Renaming
from nanori.rewriting.renaming.surveys import Survey
from nanori.rewriting.substitution import rewrite

# The forms of an object's own name that is renamed; an alternate name is another one.
OWN: tuple[Form, ...] = ("full", "short")


class RenamedText(Struct, frozen=True):
    """The references of a text, and what of it changes."""

    references: list[Reference]
    changes: list[FieldChange]
    unformed: list[Leftover]
    """Names that are written as they are though their place wants a case."""


class _NameSpan(Struct, frozen=True):
    """Words that are to become a whole or a short name, whatever form they have."""

    start: int
    end: int
    form: Form


def renamed(
    card: Card,
    language: Language,
    survey: Survey,
    own: Sequence[Renaming],
    markup: Sequence[NameMarkup] = (),
) -> RenamedText:
    """Return the references of a card's text and the changes of those that mean a renamed object.

    Its own full and short names if it is renamed itself (CR 201.5, 201.5c), by `own`, and every
    name as such that is an old one (CR 201.4): announced, of a face, of a token, of a partner.
    Short names of the objects renamed count where the text has the whole name, too.
    """
    references = annotate(card, survey.known(), markup)
    said = _said(references, survey.renamings)
    shorts = Counter(reference.text for reference in references if reference.form == "short")
    changes: list[FieldChange] = []
    unformed: list[Leftover] = []
    names = _by_themselves(card, survey, language)
    last = 0
    for reference in references:
        to = None
        form = reference.form
        if form in OWN:
            to = _own(card, reference, own, shorts, language)
        if to is None and reference.target == "name":
            to, form = _other(reference, survey, said, language)
        if to is None:
            continue
        span = _NameSpan(reference.start, reference.end, form)
        for edit in rewrite(card.text, [span], to, language, old=names):
            if edit.start >= last:
                old = card.text[edit.start : edit.end]
                changes.append(
                    FieldChange("text", edit.start, edit.end, old, edit.text, reference.form)
                )
                last = edit.end
        if case := _lacking(card.text, span, to, names, language):
            reason = (
                f"the place wants {case}, and the new name's form is not sure: it was put as it is"
            )
            unformed.append(Leftover("text", span.start, span.end, reference.text, reason))
    return RenamedText(references, changes, unformed)


def _by_themselves(card: Card, survey: Survey, language: Language) -> tuple[str, ...]:
    """Return the old names as they are by themselves, if the language declines any."""
    return inflecting.by_themselves([*own_names(card, language), *survey.whole()], language)


def _lacking(
    text: str, span: _NameSpan, to: Designation, names: Sequence[str], language: Language
) -> str:
    """Return the case in which a new name should be written where that is not sure; "" else."""
    base = inflecting.base(text[span.start : span.end], names, language)
    new = (to.short or to.full) if span.form == "short" else to.full
    return inflecting.placed(text, span.start, span.end, base, new, language).case if base else ""


def _own(
    card: Card,
    reference: Reference,
    own: Sequence[Renaming],
    shorts: Counter[str],
    language: Language,
) -> Designation | None:
    """Return what a reference of a renamed card to itself is to call it; nothing if it stays.

    `shorts` are the short names in its text, with how often each is there.
    """
    words = reference.text
    for renaming in own:
        old, new = old_and_new.names(card, renaming, language)
        others = [name for name in own_names(card, language) if name != old]
        if any(words in name for name in others) and words not in old:
            continue  # the other half's
        foreign = old_and_new.english_names(card, renaming)
        if not language.lexicon.default and foreign[0] and _is_foreign(words, language):
            old, new = foreign
            foreign = ("", "")
        used = max((short for short in shorts if short in old), key=shorts.__getitem__, default="")
        to = old_and_new.new_designation(card, old, new, used, language)
        return Designation(to.full, to.short, foreign[1] if foreign[1] != to.full else "")
    return None


def _is_foreign(words: str, language: Language) -> bool:
    """Tell whether words in a text are a name in the reference language."""
    return language_of(words, language) is not language


def _said(references: Sequence[Reference], renamings: Sequence[Renaming]) -> frozenset[str]:
    """Return the old names that a text says in full."""
    words = {reference.text for reference in references if reference.target == "name"}
    return frozenset(old for renaming in renamings for old in renaming.words() if old in words)


def _other(
    reference: Reference, survey: Survey, said: frozenset[str], language: Language
) -> tuple[Designation | None, Form]:
    """Return what a name as such becomes, and whether it is a whole name or a short one."""
    words = reference.text
    for renaming in survey.renamings:
        table = renaming.words()
        if words in table:
            return Designation(table[words]), "full"
        article = language.lexicon.short.article
        titled = article + words.removeprefix(article.lower()) if article else words
        if titled in table:
            return Designation(table[titled]), "full"
        for old in table if language.lexicon.inflection.cases else ():
            if inflecting.base(words, (old,), language):
                return Designation(table[old]), "full"
        halves = words.split("/")
        if len(halves) == 2 and any(half in table for half in halves):
            return Designation("/".join(table.get(half, half) for half in halves)), "full"
        if reference.form == "other" and words in survey.shorts():
            for old in said & table.keys():
                if words in old_and_new.short_names(old, language):
                    new = old_and_new.short_names(table[old], language)
                    return Designation(table[old], next(iter(new), "")), "short"
    return None, "full"
