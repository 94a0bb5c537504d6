"""A text or name to the words in it that were meant to be others: a noisy channel.

A hand changes one letter, or changes two over. What it wanted is told by the phrases and frequent
words of rules texts, by what the set calls its tokens and counters, by its other words, and last by
a dictionary.
"""

import gzip
import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache
from importlib.util import find_spec
from itertools import groupby
from pathlib import Path
from re import Match
from typing import Literal, NamedTuple, cast

import msgspec
from rapidfuzz import distance, process

from nanori.annotation.name_fields import is_token
from nanori.annotation.plain_words import CHARACTER, kind
from nanori.grammar.languages import Language
from nanori.linting.context import Subject
from nanori.linting.evidence.usage_slips import masked
from nanori.linting.lexicon import lint_words

Change = Literal["", "changed over", "lost", "added", "other"]

# The list of subtypes.
SUBTYPE = "subtype"
# Letters of a word that may be a slip of a frequent one: shorter ones are near to too many.
MIN_LETTERS_OF_WORD = 4
# Letters of a token's name that may be a slip of another.
MIN_LETTERS_OF_NAME = 5
# Letters of a word that may be a slip of any of a dictionary, which has many near to each other.
MIN_LETTERS_OF_ANY_WORD = 6
# Letters of a word in which one may be doubled that is single, or the other way round.
MIN_LETTERS_OF_DOUBLED = 8
# Letters of the shortest words that another is made of: “Glint” and “wing”.
MIN_LETTERS_OF_PART = 3
# Letters of a word of rules texts that is meant though it is not frequent.
LETTERS_OF_LONG_WORD = 7
# A phrase of so many words tells more than its word does, which may be one of rules, too.
WORDS_OF_LONG_PHRASE = 4
# Texts of the files that may have one slip; a set that says a word in more has it on purpose.
MAX_TEXTS_WITH_SLIP = 3
# Or else the files have the other word so many times as often.
USUAL_TO_SLIP = 20
# Texts of a set that name a kind of counter so, from which on it is the set's own.
MIN_TEXTS_WITH_TERM = 3
# How often the dictionary's texts have a word that is no part of a name, nor meant by a slip.
MAX_TIMES_OF_RARE_WORD = 50
# How often they have one that is meant by a slip of the fewest letters.
MIN_TIMES_OF_COMMON_WORD = 1_000
# How often they may have a word that is a slip all the same: such texts have slips, too.
MAX_TIMES_OF_SLIP = 5_000
# One of several words of a dictionary is meant if it is so many times as frequent as the next.
FIRST_TO_SECOND = 10
VOWELS = frozenset("aeiouy")
# A name in brackets is a slot of a plan, or a joke.
REMARKS = ("(", "[")
# What stands before a sentence, where a capital is no name's; nothing does, too.
OPENING = '\n.:•—(“"'


class Slip(NamedTuple):
    """Words and those that were meant."""

    start: int
    end: int
    meant: str


def change(words: str, replacement: str) -> Change:
    """Return how a hand made words of others; nothing if they are the same, or no hand did.

    One Chinese character for another makes another word: 「王冠」 and 「王笏」 are both names.
    """
    if distance.OSA.distance(words, replacement, score_cutoff=1) != 1:
        return ""
    if len(words) != len(replacement):
        return "lost" if len(words) < len(replacement) else "added"
    if sorted(words) == sorted(replacement):
        return "changed over"
    letters = next(two for two in zip(words, replacement, strict=True) if two[0] != two[1])
    return "" if all(kind(letter) == CHARACTER for letter in letters) else "other"


def in_text(subject: Subject) -> Iterator[Slip]:
    """Yield the words of a text, outside names, that were meant for others, each once."""
    text, reported = masked(subject), set[int]()
    words = list(subject.language.lexicon.guards.word.finditer(text))
    for slip in (
        *_of_set(subject, text),
        *_of_phrases(text, words, subject.language),
        *_of_words(text, words, subject),
    ):
        if slip.start not in reported:
            reported.add(slip.start)
            yield slip


def _of_set(subject: Subject, text: str) -> Iterator[Slip]:
    """Yield tokens and kinds of counters that the set calls otherwise more often."""
    card, index = subject.card, subject.index
    templating = lint_words(subject.language).templating
    for each in subject.references:
        names = index.tokens(card.lang, subject.path) if each.form == "token" else Counter[str]()
        for name, times in names.items():
            often = (times, name) > (names[each.text], each.text)
            if often and len(name) >= MIN_LETTERS_OF_NAME and change(each.text, name):
                yield Slip(each.start, each.end, name)
                break
    pattern = templating.counters
    for match in pattern.finditer(text) if pattern.may_be_in(text) else ():
        kinds, word = subject.house.counters, match["kind"]
        for other, times in kinds.items():
            if other == word.swapcase()[0] + word[1:]:
                is_usual = times > max(1, kinds[word]) and other not in index.names(card.lang)
            else:
                is_usual = (
                    times >= MIN_TEXTS_WITH_TERM
                    and kinds[word] <= 1
                    and len(word) > MIN_LETTERS_OF_WORD
                )
                is_usual = is_usual and change(word, other) not in ("", "other")
            if is_usual:
                yield Slip(*match.span("kind"), other)
                break


def _of_phrases(text: str, words: Sequence[Match[str]], language: Language) -> Iterator[Slip]:
    """Yield each word of a phrase that is a letter from the one that it has there."""
    small = [match[0].lower() for match in words]
    for length, ends in _ends_of_phrases(language).items():
        is_short = length < WORDS_OF_LONG_PHRASE
        for first in range(len(words) - length + 1):
            if small[first] not in ends and small[first + length - 1] not in ends:
                continue  # at most one word of a phrase is another
            part, phrase = words[first : first + length], small[first : first + length]
            if part[-1].end() - part[0].start() != sum(map(len, phrase)) + length - 1:
                continue  # a sign stands between them
            for number, word in enumerate(phrase):
                usual_words = _gaps(language).get((*phrase[:number], "", *phrase[number + 1 :]), ())
                if word in usual_words or (is_short and word in language.plain_words):
                    continue
                near = [other for other in usual_words if distance.OSA.distance(word, other) == 1]
                if len(near) == 1 and (not is_short or len(near[0]) > 2):
                    yield Slip(*part[number].span(), _cased(near[0], word, part[number][0]))


@cache
def _ends_of_phrases(language: Language) -> dict[int, set[str]]:
    """Return the first words of phrases and their last ones, by how many a phrase has."""
    ends: dict[int, set[str]] = {}
    for phrase in map(str.split, lint_words(language).templating.phrases):
        ends.setdefault(len(phrase), set()).update((phrase[0], phrase[-1]))
    return ends


@cache
def _gaps(language: Language) -> dict[tuple[str, ...], tuple[str, ...]]:
    """Return the words of phrases by the phrase with nothing in their place."""
    gaps: dict[tuple[str, ...], tuple[str, ...]] = {}
    for phrase in map(str.split, lint_words(language).templating.phrases):
        for number, word in enumerate(phrase):
            gap = (*phrase[:number], "", *phrase[number + 1 :])
            gaps[gap] = (*gaps.get(gap, ()), word)
    return gaps


def _of_words(text: str, words: Sequence[Match[str]], subject: Subject) -> Iterator[Slip]:
    """Yield each word that no rules text has, nor the set, and that is a letter from another."""
    language, lang, says = subject.language, subject.card.lang, subject.index.says
    kinds = lint_words(language).templating.counters
    counters = {match.start("kind") for match in kinds.finditer(text)}
    counted, of_rules = Counter(match[0].lower() for match in words), _rules_words(language)
    for match in words:
        if match[0] in of_rules:
            continue  # nearly all
        word, owner, _ = match[0].partition("'s")
        if len(word) < MIN_LETTERS_OF_WORD or not word.isalpha() or not word[1:].islower():
            continue
        times = says(word, lang)
        if match.start() in counters or times > MAX_TEXTS_WITH_SLIP or counted[word.lower()] > 1:
            continue  # a word that a text has twice is the designer's own
        if word[0].isupper() and not _is_first(match, text, language):
            replacement = _subtype(word, language)  # or a name
        else:
            replacement = _of_rules(word.lower(), language)
            if not replacement and word.islower():
                replacement = of_dictionary(word, language)
        if replacement and (times == 1 or times * USUAL_TO_SLIP <= says(replacement, lang)):
            yield Slip(*match.span(), _cased(replacement, word.lower(), word) + owner)


def _cased(replacement: str, small: str, word: str) -> str:
    return replacement if word == small else replacement.capitalize()


def _is_first(match: Match[str], text: str, language: Language) -> bool:
    """Tell whether a word begins a sentence, and is no name of an ability, before a dash."""
    dashes = lint_words(language).templating.dashes
    after = text[match.end() :].lstrip(" ")[:1]
    return text[: match.start()].rstrip(" ")[-1:] in OPENING and (after or " ") not in dashes


@cache
def _subtype(word: str, language: Language) -> str:
    """Return the subtype two letters of which have changed places in a word, else ""."""
    subtypes = sorted({*language.lexicon.words.get(SUBTYPE, ())})
    if word in subtypes or is_frequent(word.lower(), language, MAX_TIMES_OF_SLIP):
        return ""  # “Silver” is no Sliver
    return next((each for each in subtypes if change(word, each) == "changed over"), "")


@cache
def _of_rules(word: str, language: Language) -> str:
    """Return the long or frequent word of rules that this is a slip from, else "".

    Likeliest is “tokesn”, else “choosen”, else “attacs”: two letters have changed places; the end
    is the same; a letter is lost, not one too many.
    """
    if word in _rules_words(language):
        return ""
    # A set has words of its own, and those are words: “compete” is no slip from “complete”.
    is_known = _is_word(word, language)
    near: list[tuple[tuple[bool, bool, int], str]] = []
    for replacement in _nearest(word, _wanted(language)):
        is_turned = change(word, replacement) == "changed over"
        is_end_same = word[-1] == replacement[-1]
        is_long = (
            len(replacement) > LETTERS_OF_LONG_WORD
            and is_end_same
            and not word.startswith(replacement)
        )
        is_wanted = is_long or replacement in lint_words(language).templating.frequent
        if is_turned or (is_wanted and not is_known):
            near.append(((is_turned, is_end_same, len(replacement)), replacement))
    likely = sorted(near, reverse=True)
    if not likely or (len(likely) > 1 and likely[0][0] == likely[1][0]):
        return ""
    return likely[0][1] if not is_known or len(word) >= LETTERS_OF_LONG_WORD else ""


def _nearest(word: str, others: Collection[str]) -> list[str]:
    near = process.extract(word, others, scorer=distance.OSA.distance, score_cutoff=1, limit=None)
    return [other for other, *_ in near]


@cache
def _wanted(language: Language) -> frozenset[str]:
    """Return the words that others are slips from."""
    long = {word for word in _rules_words(language) if len(word) >= LETTERS_OF_LONG_WORD}
    return frozenset({*long, *lint_words(language).templating.frequent})


@cache
def _rules_words(language: Language) -> frozenset[str]:
    return frozenset(word for words in language.plain_words for word in words.lower().split())


# --- names and the dictionary -------------------------------------------------------------------


def in_name(subject: Subject) -> Iterator[Slip]:
    """Yield each word of a card's name that is none, and that is near to one.

    What a legend is called comes before what it is, and a word alone may be made up.
    """
    card, language, index = subject.card, subject.language, subject.index
    if not lint_words(language).spelling.dictionary or is_token(card):
        return
    if not card.name or card.name[0] in REMARKS:
        return
    begin = 0
    if subject.legend:
        ends = (card.name.find(sign) for sign in language.lexicon.short.split)
        begin = min((end for end in ends if end > 0), default=len(card.name))
    for match in language.lexicon.guards.word.finditer(card.name, begin):
        word = match[0].partition("'")[0].partition("’")[0]
        if not word.isalpha() or not word[1:].islower():
            continue
        small = word.lower()
        replacement = of_dictionary(small, language)
        if not replacement or (word == card.name and change(small, replacement) != "changed over"):
            continue
        others = {*index.names_with(word, card.lang)} - {card.name, subject.given.name}
        if not others and not index.says(small, card.lang):
            yield Slip(match.start(), match.start() + len(word), _cased(replacement, small, word))


@cache
def of_dictionary(word: str, language: Language) -> str:
    """Return the word that this one in small letters is a slip from; "" if it is none, or many."""
    if len(word) < MIN_LETTERS_OF_ANY_WORD or word in language.plain_words:
        return ""
    if word.capitalize() in language.lexicon.words.get(SUBTYPE, ()) or _is_word(word, language):
        return ""
    known, endings = _dictionary(language), lint_words(language).spelling.endings
    parts = ((word[:at], word[at:]) for at in range(3, len(word) - 2))
    joined = any(
        min(known.get(part, 0) for part in both) > MAX_TIMES_OF_RARE_WORD for both in parts
    )
    thrice = any(len([*letters]) > 2 for _, letters in groupby(word))
    stems = (word.removesuffix(ending) for ending in endings if word.endswith(ending))
    if not thrice and any(
        len(stem) > MIN_LETTERS_OF_PART and (stem in known or f"{stem}e" in known) for stem in stems
    ):
        return ""
    if word.isalpha() and (doubled := _doubled(word, language)):
        return doubled  # “innefficient”, “tommorows”
    if joined:
        return ""  # two words, written as one
    near = _nearest(word, _by_letter(language).get(word[0], ()))
    near.sort(key=lambda each: known[each], reverse=True)
    if not near or (len(near) > 1 and known[near[0]] < FIRST_TO_SECOND * known[near[1]]):
        return ""
    if len(word) == MIN_LETTERS_OF_ANY_WORD and known[near[0]] < MIN_TIMES_OF_COMMON_WORD:
        return ""
    return near[0] if _is_slip(word, near[0], known, language) else ""


def _doubled(word: str, language: Language) -> str:
    """Return the only word with these letters, of which others are doubled; "" if there is none."""
    known = _dictionary(language)
    letters = re.compile("+".join(letter for letter, _ in groupby(word)) + "+")
    every = _by_letter(language).get(word[0], ())
    near = [
        each for each in every if letters.fullmatch(each) and known[each] > MAX_TIMES_OF_RARE_WORD
    ]
    return near[0] if len(near) == 1 and len(near[0]) >= MIN_LETTERS_OF_DOUBLED else ""


def _is_slip(word: str, replacement: str, known: Mapping[str, int], language: Language) -> bool:
    """Tell whether a hand slipped: this is no other form of a word, and no play upon it."""
    how = change(word, replacement)
    if how == "changed over":  # “Magnifire” plays on another word, with a word at its end
        ends = (word[at:] for at in range(3, len(word) - 3))
        return known[replacement] > MAX_TIMES_OF_RARE_WORD and all(
            known.get(end, 0) <= MAX_TIMES_OF_SLIP for end in ends
        )
    if word.startswith(replacement) and word[-1] != replacement[-1]:
        return False
    if how == "other":  # “Propogating”: one does not hear which vowel it is
        differing = {
            letter
            for two in zip(word, replacement, strict=True)
            if len({*two}) > 1
            for letter in two
        }
        common = MAX_TIMES_OF_RARE_WORD < known[replacement] <= MAX_TIMES_OF_SLIP
        is_long = len(word) >= MIN_LETTERS_OF_DOUBLED and word[-1] == replacement[-1]
        return common and is_long and differing <= VOWELS
    longer, shorter = (word, replacement) if how == "added" else (replacement, word)
    offset = next(
        (i for i, two in enumerate(zip(word, replacement, strict=False)) if len({*two}) > 1), -1
    )
    letter = longer[offset]  # the last where the shorter has no other
    if letter in (longer[offset - 1 : offset], longer[offset + 1 : offset + 2]):
        return True
    if offset < 2 or word[-2:] != replacement[-2:] or known[replacement] <= MAX_TIMES_OF_RARE_WORD:
        return False
    # “Saladmander” plays upon a word: what stands up to the letter too many is one as well.
    return shorter is word or (
        len(word) > 8 and known.get(word[: offset + 1], 0) <= MAX_TIMES_OF_RARE_WORD
    )


def is_frequent(word: str, language: Language, least: int = MAX_TIMES_OF_RARE_WORD) -> bool:
    """Tell whether texts of all kinds have a word often: then it is no slip from another."""
    return _dictionary(language).get(word, 0) > least


def _is_word(word: str, language: Language) -> bool:
    """Tell whether a dictionary has a word; without a dictionary any word may be one."""
    dictionary = _dictionary(language)
    return not dictionary or word in dictionary


@cache
def _dictionary(language: Language) -> Mapping[str, int]:
    """Return the words of the spelling checker's dictionary, and how often its texts have each.

    Its own reader counts every letter of all its words; nothing is there in a browser.
    """
    code, package = lint_words(language).spelling.dictionary, find_spec("spellchecker")
    if not code or package is None or not package.origin:
        return {}
    path = Path(package.origin).with_name("resources") / f"{code}.json.gz"
    return cast("dict[str, int]", msgspec.json.decode(gzip.decompress(path.read_bytes())))


@cache
def _by_letter(language: Language) -> Mapping[str, Sequence[str]]:
    """Return the words of the dictionary by their first letter, where hands slip least."""
    words: dict[str, list[str]] = {}
    for word in _dictionary(language):
        words.setdefault(word[0], []).append(word)
    return words
