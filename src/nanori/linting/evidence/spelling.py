"""A word that no dictionary has to the one word that it is a slip of the hand from.

Names are made of words of a language and of words that their designers made up; what is made up is
near to a word only by chance, or is made of words.
"""

import gzip
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.util import find_spec
from itertools import groupby
from pathlib import Path
from typing import cast

import msgspec
from rapidfuzz import process
from rapidfuzz.distance import OSA

from nanori.annotation.name_fields import is_token
from nanori.grammar.languages import Language
from nanori.linting.context import Finding, Subject
from nanori.linting.lexicon import lint_words
from nanori.model.diagnostics import Fix
from nanori.model.values import Edit

# The list of subtypes.
SUBTYPE = "subtype"
# Letters of the shortest word that a slip is looked for in: shorter ones are near to many,
SHORT = 6
# of one that may be near to any word, and how often texts have what a shorter one is near to,
ANY, COMMON = 7, 1_000
# of one that has got a letter that is none of a double one: “salad” in “Saladmander”,
LONG = 9
# and of the shortest words that another is made of: “Glint” and “wing”.
PART = 3
# Letters of a word of rules texts that is meant where two letters have changed places, …
LONG_WORD = 7
# … and where one is another, lacks or is too many.
LONGER_WORD = 8
# A name in brackets is a slot of a plan, or a joke.
REMARKS = "(["
# How often the dictionary's texts have its rarest words; those are names in part, and so only
# a letter that is double, or is not, tells a slip from them.
RARE = 50
# … and a word that is none by mistake, wherever it stands.
FREQUENT = 5_000
# One of several words is meant if it is so many times as frequent as the next.
RATIO = 10


def of_name(subject: Subject) -> Iterator[Finding]:
    """Yield a finding for each slip in the name of a card, with the word that was meant.

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
        if len(word) < SHORT or not word.isalpha() or not word[1:].islower():
            continue
        meant = of_dictionary(word.lower(), language)
        if not meant or (word == card.name and sorted(meant) != sorted(word.lower())):
            continue
        others = {*index.names_with(word, card.lang)} - {card.name}
        if not others and not index.says(word.lower(), card.lang):
            start, end = match.start(), match.start() + len(word)
            meant = meant.capitalize() if word[0].isupper() else meant
            fix = None if word in card.text else Fix(False, (Edit(start, end, meant),))
            yield Finding(start, end, f"“{word}” is a letter from “{meant}”", fix, field="name")


@cache
def of_dictionary(word: str, language: Language) -> str:
    """Return the word that this one in small letters is a slip from; "" if it is none, or many."""
    spelling = lint_words(language).spelling
    if not spelling.dictionary or len(word) < SHORT:
        return ""
    if word in language.plain_words or word.capitalize() in language.lexicon.words.get(SUBTYPE, ()):
        return ""  # without opening the dictionary
    known = _known(spelling.dictionary, word[0])
    if not known or _is_word(word, language) or _is_made(word, spelling.dictionary):
        return ""
    thrice = any(len([*letters]) > 2 for _, letters in groupby(word))
    stems = (word.removesuffix(ending) for ending in spelling.endings if word.endswith(ending))
    if not thrice and any(len(s) > PART and (s in known or f"{s}e" in known) for s in stems):
        return ""
    slips = process.extract(word, known.keys(), scorer=OSA.distance, score_cutoff=1, limit=None)
    near = sorted((other for other, _, _ in slips), key=lambda each: known[each], reverse=True)
    if not near or (len(near) > 1 and known[near[0]] < RATIO * known[near[1]]):
        return ""
    if sorted(word) == sorted(near[0]) and any(
        is_frequent(word[at:], language, FREQUENT) for at in range(PART, len(word) - PART)
    ):
        return ""  # a name that plays on another, with a word at its end: “Magnifire”
    if len(word) < ANY and known[near[0]] < COMMON:
        return ""
    return near[0] if _is_slip(word, near[0], known, spelling.vowels) else ""


@cache
def _known(dictionary: str, letter: str) -> Mapping[str, int]:
    """Return the words of a dictionary with a first letter, and how often its texts have each.

    A few cards ask for few letters. Its own reader counts every letter of all its words.
    """
    written, begin = _written(dictionary), f'\n"{letter}'.encode()
    start, last = written.find(begin), written.rfind(begin)
    words = written[start : written.find(b"\n", last + 1)].rstrip(b",") if start >= 0 else b""
    known = cast("dict[str, int]", msgspec.json.decode(b"{%b}" % words))
    return {word: count for word, count in known.items() if word[0] == letter}


@cache
def _written(dictionary: str) -> bytes:
    """Return what a dictionary's file has, a line a word; nothing in a browser."""
    package = find_spec("spellchecker")  # not imported: its file is all that is wanted
    if package is None or not package.origin:
        return b""
    path = Path(package.origin).with_name("resources") / f"{dictionary}.json.gz"
    return gzip.decompress(path.read_bytes())


def _is_word(word: str, language: Language) -> bool:
    """Tell whether a dictionary has a word, as any country writes it, or without its prefix."""
    spelling = lint_words(language).spelling
    variants = (word.replace(said, other) for said, other in spelling.variants if said in word)
    stems = (word[len(each) :] for each in spelling.beginnings if word.startswith(each))
    words = (word, *variants, *(stem for stem in stems if len(stem) > PART))
    return any(each in _known(spelling.dictionary, each[0]) for each in words)


def is_frequent(word: str, language: Language, least: int = RARE) -> bool:
    """Tell whether texts of all kinds have a word often: then it is no slip from another."""
    dictionary = lint_words(language).spelling.dictionary
    return bool(dictionary) and _known(dictionary, word[0]).get(word, 0) > least


def _is_made(word: str, dictionary: str) -> bool:
    """Tell whether a word is two others, written as one."""
    places = range(PART, len(word) - PART + 1)
    parts = ((word[:at], word[at:]) for at in places)
    return any(
        all(_known(dictionary, part[0]).get(part, 0) > RARE for part in two) for two in parts
    )


def _is_slip(word: str, other: str, known: Mapping[str, int], vowels: str) -> bool:
    """Tell whether a hand slipped: this is no other form of a word, and no play upon it."""
    if sorted(word) == sorted(other):
        return known[other] > RARE
    if word.startswith(other) and word[-1] != other[-1]:
        return False
    place = next(
        (i for i, pair in enumerate(zip(word, other, strict=False)) if len({*pair}) > 1), -1
    )
    if len(word) == len(other):
        vowel = word[place] in vowels and other[place] in vowels
        return vowel and known[other] > RARE and 1 < place < len(word) - 2
    longer = max(word, other, key=len)
    letter = longer[place]  # the last where the shorter has no other
    if letter in (longer[place - 1 : place], longer[place + 1 : place + 2]):
        return True
    if place < 2 or word[-2:] != other[-2:] or known[other] <= RARE:
        return False
    # “Saladmander” plays upon a word: what stands up to the letter too many is one as well.
    return longer is other or (len(word) >= LONG and known.get(word[: place + 1], 0) <= RARE)


@cache
def of_rules(word: str, language: Language) -> str:
    """Return the long or frequent word of rules that this is a slip of the hand from, else ""."""
    if word in _rules_words(language):
        return ""
    frequent = lint_words(language).templating.frequent
    score = OSA.distance
    alike = process.extract(word, _wanted(language), scorer=score, score_cutoff=1, limit=None)
    # A set has words of its own, and those are words: “compete” is no slip from “complete”.
    dictionary = lint_words(language).spelling.dictionary
    strange = bool(dictionary) and not _is_word(word, language)
    slips = [
        meant
        for meant, _, _ in alike
        if (strange and meant in frequent)
        or _is_slip_of_rules(word, meant, frequent=meant in frequent)
    ]
    near = sorted(((_likeness(word, meant), meant) for meant in slips), reverse=True)
    if not near or (len(near) > 1 and near[0][0] == near[1][0]):
        return ""
    meant = near[0][1]
    turned = len(word) >= LONG_WORD and sorted(word) == sorted(meant)
    return meant if strange or turned or not dictionary else ""


def _likeness(word: str, meant: str) -> tuple[bool, bool, int]:
    """Return how likely a hand slipped so: “tokesn”, else “choosen”, else “attacs”.

    Two letters have changed places; the end is the same; a letter is lost, not one too many.
    """
    return sorted(word) == sorted(meant), word[-1] == meant[-1], len(meant)


@cache
def _wanted(language: Language) -> frozenset[str]:
    """Return the words that others are slips from."""
    long = {word for word in _rules_words(language) if len(word) >= LONG_WORD}
    return frozenset({*long, *lint_words(language).templating.frequent})


@cache
def _rules_words(language: Language) -> frozenset[str]:
    said = (word for words in language.plain_words for word in words.lower().split())
    return frozenset(said)


def _is_slip_of_rules(word: str, meant: str, *, frequent: bool) -> bool:
    """Tell whether this is no other form of the word, whose end would differ."""
    if sorted(word) == sorted(meant):
        return True
    far = len(meant) >= LONGER_WORD or (frequent and len(word) != len(meant))
    return far and word[-1] == meant[-1] and not word.startswith(meant)
