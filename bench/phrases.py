"""Makes `grammar/xx.phrases`: how many official cards have each short sequence of words.

`python bench/phrases.py en` reads the cards beside the project and writes the file, the same bytes
each time. Names are hidden; sequences of up to four words that fewer cards have than `FEWEST` are
left out, so that it says how rules texts are worded and holds none. `until YEAR` counts older cards
alone and prints what is found in the others: the figure of false findings on texts not counted.
"""

from __future__ import annotations

import json
import math
import sys
from array import array
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

import msgspec

import material
import nanori
from nanori.grammar import languages
from nanori.grammar.languages import Language
from nanori.linting.context import Subject
from nanori.linting.evidence import usage_slips, usual_phrases
from nanori.linting.evidence.usual_phrases import (
    BITS,
    LINE,
    LONGEST,
    PARTS,
    PackedSequences,
    UsualSequences,
)
from nanori.linting.indexes import Index
from nanori.linting.options import Settings
from nanori.model.values import Card

FILES = ("cards.{}", "cards-2025.{}", "legends-2026.{}")
# How many cards have a sequence of one, two, three, four words at least.
FEWEST = (12, 2, 3, 5)
# Cards are counted without those of an eighth of all days, to see what these seem to lack.
BLOCKS = 8
# How alike the neighbours of words of one class are.
ALIKE = 0.26


class Counted(NamedTuple):
    """A card with its texts as they are counted: as printed, and worded as today."""

    name: str
    released: str
    texts: tuple[tuple[str, ...], ...]
    articles: tuple[tuple[bool, str], ...]
    """Words behind an article, and whether it is in its second form."""


def cards(lang: str) -> Iterator[Counted]:
    """Yield the official cards of a language, each text once."""
    language = languages.load(lang)
    released = dict(_released())
    seen: set[tuple[str, ...]] = set()
    for name in FILES:
        path = material.SHARED / "data" / f"{name.format(lang)}.jsonl.xz"
        for line in material.lines(path) if path.exists() else ():
            record = json.loads(line)
            card = msgspec.convert(record, Card)
            texts = tuple(_counted(text, language) for text in _worded(card, language))
            if texts and texts[0] not in seen:
                seen.add(texts[0])
                day = released.get(card.name, "") or record.get("date", "")
                yield Counted(card.name, day, texts, tuple(_articles(card.text, language)))


def _articles(text: str, language: Language) -> Iterator[tuple[bool, str]]:
    forms = language.lexicon.checks.templating.articles
    words = text.lower().replace("’", "'").split()
    for article, word in pairwise(words):
        if article in forms:
            yield article != forms[0], word.rstrip(".,:;)")


def _released() -> Iterator[tuple[str, str]]:
    """Yield names with the day on which a card of that name was first printed."""
    for line in material.lines(material.SHARED / "data" / "names.jsonl.xz"):
        record = json.loads(line)
        days = [one["released"] for names in record["ja"] for one in names["printings"]]
        if days:
            yield record["name"], min(days)


def _worded(card: Card, language: Language) -> Iterator[str]:
    """Yield a text with its names hidden: as it is, with the words and in the style of today."""
    if not card.text:
        return
    yield _hidden(card)
    text = nanori.apply(card.text, nanori.restyle(card, "foundations"))
    for row in language.lexicon.checks.templating.sets:
        text = text.replace(row.old, row.new)
    if text != card.text:
        yield _hidden(msgspec.structs.replace(card, text=text))


def _hidden(card: Card) -> str:
    return usage_slips.masked(Subject(card, nanori.annotate(card), Index(()), Settings()))


def _counted(text: str, language: Language) -> tuple[str, ...]:
    return tuple(piece.said for piece in usual_phrases.pieces(text, language))


def counted(every: Iterable[Counted]) -> Counter[tuple[str, ...]]:
    """Return how many cards have each sequence."""
    count: Counter[tuple[str, ...]] = Counter()
    for card in every:
        count.update(
            {
                text[first : first + length]
                for text in card.texts
                for length in range(1, LONGEST + 1)
                for first in range(len(text) - length + 1)
            }
        )
    return count


def _classes(words: Sequence[str], count: Mapping[tuple[str, ...], int]) -> list[int]:
    """Return the class of each word, by what stands before and behind it."""
    known = set(words)
    pairs = {
        pair: times for pair, times in count.items() if len(pair) == 2 and known.issuperset(pair)
    }
    before: Counter[str] = Counter()
    behind: Counter[str] = Counter()
    for (first, second), times in pairs.items():
        before[first] += times
        behind[second] += times
    every = sum(pairs.values())
    vectors: dict[str, dict[tuple[str, int], float]] = {word: {} for word in words}
    for (first, second), times in pairs.items():
        told = math.log(times * every / before[first] / behind[second]) * min(1, times / 2)
        if told > 0:
            vectors[first][second, 1] = vectors[second][first, 0] = told
    for vector in vectors.values():
        length = math.sqrt(sum(part * part for part in vector.values())) or 1.0
        for key in vector:
            vector[key] /= length
    centres: list[dict[tuple[str, int], float]] = []
    found: dict[str, int] = {}
    for turn in range(TURNS):
        for word in words:
            vector = vectors[word]
            near = [_like(vector, centre) for centre in centres]
            best = max(range(len(near)), key=near.__getitem__, default=-1)
            if best < 0 or (near[best] < ALIKE and not turn):
                centres.append({})
                best = len(centres) - 1
            found[word] = best
            if not turn:
                _join(centres[best], vector)
        centres = [{} for _ in centres]
        for word, number in found.items():
            _join(centres[number], vectors[word])
    used = {number: place for place, number in enumerate(sorted(set(found.values())), 1)}
    return [used[found[word]] for word in words]


# How often words are put into classes anew.
TURNS = 6


def _like(
    vector: Mapping[tuple[str, int], float], centre: Mapping[tuple[str, int], float]
) -> float:
    length = math.sqrt(sum(part * part for part in centre.values())) or 1.0
    return sum(part * centre.get(key, 0.0) for key, part in vector.items()) / length


def _join(centre: dict[tuple[str, int], float], vector: Mapping[tuple[str, int], float]) -> None:
    for key, part in vector.items():
        centre[key] = centre.get(key, 0.0) + part


def packed(
    count: Mapping[tuple[str, ...], int], like: PackedSequences | None = None
) -> PackedSequences:
    """Return a table of what was counted; its words are those of another, if given."""
    single = [(times, word[0]) for word, times in count.items() if len(word) == 1]
    words = [
        word
        for times, word in sorted(single, key=lambda one: (-one[0], one[1]))
        if times >= FEWEST[0]
    ]
    words = like.words if like else words[: (1 << BITS) - 1]
    classes = like.classes if like else bytes(_classes(words, count))
    numbers = {word: number for number, word in enumerate(words, 1)}
    gaps: list[bytes] = []
    counts: list[bytes] = []
    for length, fewest in enumerate(FEWEST, 1):
        rows: list[tuple[int, int]] = []
        for sequence, times in count.items():
            if len(sequence) == length and times >= fewest and all(w in numbers for w in sequence):
                key = 0
                for word in sequence:
                    key = key << BITS | numbers[word]
                rows.append((key, round(math.log(times) * PARTS)))
        rows.sort()
        keys = array(
            "Q", [key - last for (key, _), (last, _) in zip(rows, [(0, 0), *rows], strict=False)]
        )
        if sys.byteorder == "big":
            keys.byteswap()
        gaps.append(keys.tobytes())
        counts.append(bytes(said for _, said in rows))
    return PackedSequences(words, classes, like.second if like else b"", gaps, counts, [])


def _second(words: Sequence[str], every: Iterable[Counted]) -> bytes:
    """Return which words have the second form of the article before them, as oftener as not."""
    said: Counter[tuple[bool, str]] = Counter()
    for card in every:
        said.update(card.articles)
    return bytes(said[True, word] > said[False, word] for word in words)


def blocks(every: Sequence[Counted]) -> list[list[Counted]]:
    """Return the cards in parts: those released together are in one, the undated in all."""
    dated = sorted((card for card in every if card.released), key=lambda card: card.released)
    undated = [card for card in every if not card.released]
    size = len(dated) // BLOCKS + 1
    return [
        dated[part * size : (part + 1) * size] + undated[part::BLOCKS] for part in range(BLOCKS)
    ]


def doubted(
    every: Sequence[Counted], whole: PackedSequences, language: Language
) -> list[tuple[int, int, int]]:
    """Return the edits that cards seem to want by what was counted on the others."""
    parts = blocks(every)
    counts = [counted(part) for part in parts]
    total: Counter[tuple[str, ...]] = Counter()
    for count in counts:
        total.update(count)
    gains: dict[tuple[int, int], int] = {}
    for part, count in zip(parts, counts, strict=True):
        others = Counter(total)
        others.subtract(count)
        known = UsualSequences(packed(others, whole), language)
        for card in part:
            said = [usual_phrases.CountedWord(word, 0, 0) for word in card.texts[0]]
            for slip in usual_phrases.find(said, known):
                old = known.numbers[said[slip.start].said] if slip.end - slip.start == 1 else 0
                new = known.numbers[slip.new[0]] if len(slip.new) == 1 else 0
                gains[old, new] = max(gains.get((old, new), 0), slip.gain)
    return sorted((old, new, gain) for (old, new), gain in gains.items())


def made(every: Sequence[Counted], language: Language) -> PackedSequences:
    """Return the table of a language."""
    whole = packed(counted(every))
    whole.second = _second(whole.words, every)
    whole.doubted = doubted(every, whole, language)
    return whole


def main(arguments: Sequence[str]) -> None:
    """Write the file, or print what is found in newer cards."""
    language = languages.load(arguments[0])
    every = list(cards(language.code))
    if "until" not in arguments:
        path = languages.folder() / f"{language.code}{usual_phrases.SUFFIX}"
        path.write_bytes(usual_phrases.pack(made(every, language)))
        print(f"{path.name}: {path.stat().st_size} bytes of {len(every)} cards")
        return
    year = arguments[arguments.index("until") + 1]
    newer = {card.name for card in every if card.released >= year}
    older = [card for card in every if card.name not in newer]
    known = UsualSequences(made(older, language), language)
    new = [card for card in every if card.released >= year]
    for card in new:
        said = [usual_phrases.CountedWord(word, 0, 0) for word in card.texts[0]]
        for slip in usual_phrases.find(said, known):
            print(shown(said, slip))
    print(f"# {len(older)} cards counted, {len(new)} newer")


def shown(said: Sequence[usual_phrases.CountedWord], slip: usual_phrases.SmallEdit) -> str:
    """Return an edit with what stands around it."""
    before, old, behind = (
        " ".join(piece.said for piece in part).replace(LINE, "/")
        for part in (
            said[max(0, slip.start - 5) : slip.start],
            said[slip.start : slip.end],
            said[slip.end : slip.end + 4],
        )
    )
    return f"{slip.gain} {before} [{old} → {' '.join(slip.new)}] {behind}"


if __name__ == "__main__":
    main(sys.argv[1:])
