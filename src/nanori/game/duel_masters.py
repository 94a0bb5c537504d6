"""Duel Masters: a card's names and races, what refers to them, and which can be named."""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from functools import cache

from nanori.game.lexicon import game_words
from nanori.game.objects import Name
from nanori.grammar import languages
from nanori.grammar.languages import Language
from nanori.names.choosing import Choice

# Hiragana to the same in katakana.
_KATAKANA = {code: code + 0x60 for code in range(0x3041, 0x3097)}
# What is ignored in a ruby.
_GAPS = re.compile("[\\s\N{KATAKANA MIDDLE DOT}]")
# Separates the names of a Twinpact.
_HALVES = re.compile("[/／]")
# What a line of a text box begins with.
_BULLET = re.compile(r"^\s*[■▶►・•▼●]*\s*")
# Separates card types and races.
_DASH = re.compile(r"\s[—–―-]+\s")
# The rule for naming a card.
_NAMING = "202.2"


def folded(name: str) -> str:
    """Return a name for comparison: one width, without outer 《》, separators unchanged."""
    return unicodedata.normalize("NFKC", name).strip().strip(_marks())


@cache
def _marks() -> str:
    """Return the marks of names in all languages."""
    marks = (languages.load(code).lexicon.name_marks for code in languages.codes())
    return "".join(pair for pairs in marks for pair in pairs) + "〈〉"


def folded_reading(reading: str) -> str:
    """Return a ruby for comparison: one width and kana, without spaces and points."""
    plain = unicodedata.normalize("NFKC", reading).translate(_KATAKANA)
    return _GAPS.sub("", plain)


def halves(name: str) -> list[str]:
    """Return the names in a name field: two for a Twinpact “A/B”, else one. 201.2b, 204."""
    return [part for piece in _HALVES.split(name) if (part := piece.strip())]


def contains(names: Iterable[Name], word: str) -> bool:
    """Tell whether one of the names contains that word, unbroken. 202.3.

    A separator, such as ・ or a space, breaks a word. An empty word is in no name.
    """
    return _have((form for name in names for form in {name.english, name.printed}), word)


def _have(texts: Iterable[str], words: str) -> bool:
    """Tell whether one of the texts contains these words, unbroken; no words are in none."""
    part = folded(words)
    return bool(part) and any(part in folded(text) for text in texts)


def exactly(names: Iterable[Name], name: str, reading: str = "") -> bool:
    """Tell whether one of the names is that name, ruby included. 202.3a.

    A ruby that one side lacks is unknown and does not tell them apart.
    """
    wanted, ruby = folded(name), folded_reading(reading)
    for candidate in names:
        own = folded_reading(candidate.reading)
        same = wanted in (folded(candidate.english), folded(candidate.printed))
        if wanted and same and (not ruby or not own or ruby == own):
            return True
    return False


def races(type_line: str) -> list[str]:
    """Return the races in a type line: what follows the dash, each by itself. 203.1."""
    after_dash = _DASH.split(type_line, maxsplit=1)[1:]
    return [race for part in after_dash for race in halves(part)]


def has_race(races: Iterable[str], part: str) -> bool:
    """Tell whether one of the races contains that word, unbroken. 203.2."""
    return _have(races, part)


def choose_race(text: str, others: Iterable[str]) -> bool:
    """Tell whether that is a whole existing race, which can be chosen. 203.4."""
    race = folded(text)
    return bool(race) and any(race == folded(other) for other in others)


def choose_name(text: str, names: Sequence[Name], above: Sequence[str] = ()) -> Choice:
    """Return the outcome of naming a card. 202.2, 202.6a.

    `names` are the existing ones, `above` those printed above an alternate-name line. A name part
    shared by several cards is not enough: the variant must be said too. Names in the answer are as
    printed.
    """
    word = folded(text)
    if not word:
        return Choice(text, "unknown", (), (), _NAMING)
    forms = {name.printed: {folded(name.printed), folded(name.english)} for name in names}
    found = tuple(name for name, folds in forms.items() if word in folds)
    if not found and any(word == folded(name) for name in above):
        return Choice(text, "illegal", (), (), "202.6a")
    part = re.compile(rf"(?<!\w){re.escape(word)}(?!\w)")
    found = found or tuple(name for name, folds in forms.items() if any(map(part.search, folds)))
    if len(found) == 1:
        return Choice(text, "chosen", found, (), _NAMING)
    return Choice(text, "ambiguous" if found else "unknown", (), found, _NAMING)


def text_box(text: str, language: Language) -> Iterator[tuple[str, str]]:
    """Yield each line of a text box: the keyword before it, and what is its text. 205.1a, 205.2a.

    A keyword before an ability is skipped, and a note in brackets is no rules text, on its
    ability's line or on its own. Each is empty if there is none.
    """
    for line in text.split("\n"):
        rest = _BULLET.sub("", _without_notes(line), count=1)
        keyword = game_words(language).duel_masters.match(rest)
        prefix = keyword[1] if keyword else ""
        yield prefix, rest[keyword.end() if keyword else 0 :].strip()


def says(text: str, words: str, language: Language) -> bool:
    """Tell whether a text has these words, as the rules refer to it. 205.1a, 205.2a."""
    return _have((line for _, line in text_box(text, language)), words)


def _without_notes(line: str) -> str:
    """Return a line without what is in brackets; an unclosed one is not a note."""
    signs: list[str] = []
    opened: list[int] = []
    for sign in line:
        if sign in "（(":
            opened.append(len(signs))
        signs.append(sign)
        if sign in "）)" and opened:
            del signs[opened.pop() :]
    return "".join(signs)
