"""How a card calls itself by its age and kind, and what of a translation is no fault by that."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Literal

from nanori.linting.context import Pair, Subject
from nanori.linting.evidence.demonstratives import with_noun
from nanori.linting.evidence.self_references import Difference, Saying, nouns_of
from nanori.model.values import Reference
from nanori.rewriting.restyling import nouns

# What permanents and spells call themselves; empty where that cannot be told.
Manner = Literal["names", "nouns", ""]

# Since then it is “this creature”, “this spell”, and for legends a short name, or これ.
FOUNDATIONS = "2024-11-15"
# So many cards more have the wording of a set than have the other.
SURE = 3


def wording(subject: Subject) -> Manner:
    """Return how cards like this one call themselves: by its date, else as most of its file do."""
    card = subject.card
    if card.released:
        return "names" if card.released < FOUNDATIONS else "nouns"
    shown, named = subject.index.styles(card, subject.path)
    if abs(shown - named) < SURE:
        return ""
    return "nouns" if shown > named else "names"


def tolerated(difference: Difference, pair: Pair) -> Difference:
    """Return a difference without what prints of another age, and of legends, have so."""
    translation = pair.translation
    old = wording(translation) == "names"
    ages = {wording(pair.original), wording(translation)}
    if ages == {"names", "nouns"} and not difference.passage.remark:
        difference = _without(difference, lambda saying: saying.target == "self")
    if old and [saying.noun for saying in difference.lacking] == [_spell(pair.original)]:
        difference = _without(difference, lambda saying: saying.noun in ("", _spell(pair.original)))
    if translation.legend:
        difference = _of_legend(difference, translation)
    difference = _filled(difference, *_bare(difference, translation, old))
    again = translation.language.lexicon.checks.reflexive
    if again and difference.lacking:
        begin, end = difference.passage.span
        difference = _filled(difference, translation.card.text.count(again, begin, end))
    if old and not difference.expected:  # names went where keywords came
        difference = _without(difference, lambda saying: not saying.noun)
    if not difference.lacking and not _is_alone(difference):
        return difference._replace(extra=())  # a translation may say it more often
    return difference


def _bare(difference: Difference, translation: Subject, old: bool) -> tuple[int, bool]:
    """Return how often これ says what is lacking, and whether it is so for names alone.

    What means “other” may say “other than this creature”; in a remark all count where no date says
    that it is a new one.
    """
    text, known = translation.card.text, translation.language.lexicon.restyling
    said = [reference for reference in difference.passage.references if reference.form == "bare"]
    undated = difference.passage.remark and wording(translation) != "nouns"
    if (old or undated) and not difference.extra:
        return len(said), False
    if translation.legend and Saying("", "self") in difference.lacking:
        return len(said), True
    asked = Counter(saying for _, saying in difference.expected)
    if any(asked[saying] == count for saying, count in difference.lacking.items()):
        return 0, False  # “other” is no reference in the original, unless it is one of several
    return sum(bool(known.bare_after.match(text, each.end)) for each in said), False


def _is_alone(difference: Difference) -> bool:
    """Tell whether a line says something of its object where the original's says nothing."""
    said = all(reference.scope == "rules" for reference, _ in difference.extra)
    return said and not difference.expected and not difference.passage.remark


def _spell(subject: Subject) -> str:
    return subject.language.lexicon.restyling.spell


def _without(difference: Difference, is_alike: Callable[[Saying], bool]) -> Difference:
    """Return a difference without those sayings."""
    lacking = {
        saying: count for saying, count in difference.lacking.items() if not is_alike(saying)
    }
    extra = tuple(each for each in difference.extra if not is_alike(each[1]))
    return difference._replace(lacking=Counter(lacking), extra=extra)


def _of_legend(difference: Difference, translation: Subject) -> Difference:
    """Return one without demonstratives with a noun where これ would be read otherwise."""
    text, known = translation.card.text, translation.language.lexicon.restyling
    otherwise = [
        (reference, saying)
        for reference, saying in difference.extra
        if known.legend and saying.noun and not known.legend_after.match(text, reference.end)
    ]
    extra = tuple(each for each in difference.extra if each not in otherwise)
    return _filled(difference._replace(extra=extra), len(otherwise), True)


def _filled(difference: Difference, times: int, names_alone: bool = False) -> Difference:
    """Return a difference in which so many other words say what is lacking."""
    lacking = difference.lacking.copy()
    for saying in difference.lacking if times else ():
        if not (names_alone and saying.noun):
            lacking[saying] -= times
    return difference._replace(lacking=+lacking)


def worded(saying: Saying, reference: Reference, translation: Subject) -> str:
    """Return how a translation says what the original says, in the place of a reference.

    Empty where its language has no such noun.
    """
    language, known = translation.language, translation.language.lexicon.restyling
    if saying.noun:
        words = nouns_of(language).get(saying.noun)
        return with_noun(words[0], "", language) if words else ""
    if known.legend and translation.legend and reference.scope != "quote":
        free = known.legend_after.match(translation.card.text, reference.end)
        if free and wording(translation) != "names":
            return known.legend
    return nouns.full(translation.card, language)
