"""A card to all the names that its text may rightly call it by, and what else its words may be."""

from __future__ import annotations

from nanori.annotation.own_names import own_names, shortened
from nanori.annotation.surroundings import surroundings
from nanori.grammar.lexicon.names import ShortNames
from nanori.linting.context import Subject
from nanori.linting.evidence import roles, typos

# Code points around words in which brackets and quotation marks around them are looked for.
AROUND = 200
# Code points of the longest ability in brackets; a bracket farther back is none of its own.
LONGEST_ABILITY = 2000
# Brackets of designers' remarks: “[A] Smith” is a slot of a plan, not a name.
BRACKETS = ("[", "]")
# Signs by which words in quotation marks are more than a name.
STOPS = ".,:;"


def of(subject: Subject) -> set[str]:
    """Return the full names of a card, what a legend's are shortened to, and what its text says."""
    card, language = subject.card, subject.language
    names = set(filter(None, own_names(card, language)))
    if subject.legend:
        names |= {short for name in names for short in _shorts(name, language.lexicon.short)}
    return names | {reference.text for reference in subject.references if reference.form == "short"}


def _shorts(name: str, short: ShortNames) -> list[str]:
    """Return what a legend's name may be shortened to: at its dividers, else to its first word."""
    first, _, rest = name.partition(" ")
    long = short.word and rest and len(first) >= typos.SHORT and first not in short.small
    return shortened(name, short) or ([first] if long else [])


def may_be_other(subject: Subject, start: int, end: int) -> bool:
    """Tell whether words like the card's name may mean something else, so that no fix is safe.

    They stand in brackets or as a name in quotation marks, are a keyword or its beginning, or are
    words of another card's name.
    """
    text = subject.card.text
    if _is_enclosed(subject, start, end) or _is_keyword(subject, start):
        return True
    own = {*own_names(subject.card, subject.language), subject.card.name, *subject.card.faces}
    return any(
        name not in own for name in subject.index.names_with(text[start:end], subject.card.lang)
    )


def _is_enclosed(subject: Subject, start: int, end: int) -> bool:
    """Tell whether brackets stand around words, or quotation marks around a name with them."""
    text, lexicon = subject.card.text, subject.language.lexicon
    first = text.rfind("\n", max(0, start - AROUND), start) + 1 or max(0, start - AROUND)
    last = text.find("\n", end, end + AROUND)
    before, behind = text[first:start], text[end : last if last >= 0 else end + AROUND]
    if is_bracketed(subject, start):
        return True
    quotations = [pair for pair in lexicon.documents.quotations if pair not in lexicon.name_marks]
    for opening, closing in quotations:
        quoted, opened, inside = before.rpartition(opening)
        rest, closed, _ = behind.partition(closing)
        even = opening != closing or quoted.count(opening) % 2 == 0
        if opened and closed and even and not any(stop in inside + rest for stop in STOPS):
            return closing not in inside
    return False


def is_bracketed(subject: Subject, start: int, *, quoted: bool = False) -> bool:
    """Tell whether square brackets stand around a place, as designers put an ability in.

    With `quoted` quotation marks do as well.
    """
    text = subject.card.text
    near = max(0, start - LONGEST_ABILITY)
    first = text.rfind("\n", near, start) + 1 or near
    if subject.index.breaks_lines(subject.card, subject.path):
        first = near
    pairs = [BRACKETS]
    if quoted:
        pairs += [(pair[0], pair[1]) for pair in subject.language.lexicon.documents.quotations]
    for opening, closing in pairs:
        if opening == closing and text.count(opening, first, start) % 2:
            return True
        if text.rfind(opening, first, start) > text.rfind(closing, first, start):
            return True
    return False


def _is_keyword(subject: Subject, start: int) -> bool:
    """Tell whether words stand where a keyword does: something has them, or they head a line."""
    if surroundings(subject.language).before(subject.card.text, start)[0] == "GIVE":
        return True
    place = roles.place_of(subject, start)
    return place is not None and start == place.begin and not roles.verbs(place)
