"""Measures translation memories: is a segment reworded as its card is, and what more is matched.

The memory is made at run time of official pairs, a unit for each line and nothing that says of
which card it is; new texts are those of sets since Foundations.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple
from xml.sax.saxutils import escape

import msgspec

import material
import measuring
from names import NAMES
from nanori.formats.translation import memories
from nanori.model.values import Card
from nanori.names.database import Database
from nanori.rewriting import restyling
from nanori.rewriting.translation_memories import (
    SELF,
    KnownCards,
    UnitRestyling,
    measured,
    restyled,
    segments,
)

NEW = material.SHARED / "data" / "cards-2025.en.jsonl.xz"
SINCE = "2004"
MOST_OTHERWISE = 0.02
"""Segments that are reworded, and otherwise than their card is."""
LEAST_RISE = 10.0
"""How often as many lines that have a self-reference the reworded memory has."""
LANGS = ("en", "ja")
HEADER = (
    '<tmx version="1.4"><header creationtool="bench" creationtoolversion="1" segtype="paragraph"'
    ' o-tmf="bench" adminlang="en" srclang="en" datatype="plaintext"/><body>\n'
)


class Line(NamedTuple):
    """A line of a card in both languages, as it was printed and as its card is reworded."""

    old: tuple[str, str]
    new: tuple[str, str]


def translation_memories() -> int:
    """Print every figure, and return how many limits were missed."""
    if not (NEW.exists() and NAMES.exists()):
        print("  no real texts here")
        return 0
    lines = dict.fromkeys(_lines())
    with tempfile.TemporaryDirectory() as folder:
        memory, database = str(Path(folder, "old.tmx")), str(Path(folder, "names.sqlite"))
        Path(memory).write_text(_tmx(lines), "utf-8")
        measuring.nanori("names", "build", str(NAMES), "-o", database)
        with Database.open(database) as register:
            known = KnownCards(register)
            units = UnitRestyling(known, restyling.FOUNDATIONS, "en")
            with memories.opened(memory) as opened:
                done = [
                    (unit.said("en"), *(restyled(unit, units.edits(unit), lang) for lang in LANGS))
                    for unit in opened.units
                ]
            plain = UnitRestyling(KnownCards(), restyling.FOUNDATIONS, "en")
            with memories.opened(memory) as opened:
                phrases = [restyled(unit, plain.edits(unit), "en") for unit in opened.units]
    missed = _agreement(list(lines), done, phrases)
    return missed + _leverage([said[0] for said in done], [said[1] for said in done])


def _lines() -> Iterator[Line]:
    """Yield the lines of translations that have as many as their originals."""
    originals = {card.name: card for card in reversed(material.cards("en"))}
    for card in material.cards("ja"):
        original = originals.get(card.name_en)
        if original is None or card.released < SINCE:
            continue
        both = [original, card]
        old = [each.text.split("\n") for each in both]
        new = [_restyled(each).split("\n") for each in both]
        if len(old[0]) == len(old[1]):
            yield from map(Line, zip(*old, strict=True), zip(*new, strict=True))


def _restyled(card: Card) -> str:
    return restyling.restyled(card.text, restyling.changes(card, restyling.FOUNDATIONS))


def _tmx(lines: dict[Line, None]) -> str:
    units = (
        "".join(
            f'<tuv xml:lang="{lang}"><seg>{escape(words)}</seg></tuv>'
            for lang, words in zip(LANGS, line.old, strict=True)
        )
        for line in lines
    )
    return HEADER + "".join(f"<tu>{unit}</tu>\n" for unit in units) + "</body></tmx>\n"


def _agreement(lines: list[Line], done: list[tuple[str, ...]], phrases: list[str]) -> int:
    """Print how many segments are reworded as their cards are, and return limits missed."""
    missed = 0
    for number, lang in enumerate(LANGS):
        same = left = otherwise = 0
        for line, (_, *words), plain in zip(lines, done, phrases, strict=True):
            old = plain if lang == "en" else line.old[number]
            new = line.new[number]
            if line.old[number] == new and words[number] == old:
                continue
            said = _phrased(new) if lang == "en" else new
            same += words[number] == said
            left += words[number] == old and words[number] != said
            otherwise += words[number] not in (said, old)
        count = same + left + otherwise
        print(f"  {lang}: of {count} segments {same} as their card, {left} left as they were")
        missed += measuring.limited(f"{lang}: otherwise", otherwise / count, MOST_OTHERWISE)
    return missed


def _phrased(words: str) -> str:
    """Return a line with the phrases of today."""
    for ending in ("s", "ed", "ing", ""):
        words = words.replace(f"enter{ending} the battlefield", f"enter{ending}")
    return words


def _leverage(before: list[str], after: list[str]) -> int:
    """Print what the memory has of new lines, and return how many limits were missed."""
    decoder = msgspec.json.Decoder(Card)
    cards = [decoder.decode(line) for line in material.lines(NEW)]
    new = list(segments(cards, None))
    rows = measured(new, before, after)
    for row in rows:
        print(f"  {row.kind}, {row.band} %: {row.before} before, {row.after} after, of {row.count}")
    exact = next(row for row in rows if row.kind == SELF and row.band == 100)
    return measuring.limited(
        "exact before for each after", exact.before / max(1, exact.after), 1 / LEAST_RISE
    )
