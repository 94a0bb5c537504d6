"""Finds misspelled words in rules text and names: “toughess”, “until en of turn”.

Why: they are the first thing readers see, and programs that read the text stop there. Reported is a
word that no rules text and no other card in the files has, if it is one letter away from a long
word that they have, or from a frequent one and in no dictionary; a subtype with two
letters swapped; and any word inside a phrase that all rules texts say the same way. In names it is
a word that no dictionary and no other name has, one slip from a word of a dictionary. Kinds of
counters are up to the set.

Fix: unsafe. The word becomes the one it resembles; none if the text has it as the name does.

ja: 綴りの誤り
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from functools import cache
from re import Match

from rapidfuzz.distance import OSA

from nanori.grammar.languages import Language
from nanori.linting.context import Finding, Subject, replaced
from nanori.linting.evidence import spelling, usage_slips
from nanori.linting.lexicon import lint_words

# Letters of a word that is a letter from a frequent one, and of a word of a phrase.
SHORT, SHORTEST = 4, 3
# Texts of the files that may have one slip.
MOST = 3
# Words of a phrase in which even a word of rules is a slip from another.
LONG = 4
# A word is a slip, too, where the files have that which it resembles so many times as often.
TIMES = 20
# What stands before a sentence, where a capital is no name's; nothing does, too.
OPENING = '\n.:•—(“"'


def check(subject: Subject) -> Iterator[Finding]:
    """Yield a finding for each such word."""
    language = subject.language
    if not lint_words(language).templating.phrases:
        return
    yield from spelling.of_name(subject)
    text = usage_slips.masked(subject)
    told = set[int]()
    words = list(language.lexicon.guards.word.finditer(text))
    for match, meant in (*_of_phrases(text, words, language), *_alone(text, words, subject)):
        marked = any(mark.start <= match.start() < mark.end for mark in subject.markup)
        if marked or match.start() in told:
            continue
        meant = meant.capitalize() if match[0][0].isupper() else meant
        message = f"“{match[0]}” is a letter from “{meant}”"
        told.add(match.start())  # two phrases may have the word
        yield replaced(*match.span(), meant, message, safe=False)


def _of_phrases(
    text: str, words: Sequence[Match[str]], language: Language
) -> Iterator[tuple[Match[str], str]]:
    """Yield each word of a phrase that is a slip from the one that it has there."""
    known, small = _gaps(language), [match[0].lower() for match in words]
    for length, ends in _ends(language).items():
        for first in range(len(words) - length + 1):
            if small[first] not in ends and small[first + length - 1] not in ends:
                continue  # at most one word of a phrase is another
            part, said = words[first : first + length], small[first : first + length]
            if part[-1].end() - part[0].start() != sum(map(len, said)) + length - 1:
                continue  # a sign stands between them
            for place, word in enumerate(said):
                meant = known.get(((*said[:place], *said[place + 1 :]), place), ())
                known_word = word in language.plain_words and len(word) >= SHORTEST
                if word in meant or (known_word and length < LONG):
                    continue
                near = [right for right in meant if OSA.distance(word, right) == 1]
                if len(near) == 1 and (length >= LONG or len(near[0]) >= SHORTEST):
                    yield part[place], near[0]


@cache
def _ends(language: Language) -> dict[int, set[str]]:
    """Return the first words of phrases and their last ones, by how many a phrase has."""
    known: dict[int, set[str]] = {}
    for phrase in lint_words(language).templating.phrases:
        first, *_, last = said = phrase.split()
        known.setdefault(len(said), set()).update((first, last))
    return known


def _alone(
    text: str, words: Sequence[Match[str]], subject: Subject
) -> Iterator[tuple[Match[str], str]]:
    """Yield each word that no rules text has and that is a letter from a long one."""
    kinds = lint_words(subject.language).templating.counters
    counters = {match.start("kind") for match in kinds.finditer(text)}
    spoken = Counter(match[0].lower() for match in words)
    for match in words:
        word, owner, _ = match[0].partition("'s")
        if len(word) < SHORT or not word.isalpha() or not word[1:].islower():
            continue
        said = subject.index.says(word, subject.card.lang)
        if match.start() in counters or said > MOST or spoken[word.lower()] > 1:
            continue  # a word that a text has twice is the designer's own
        if word[0].isupper() and not _is_first(match, text, subject.language):
            meant = _subtype(word, subject.language)  # or a name
        else:
            meant = spelling.of_rules(word.lower(), subject.language)
            if not meant and word.islower():
                meant = spelling.of_dictionary(word, subject.language)
        if meant and (said == 1 or said * TIMES <= subject.index.says(meant, subject.card.lang)):
            yield match, meant + owner


def _is_first(match: Match[str], text: str, language: Language) -> bool:
    """Tell whether a word begins a sentence, and is no name of an ability, before a dash."""
    dashes = lint_words(language).templating.dashes
    behind = text[match.end() :].lstrip(" ")[:1]
    return text[: match.start()].rstrip(" ")[-1:] in OPENING and (behind or " ") not in dashes


@cache
def _gaps(language: Language) -> dict[tuple[tuple[str, ...], int], tuple[str, ...]]:
    """Return the words of phrases, by the others of the phrase and the place among them."""
    known: defaultdict[tuple[tuple[str, ...], int], tuple[str, ...]] = defaultdict(tuple)
    for phrase in lint_words(language).templating.phrases:
        said = phrase.split()
        for place, word in enumerate(said):
            known[(*said[:place], *said[place + 1 :]), place] += (word,)
    return dict(known)


@cache
def _subtype(word: str, language: Language) -> str:
    """Return the subtype two letters of which have changed places in a word, else ""."""
    known = {*language.lexicon.words.get(spelling.SUBTYPE, ())}
    if word in known or spelling.is_frequent(word.lower(), language, spelling.FREQUENT):
        return ""  # “Silver” is no Sliver
    for each in sorted(known):
        if OSA.distance(word, each) == 1 and sorted(word) == sorted(each):
            return each
    return ""
