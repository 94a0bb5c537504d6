"""The language that a text is written in, told by its script, then by its words."""

import re
from collections.abc import Sequence
from functools import cache

from nanori.grammar.languages import Language, codes, every, load, reference_language
from nanori.model.values import Card


@cache
def _scripts() -> tuple[tuple[str, re.Pattern[str]], ...]:
    return tuple((code, re.compile(script)) for code, script in every().scripts)


@cache
def _own_scripts() -> dict[str, re.Pattern[str]]:
    return {code: re.compile(f"(?:{script})+") for code, script in every().own_scripts}


# A text without such a character is in no script of its own. One look suffices for most texts, and
# saves start-up: patterns of thousands of characters take a millisecond each to compile.
_BEYOND_LATIN = re.compile(r"[^\x00-\u036f\u2000-\u2bff]")

# At least one letter in so many is in the script of the language of a text, or one word its own.
MAX_PER_OWN = 5
# By how many words of another language a text must exceed the reference language.
MIN_LEAD = 2
# So few words may be in several languages: “Vigilance”.
MAX_SHARED = 4
# A text of many unknown words is in a language that has so many times the words of the first.
TWICE = 2
# Fewer words may all be made up.
MIN_UNKNOWN_WORDS = 8
# Code points of a text whose words tell its language.
MAX_READ = 400
# Code points of a text that usually suffice to see that it is in the language it should be.
MAX_GLANCE = 120
# So many words of one language, and so many times those of another, are plain.
PLAIN, TIMES = 6, 3


def of_card(card: Card) -> Language:
    """Return the language of a card: as it says, else of its text, else of its type line.

    NanoriError if there is no such language.
    """
    return load(card.lang or of_text(card.text, card.type))


def of_whole_card(card: Card) -> str:
    """Return the code of the language of a card whose record does not say it.

    The text alone first: “Opfere den Salzigen Ort.” has few telling words, and its name none. A
    text of two words may have no telling letter; then the name may.
    """
    code = of_text(card.text, card.type)
    return code if code != reference_language() else of_text(f"{card.text}\n{card.name}", card.type)


def of_text(text: str, name: str = "") -> str:
    """Return the code of the language of a text, told by its script, then its words.

    `beside` is what else is known of the card, such as its type line: it tells where the text does
    not.
    """
    if text.isascii() or not _BEYOND_LATIN.search(text):
        return _by_words(text, _without_script(), name)
    for code, script in _own_scripts().items():
        # Usually half of the text has enough of them for all of it, were it letters alone.
        if len("".join(script.findall(text, 0, len(text) // 2))) * MAX_PER_OWN >= len(text):
            return code
    letters = sum(map(str.isalpha, text))
    own = {code: len("".join(script.findall(text))) for code, script in _own_scripts().items()}
    for code, count in own.items():
        if count and count * MAX_PER_OWN >= letters:
            return code  # and the large patterns below are not compiled
    counts = {code: len(script.findall(text)) for code, script in _scripts()}
    written = [code for code, count in counts.items() if count and count * MAX_PER_OWN >= letters]
    if len(written) == 1:
        return written[0]
    if not written:
        return _by_words(text, _without_script(), name)
    for code in written:
        if own.get(code, -1) * MAX_PER_OWN * MAX_PER_OWN >= letters:
            return code
    return _by_words(text, tuple(written), name)


@cache
def _without_script() -> tuple[str, ...]:
    """Return the languages that share the reference language's script, that one first."""
    others = sorted(set(codes()) - {code for code, _ in every().scripts} - {reference_language()})
    return (reference_language(), *others)


@cache
def _words_of(code: str) -> frozenset[str]:
    """Return what tells a language: the words of its lists, or characters if it has no blanks."""
    lexicon = load(code).lexicon
    listed = (word for words in lexicon.words.values() for word in words)
    if not lexicon.spaces:
        return frozenset(character for word in listed for character in word)
    return frozenset(part for word in listed for part in _WORD.findall(word.lower()))


_WORD = re.compile(r"[^\W\d_]+")
_SYMBOL = re.compile(r"\{[^{}]*\}")
_MARKUP = re.compile(r"<[^<>]{1,200}>|\[[^\[\]]{1,40}\]")
_SMALL = {place: chr(place).lower() if chr(place).isalpha() else " " for place in range(128)}


def _words_in(text: str, most: int, *, spaces: bool) -> list[str]:
    """Return the words, else letters, in so many code points of a text; small, without symbols."""
    near = _SYMBOL.sub(" ", text[:most])
    if spaces and near.isascii():
        return near.translate(_SMALL).split()  # little more than half of the pattern's time
    return _WORD.findall(near.lower()) if spaces else list(near.lower())


def _by_words(text: str, among: Sequence[str], name: str = "") -> str:
    """Return which of some languages a text is in, by its words, then by those beside it.

    Each narrows them to those with most of its words; if nothing tells, it is the first.
    """
    for sample in (text, name):
        if sample and len(among) > 1:
            among = _narrowed(sample, among)
    return among[0]


def _narrowed(text: str, among: Sequence[str]) -> Sequence[str]:
    """Return those of some languages that have most of a text's words; all if that tells nothing.

    Half of the words suffice for the first. Others must have some more than that, and half, as a
    name may contain a word or two that several have, such as “mute”; or else plainly more.
    """
    spaces = load(among[0]).lexicon.spaces
    words = _words_in(text, MAX_READ, spaces=spaces)
    first = sum(map(_words_of(among[0]).__contains__, words))
    if spaces and first * 2 > len(words) > MAX_SHARED:
        return among[:1]  # usually one look tells
    counts = {code: sum(word in _words_of(code) for word in words) for code in among[1:]}
    most = max(counts.values())
    if most < first + MIN_LEAD:
        return among
    best = tuple(code for code, count in counts.items() if count == most)
    if spaces and most * 2 < len(words):
        best = tuple(code for code in best if _says_more(text, code, among[0], MAX_SHARED, TWICE))
    return best or among


def _says_more(text: str, code: str, other: str, least: int, times: int) -> bool:
    """Tell whether a text has so many words of one language only, and so many times the other's."""
    own, others = (
        sum(word in _words_of(with_word) and word not in _words_of(without_word) for word in words)
        for with_word, without_word in ((code, other), (other, code))
        for words in (_words_in(text, MAX_READ, spaces=load(with_word).lexicon.spaces),)
    )
    return own >= max(least, times * others)


@cache
def _alone(code: str) -> frozenset[str]:
    """Return the characters of a language without blanks that no other such language has."""
    others = (other for other in codes() if other != code and not load(other).lexicon.spaces)
    return _words_of(code).difference(*map(_words_of, others))


@cache
def _own_script(code: str) -> re.Pattern[str] | None:
    """Return a pattern for letters that no other language has, as often as makes it plain."""
    own = load(code).lexicon.own_script
    return re.compile(f"(?:{own}.*?){{{TIMES}}}", re.DOTALL) if own else None


def is_plainly(text: str, lang: str) -> bool:
    """Tell whether a first look shows that a text is in a language; no other language is read."""
    if (own := _own_script(lang)) is not None:
        return own.search(text, 0, MAX_GLANCE) is not None  # such as kana in Japanese
    if load(lang).lexicon.spaces:
        words = _words_in(text, MAX_GLANCE, spaces=True)
        return sum(map(_words_of(lang).__contains__, words)) * 3 > len(words) * 2
    return len(_alone(lang).intersection(text[:MAX_GLANCE])) >= TIMES


def contradicting(text: str, lang: str) -> str:
    """Return the code of the language that a text plainly is in, if not `lang`; else "".

    What a program reads is not looked at: `[gold]Block[/gold]`, `{Block}`.
    """
    text = _MARKUP.sub(" ", text)
    if is_plainly(text, lang) or (detected := of_text(text)) == lang:
        return ""
    return detected if _says_more(text, detected, lang, PLAIN, TIMES) else ""


def is_beyond_doubt(text: str, code: str) -> bool:
    """Tell whether a text has a letter that only this language has, or the language has none."""
    script = _own_scripts().get(code)
    return script is None or script.search(text) is not None


def is_of_none(text: str) -> bool:
    """Tell whether a text in Latin letters is plainly in none of the languages: Polish, say.

    Of a thousand texts of this game one has fewer than half of its words in the lists of its
    language, of other games one in a thousand less than a fifth.
    """
    words = {*_words_in(_MARKUP.sub(" ", text), MAX_READ, spaces=True)}
    if len(words) < MIN_UNKNOWN_WORDS or of_text(text) not in _without_script():
        return False
    known_words = (sum(map(_words_of(code).__contains__, words)) for code in _without_script())
    return max(known_words) * MAX_PER_OWN < len(words)


def of_any_letter(text: str) -> str:
    """Return the code of the language of whose script a text has any letter.

    Prose that gives each name in two languages may have few of them.
    """
    if not _BEYOND_LATIN.search(text):
        return reference_language()
    return next((code for code, script in _scripts() if script.search(text)), reference_language())
