"""A name to the words by which texts of a language call the object that has it."""

from __future__ import annotations

from functools import cache, lru_cache

from msgspec import Struct

from nanori import languages
from nanori.annotation import annotate
from nanori.languages import Language
from nanori.model import Card
from nanori.names import cleaned, shortened

KEPT = 4096
"""How many callings are remembered: an object is asked for as often as it gains something."""


class Called(Struct, frozen=True):
    """What texts of one language call an object."""

    full: str
    """Its name in that language; the English name if it has none in it."""
    short: str = ""
    """A legend's short name (CR 201.5c); empty where texts always use the full name."""
    english: str = ""
    """The English name beside a name in another language; empty if `full` is all there is."""


@lru_cache(KEPT)
def called(
    name: str, lang: str, *, legend: bool, english: str = "", type: str = "", text: str = ""
) -> Called:
    """Return what texts of a language call an object of that name (CR 201.5b, 201.5c).

    `name` is its name in that language, or empty; `english` its English name. `type` is its type
    line, `text` its own rules text, which tells how a legend is called whose name has no epithet
    behind a comma; both may be in any language and may be missing. NanoriError for a language
    without a grammar.
    """
    language = languages.load(lang)
    wanted = english if language.lexicon.default else name
    full = cleaned(wanted or name or english, language)
    short = _short(full, type, text) if legend else ""
    other = cleaned(english, language)
    return Called(full, short, "" if other == full or language.lexicon.default else other)


def is_legend(type_line: str) -> bool:
    """Tell whether a type line, in any language, is a legend's (CR 205.4d)."""
    return any(word in type_line for word in _legendary())


@cache
def _legendary() -> tuple[str, ...]:
    return tuple(
        word for code in languages.codes() for word in languages.load(code).lexicon.legendary
    )


def _short(name: str, type_line: str, text: str) -> str:
    """Return a legend's short name: up to its comma, else as its own text has it, else by form."""
    language = languages.load(languages.of_text(name))
    rules = language.lexicon.short
    always = tuple(divider for divider in rules.split if divider not in rules.epithets)
    if any(divider in name for divider in always):
        return _divided(name, language)
    in_text = _in_text(name, type_line, text) if text else None
    if in_text is not None:
        return in_text
    person = not type_line or any(word in type_line for word in rules.persons)
    plain = person and not (rules.article and name.startswith(rules.article))
    return _divided(name, language) if plain else ""


def _divided(name: str, language: Language) -> str:
    """Return what stands before, or behind, the divider of a name, if it has one."""
    found = shortened(name, language.lexicon.short)
    return found[0] if found and not any(j in name for j in language.lexicon.short.joint) else ""


def _in_text(name: str, type_line: str, text: str) -> str | None:
    """Return the short name in a legend's own text, "" if it has only the full one, more than once.

    None if the text does not tell: the first mention may be full in any case.
    """
    card = Card(text=text, name=name, type=type_line)
    found = annotate(card)
    short = {one.text for one in found if one.form == "short"}
    if short:
        return max(sorted(short), key=len)
    return "" if sum(one.form == "full" for one in found) > 1 else None
