"""A text and its translation to what each says of its own object, line by line."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from typing import NamedTuple

from nanori.grammar.languages import Language
from nanori.linting.context import Pair, Subject
from nanori.linting.evidence import alignment, demonstratives
from nanori.linting.evidence.amounts import NARROW, REMARK
from nanori.linting.evidence.translations import is_left
from nanori.model.values import NAMES, Reference, Target
from nanori.rewriting.restyling import nouns

# Where a quotation of an original begins.
QUOTED = re.compile('["“]')
# Any noun: one that no list has.
ANY_NOUN = "*"


class Saying(NamedTuple):
    """What a reference says: a name, or “this” with a noun, and of which object."""

    noun: str
    """In the language of originals; empty for a name."""
    target: Target


class Passage(NamedTuple):
    """What a translation has as a whole: a line without its remarks, or a remark in brackets."""

    span: tuple[int, int]
    remark: bool
    references: tuple[Reference, ...]
    """Those that denote an object."""


class Difference(NamedTuple):
    """What a passage of a translation says otherwise than the original's."""

    passage: Passage
    expected: tuple[tuple[Reference, Saying], ...]
    """What the original says there."""
    lacking: Counter[Saying]
    """What of that the translation says less often, and by how much."""
    extra: tuple[tuple[Reference, Saying], ...]
    """What the translation says and the original does not."""


def differences(pair: Pair) -> Iterator[Difference]:
    """Yield the passages in which a translation calls its object otherwise than the original."""
    language, text = pair.translation.language, pair.translation.card.text
    for there, here in passages(pair):
        if is_left(text[slice(*here.span)], language):
            continue
        difference = _difference(there, here, pair)
        if difference.lacking or difference.extra:
            yield difference


def is_one_to_one(difference: Difference) -> bool:
    """Tell whether words of one kind stand as often for those of one other, beyond doubt."""
    sorts = {saying for _, saying in difference.expected}
    alone = len(difference.lacking) == 1 and len({saying for _, saying in difference.extra}) == 1
    as_often = len(difference.extra) == difference.lacking.total()
    return alone and as_often and (len(sorts) == 1 or not difference.passage.remark)


def passages(pair: Pair) -> Iterator[tuple[Passage, Passage]]:
    """Yield passages of an original, each with that of the translation that says the same.

    Of a line with more or fewer remarks than the other's only what stands outside them is
    compared.
    """
    for there, here in alignment.aligned(pair):
        if not there or not here:
            continue
        line, other = (there[0].start, there[-1].end), (here[0].start, here[-1].end)
        first, second = _passages(pair.original, line), _passages(pair.translation, other)
        if len(first) != len(second):
            first, second = first[:1], second[:1]
        for passage, other_passage in zip(first, second, strict=True):
            if not passage.remark or not _is_cut(passage, other_passage, pair):
                yield passage, other_passage


def _is_cut(there: Passage, here: Passage, pair: Pair) -> bool:
    """Tell whether a remark is without the ability that the original's quotes: it says less."""
    quoting = QUOTED.search(pair.original.card.text, *there.span)
    marks = pair.translation.language.lexicon.checks.nested[0]
    return bool(quoting and marks) and marks[0] not in pair.translation.card.text[slice(*here.span)]


def is_told_less(pair: Pair) -> bool:
    """Tell whether a whole translation has fewer references to its object than the original.

    Reminder text is left out; “itself” says it again.
    """
    text, language = pair.translation.card.text, pair.translation.language
    if is_left(text, language):
        return False
    again = language.lexicon.checks.reflexive
    times = text.count(again) if again else 0
    return len(own(pair.translation)) + times < len(expected(pair.original))


def own(subject: Subject) -> list[Reference]:
    """Return the references to the object itself outside reminder text."""
    return [reference for reference in subject.own if reference.scope != "reminder"]


def expected(original: Subject) -> list[Reference]:
    """Return those that a translation ought to have, too; “this” alone is “it” elsewhere."""
    return [reference for reference in own(original) if reference.form != "bare"]


def _passages(subject: Subject, line: tuple[int, int]) -> list[Passage]:
    """Return a line without its remarks, then each remark."""
    start, end = line
    text, language = subject.card.text, subject.language
    said = [
        each
        for each in alignment.inside(line, subject.references)
        if each.target != "name" and not nouns.is_worn(text, each, language)
    ]
    outside: list[Reference] = []
    remarks: list[Passage] = []
    place = 0
    for match in REMARK.finditer(subject.card.text[start:end].translate(NARROW)):
        begin, stop = (bisect_left(said, start + at, place, key=_place) for at in match.span())
        outside += said[place:begin]
        place = stop
        span = (start + match.start(), start + match.end())
        remarks.append(Passage(span, remark=True, references=tuple(said[begin:stop])))
    outside += said[place:]
    return [Passage(line, remark=False, references=tuple(outside)), *remarks]


def _place(reference: Reference) -> int:
    return reference.start


def _difference(there: Passage, here: Passage, pair: Pair) -> Difference:
    """Return what the second of two passages lacks, and what only it has.

    A noun that no list has may say any other, and so may “this” alone in the original.
    """
    nouns = nouns_of(pair.translation.language)
    words = {word: noun for noun, listed in nouns.items() for word in listed}
    expected = _sayings(there, pair.original.language, nouns)
    given = [
        (reference, Saying(words.get(saying.noun, saying.noun), saying.target))
        for reference, saying in _sayings(here, pair.translation.language, words)
    ]
    asked, have = (Counter(saying for _, saying in sayings) for sayings in (expected, given))
    lacking = asked - have
    extra = [(reference, saying) for reference, saying in given if saying not in asked]
    vague = any(saying.noun == ANY_NOUN for saying in asked)
    if vague or any(saying.noun == ANY_NOUN for saying in have):
        lacking = Counter({saying: count for saying, count in lacking.items() if not saying.noun})
    if vague or any(reference.form == "bare" for reference in there.references):
        extra = [(reference, saying) for reference, saying in extra if not saying.noun]
    return Difference(here, tuple(expected), lacking, tuple(extra))


def _sayings(
    passage: Passage, language: Language, known: Collection[str]
) -> list[tuple[Reference, Saying]]:
    """Return what each reference of a passage says, without those that are “this” alone."""
    sayings: list[tuple[Reference, Saying]] = []
    for reference in passage.references:
        if reference.form in NAMES or reference.form == "placeholder":
            sayings.append((reference, Saying("", reference.target)))
        elif reference.form == "this":
            noun = demonstratives.noun_of(reference.text, language)
            sayings.append(
                (reference, Saying(noun if noun in known else ANY_NOUN, reference.target))
            )
    return sayings


def nouns_of(language: Language) -> Mapping[str, tuple[str, ...]]:
    """Return nouns of the language of originals, to those of a translation that say the same."""
    return language.lexicon.checks.selves.originals
