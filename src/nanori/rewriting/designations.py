"""A name to the object's designation: the words by which texts call it."""

from functools import cache, lru_cache

from msgspec import Struct

from nanori.annotation.own_names import cleaned, language_of, own_names, short_of
from nanori.annotation.pipeline import annotate
from nanori.grammar import languages
from nanori.grammar.languages import Language
from nanori.model.values import Card

# How many designations are remembered: one is needed each time its object gains something.
KEPT = 4096


class Designation(Struct, frozen=True):
    """What texts of one language call an object."""

    full: str
    """Its name in that language; its English name if it has none."""
    short: str = ""
    """A legend's short name (CR 201.5c); empty if texts always use the full name."""
    english: str = ""
    """The English name beside a name in another language; empty if `full` is all there is."""


@lru_cache(KEPT)
def designation(
    name: str,
    language: Language,
    *,
    legend: bool,
    english: str = "",
    type: str = "",
    text: str = "",
) -> Designation:
    """Return what texts of a language call an object of that name (CR 201.5b, 201.5c).

    `name` is its name in that language, or empty; `english` its English name. For “A // B” the
    first half counts. `type` is its type line, `text` its own rules text, which tells what a legend
    is called whose name has no epithet after a comma; both may be in any language and may be
    missing.
    """
    foreign = _single(english, language)
    printed = "" if language.lexicon.default and foreign else _single(name, language)
    full = printed or foreign
    short = _short(full, type, text, language_of(full, language)) if legend else ""
    return Designation(full, "" if short == full else short, "" if full == foreign else foreign)


def _single(name: str, language: Language) -> str:
    """Return the name without what data files add to it; of a split card's two, the first."""
    halves = own_names(Card(text="", name=name), language)
    return halves[0] if halves else cleaned(name, language)


def _short(name: str, type_line: str, text: str, language: Language) -> str:
    """Return a legend's short name: up to its comma, else as in its own text, else by form."""
    rules = language.lexicon.short
    if any(divider in name for divider in rules.split if divider not in rules.epithets):
        return short_of(name, language)
    in_text = _in_text(name, type_line, text, language) if text else None
    if in_text is not None:
        return in_text
    person = not type_line or any(word in type_line for word in _persons())
    titled = rules.article and name.startswith(rules.article)
    return short_of(name, language) if person and not titled else ""


@cache
def _persons() -> tuple[str, ...]:
    return tuple(
        word for code in languages.codes() for word in languages.load(code).lexicon.short.persons
    )


def _in_text(name: str, type_line: str, text: str, language: Language) -> str | None:
    """Return the short name in a legend's own text, "" if it has only the full one, repeatedly.

    None if the text does not tell: the first mention may be full in any case.
    """
    references = annotate(Card(text=text, name=name, type=type_line, lang=language.code))
    whole = name.removeprefix(language.lexicon.short.article)
    shorts = {
        reference.text
        for reference in references
        if reference.form == "short" and reference.text != whole
    }
    if shorts:
        return max(sorted(shorts), key=len)
    return "" if sum(reference.form == "full" for reference in references) > 1 else None
