"""A reference to the words that a style has for it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache

from msgspec import Struct

from nanori.annotation import own_names
from nanori.grammar import languages
from nanori.grammar.languages import Language
from nanori.model.values import Card, Form, Reference
from nanori.rewriting.restyling import nouns, zones
from nanori.rewriting.restyling.zones import Zone

EDITION_2011 = "2011"
"""The rules of 2011: a spell, too, is called by its name."""

GRANTED = "201.5a"
"""The rule by which a name means the object that gave an ability."""


class Words(Struct, frozen=True):
    """Other words for a reference."""

    text: str
    """The words; those of the reference where the style leaves it as it is."""
    form: Form
    """Their form."""


def foundations(card: Card, references: Sequence[Reference], language: Language) -> Iterator[Words]:
    """Yield the words of prints since November 2024 for each reference of a card to itself."""
    legend, spell = nouns.is_legend(card, language), nouns.is_spell(card, language)
    short = nouns.short(card, language, tuple(references)) if legend else ""
    kind = _kind(card, references, language)
    where = zones.find(card.text, references, language.code, spell=spell)
    for one, zone in zip(references, where, strict=True):
        if one.form in ("this", "bare") or _is_said(one, card.text, language):
            yield Words(one.text, one.form)
            continue
        placed = _placed(zone, language) if one.rule != GRANTED else ""
        if placed:
            yield Words(cased(placed, card.text, one.start, language), "this")
        elif legend and _pattern(language.code, "whole_after").match(card.text, one.end):
            yield _named(card, one, nouns.full(card, language), language)
        elif legend and (one.rule == GRANTED or not language.lexicon.restyling.legend):
            yield _named(card, one, short, language)
        elif legend and _pattern(language.code, "legend_after").match(card.text, one.end):
            yield Words(language.lexicon.restyling.legend, "bare")
        elif spell or one.rule == GRANTED or zone == "anywhere":
            yield _named(card, one, nouns.full(card, language), language)
        else:
            yield _in_play(card, one, kind, language)


def _is_said(one: Reference, text: str, language: Language) -> bool:
    """Tell whether a name is quoted by itself, as words to be said, which stay as they are."""
    around = text[max(0, one.start - 1) : one.start] + text[one.end : one.end + 1]
    return around in language.lexicon.restyling.said


def _placed(zone: Zone, language: Language) -> str:
    """Return “this spell” or “this card” for an object on the stack or in another zone."""
    given = language.lexicon.restyling
    noun = {"stack": given.spell, "elsewhere": given.card}.get(zone, "")
    return given.this.format(noun) if noun else ""


def _in_play(card: Card, one: Reference, kind: str, language: Language) -> Words:
    """Return “this creature” in a case that fits; its name for what is no kind of permanent."""
    if not kind:
        return _named(card, one, nouns.full(card, language), language)
    words = language.lexicon.restyling.this.format(kind)
    return Words(cased(words, card.text, one.start, language), "this")


def _kind(card: Card, references: Sequence[Reference], language: Language) -> str:
    """Return what a card calls itself in play, a permanent if it may be no longer of its kind.

    “If this enchantment is an enchantment” would say nothing.
    """
    noun = nouns.noun(card, language)
    asked = _asked(language.code, noun)
    named = [one for one in references if one.form not in ("this", "bare")]
    if noun and any(asked.match(card.text, one.end) for one in named):
        return language.lexicon.restyling.permanent
    return noun


@cache
def _asked(code: str, noun: str) -> re.Pattern[str]:
    after = languages.load(code).lexicon.restyling.kind_after
    return re.compile(after.format(re.escape(noun)) if after else r"(?!)")


def _named(card: Card, one: Reference, name: str, language: Language) -> Words:
    """Return a name in place of a placeholder or a longer name; a name that will do stays."""
    if one.form == "alternate":
        for alternate in own_names.alternates(card):
            divided = own_names.shortened(alternate, language.lexicon.short)
            if one.text == alternate and divided and nouns.is_legend(card, language):
                return Words(divided[0], "alternate")
        return Words(one.text, one.form)
    form: Form = "full" if name == nouns.full(card, language) else "short"
    if one.form == "placeholder" or form == "short":
        return Words(name, form)
    return Words(one.text, one.form)


@cache
def _pattern(code: str, name: str) -> re.Pattern[str]:
    given = languages.load(code).lexicon.restyling
    return re.compile(getattr(given, name) or r"(?!)", re.IGNORECASE if name == "kept" else 0)


BEFORE = 8
"""How many code points tell whether a sentence begins."""


def cased(words: str, text: str, start: int, language: Language) -> str:
    """Return words with a capital where they begin a sentence."""
    if _pattern(language.code, "begins").search(text[max(0, start - BEFORE) : start]):
        return words[:1].upper() + words[1:]
    return words


def oracle(
    card: Card, references: Sequence[Reference], language: Language, edition: str = ""
) -> Iterator[Words]:
    """Yield the words of prints before November 2024: names, a legend's in full at first.

    Demonstratives stay in reminder text and in clauses that never had a name, as “this door” or
    “this creature mutates”, and so does “this spell” but in the edition of 2011 and on a print of
    before 2018. A bare one is a pronoun, and stays, but for the first in a clause of a legend that
    does not say its name.
    """
    whole = nouns.full(card, language)
    legend = nouns.is_legend(card, language)
    short = whole
    if legend and language.lexicon.restyling.shortens:
        short = nouns.short(card, language, tuple(references))
    said = any(one.form not in ("this", "bare") and one.rule != GRANTED for one in references)
    old = edition == EDITION_2011 or _is_before(card.released, language)
    clause_end = _pattern(language.code, "clause_end")
    first = True
    last = -1
    for one in references:
        bare = one.form == "bare" and bool(language.lexicon.restyling.legend)
        taken_up = bare and last >= 0 and not clause_end.search(card.text, last, one.start)
        if (bare and (said or not legend)) or _stays(one, card, language, spells=not old):
            yield Words(one.text, one.form)
            continue
        last = one.end
        if taken_up:
            yield Words(one.text, one.form)
            continue
        entire = legend and _pattern(language.code, "whole_after").match(card.text, one.end)
        name = whole if first or entire else short
        first = False
        if one.form == "full" and (name == whole or one.text == name):
            yield Words(one.text, one.form)  # as its text spells it
        else:
            yield Words(name, "full" if name == whole else "short")


def _is_before(released: str, language: Language) -> bool:
    """Tell whether a print is known to be older than “this spell”."""
    since = language.lexicon.restyling.spell_since
    return bool(released) and released[: len(since)] < since


def _stays(one: Reference, card: Card, language: Language, *, spells: bool) -> bool:
    """Tell whether a reference was worded so before November 2024; `spells`: “this spell” was."""
    if one.form == "alternate":
        return True
    if one.form not in ("this", "bare"):
        return False
    if one.scope == "reminder":
        return True
    if _pattern(language.code, "kept_clause").match(card.text, one.start):
        return True
    if one.form == "bare" and _pattern(language.code, "bare_after").match(card.text, one.end):
        return True
    named = _pattern(language.code, "named_after").match(card.text, one.end)
    return spells and not named and bool(_pattern(language.code, "kept").search(one.text))
