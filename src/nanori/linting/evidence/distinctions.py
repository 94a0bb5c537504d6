"""A line and its original to the words of which one stands for another, is missed, or is added.

What is told apart is data of the two languages: `saying` of the original's, `compared` of the
translation's.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Literal, NamedTuple

from nanori.grammar.languages import Language
from nanori.grammar.lexicon.comparing import Distinction
from nanori.grammar.lexicon.pattern import Finder, Pattern
from nanori.linting.context import Pair
from nanori.linting.evidence import alignment, terms
from nanori.linting.evidence.alignment import LineSpan
from nanori.linting.evidence.amounts import NARROW
from nanori.linting.evidence.translations import is_written
from nanori.linting.findings import Finding, replaced

LEFT = re.compile(r"[A-Za-z]{2,} [A-Za-z]{2,} [A-Za-z]{2,}")
"""Words left as they were: `untranslated-text` says so."""

Departure = Literal["instead", "lost", "added"]


class WordDifference(NamedTuple):
    """What a line says otherwise than its original."""

    start: int
    end: int
    said: str
    """What the original says; what the line says where the original does not."""
    written: str
    """What stands there; for what is lost, how the language says it."""
    how: Departure
    mended: str | None = None
    """What should stand there, where that is one word for another."""


class _Value(NamedTuple):
    """A value with its patterns in both languages."""

    said: str
    there: re.Pattern[str]
    here: re.Pattern[str]
    forms: tuple[str, ...]
    """The words, as they are listed; patterns, most of them plain."""


class _Compared(NamedTuple):
    distinction: Distinction
    values: tuple[_Value, ...]
    turned: Finder | None
    """What the original says where nothing is told."""


class _Counted(NamedTuple):
    """How often a line's original has a value, and where the line has it."""

    value: _Value
    there: int
    here: list[re.Match[str]]

    @property
    def more(self) -> int:
        """How often the line has it beyond its original."""
        return len(self.here) - self.there


def told(pair: Pair, *, of_terms: bool) -> Iterator[Finding]:
    """Yield a finding for each word that says something else than the original."""
    for difference in find(pair, of_terms=of_terms):
        start, end, said, written, how, mended = difference
        if how == "instead":
            message = f"the original says “{said}” here, this says “{written}”"
        elif how == "added":
            message = f"“{written}” stands here, the original does not say “{said}”"
        else:
            message = f"the original says “{said}” here, this does not say “{written}”"
        if mended is None:
            yield Finding(start, end, message)
        else:
            yield replaced(start, end, mended, message, safe=False)


def find(pair: Pair, *, of_terms: bool) -> list[WordDifference]:
    """Return how lines differ from those of the original; names and remarks do not count.

    Looked at are terms of the rules, or small words. Nothing where lines do not answer each other.
    """
    compared = _compared(pair.original.language, pair.translation.language, of_terms)
    if not compared:
        return []
    # What is masked is no part of a word.
    there, here = (
        terms.masked(side).replace("_", " ") for side in (pair.original, pair.translation)
    )
    differences: list[WordDifference] = []
    for first, second in alignment.one_by_one(pair):
        line = here[slice(*second)]
        if is_written(line, pair.translation.language) and not LEFT.search(line):
            original = there[slice(*first)]
            for each in compared:
                differences += _in_line(each, original, here, second)
    return differences


def _in_line(compared: _Compared, original: str, text: str, line: LineSpan) -> list[WordDifference]:
    """Return the differences of one sort in a line."""
    if compared.turned and compared.turned.search(original):
        return []
    if compared.distinction.but and compared.distinction.but.search(text, *line):
        return []
    counted = [
        _Counted(value, len(value.there.findall(original)), list(value.here.finditer(text, *line)))
        for value in compared.values
    ]
    distinction = compared.distinction
    surplus = [each for each in counted if each.more > 0]
    lacking = [each for each in counted if each.more < 0]
    instead = _instead(surplus, lacking, distinction.instead)
    if instead:
        return instead
    differences = [
        WordDifference(*line, each.value.said, _word(each.value), "lost")
        for each in lacking
        if not each.here and each.value.said in distinction.lost
    ]
    for each in surplus:
        if not each.there and each.value.said in distinction.added:
            match = each.here[0]
            mended = "" if distinction.removable else None
            words = match[0]
            added = WordDifference(*match.span(), each.value.said, words, "added", mended)
            differences.append(added)
    return differences


def _instead(
    surplus: Sequence[_Counted], lacking: Sequence[_Counted], allowed: Sequence[str]
) -> list[WordDifference]:
    """Return the word that stands for another: the one has too much of what the other lacks."""
    for more in surplus:
        if allowed and more.value.said not in allowed:
            continue
        for less in lacking:
            if more.there and (allowed or more.more != -less.more):
                continue  # it may be said again: “those creatures” for “them”
            if not more.there and less.here and more.more > -less.more:
                continue
            match = more.here[-1]
            mended = _form(more.value, less.value, match[0])
            sure = len(lacking) == 1 and len(more.here) == 1
            fix = mended if sure else None
            return [WordDifference(*match.span(), less.value.said, match[0], "instead", fix)]
    return []


def _form(value: _Value, other: _Value, words: str) -> str | None:
    """Return the form of another value that answers a word; nothing where it has none."""
    if words not in value.forms:
        return None
    place = value.forms.index(words)
    meant = other.forms[place] if place < len(other.forms) else ""
    return meant if meant and re.escape(meant) == meant else None


def _word(value: _Value) -> str:
    """Return how a language says a value, for people: the first word without its pattern."""
    return re.sub(r"\(\?[^)]*\)|\[[^\]]*\]", "", value.forms[0])


@lru_cache(64)
def _compared(original: Language, translation: Language, of_terms: bool) -> tuple[_Compared, ...]:
    """Return what is compared between two languages."""
    checks = original.lexicon.checks
    saying: dict[str, Finder] = {**checks.saying, **checks.saying_words}
    sorts: list[_Compared] = []
    for distinction in translation.lexicon.checks.compared:
        if distinction.terms != of_terms:
            continue
        values = tuple(
            _Value(
                said,
                saying[said].compiled,
                _pattern(forms, distinction).compiled,
                tuple(form.pattern for form in forms),
            )
            for said, forms in distinction.values.items()
            if said in saying
        )
        if values:
            sorts.append(_Compared(distinction, values, saying.get(distinction.unless)))
    return tuple(sorts)


def _pattern(forms: Sequence[Pattern], distinction: Distinction) -> Pattern:
    """Return the pattern of any of the words, in half width, where they are whole."""
    longest = sorted(dict.fromkeys(form.pattern for form in forms), key=len, reverse=True)
    before, behind = distinction.before.pattern, distinction.behind.pattern
    written = f"{before}(?:{'|'.join(longest)}){behind}".translate(NARROW)
    return Pattern(written, forms[0].place)
