"""The symbols, changes of power and toughness, and numbers of a text, which translations keep."""

import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from functools import cache, lru_cache
from typing import Literal

from msgspec import Struct

from nanori.grammar import symbols
from nanori.grammar.languages import Language
from nanori.linting.context import Pair, Subject
from nanori.linting.lexicon import lint_words

Kind = Literal["symbol", "change", "number"]
KINDS: tuple[Kind, ...] = ("symbol", "change", "number")

# Prints before 2016 have numbers of generic mana in its place.
COLORLESS = "{C}"

# What full-width characters and long minus signs fold to, one for one, so that places stay.
NARROW = {**{code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)}, 0x2212: 0x2D, 0x2013: 0x2D}

# What digits and signs of numbers widen to.
WIDE = {code: code + 0xFEE0 for code in b"+-0123456789X"}

# In other scripts a look-alike letter stands for the X of the rules, too.
CHANGE = re.compile(r"(?<![\d/])[+-](?:\d{1,3}|[X\u0425]) ?/ ?[+-](?:\d{1,3}|[X\u0425])")
# Power and toughness.
RATIO = re.compile(r"(?<![\dA-Za-z*/])(?:\d{1,3}|[X*])/(?:\d{1,3}|[X*])(?![\dA-Za-z*/])")
# An X that is no part of a change or a symbol.
VARIABLE = re.compile(r"(?<![A-Za-z{/+-])X(?![A-Za-z}/])")
BRACES = re.compile(r"\{[^{}\s]{1,12}\}")
REMARK = re.compile(r"\((?:[^()]|\([^()]{0,200}\)){8,}\)")
# Symbols that are not mana and that every print has as symbols.
SIGNS = ("{T}", "{Q}", "{E}")
# Code points on either side of a number within which its limit is.
NEAR = 40
# One is a number in one language and an article in the other.
SMALLEST = 2


class Amount(Struct, frozen=True):
    """Something of which a translation has as much as its original."""

    kind: Kind
    value: str
    """In the form shared by all languages: `{2/U}`, `+1/+1`, `3`."""
    start: int
    end: int
    aside: bool
    """Whether a print may leave it out: in a remark in brackets, or in words that need none."""


def compared(
    there: Sequence[Amount], here: Sequence[Amount], pair: Pair, last: int
) -> Iterator[tuple[list[Amount], list[Amount]]]:
    """Yield for each kind what a translation, or a part of it, lacks, and what only it has.

    What is at `last` or after does not belong to it.
    """
    braced = any("{" in subject.card.text for subject in (pair.original, pair.translation))
    for kind in KINDS if braced else KINDS[1:]:  # “(4)” is a symbol only beside “{4}”
        mine = [amount for amount in here if amount.kind == kind]
        expected = {amount.value for amount in there if amount.kind == kind}
        given = {amount.value for amount in mine}
        said = {
            amount.value: amount for amount in there if amount.kind == kind and not amount.aside
        }
        lacking = [amount for amount in said.values() if amount.value not in given]
        extra = [
            amount
            for amount in mine
            if amount.value not in expected and not amount.aside and amount.start < last
        ]
        if kind == "number" and any(map(_is_strict, (pair.original, pair.translation))):
            lacking = [each for each in lacking if not _is_turned(each, given, pair.original)]
            extra = [each for each in extra if not _is_turned(each, expected, pair.translation)]
        if kind == "symbol" and any(amount.value == COLORLESS for amount in lacking):
            lacking = [amount for amount in lacking if amount.value != COLORLESS]
            extra = [amount for amount in extra if amount.value.strip("{}0123456789X")]
        yield lacking, extra


def recounted(there: Sequence[Amount], here: Sequence[Amount]) -> Iterator[tuple[str, int, int]]:
    """Yield each value of a line that a translation has not as often, with how often both do.

    Numbers may be said again: “that many” is a number in other languages; “one more of them” says
    a counter once where the original does twice.
    """
    expected, given = (
        Counter(each.value for each in said if not each.aside and each.kind != "number")
        for said in (there, here)
    )
    for value, times in expected.items():
        fewer = "/" in value and "{" not in value and given[value] < times
        if given[value] and given[value] != times and not fewer:
            yield value, times, given[value]


def are_taken_up(pair: Pair, there: tuple[int, int], here: tuple[int, int]) -> bool:
    """Tell whether a line of either language takes up an amount, which the other may repeat."""
    return any(
        lint_words(side.language).amounts.again.search(side.card.text, *span)
        for side, span in ((pair.original, there), (pair.translation, here))
    )


def too_often(pair: Pair) -> Iterator[tuple[Amount, int, int]]:
    """Yield the numbers that a translation has more often, with both counts.

    In running text one of them replaces another number.
    """
    given = find(pair.translation)
    there, here = (
        Counter(each.value for each in said if each.kind == "number")
        for said in (find(pair.original), given)
    )
    for amount in given:
        times, expected = here[amount.value], there[amount.value]
        if amount.kind == "number" and 0 < expected < times:
            yield amount, times, expected
            here[amount.value] = 0


def end_of(pair: Pair) -> int:
    """Return where a translation ends without the lines that data add on the card's other face."""
    breaks = pair.original.card.text.count("\n")
    return len("\n".join(pair.translation.card.text.split("\n")[: breaks + 1]))


@lru_cache(2)  # asked for each line of a pair
def _is_strict(subject: Subject) -> bool:
    """Tell whether a text has a limit that leaves its number out."""
    return bool(lint_words(subject.language).amounts.strict.search(subject.card.text))


def _is_turned(amount: Amount, others: Collection[str], subject: Subject) -> bool:
    """Tell whether a number may be the limit of another: “more than one” is “two or more”."""
    text = subject.card.text
    begin = max(text.rfind("\n", 0, amount.start) + 1, amount.start - NEAR)
    end = min(text.find("\n", amount.end) + 1 or len(text), amount.end + NEAR)
    if not lint_words(subject.language).amounts.limit.search(text, begin, end):
        return False
    near = int(amount.value) - 1, int(amount.value) + 1
    return 1 in near or any(int(other) in near for other in others)


@lru_cache(4)  # asked for each line of a pair
def narrowed(text: str) -> str:
    """Return a whole text in half width, letter for letter."""
    return text.translate(NARROW)


def without_remarks(words: str) -> str:
    """Return words in half width without remarks in brackets."""
    return REMARK.sub("", words.translate(NARROW))


def find(subject: Subject) -> list[Amount]:
    """Return the amounts in the text, except those in names, in order."""
    text = _masked(subject.card.text, subject)
    remarks = bytearray(len(text))
    for match in REMARK.finditer(text):
        remarks[match.start() : match.end()] = b"\1" * len(match[0])
    amounts = [
        Amount(kind, value, start, end, idle or bool(remarks[start]))
        for kind, value, (start, end), idle in _read(text, subject.language)
    ]
    return sorted(amounts, key=lambda amount: amount.start)


def _masked(text: str, subject: Subject) -> str:
    """Return the text with blanks for names, in half width."""
    for reference in subject.references:
        if reference.form not in ("this", "bare"):
            text = (
                text[: reference.start]
                + " " * (reference.end - reference.start)
                + text[reference.end :]
            )
    return text.translate(NARROW)


def _read(text: str, language: Language) -> Iterator[tuple[Kind, str, tuple[int, int], bool]]:
    """Yield each amount with its place, and whether it belongs to words that need no number."""
    if "{" in text:
        for match in BRACES.finditer(text):
            if symbol := _symbol(match[0], language):
                yield "symbol", symbol, match.span(), False
    else:
        for written in _written(text, language):
            yield "symbol", written.symbol, (written.start, written.end), False
    text = BRACES.sub(_blank, text)
    for match in CHANGE.finditer(text):
        yield "change", match[0].replace(" ", "").replace("\u0425", "X"), match.span(), False
    text = CHANGE.sub(_blank, text)
    for match in RATIO.finditer(text):
        yield "change", match[0], match.span(), False
    text = RATIO.sub(_blank, text)
    digits, number, words, values = _numbers(language)
    for match in digits.finditer(text):
        if int(match["number"]) >= SMALLEST:
            yield "number", str(int(match["number"])), match.span("number"), False
    for match in words.finditer(text):
        for part in number.finditer(text, *match.span()):
            yield "number", values[part["word"].lower()], part.span(), not match["word"]


def _written(text: str, language: Language) -> Iterator[symbols.Symbol]:
    """Yield the symbols of a text in round brackets, except for what a keyword takes."""
    last = 0
    for symbol in symbols.find(text, language) if "(" in text else ():
        if symbol.kind != "mana" and symbol.symbol not in SIGNS:
            continue
        if symbol.start == last or not text[symbol.start - 1 : symbol.start].isalpha():
            last = symbol.end
            yield symbol


def _blank(match: re.Match[str]) -> str:
    return " " * len(match[0])


@lru_cache(4096)
def _symbol(written: str, language: Language) -> str:
    """Return a symbol in braces as the rules write it, if it is one that every print has."""
    for symbol in symbols.find(written, language):
        if symbol.kind == "mana" or symbol.symbol in SIGNS:
            return symbol.symbol
    return ""


@cache
def _numbers(
    language: Language,
) -> tuple[re.Pattern[str], re.Pattern[str], re.Pattern[str], dict[str, str]]:
    """Return the patterns of numbers in digits, in words, and there or in words that need none.

    And the values of the words.
    """
    known = lint_words(language).amounts
    values = {word: value for value, words in known.numbers.items() for word in words}
    words = "|".join(map(re.escape, sorted(values, key=len, reverse=True))) or "(?!)"
    # A word for a number is not part of a longer word, in languages with blanks.
    latin = "[A-Za-z]" if any(map(str.isascii, values)) else "(?!)"
    letter = behind = r"[^\W\d_]" if language.lexicon.spaces else latin
    none = known.no_number.alternation
    particles = language.lexicon.particles.alternation
    if particles and known.no_number:  # what is attached to a word does not belong to it
        behind = f"(?!(?:{particles})(?!{letter})){letter}"
        none = f"(?<!{letter})(?:{'|'.join(map(re.escape, known.no_number.words))})(?!{behind})"
    number = f"(?<![\\d-])(?<!{letter})(?P<word>(?i:{words}))(?!{behind}|-[A-Z])"
    either = f"{none.translate(NARROW)}|{number}"
    return known.counted.compiled, re.compile(number), re.compile(either), values
