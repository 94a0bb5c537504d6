"""Where a word that a line lacks would be.

`lost` of the translation's language has what is there without the word. If it has nothing, the
place is next to the word's neighbour: a term or symbol that both lines have equally often.
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

from nanori.grammar import clauses
from nanori.grammar.languages import Language
from nanori.linting.context import Finding, Pair, replaced
from nanori.linting.evidence import alignment, roles, translations
from nanori.linting.evidence.alignment import LineSpan
from nanori.linting.evidence.amounts import BRACES, WIDE, Amount, narrowed
from nanori.linting.lexicon import Mending, lint_words
from nanori.names.lexicon import term_words

# Signs that a translation keeps.
SIGNS = re.compile(r"\{[^{}\s]{1,12}\}|:|[+-]?[0-9X]{1,2}/[+-]?[0-9X]{1,2}")
# Where a sentence, a cost or the name of an ability ends: neighbours after it come last.
BREAK = re.compile(r"[.,:\n—。：]")

# Where a sentence ends, and the end of its verb with its stop.
SENTENCE_END = re.compile(r"[.。](?=\s|$|[^\d\s.a-z)）」』\"])")
VERB = 3

# What a line must have of its original's length; otherwise a sentence is lost, not a word.
LEAST = 0.3
# Terms of so many letters may lack one, have one more, or two in the other order.
LONG = 4
# “One” of something, with a counter word.
ONE = re.compile(r"(?<![0-9X/+-])1(?=[^\W\d_A-Za-z])(?!.以上)")
# Code points behind a number in which what it counts is said, and on either side of one here.
COUNTED, BESIDE = 24, 8
WIDE_NUMBER = re.compile("[０-９]")
PLURAL = re.compile(r"s(?![A-Za-z])")
# Signs for a letter that could not be read: `lost-character`.
UNREAD = "\N{REPLACEMENT CHARACTER}\N{GETA MARK}"


class LostPlace(NamedTuple):
    """Where a word would be."""

    start: int
    end: int
    meant: str | None
    """What is there with it, if it can be nowhere else."""


class _Neighbour(NamedTuple):
    """A term that a line and its original have equally often."""

    said: str
    there: int
    """Where it begins in the original's line."""
    start: int
    end: int


def place(
    pair: Pair,
    said: str,
    at: Sequence[tuple[int, int]],
    original: str,
    here: str,
    line: LineSpan,
    *,
    begin: int = -1,
) -> LostPlace:
    """Return where a word would stand that an original's line says at some places.

    `original` is that line, `here` the translation's text, both with blanks for names; the place
    is the line where nothing tells more. `begin` is where that line begins, if that is known.
    """
    checks = lint_words(pair.translation.language)
    usual = translations.answers_in(pair.translation.language).get(said, ("",))[0]
    if usual.endswith(checks.punctuation.signs.get(",", "\0")):  # it opens its sentence
        start = line.start + len(here[slice(*line)]) - len(here[slice(*line)].lstrip())
        return LostPlace(start, start + 1, usual + pair.translation.card.text[start : start + 1])
    places = list(dict.fromkeys(_candidates(checks.lost, said, here, line)))
    near = _neighbour(pair, at[0], original, here, line) if at else None
    if not places and (
        part := _part_of(pair, said, here, line) or _unsaid(pair, original, here, line)
    ):
        return LostPlace(*part, None)
    if not places and at and (edge := _edge(pair, at[0], original, here, line, begin)):
        return LostPlace(*edge, None)
    if not places and near:
        meant = _before(said, near, at, original, pair)
        return LostPlace(near.start, near.end, meant)
    if not places:
        return LostPlace(*line, None)
    start, end, meant = min(
        places, key=lambda span: _distance(span[0], near, at[0][0]) if near else (False, 0)
    )
    whole = line.end - line.start >= LEAST * len(original)
    sure = len(places) == len(at) == 1 and whole and meant != "{}"
    text = pair.translation.card.text
    if WIDE_NUMBER.search(text):
        meant = meant.translate(WIDE)
    return LostPlace(start, end, meant.replace("{}", text[start:end]) if sure else None)


def _edge(
    pair: Pair, at: tuple[int, int], original: str, here: str, line: LineSpan, begin: int
) -> tuple[int, int] | None:
    """Return where a lost condition would begin, and where a lost verb would end a sentence.

    The sentence is as far from the end of its line as the original's is from that of its own: what
    stands before it may be more, as the sentence that says what is a target.
    """
    checks = lint_words(pair.translation.language)
    condition = lint_words(pair.original.language).saying.get("condition")
    if condition is None or not checks.opening.pattern:
        return None
    behind = len(SENTENCE_END.findall(original[at[1] :].rstrip())) or 1
    starts = [line.start, *(match.end() for match in SENTENCE_END.finditer(here, *line))]
    if not here[starts[-1] : line.end].strip(" _"):
        starts.pop()
    if behind > len(starts):
        return None
    first, last = (*starts, line.end)[-behind - 1], (*starts, line.end)[-behind]
    if any(match.start() <= at[0] < match.end() for match in condition.finditer(original)):
        openings = [match.end() for match in checks.opening.finditer(here, first, last)]
        place = openings[-1] if openings else first
        return place, min(place + 1, line.end)
    word = roles.place_of(pair.original, begin + at[0]) if begin >= 0 else None
    if word is None or word.cursor.kind not in clauses.VERBS:
        return None
    last = first + len(here[first:last].rstrip(" _"))
    return max(first, last - VERB), last


def _distance(start: int, near: _Neighbour, at: int) -> tuple[bool, int]:
    """Return how far a place is from a neighbour; one on the other side of `at` comes last."""
    return (start > near.start) != (at > near.there), abs(start - near.start)


def _part_of(pair: Pair, said: str, here: str, line: tuple[int, int]) -> tuple[int, int] | None:
    """Return the last place in a line of the longest word of a phrase."""
    answers = translations.answers_in(pair.translation.language)
    is_term = said in term_words(pair.translation.language).terms
    for word in sorted(() if is_term or " " not in said else said.split(), key=len, reverse=True):
        pattern = re.compile("|".join(map(re.escape, answers.get(word, ()))) or "(?!)")
        written = [match.span() for match in pattern.finditer(here, *line)]
        if written:
            return written[-1]
    return None


def _unsaid(pair: Pair, original: str, here: str, line: tuple[int, int]) -> tuple[int, int] | None:
    """Return where the one word is that corresponds to nothing in the original: it replaces."""
    language = pair.translation.language
    pattern, sources = _sources(language)
    left = [
        match.span()
        for match in pattern.finditer(here, *line)
        if not any(source in original.lower() for source in sources[match[0]])
        and not any(
            each.start < match.end() and match.start() < each.end
            for each in pair.translation.references
        )
    ]
    return left[0] if len(left) == 1 else None


@cache
def _sources(language: Language) -> tuple[re.Pattern[str], dict[str, list[str]]]:
    """Return the pattern of the words that answer some, and what of the original each answers."""
    checks = lint_words(language)
    sources = {word: list(meant) for word, meant in checks.alone.items()}
    for answered in (translations.answers_in(language), term_words(language).terms):
        for word, meant in answered.items():
            for each in meant:
                if len(each) > 1:
                    sources.setdefault(each, []).append(word.lower())
    longest = sorted(filter(checks.content.compiled.fullmatch, sources), key=len, reverse=True)
    return re.compile("|".join(map(re.escape, longest)) or "(?!)"), sources


def _before(
    said: str,
    near: _Neighbour,
    at: Sequence[tuple[int, int]],
    original: str,
    pair: Pair,
) -> str | None:
    """Return a word with the term that it modifies, if both languages put it before that."""
    checks = lint_words(pair.translation.language)
    meant = translations.answers_in(pair.translation.language).get(said, ("",))[0]
    between = original[at[0][0] + len(said) : near.there]
    if len(at) == 1 and meant.endswith(checks.attributive or "\0") and not between.strip():
        return meant + pair.translation.card.text[near.start : near.end]
    return None


def finding(pair: Pair, term: str, there: tuple[int, int], line: LineSpan, message: str) -> Finding:
    """Return the finding about a term that a line lacks, where it would be."""
    original = translations.masked(pair.original)[slice(*there)].replace("_", " ")
    here = translations.masked(pair.translation).replace("_", " ")
    table = translations.terms_of(pair)
    meant_words = dict(table.in_line(original)).get(term, ())
    lost = _written(term, meant_words, here, line, pair)
    if lost is None:
        at = [(start, start + len(word)) for start, word in table.places(original) if word == term]
        if not at and term in translations.answers_in(pair.translation.language):
            whole = re.compile(rf"(?i)(?<![a-z]){re.escape(term)}(?![a-z])")
            at = [match.span() for match in whole.finditer(original)]
        lost = place(pair, term, at, original, here, line, begin=there[0])
    start, end, meant = lost
    if meant is None:
        return Finding(start, end, message)
    return replaced(start, end, meant, message, safe=False)


def _written(
    term: str, meant: Sequence[str], here: str, line: LineSpan, pair: Pair
) -> LostPlace | None:
    """Return where a term is in the original's words, or with a typo."""
    left = re.compile(rf"(?i)(?<![a-z]){re.escape(term)}(?![a-z])")
    places = [LostPlace(*match.span(), meant[0]) for match in left.finditer(here, *line) if meant]
    terms_here = term_words(pair.translation.language).terms.values()
    known = {words for each in terms_here for words in each}
    for words in meant:
        lengths = [len(words)]
        if len(words) >= LONG:
            lengths += [len(words) - 1, len(words) + 1]
        for length in lengths:
            for start in range(line.start, line.end - length + 1):
                given = here[start : start + length]
                if _is_slip(words, given) and given not in known:
                    places.append(LostPlace(start, start + length, words))
        if places:
            break
    exact = [each for each in places if each.end - each.start == len(each.meant or "")] or places
    return exact[0] if len({each.start for each in exact}) == 1 else None


def _is_slip(words: str, given: str) -> bool:
    """Tell whether words differ by one letter: one like it, lost, added, or swapped."""
    if len(words) == len(given):
        pairs = [
            (letter, other) for letter, other in zip(words, given, strict=True) if letter != other
        ]
        if len(pairs) == 1:
            letter, other = pairs[0]
            alike = _script(letter) == _script(other) != "HIRAGANA"  # a particle is not a slip
            return len(words) > 1 and (alike or other in UNREAD)
        return len(pairs) == 2 and sorted(words) == sorted(given) and len(words) >= LONG
    shorter, longer = sorted((words, given), key=len)
    return any(longer[:i] + longer[i + 1 :] == shorter for i in range(1, len(longer)))


def _script(letter: str) -> str:
    """Return the script in a letter's Unicode name: HIRAGANA, KATAKANA, CJK."""
    return unicodedata.name(letter, letter).split(" ")[0].split("-")[0]


def without(pair: Pair, said: str, here: str, span: tuple[int, int]) -> LostPlace | None:
    """Return what is at a word that the original does not say, and what is meant without it."""
    checks = lint_words(pair.translation.language)
    line = LineSpan(here.rfind("\n", 0, span[0]) + 1, len(here))
    for start, end, meant in _candidates(checks.surplus, said, here, line):
        if start <= span[0] and span[1] <= end:
            return LostPlace(start, end, meant)
    return None


def _candidates(
    known: Sequence[Mending], said: str, here: str, line: tuple[int, int]
) -> Iterator[tuple[int, int, str]]:
    """Yield the places that may lack a word, with what is meant there."""
    for mending in known:
        if said in mending.said:
            for match in mending.written.finditer(here, *line):
                yield *match.span(), mending.meant


def _neighbour(
    pair: Pair, at: tuple[int, int], original: str, here: str, line: LineSpan
) -> _Neighbour | None:
    """Return the neighbour of a word: what it modifies follows it; otherwise what precedes it."""
    every = list(_neighbours(pair, original, here, line))
    if not every:
        return None

    terms = term_words(pair.translation.language).terms

    def distance(neighbour: _Neighbour) -> tuple[bool, bool, int]:
        first, last = sorted((neighbour.there, at[0]))
        before = neighbour.there < at[0]
        beside = last - first - len(neighbour.said if before else original[slice(*at)]) <= 1
        near = 2 * (last - first) if before else last - first
        other = neighbour.said.isalpha() and neighbour.said not in terms and not beside
        return bool(BREAK.search(original, first, last)), other, near

    return min(every, key=distance)


def _neighbours(pair: Pair, original: str, here: str, line: LineSpan) -> Iterator[_Neighbour]:
    said: dict[str, list[int]] = {}
    known = translations.lexicon(pair.translation.language)
    table = dict(known.in_line(original))
    for start, word in known.places(original):
        if not all(len(each) == 1 for each in table[word]):  # a verb: what it modifies is far away
            said.setdefault(word, []).append(start)
    for value, words in lint_words(pair.original.language).amounts.numbers.items():
        for match in re.finditer(rf"(?i)\b(?:{'|'.join(map(re.escape, words))})\b", original):
            said.setdefault(value, []).append(match.start())
    for match in SIGNS.finditer(original):
        said.setdefault(match[0], []).append(match.start())
    for word, starts in said.items():
        pattern = "|".join(map(re.escape, table.get(word, (word,))))
        written = [match.span() for match in re.compile(pattern).finditer(here, *line)]
        if len(written) == len(starts):
            for there, span in zip(starts, written, strict=True):
                yield _Neighbour(word, there, *span)


def counted_as_one(
    pair: Pair, end: int, lines: tuple[tuple[int, int], tuple[int, int]]
) -> tuple[int, int] | None:
    """Return where a line says “one” of what its original counts behind a place.

    Only one of the places where it says so may have the thing beside it.
    """
    language = pair.translation.language
    if not lint_words(language).counters:
        return None
    text = narrowed(pair.translation.card.text)
    (_, last), (begin, stop) = lines
    ones = [match.span() for match in ONE.finditer(text, begin, stop)]
    said = pair.original.card.text[end : min(end + COUNTED, last)]
    said += PLURAL.sub("", said)
    for _, meant in translations.lexicon(language).in_line(said):
        beside = [
            span
            for span in ones
            if any(
                word in text[max(begin, span[0] - BESIDE) : min(span[1] + BESIDE, stop)]
                for word in meant
            )
        ]
        if len(beside) == 1:
            return beside[0]
    return None


def may_be_one(pair: Pair, amount: Amount) -> bool:
    """Tell whether a number counts things, and the original's line says an article or “one”."""
    counters = lint_words(pair.translation.language).counters
    article = lint_words(pair.original.language).saying.get("one")
    text = pair.translation.card.text
    if article is None or amount.kind != "number":
        return False
    counted = any(text.startswith(word, amount.end) for each in counters for word in each.words)
    return counted and any(
        article.search(pair.original.card.text, *there)
        for there, here in alignment.one_by_one(pair)
        if here.start <= amount.start < here.end
    )


def place_of(pair: Pair, lost: Amount, line: tuple[int, int]) -> LostPlace:
    """Return where a value would stand in the line that answers the original's."""
    for there, here in alignment.one_by_one(pair):
        if there.start <= lost.start < there.end:
            at = lost.start - there.start, lost.end - there.start
            original = pair.original.card.text[slice(*there)]
            text = narrowed(pair.translation.card.text)
            if lost.kind == "symbol" and (
                symbol := _bare(lost.value, text, here) or _in_cost(at, original, text, here)
            ):
                return symbol
            return LostPlace(*place(pair, lost.value, [at], original, text, here)[:2], None)
    return LostPlace(*line, None)


def _bare(symbol: str, text: str, line: LineSpan) -> LostPlace | None:
    """Return the one place where a line has a symbol without its braces, and the symbol."""
    sign = symbol.strip("{}")
    behind = r"(?![A-Za-z0-9/}])" if sign.isalpha() else r"(?![\w/}])"  # a number may count
    bare = re.compile(rf"[(\[{{]?(?<![A-Za-z0-9/{{+-]){re.escape(sign)}{behind}[)\]]?")
    places = [match.span() for match in bare.finditer(text, *line)]
    return LostPlace(*places[0], symbol) if len(places) == 1 else None


def _in_cost(at: tuple[int, int], original: str, text: str, line: LineSpan) -> LostPlace | None:
    """Return where the one symbol that a cost lacks would stand, with what is beside it."""
    first, last = original.find(":"), text.find(":", *line)
    there = [match.span() for match in BRACES.finditer(original, 0, max(first, 0))]
    here = [match.span() for match in BRACES.finditer(text, line.start, max(last, line.start))]
    if at not in there or len(here) != len(there) - 1:
        return None
    number, symbol = there.index(at), original[slice(*at)]
    if number:
        start, end = here[number - 1]
        divided = original[there[number - 1][1] : at[0]]
        return LostPlace(start, end, text[start:end] + (", " if divided else "") + symbol)
    start, end = here[0] if here else (line.start, line.start + 1)
    divided = original[at[1] : there[1][0] if here else first]
    return LostPlace(start, end, symbol + (", " if divided else "") + text[start:end])
