"""Misspelled words in texts and names."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from re import Match

from rapidfuzz.distance import OSA

from nanori.annotation.surroundings import surroundings
from nanori.grammar.languages import Language
from nanori.linting.check import SLIP, TEMPLATING, Check
from nanori.linting.context import Finding, Subject, replaced
from nanori.linting.evidence import spelling, typos, usage_slips
from nanori.linting.lexicon import lint_words
from nanori.rewriting.lexicon import restyling_words

SPELLING = Check(
    "spelling",
    """Misspelled words in rules text and names: “toughess”, “this creture”, “Reed Kyte”.

Why: they are the first thing readers see, and programs that read the text stop there. Reported is a
word that no rules text and no other card in the files has, if it is a slip from one they have; in
names a word that no dictionary and no other name has. “Reed Kite” and “Reed Kyte” are two tokens
(CR 111.4). Words that the set editor's spelling checker marks are reported unless other cards have
them.

Fix: safe for “this” and its noun, where nothing else can be meant. Otherwise unsafe: the word
becomes the one it resembles; none for a name that its text says as the field has it.

ja: 綴りの誤り
""",
)
# Letters of a word that is a letter from a frequent one, and of a word of a phrase.
SHORT, SHORTEST = 4, 3


# Texts of the files that may have one slip.
MOST_TEXTS_WITH_SLIP = 3
# Words of a phrase in which even a word of rules is a slip from another.
LONG = 4
# A word is a slip, too, where the files have that which it resembles so many times as often.
TIMES = 20
# What stands before a sentence, where a capital is no name's; nothing does, too.
OPENING = '\n.:•—(“"'


@SPELLING.in_text(
    "word",
    group=TEMPLATING,
    sort=SLIP,
    strength=2,
    expected={"sets of designers": (18, 18)},
)
def misspelled_word(subject: Subject) -> Iterator[Finding]:
    """Finds misspelled words in rules text and names."""
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
        if match.start() in counters or said > MOST_TEXTS_WITH_SLIP or spoken[word.lower()] > 1:
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


# How many words behind “this” are remembered; few are said there.
KEPT = 1024


# Letters of a word; where nothing divides words it would go on to the end of the text.
LONGEST = 64


@SPELLING.in_text(
    "demonstrative",
    sort=SLIP,
    strength=6,
    expected={"custom cards": (2, 2), "sets of designers": (7, 7)},
)
def misspelled_demonstrative(subject: Subject) -> Iterator[Finding]:
    """Finds “this” with a misspelled noun: “this creture”, “this creatures”, “this creatures
    power”.
    """
    text, language = subject.card.text, subject.language
    this = language.lexicon.this.partition("{}")[0]
    if not this or not _nouns(language):
        return
    rules, known = surroundings(language), typos.listed(language)
    owned = lint_words(language).selves.owned
    for match in _this(this).finditer(text):
        word = rules.lexical.word.match(text, match.end(), match.end() + LONGEST)
        if word is None or len(word[0]) == LONGEST:
            continue
        said = word[0].lower()
        meant = _meant(said, language)
        possessive = meant in (said, said.removesuffix("s")) and owned.match(text, word.end())
        listed = said in known
        if not meant or (said == meant and not possessive):
            continue
        if listed and said not in (meant, f"{meant}s"):
            continue
        if possessive:
            meant += "’s" if "’" in text and "'" not in text else "'s"
        message = f"“{match[0]}{word[0]}” has a slip, “{match[0]}{meant}” was wanted"
        safe = not listed and not subject.index.recurs(word[0], language.code)
        yield replaced(*word.span(), meant, message, safe=safe)


@cache
def _this(words: str) -> re.Pattern[str]:
    """Return the pattern of what stands before the noun, in any case."""
    return re.compile(re.escape(words), re.IGNORECASE)


@lru_cache(KEPT)
def _meant(word: str, language: Language) -> str:
    """Return the noun that a word is or is a slip of; empty for none, as for nearly all."""
    nouns = _nouns(language)
    return word if word in nouns else next((noun for noun in nouns if _is_slip(word, noun)), "")


def _is_slip(word: str, noun: str) -> bool:
    return word[0] == noun[0] and typos.is_near(word, noun) and typos.is_slip(word, noun)


@cache
def _nouns(language: Language) -> list[str]:
    """Return the nouns of objects that are long enough not to be near to other words."""
    given = restyling_words(language)
    nouns = {*language.lexicon.permanent_nouns, given.card, given.spell, given.permanent}
    return sorted(noun for noun in nouns if len(noun) >= typos.SHORT and noun == noun.lower())


# Letters of the shortest word that is reported: shorter ones are signs and parts of words.
LETTERS = 4
# Texts that have a word which is the set's own.
OWN = 3


@SPELLING.in_text("marked", severity="info", sort=SLIP, strength=1)
def marked_misspelling(subject: Subject) -> Iterator[Finding]:
    """Finds words that the set editor's spelling checker does not know and no other text has."""
    card = subject.card
    for mark in subject.markup:
        word = card.text[mark.start : mark.end]
        if mark.kind != "spelling" or not _is_plain(word) or len(word) < LETTERS:
            continue
        said = subject.index.says(word, card.lang)
        if said >= OWN or subject.is_named(mark.start, mark.end):
            continue
        message = f"“{word}” is marked by the set editor as misspelt"
        usual = subject.index.usual_word(word, card.lang, OWN)
        if usual:
            yield replaced(mark.start, mark.end, usual, message, safe=False)
        else:
            yield Finding(mark.start, mark.end, message)


def _is_plain(word: str) -> bool:
    """Tell whether this is one word in small letters, as no name is; apostrophes may be in it."""
    letters = word.replace("’", "").replace("'", "")
    return letters.isalpha() and letters.islower()


# So many texts of the set say the other kind of counter at least.
MIN_TEXTS_OF_COUNTER_KIND = 3


@SPELLING.in_text("token-name")
def inconsistent_token_name(subject: Subject) -> Iterator[Finding]:
    """Finds a token name or kind of counter that is spelled differently elsewhere in the file."""
    yield from _tokens(subject)
    yield from _counter_kinds(subject)


def _tokens(subject: Subject) -> Iterator[Finding]:
    card = subject.card
    for reference in subject.references:
        if reference.form != "token" or len(reference.text) < typos.SHORT:
            continue
        known = subject.index.tokens(card.lang, subject.path)
        for other, count in known.items():
            if other == reference.text or (count, reference.text) <= (known[reference.text], other):
                continue
            if typos.is_near(reference.text, other) and typos.is_slip(reference.text, other):
                message = f"the token “{reference.text}” is called “{other}” elsewhere in this file"
                yield replaced(reference.start, reference.end, other, message, safe=False)
                break


def _counter_kinds(subject: Subject) -> Iterator[Finding]:
    """Yield a finding for each kind that is a letter from a commoner one, or its first letter."""
    card, templating = subject.card, lint_words(subject.language).templating
    patterns = (templating.counters, templating.capital_counters)
    kinds = [
        match
        for pattern in patterns
        if pattern.may_be_in(card.text)
        for match in pattern.finditer(card.text)
    ]
    known = subject.index.counters(card, subject.path) if kinds else Counter[str]()
    for match in kinds:
        kind, other = match["kind"], match["kind"].swapcase()[0] + match["kind"][1:]
        if known[other] <= max(1, known[kind]) or other in subject.index.names(card.lang):
            slips = [each for each, count in known.items() if count >= MIN_TEXTS_OF_COUNTER_KIND]
            near = (each for each in slips if known[kind] <= 1 and _is_slip_of_kind(kind, each))
            other = next(near, "")
        if other:
            message = f"the counter “{kind}” is called “{other}” elsewhere in this set"
            yield replaced(*match.span("kind"), other, message, safe=False)


def _is_slip_of_kind(kind: str, other: str) -> bool:
    """Tell whether a letter lacks, is too much, or has changed its place."""
    if min(len(kind), len(other)) < typos.SHORT or not typos.is_near(kind, other):
        return False
    return len(kind) != len(other) or sorted(kind) == sorted(other)
