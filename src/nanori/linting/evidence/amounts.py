"""The symbols, changes of power and toughness, and numbers of a text, which translations keep."""

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Literal, NamedTuple

from nanori.grammar import symbols
from nanori.grammar.languages import Language
from nanori.linting.context import Subject
from nanori.linting.lexicon import lint_words

Kind = Literal["symbol", "change", "number"]

# What full-width characters and long minus signs fold to, one for one, so that places stay.
TO_HALF_WIDTH = {
    **{code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)},
    0x2212: 0x2D,
    0x2013: 0x2D,
}
# What digits and signs of numbers widen to.
TO_FULL_WIDTH = {code: code + 0xFEE0 for code in b"+-0123456789X"}

# In other scripts a look-alike letter stands for the X of the rules, too.
CHANGE = re.compile(r"(?<![\d/])[+-](?:\d{1,3}|[X\u0425]) ?/ ?[+-](?:\d{1,3}|[X\u0425])")
# Power and toughness.
RATIO = re.compile(r"(?<![\dA-Za-z*/])(?:\d{1,3}|[X*])/(?:\d{1,3}|[X*])(?![\dA-Za-z*/])")
BRACES = re.compile(r"\{[^{}\s]{1,12}\}")
REMARK = re.compile(r"\((?:[^()]|\([^()]{0,200}\)){8,}\)")
# What a program puts its values in place of: %d, %1$s, %(name)s, {armor}, {}, {0:d}, ${gold},
# {n, plural, …}, {Damage:diff()}, !D!, and tags but those that only say how words look: of HTML,
# and of one letter or two without a number.
PLACEABLE = re.compile(
    r"""(?x) (?<![A-Za-z0-9%]) % (?:\d+\$|\(\w+\))? [-+0\#]*\d*(?:\.\d+)? l{0,2}[sdiufgxc@]
             (?![A-Za-z0-9_])
    | \$?\{(?:[a-z_][\w.]+|[A-Z]\w{2,}) (?:\}|,\s?(?:plural|select)\b) | \$\{\w+\}?
    | \{(?:\w*:[0-9A-Za-z.,%+\#-]{1,8})?\} | \{\w+(?=:[a-z]\w+\(\)\})
    | !(?:\w{1,40}:)?[A-Za-z0-9]{1,24}!
    | <(?!/?(?:[a-z]{1,2}|sup|sub|span|div|strong|small|sym|kw|atom|key|match|nosym|soft)\b)
      /?[a-z][\w-]*>
    | <[a-z]+\ id="[^"<>]{1,40}"\ ?/?>"""
)
# What a program chooses a word by, `{!M!|1=card|2,3=cards}`, `$t(cards, { count: {{n}} })`, the
# code of a color, and values and names in a tag, have numbers and placeables that are said nowhere.
CODE_OF_PROGRAM = re.compile(
    r"\{[^{}\n]*\|[^{}\n]*\}|\{\w+:\w+\(\d+\)\}|\$t\([^()\n]*\)|<[A-Z]\w* ?/>"
    r"|\[\w+=[^\]\n]*\]|\[?#[0-9A-Fa-f]{6}\b"
)
# Where ICU begins to choose.
CHOICE_OF_ICU = re.compile(r"\{\w+,\s?(?:plural|select)\w*,")
BRACE = re.compile(r"[{}]")
# Where another program chooses between words, which may be any parts of a text:
# {IfUpgraded:show:Draw two cards.|Draw a card.}
CHOICE_OF_WORDS = re.compile(r"\{\w+:\w+:")
# What is mana in this game, and a placeable in others.
NUMBERED_BRACES = re.compile(r"\{\d{1,2}\}")
# Symbols that are not mana and that every print has as symbols.
SIGNS = ("{T}", "{Q}", "{E}")


class Amount(NamedTuple):
    """Something of which a translation has as much as its original."""

    kind: Kind
    value: str
    """In the form shared by all languages: `{2/U}`, `+1/+1`, `3`."""
    start: int
    end: int
    aside: bool
    """Whether a print may leave it out: it belongs to words that need no number."""


def without_codes(text: str) -> str:
    """Return a text with blanks for that by which a program chooses its words."""
    text = CODE_OF_PROGRAM.sub(_blanks, text)
    if not CHOICE_OF_ICU.search(text):
        return text
    letters = list(text)
    for start, end in _choices(text):
        letters[start:end] = " " * (end - start)
    return "".join(letters)


def _choices(text: str) -> Iterator[tuple[int, int]]:
    """Yield by what ICU chooses: `{n, plural,⟦ one {⟧# card}⟦ other {⟧# cards}}`."""
    opened: list[int] = []  # where in each open brace a choice begins; -1 where none does
    for sign in BRACE.finditer(text):
        if sign[0] == "{":
            if opened and opened[-1] >= 0:
                yield opened[-1], sign.end()
            head = CHOICE_OF_ICU.match(text, sign.start())
            opened.append(head.end() if head else -1)
        elif opened:
            opened.pop()
            if opened and opened[-1] >= 0:
                opened[-1] = sign.end()


def _blanks(match: re.Match[str]) -> str:
    return " " * len(match[0])


@lru_cache(4)  # asked for each line of a pair
def narrowed(text: str) -> str:
    """Return a whole text in half width, letter for letter."""
    return text.translate(TO_HALF_WIDTH)


def without_remarks(words: str) -> str:
    """Return words in half width without remarks in brackets."""
    return REMARK.sub("", words.translate(TO_HALF_WIDTH))


def find(text: str, language: Language) -> list[Amount]:
    """Return the amounts of a text in half width that has blanks for its names, in order."""
    return sorted(_read(text, language), key=lambda amount: amount.start)


def with_names_as(sign: str, subject: Subject) -> str:
    """Return the text in half width with a sign for each letter of a name."""
    letters = list(narrowed(subject.card.text))
    for reference in subject.references:
        if reference.form not in ("this", "bare") and not reference.text.isdigit():
            letters[reference.start : reference.end] = sign * (reference.end - reference.start)
    return "".join(letters)


def without_names(subject: Subject) -> str:
    """Return the text in half width: blanks for names, 0 for placeables, as before “times”."""
    text = without_codes(with_names_as(" ", subject))
    return PLACEABLE.sub(lambda match: "0" * len(match[0]), text)


def _read(text: str, language: Language) -> Iterator[Amount]:
    if "{" in text:
        for match in BRACES.finditer(text):
            if symbol := _symbol(match[0], language):
                yield Amount("symbol", symbol, *match.span(), aside=False)
    else:
        for written in _in_brackets(text, language):
            yield Amount("symbol", written.symbol, written.start, written.end, aside=False)
    for pattern in (BRACES, CHANGE, RATIO):
        for match in pattern.finditer(text) if pattern is not BRACES else ():
            value = match[0].replace(" ", "").replace("\u0425", "X")
            yield Amount("change", value, *match.span(), aside=False)
        text = pattern.sub(lambda match: " " * len(match[0]), text)
    digits, number, words, values = _numbers(language)
    counts = bool(lint_words(language).counters)  # “a card” is カード１枚
    spared = [match.span() for match in words.finditer(text) if not match["word"]]
    for match in digits.finditer(text):
        if value := match["number"].lstrip("0"):
            aside = value == "1" and counts
            aside = aside or any(start <= match.start() < end for start, end in spared)
            yield Amount("number", value, *match.span("number"), aside=aside)
    for match in words.finditer(text):
        for part in number.finditer(text, *match.span()):
            value = values[part["word"].lower()]
            yield Amount("number", value, *part.span(), aside=not match["word"])


def _in_brackets(text: str, language: Language) -> Iterator[symbols.Symbol]:
    """Yield the symbols of a text in round brackets, except for what a keyword takes."""
    last = 0
    for symbol in symbols.find(text, language) if "(" in text else ():
        if symbol.kind != "mana" and symbol.symbol not in SIGNS:
            continue
        if symbol.start == last or not text[symbol.start - 1 : symbol.start].isalpha():
            last = symbol.end
            yield symbol


@lru_cache(4096)
def _symbol(written: str, language: Language) -> str:
    """Return a symbol in braces as the rules write it, if it is one that every print has."""
    every = (each for each in symbols.find(written, language))
    return next((e.symbol for e in every if e.kind == "mana" or e.symbol in SIGNS), "")


@cache
def _numbers(
    language: Language,
) -> tuple[re.Pattern[str], re.Pattern[str], re.Pattern[str], dict[str, str]]:
    """Return the patterns of numbers in digits, in words, and there or in words that need none.

    And the values of the words.
    """
    known = lint_words(language).amounts
    values = {word.lower(): value for value, words in known.numbers.items() for word in words}
    words = "|".join(map(re.escape, sorted(values, key=len, reverse=True))) or "(?!)"
    # A word for a number is not part of a longer word, in languages with blanks.
    latin = "[A-Za-z]" if any(map(str.isascii, values)) else "(?!)"
    letter = behind = r"[^\W\d_]" if language.lexicon.spaces else latin
    none = known.no_number.alternation
    particles = language.lexicon.particles.alternation
    if particles and known.no_number:  # what is attached to a word does not belong to it
        behind = f"(?!(?:{particles})(?!{letter})){letter}"
        none = f"(?<!{letter})(?:{'|'.join(map(re.escape, known.no_number.words))})(?!{behind})"
    number = f"(?<![\\d-])(?<!\\d )(?<!{letter})(?P<word>(?i:{words}))(?!{behind}|-[A-Z])"
    either = f"{none.translate(TO_HALF_WIDTH)}|{number}"
    return known.counted.compiled, re.compile(number), re.compile(either), values
