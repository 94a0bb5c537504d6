"""Prints hard real texts of a language with their marks, to be read: `hard_texts.py LANG SEED [N]`.

Hard is what is not told by the card's name alone: a demonstrative or a quotation outside brackets,
or a name that is announced. Each seed gives other texts; those of the gold are left out.
"""

from __future__ import annotations

import json
import lzma
import random
import sys
from collections.abc import Iterator

import material
import nanori
from nanori.annotation.marked_text import marked
from nanori.grammar import languages, parser, trees
from nanori.model.values import Card
from planting import REMARK


def is_hard(text: str, lang: str) -> bool:
    """Tell whether a text has what only its sentences tell."""
    language = languages.load(lang)
    grammar = parser.load(language)
    quotes = {pair[0] for pair in language.lexicon.pairs} - set("(（'‘")
    plain = REMARK.sub("", text)
    cues = grammar.cues(plain)
    return any(
        any(sign in plain[start:end] for sign in quotes)
        or any(grammar.demonstratives(plain[start:end], cues))
        or grammar.announces(plain[start:end], cues.within(plain[start:end]))
        for start, end in trees.paragraphs(plain)
    )


def cards(lang: str) -> Iterator[Card]:
    """Yield the cards of a language, but for those that the gold has."""
    known = {each["name_en"] for each in material.gold(lang)}
    path = material.SHARED / "data" / "languages" / f"{lang}.jsonl.xz"
    with lzma.open(path, "rt", encoding="utf-8") as lines:
        for record in map(json.loads, lines):
            if record["name_en"] not in known:
                yield Card(
                    name=record["name"], text=record["text"], type=record["type"] or "",
                    lang=lang, released=record["date"],
                )  # fmt: skip


def main(lang: str, seed: str, most: str = "100") -> None:
    """Print the texts."""
    every = list(cards(lang))
    random.Random(seed).shuffle(every)
    shown = 0
    for card in every:
        if is_hard(card.text, lang):
            shown += 1
            print(f"# {card.name} | {card.type} | {card.released[:4]}")
            print(marked(card.text, nanori.annotate(card)))
        if shown == int(most):
            break


if __name__ == "__main__":
    main(*sys.argv[1:])
