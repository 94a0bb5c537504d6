"""Measures what each stage of annotating costs, each over all texts by itself."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from typing import Any
from unittest.mock import patch

import msgspec

import material
from measuring import timed_afresh
from nanori import Card
from nanori.annotation import binding, matcher, pipeline
from nanori.annotation import mentions as mention_stage
from nanori.annotation.pipeline import annotate
from nanori.formats.records import Record
from nanori.grammar import languages, lexer, parser
from nanori.grammar.languages import Language
from nanori.surfaces.cli import reporting


def stages() -> int:
    """Print the microseconds a text of each stage, as part of the whole, in each language."""
    for lang in material.measured():
        cards = material.cards(lang)
        annotate(Card(text="", name="-", lang=lang))
        language = languages.load(lang)
        whole = timed_afresh(lambda: [annotate(card) for card in cards])  # noqa: B023
        print(f"  {lang}: {len(cards)} texts, {1e6 * whole / len(cards):.1f} µs each")
        for name, seconds in _costs(cards, language).items():
            print(f"    {name:<34}{1e6 * seconds / len(cards):6.1f} µs {seconds / whole:6.0%}")
    return 0


def _costs(cards: list[Card], language: Language) -> dict[str, float]:
    """Return the seconds of each stage over those texts."""
    grammar = parser.load(language)
    lines = [msgspec.json.encode(card) for card in cards]
    decoder = msgspec.json.Decoder(Card)
    asked = _asked(cards)
    found = [mention_stage.find(*given) for given in asked["find"]]
    records = [(Record(card, {}, "", 0), annotate(card)) for card in cards]
    work: dict[str, Callable[[], object]] = {
        "decoding": lambda: [decoder.decode(line) for line in lines],
        "names": lambda: [matcher.find(card, language) for card in cards],
        "cues": lambda: [grammar.cues(card.text) for card in cards],
        "demonstratives": lambda: [
            grammar.demonstratives(card.text, grammar.cues(card.text)) for card in cards
        ],
        "tokens of paragraphs": lambda: [lexer.tokenize(*given) for given in asked["tokenize"]],
        "tokens without quotations": lambda: [lexer.outline(*given) for given in asked["outline"]],
        "trees": lambda: [parser.Grammar.parse(*given) for given in asked["parse"]],
        "mentions, with what they ask trees": lambda: [
            mention_stage.find(*given) for given in asked["find"]
        ],
        "binding": lambda: [binding.bind(mention) for each in found for mention in each],
        "encoding": lambda: [reporting.jsonl(*record) for record in records],
    }
    return {name: timed_afresh(do) for name, do in work.items()}


def _asked(cards: list[Card]) -> dict[str, list[tuple[Any, ...]]]:
    """Return what some functions are given in a run that remembers nothing."""
    watched = (
        (lexer, "tokenize"), (lexer, "outline"), (parser.Grammar, "parse"), (mention_stage, "find")
    )  # fmt: skip
    asked: dict[str, list[tuple[Any, ...]]] = {name: [] for _, name in watched}
    with ExitStack() as stack:
        for owner, name in watched:
            made = getattr(owner, name)

            def watch(*given: Any, name: str = name, made: Callable[..., Any] = made) -> Any:  # noqa: ANN401
                asked[name].append(given)
                return made(*given)

            stack.enter_context(patch.object(owner, name, watch))
        pipeline.forget()
        for card in cards:
            annotate(card)
    return asked
