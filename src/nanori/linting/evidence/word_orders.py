"""The words of a text that are in another order than in print."""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import groupby, pairwise
from typing import NamedTuple

from nanori.grammar.languages import Language
from nanori.linting.context import Finding, Pair, Subject, replaced
from nanori.linting.evidence import alignment, translations, types
from nanori.linting.evidence.types import TypeWord
from nanori.linting.evidence.usage_slips import NAME, SELF, masked
from nanori.linting.lexicon import lint_words
from nanori.linting.templating import Wheel, WordOrder


def find(subject: Subject) -> Iterator[Finding]:
    """Yield a finding for each such place, with the words in print's order."""
    text, templating = masked(subject), lint_words(subject.language).templating
    for row in templating.orders:
        for opening in row.before.finditer(text) if row.before.may_be_in(text) else ():
            yield from _sorted(text, opening.end(), row, subject.card.text)
    for wheel in templating.wheels:
        for listed in wheel.listed.finditer(text) if wheel.listed.may_be_in(text) else ():
            yield from _around(text, listed, wheel)


def _sorted(text: str, start: int, row: WordOrder, shown: str) -> Iterator[Finding]:
    """Yield a finding for words of several classes that are not in the order of these.

    In the text names are hidden, in the one that is `shown` they are not.
    """
    words: list[tuple[int, str]] = []
    offset = end = start
    while match := _word(row).match(text, offset):
        if match.lastgroup is None or not match[0]:
            break
        end = match.end()
        words.append((int(match.lastgroup[1:]), match[0]))
        if not text.startswith(row.between, end):
            break
        offset = end + len(row.between)
    ordered = [word for _, word in sorted(words, key=lambda pair: pair[0])]
    old_words, replacement = text[start:end], row.between.join(ordered)
    if old_words == replacement:
        return
    message = f"“{shown[start:end]}” is in another order than in prints"
    if NAME in old_words or SELF in old_words:
        yield Finding(start, end, message)
    else:
        if old_words[:1].isupper() and len(row.between) > 1:
            replacement = row.between.join(word[:1].upper() + word[1:] for word in ordered)
        # “colorless 1/1 colorless Hero” has a word too many.
        once = not row.between or len({*ordered}) == len(ordered)
        yield replaced(start, end, replacement, f"{message}: “{replacement}”", safe=once)


@cache
def _word(row: WordOrder) -> re.Pattern[str]:
    """Return a pattern for one word whose group says its class."""
    classes = (f"(?P<c{i}>{word.compiled.pattern})" for i, word in enumerate(row.classes))
    return re.compile("|".join(classes))


def _around(text: str, listed: re.Match[str], wheel: Wheel) -> Iterator[Finding]:
    """Yield a finding for a list not in the order of the wheel: “{R}{W}{U}” → “{U}{R}{W}”."""
    word = re.compile("|".join(map(re.escape, wheel.order)))
    words = word.findall(listed[0])
    offsets = [wheel.order.index(each) for each in words]
    if len(words) < 2 or len({*words}) < len(words):
        return  # a cost may have one of them twice
    ordered = [wheel.order[offset] for offset in turned(offsets, len(wheel.order))]
    if ordered == words:
        return
    following = iter(ordered)
    instead = word.sub(lambda _: next(following), listed[0])
    message = f"“{listed[0]}” is in another order than in prints: “{instead}”"
    yield replaced(listed.start(), listed.end(), instead, message, safe=True)


def turned(ranks: Sequence[int], size: int) -> list[int]:
    """Return places on a wheel in the order in which equal steps, or the shortest, meet them.

    So a pair is met going the short way round, and of three no neighbour is skipped.
    """
    ordered = sorted(ranks)
    turns = [ordered[start:] + ordered[:start] for start in range(len(ordered))]

    def steps(turn: list[int]) -> list[int]:
        return [(second - first) % size for first, second in pairwise(turn)]

    return min(turns, key=lambda turn: (len({*steps(turn)}), max(steps(turn))))


class TurnedTypes(NamedTuple):
    """Subtypes that stand beside each other in another order than the original's."""

    field: str
    run: list[TypeWord]
    order: list[str]
    """The original's, in its words."""


def turned_types(pair: Pair) -> Iterator[TurnedTypes]:
    """Yield subtypes in another order than the original's: the field, the words, its order.

    “Elf Scout”, 「スカウト・エルフ」 → "type", [Scout, Elf], [Elf, Scout]
    """
    card, language = pair.translation.card, pair.translation.language
    known = types.words_for(language)
    if not language.lexicon.subtypes:
        return  # which may have them in another order: “Guerrero elfo”
    source_types = [word.meant for word in types.original_line(pair).subtypes if word.meant]
    run = types.of_line(card.type, language).subtypes
    if order := _order(run, [source_types]):
        yield TurnedTypes("type", run, order)
    source, target = translations.masked(pair.original), translations.masked(pair.translation)
    for first, second in alignment.one_by_one(pair):
        words = source[slice(*first)].replace("_", " ").split()
        originals = [list(each) for is_type, each in groupby(words, known.__contains__) if is_type]
        for run in _beside(types.in_text(target, second, language), card.text, language):
            if order := _order(run, originals):
                yield TurnedTypes("text", run, order)


def _beside(words: Iterable[TypeWord], text: str, language: Language) -> list[list[TypeWord]]:
    """Return the words that stand beside each other, each with the next."""
    runs: list[list[TypeWord]] = []
    for word in words:
        between = types.between(text[word.start : word.end], language)
        if runs and text[runs[-1][-1].end : word.start] == between:
            runs[-1].append(word)
        else:
            runs.append([word])
    return runs


def _order(run: Sequence[TypeWord], originals: Sequence[list[str]]) -> list[str]:
    """Return the order in which an original says the same words; nothing if it is theirs."""
    subtypes = [word.meant for word in run]
    same = [said for said in originals if len(said) > 1 and sorted(said) == sorted(subtypes)]
    return same[0] if same and subtypes not in same else []
