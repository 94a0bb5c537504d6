"""Measures what each stage of annotating costs, each over all texts by itself."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

import material
from measuring import timed_afresh
from nanori import Card, Reference
from nanori.annotation import binding, matcher, paragraphs
from nanori.annotation import mentions as mention_stage
from nanori.annotation.pipeline import annotate
from nanori.formats.records import Record
from nanori.grammar import languages, lexer, parser, trees
from nanori.grammar.languages import Language
from nanori.model.values import Token
from nanori.surfaces.cli import reporting

Parsed = tuple[str, list[Token]]
"""A paragraph that is parsed, and the names in it."""


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
    parsed = _parsed(cards, language)
    tokens = [lexer.tokenize(paragraph, language, names) for paragraph, names in parsed]
    nodes = [grammar.parse(each) for each in tokens]
    found = [
        list(mention_stage.find(tree, paragraph, language, None))
        for tree, (paragraph, _) in zip(nodes, parsed, strict=True)
    ]
    records = [(Record(card, {}, "", 0), annotate(card)) for card in cards]
    work: dict[str, Callable[[], object]] = {
        "decoding": lambda: [decoder.decode(line) for line in lines],
        "names": lambda: [matcher.find(card, language) for card in cards],
        "cues": lambda: [grammar.cues(card.text) for card in cards],
        "demonstratives": lambda: [
            grammar.demonstratives(card.text, grammar.cues(card.text)) for card in cards
        ],
        "scan (paragraphs with a tree)": lambda: [
            lexer.tokenize(paragraph, language, names) for paragraph, names in parsed
        ],
        "parse": lambda: [grammar.parse(each) for each in tokens],
        "walk": lambda: [
            mention_stage.find(tree, paragraph, language, None)
            for tree, (paragraph, _) in zip(nodes, parsed, strict=True)
        ],
        "binding": lambda: [binding.bind(mention) for each in found for mention in each],
        "encoding": lambda: [_encoded(record, references) for record, references in records],
    }
    return {name: timed_afresh(do) for name, do in work.items()}


def _encoded(record: Record, references: list[Reference]) -> bytes:
    return reporting.jsonl(record, references)


def _parsed(cards: list[Card], language: Language) -> list[Parsed]:
    """Return the paragraphs for which a tree is made, in a run that remembers nothing."""
    parsed: list[Parsed] = []
    made = trees.parse_paragraph

    def watched(paragraph: str, language: Language, names: object = ()) -> object:
        parsed.append((paragraph, list(names)))  # type: ignore[call-overload]
        return made(paragraph, language, names)  # type: ignore[arg-type]

    trees.parse_paragraph = watched  # type: ignore[assignment]
    try:
        paragraphs.without_names.cache_clear()
        for card in cards:
            annotate(card)
    finally:
        trees.parse_paragraph = made
    return parsed
