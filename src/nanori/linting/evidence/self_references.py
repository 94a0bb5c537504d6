"""What a card says about its own object: by which noun, in which zone, by its age and kind.

And what its translation says differently, line by line.
"""

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cache
from typing import Literal, NamedTuple

from nanori.grammar.languages import Language
from nanori.linting.context import Pair, Subject
from nanori.linting.evidence import alignment, brackets, own_names, roles
from nanori.linting.evidence.alignment import LineSpan
from nanori.linting.evidence.amounts import NARROW, REMARK, without_remarks
from nanori.linting.evidence.translations import is_left
from nanori.linting.lexicon import lint_words
from nanori.model.values import NAMES, Card, Reference, Target
from nanori.rewriting import nouns, zones
from nanori.rewriting.lexicon import restyling_words
from nanori.rewriting.zones import Whereabouts

# Where a quotation of an original begins.
QUOTED = re.compile('["“]')
# Any noun that no list has.
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
    """What a passage of a translation says differently from the original's."""

    passage: Passage
    expected: tuple[tuple[Reference, Saying], ...]
    """What the original says there."""
    lacking: Counter[Saying]
    """What of that the translation says less often, and by how much."""
    extra: tuple[tuple[Reference, Saying], ...]
    """What the translation says and the original does not."""


def differences(pair: Pair) -> Iterator[Difference]:
    """Yield the passages in which a translation refers to its object differently."""
    language, text = pair.translation.language, pair.translation.card.text
    for source, target in passages(pair):
        if is_left(text[slice(*target.span)], language):
            continue
        difference = _difference(source, target, pair)
        if difference.extra or (
            difference.lacking and not own_names.has_slip(pair.translation, target.span)
        ):
            yield difference


def is_one_to_one(difference: Difference) -> bool:
    """Tell whether one kind of words replaces one other equally often, beyond doubt."""
    sorts = {saying for _, saying in difference.expected}
    alone = len(difference.lacking) == 1 and len({saying for _, saying in difference.extra}) == 1
    as_often = len(difference.extra) == difference.lacking.total()
    return alone and as_often and (len(sorts) == 1 or not difference.passage.remark)


def passages(pair: Pair) -> Iterator[tuple[Passage, Passage]]:
    """Yield passages of an original, each with the translation's corresponding one.

    If a line has another number of remarks, only what is outside them is compared.
    """
    for source_lines, target_lines in alignment.aligned(pair):
        if not source_lines or not target_lines:
            continue
        line, other = (
            (source_lines[0].start, source_lines[-1].end),
            (target_lines[0].start, target_lines[-1].end),
        )
        first, second = _passages(pair.original, line), _passages(pair.translation, other)
        if len(first) != len(second):
            first, second = first[:1], second[:1]
        for passage, other_passage in zip(first, second, strict=True):
            if not passage.remark or not _is_cut(passage, other_passage, pair):
                yield passage, other_passage


def _is_cut(source: Passage, target: Passage, pair: Pair) -> bool:
    """Tell whether a remark lacks the ability that the original's quotes: it says less."""
    quoting = QUOTED.search(pair.original.card.text, *source.span)
    lexicon, words = (
        pair.translation.language.lexicon,
        pair.translation.card.text[slice(*target.span)],
    )
    marks = [
        each for each in lexicon.pairs if each[0] not in "(（" and each[0] not in brackets.LETTERS
    ]
    return bool(quoting) and not any(mark[0] in words for mark in marks)


def is_told_less(pair: Pair) -> bool:
    """Tell whether a whole translation has fewer references to its object than the original.

    Reminder text is left out; a pronoun that the original lacks may repeat it, and so may “this”
    that is also “that” and was taken for another object.
    """
    text, language = pair.translation.card.text, pair.translation.language
    if is_left(text, language):
        return False
    lacking = len(expected(pair)) - len(own(pair.translation))
    if lacking <= 0:
        return False
    whole = Passage((0, len(text)), False, tuple(pair.translation.references))
    nouns = nouns_of(language)
    unread = sum(_unread(Saying(noun, "self"), whole, pair.translation) for noun in nouns)
    return lacking > unread + _pronouns(pair)


def _pronouns(pair: Pair) -> int:
    """Return how many more pronouns that may stand for its object a text has than its original.

    At least as many as its lines have after a name where the original repeats the name.
    """
    here, there = (
        len(lint_words(side.language).selves.pronouns.findall(without_remarks(side.card.text)))
        for side in (pair.translation, pair.original)
    )
    return max(here - there, _taken_up(pair))


def _taken_up(pair: Pair) -> int:
    """Return how often lines continue with a pronoun where the original repeats the name."""
    text, references = pair.translation.card.text, own(pair.translation)
    asked, pronouns = expected(pair), lint_words(pair.translation.language).selves
    times = 0
    whole = [LineSpan(0, len(each.card.text)) for each in (pair.original, pair.translation)]
    for other, line in [*alignment.one_by_one(pair)] or [whole]:
        mine = alignment.inside(line, references)
        lacking = len(alignment.inside(other, asked)) - len(mine)
        if mine and lacking > 0:
            behind = pronouns.pronouns.findall(text[mine[0].end : line.end])
            times += min(lacking, len(behind))
    return times


def _unread(saying: Saying, passage: Passage, subject: Subject) -> int:
    """Return how often a passage says “this” with a noun that was not taken for its object."""
    lexicon = subject.language.lexicon
    if not (lexicon.third_object.also_that and saying.noun):
        return 0
    text = subject.card.text
    return sum(
        text.count(words, *passage.span)
        - sum(reference.text == words for reference in passage.references)
        for words in nouns_of(subject.language).get(saying.noun, ())
    )


def own(subject: Subject) -> list[Reference]:
    """Return the references to the object itself outside reminder text."""
    return [reference for reference in subject.own if reference.scope != "reminder"]


def expected(pair: Pair) -> list[Reference]:
    """Return those that a translation should have: not “this” alone, nor “this run”."""
    nouns = pair.translation.language.lexicon.original_nouns
    references = [each for each in own(pair.original) if each.form != "bare"]
    return [
        each for each in references if each.form != "this" or each.text.endswith((*nouns,) or "")
    ]


def _passages(subject: Subject, line: tuple[int, int]) -> list[Passage]:
    """Return a line without its remarks, then each remark."""
    start, end = line
    text, language = subject.card.text, subject.language
    references = [
        each
        for each in alignment.inside(line, subject.references)
        if each.target != "name" and not nouns.is_worn(text, each, language)
    ]
    outside: list[Reference] = []
    remarks: list[Passage] = []
    offset = 0
    for match in REMARK.finditer(subject.card.text[start:end].translate(NARROW)):
        begin, stop = (
            bisect_left(references, start + at, offset, key=_place) for at in match.span()
        )
        outside += references[offset:begin]
        offset = stop
        span = (start + match.start(), start + match.end())
        remarks.append(Passage(span, remark=True, references=tuple(references[begin:stop])))
    outside += references[offset:]
    return [Passage(line, remark=False, references=tuple(outside)), *remarks]


def _place(reference: Reference) -> int:
    return reference.start


def _difference(source: Passage, target: Passage, pair: Pair) -> Difference:
    """Return what the second of two passages lacks, and what only it has.

    An unlisted noun may translate any other, and so may “this” alone in the original.
    """
    nouns = nouns_of(pair.translation.language)
    words = {word: noun for noun, listed in nouns.items() for word in listed}
    expected = _sayings(source, pair.original.language, nouns)
    given = [
        (reference, Saying(words.get(saying.noun, saying.noun), saying.target))
        for reference, saying in _sayings(target, pair.translation.language, words)
    ]
    asked, have = (Counter(saying for _, saying in sayings) for sayings in (expected, given))
    lacking = asked - have
    extra = [(reference, saying) for reference, saying in given if saying not in asked]
    vague = any(saying.noun == ANY_NOUN for saying in asked)
    if vague or any(saying.noun == ANY_NOUN for saying in have):
        lacking = Counter({saying: count for saying, count in lacking.items() if not saying.noun})
    if vague:
        extra = [(reference, saying) for reference, saying in extra if not saying.noun]
    return Difference(target, tuple(expected), lacking, tuple(extra))


def _sayings(
    passage: Passage, language: Language, known: Collection[str]
) -> list[tuple[Reference, Saying]]:
    """Return what each reference of a passage says, without those that are “this” alone."""
    sayings: list[tuple[Reference, Saying]] = []
    for reference in passage.references:
        if reference.form in NAMES or reference.form == "placeholder":
            sayings.append((reference, Saying("", reference.target)))
        elif reference.form == "this":
            noun = noun_of(reference.text, language)
            sayings.append(
                (reference, Saying(noun if noun in known else ANY_NOUN, reference.target))
            )
    return sayings


def nouns_of(language: Language) -> Mapping[str, tuple[str, ...]]:
    """Return nouns of the original language with their translations."""
    return language.lexicon.original_nouns


# Where an object is a spell or a card.
OUT_OF_PLAY = ("stack", "elsewhere")


def said(subject: Subject) -> list[tuple[Reference, str]]:
    """Return the demonstratives that mean the card itself, each with its noun as in the table.

    Those in reminder text are left out: it is worded for many cards. So are those after an unclosed
    mark: they may be another object's.
    """
    text, pairs = subject.card.text, subject.language.lexicon.pairs
    return [
        (reference, noun)
        for reference in subject.references
        if reference.form == "this" and reference.target == "self" and reference.scope != "reminder"
        if (noun := noun_of(reference.text, subject.language))
        and not brackets.is_unclosed(text, reference.start, pairs)
    ]


def noun_of(words: str, language: Language) -> str:
    """Return the noun of a demonstrative, in any case; empty if it has none."""
    before, _, after = language.lexicon.this.partition("{}")
    if not words.lower().startswith(before.lower()) or not words.endswith(after):
        return ""
    noun = words[len(before) : len(words) - len(after)]
    return _nouns(language).get(noun.lower(), noun)


@cache
def _nouns(language: Language) -> dict[str, str]:
    return {noun.lower(): noun for noun in language.lexicon.permanent_nouns}


def with_noun(noun: str, like: str, language: Language) -> str:
    """Return the demonstrative with another noun, capitalised like the other words."""
    words = language.lexicon.this.format(noun)
    return words[:1].upper() + words[1:] if like[:1].isupper() else words


def fitting(card: Card, language: Language) -> str:
    """Return the noun that fits a card: its kind of permanent, or that of a spell."""
    return nouns.noun(card, language) or restyling_words(language).spell


def fits(noun: str, subject: Subject) -> bool:
    """Tell whether a card is, or may become, what a permanent's noun says; true for other nouns.

    A type line without a type of the language leaves that open, and so does a text that says that
    something becomes such a permanent (CR 2011 608.2j).
    """
    card, language = subject.card, subject.language
    words = language.lexicon.permanent_nouns.get(noun)
    if words is None or any(word in card.type for word in words):
        return True
    if not any(word in card.type for word in language.lexicon.types):
        return True
    if any(keyword in card.text.lower() for keyword in lint_words(language).selves.becoming):
        return True
    return any(
        place.words(place.part).lower() == noun.lower() and roles.is_said(place)
        for place in roles.everywhere(subject)
    )


def zones_of(subject: Subject, references: Sequence[Reference]) -> list[Whereabouts]:
    """Return the zone of the object of each reference, if its clause tells."""
    card, language = subject.card, subject.language
    spell = nouns.is_spell(card, language)
    whereabouts = zones.find(card.text, references, language, spell=spell)
    return [
        "anywhere" if zone in OUT_OF_PLAY and _is_compared(reference, subject) else zone
        for reference, zone in zip(references, whereabouts, strict=True)
    ]


def _is_compared(reference: Reference, subject: Subject) -> bool:
    """Tell whether an object is not what its clause is about, or is told what it has.

    “Search for a card that shares a color with this creature.”
    """
    place = roles.place_of(subject, reference.start)
    if place is None:
        return False
    itself = roles.is_subject(place) or roles.is_object(place)
    return not itself or any(verb.type == "GIVE" for verb in roles.verbs(place))


# What permanents and spells call themselves; empty if that cannot be known.
Manner = Literal["names", "nouns", ""]

# Since then it is “this creature”, “this spell”, and for legends a short name, or これ.
FOUNDATIONS = "2024-11-15"
# So many more cards must have one wording of a set than the other.
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
    """Return a difference without what prints of another age, and of legends, have."""
    translation = pair.translation
    old = wording(translation) == "names"
    unsaid = lint_words(translation.language).selves.unremarked
    if unsaid and difference.passage.remark:
        difference = _without(difference, lambda saying: saying.noun in unsaid)
    ages = {wording(pair.original), wording(translation)}
    if ages == {"names", "nouns"} and not difference.passage.remark:
        difference = _without(difference, lambda saying: saying.target == "self")
    if old and [saying.noun for saying in difference.lacking] == [_spell(pair.original)]:
        difference = _without(difference, lambda saying: saying.noun in ("", _spell(pair.original)))
    difference = _out_of_play(difference, pair)
    if translation.legend:
        difference = _of_legend(difference, translation)
    difference = _filled(difference, *_bare(difference, translation, old))
    again = lint_words(translation.language).reflexive
    if again and difference.lacking:
        begin, end = difference.passage.span
        difference = _filled(difference, translation.card.text.count(again, begin, end))
    lacking = {
        saying: count - _unread(saying, difference.passage, translation)
        for saying, count in difference.lacking.items()
    }
    difference = difference._replace(lacking=+Counter(lacking))
    if difference.lacking and not (difference.extra or difference.passage.remark):
        difference = _filled(difference, _pronouns(pair))
    elif difference.passage.remark and not difference.passage.references:
        if lint_words(translation.language).selves.unsaid:
            return difference._replace(lacking=Counter())
        it = lint_words(translation.language).selves.pronouns.findall  # what the keyword is of
        times = len(it(translation.card.text[slice(*difference.passage.span)]))
        difference = _filled(difference, times if wording(translation) != "nouns" else 0)
    if old and not difference.expected:  # names went where keywords came
        difference = _without(difference, lambda saying: not saying.noun)
    # A translation may say it more often; “this” that is also “that” may be another object.
    also_that = translation.language.lexicon.third_object.also_that
    if not difference.lacking and (also_that or not _is_alone(difference)):
        return difference._replace(extra=())
    return difference


def _out_of_play(difference: Difference, pair: Pair) -> Difference:
    """Return one without “this card” for a name if it is in a hand, in a graveyard, cycled."""
    card = Saying(restyling_words(pair.original.language).card, "self")
    cards = [reference for reference, saying in difference.extra if saying == card]
    if not cards or not set(zones_of(pair.translation, cards)).issubset(OUT_OF_PLAY):
        return difference
    extra = tuple(each for each in difference.extra if each[1] != card)
    return _filled(difference._replace(extra=extra), len(cards), names_alone=True)


def _bare(difference: Difference, translation: Subject, old: bool) -> tuple[int, bool]:
    """Return how often これ supplies what is missing, and whether only for names.

    What means “other” may say “other than this creature”; in a remark all count unless a date says
    that it is a new one.
    """
    text, words = translation.card.text, restyling_words(translation.language)
    references = [
        reference for reference in difference.passage.references if reference.form == "bare"
    ]
    undated = difference.passage.remark and wording(translation) != "nouns"
    if (old or undated) and not difference.extra:
        return len(references), False
    if translation.legend and Saying("", "self") in difference.lacking:
        return len(references), True
    asked = Counter(saying for _, saying in difference.expected)
    if any(asked[saying] == count for saying, count in difference.lacking.items()):
        return 0, False  # “other” is not a reference in the original, unless it is one of several
    return sum(bool(words.bare_after.match(text, each.end)) for each in references), False


def _is_alone(difference: Difference) -> bool:
    """Tell whether a line refers to its object where the original's does not."""
    said = all(reference.scope == "rules" for reference, _ in difference.extra)
    return said and not difference.expected and not difference.passage.remark


def _spell(subject: Subject) -> str:
    return restyling_words(subject.language).spell


def _without(difference: Difference, is_alike: Callable[[Saying], bool]) -> Difference:
    """Return a difference without those sayings."""
    lacking = {
        saying: count for saying, count in difference.lacking.items() if not is_alike(saying)
    }
    extra = tuple(each for each in difference.extra if not is_alike(each[1]))
    return difference._replace(lacking=Counter(lacking), extra=extra)


def _of_legend(difference: Difference, translation: Subject) -> Difference:
    """Return one without demonstratives with a noun where これ would be misread."""
    text, words = translation.card.text, restyling_words(translation.language)
    otherwise = [
        (reference, saying)
        for reference, saying in difference.extra
        if words.legend and saying.noun and not words.legend_after.match(text, reference.end)
    ]
    extra = tuple(each for each in difference.extra if each not in otherwise)
    return _filled(difference._replace(extra=extra), len(otherwise), True)


def _filled(difference: Difference, times: int, names_alone: bool = False) -> Difference:
    """Return a difference in which so many other words supply what is missing."""
    lacking = difference.lacking.copy()
    for saying in difference.lacking if times else ():
        if not (names_alone and saying.noun):
            lacking[saying] -= times
    return difference._replace(lacking=+lacking)


def agrees(words: str, others: str, language: Language) -> bool:
    """Tell whether both begin with the same word, as “this” may have gender, number and case."""
    first, second = (each.split(" ")[0].lower() for each in (words, others))
    return first == second or not language.lexicon.spaces


def is_invariable(language: Language) -> bool:
    """Tell whether nothing around a noun depends on it: neither cases nor particles."""
    lexicon = language.lexicon
    return not (lexicon.inflection.declensions or lexicon.particles.pairs)


def worded(saying: Saying, reference: Reference, translation: Subject) -> str:
    """Return how a translation says what the original says, in place of a reference.

    Empty if its language has no such noun.
    """
    language, known = translation.language, restyling_words(translation.language)
    if saying.noun:
        words = nouns_of(language).get(saying.noun, ())
        capital = reference.text[:1].isupper()
        alike = [each for each in words if each[:1].isupper() == capital] or words
        if len(alike) > 1:  # of several forms, the one with the same “this”
            alike = [each for each in alike if agrees(each, reference.text, language)]
        return with_noun(alike[0], "", language) if alike else ""
    if known.legend and translation.legend and reference.scope != "quote":
        free = known.legend_after.match(translation.card.text, reference.end)
        if free and wording(translation) != "names":
            return known.legend
    return nouns.full(translation.card, language)
