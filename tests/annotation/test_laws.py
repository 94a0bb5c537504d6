"""Hostile, random and mutated texts obey the laws; names beyond the limits are one line."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from msgspec.structs import replace

import corpus
import nanori as library
import strategies
from command import nanori
from laws import LANGUAGES, MANY, obeys_the_laws
from nanori.annotation.pipeline import annotate
from nanori.model import limits
from nanori.model.limits import LONGEST_TEXT
from nanori.model.values import Card
from project import SHARE

HOSTILE = {
    "lone surrogates": "\ud800 When \udfff this creature dies, これ\ud83d",
    "NULs": "Sacrifice\0 this creature\0: これ\0を追放する。",
    "emoji": "🐉🐉 this creature 🧙\u200d♀️ このクリーチャー🏴󠁧󠁢󠁥󠁮󠁧󠁿",
    "combining characters": "E\u0301omer deals か\u3099 damage to this\u0301 creature, これ\u3099",
    "carriage returns": "Flying\r\nSacrifice this creature: Draw a card.\r\nこれを追放する。\r",
    "line separators": "Flying\u2028this creature dies\u2029このクリーチャー\u0085これ\v\f",
    "only brackets": '（((「」》《)))」）"“”『',
    "only spaces": " \u3000\t\n\n ",
    "nothing": "",
}

DEEP = 10_000
NESTED = {
    "half-width brackets": ("(", ")"),
    "full-width brackets": ("（", "）"),
    "corner brackets": ("「", "」"),
    "corner brackets of two kinds": ("「『", "』」"),
    "curly quotes": ("“", "”"),
    "straight quotes": ('"', '"'),
    "quotes of two kinds": ("\"'", "'\""),
    "quotes in brackets": ('("', '")'),
    "closing before opening": ("」）", "（「"),
    "name brackets": ("《", "》"),
}


@given(strategies.strangers())
def test_any_text_and_any_name_obey_the_laws(card: Card) -> None:
    obeys_the_laws(card)


@given(strategies.mutations(strategies.cards()))
def test_a_mutated_text_of_the_corpus_obeys_the_laws(card: Card) -> None:
    obeys_the_laws(card)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("path", corpus.files("rules"), ids=lambda path: path.stem)
def test_a_text_of_the_corpus_that_ends_or_begins_anywhere_is_annotated(path: Path) -> None:
    for case in corpus.read(path):
        for card in map(case.card, case.texts):
            for place in range(0, len(card.text), SHARE):
                annotate(replace(card, text=card.text[:place]))
                annotate(replace(card, text=card.text[place:]))


@pytest.mark.slow
@settings(max_examples=MANY)
@given(strategies.strangers())
def test_very_many_texts_obey_the_laws(card: Card) -> None:
    obeys_the_laws(card)


@pytest.mark.slow
@settings(max_examples=MANY)
@given(strategies.mutations(strategies.cards()))
def test_very_many_mutations_obey_the_laws(card: Card) -> None:
    obeys_the_laws(card)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_a_hostile_text_obeys_the_laws(text: str, lang: str) -> None:
    obeys_the_laws(Card(text=text, name="Éomer", lang=lang))


@pytest.mark.thorough
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(("opening", "closing"), NESTED.values(), ids=NESTED)
def test_very_deep_nesting_obeys_the_laws(opening: str, closing: str, lang: str) -> None:
    inside = opening * DEEP + "Tap this creature. これをタップする。" + closing * DEEP
    for text in (inside, opening * DEEP, closing * DEEP, f"It has {inside} を持つ。"):
        obeys_the_laws(Card(text=text, name="Deep Well", lang=lang))


@pytest.mark.sampled(4)
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("length", [20_000, pytest.param(LONGEST_TEXT, marks=pytest.mark.slow)])
@pytest.mark.parametrize(
    "part",
    ["a", " ", "this creature ", "「これ」", "Deep Well dies. ", "{W}", "（", "The ", "\ud800"],
)
def test_a_very_long_line_obeys_the_laws(part: str, length: int, lang: str) -> None:
    text = part * (length // len(part))
    obeys_the_laws(Card(text=text, name="Deep Well", lang=lang))


@pytest.mark.thorough
def test_the_longest_name_obeys_the_laws() -> None:
    obeys_the_laws(Card(text="Deep Well of the Deep " * 50, name="Deep Well of the " * 29))


BEYOND: list[dict[str, Any]] = [
    {"name": "x" * (limits.LONGEST_NAME + 1)},
    {"name": "x", "faces": [f"F{number}" for number in range(limits.MOST_FACES + 1)]},
    {"name": "x", "alternate": [f"F{number}" for number in range(limits.MOST_ALTERNATES + 1)]},
    {"name": "x", "alternate": ["y" * (limits.LONGEST_NAME + 1)]},
]


@pytest.mark.parametrize("card", BEYOND)
@pytest.mark.parametrize("command", ["annotate", "lint", "show", "tree"])
def test_a_record_beyond_the_limits_is_named(
    card: dict[str, Any], command: str, tmp_path: Path
) -> None:
    path = tmp_path / "cards.jsonl"
    path.write_text(json.dumps({**card, "text": "Untap x."}) + '\n{"name": "A", "text": "x"}\n')
    ran = nanori(command, path)
    assert ran.code == 1
    (said,) = [line for line in ran.err.splitlines() if line.startswith(str(path))]
    assert "no more than" in said


@pytest.mark.parametrize("card", BEYOND)
def test_a_card_in_memory_has_the_same_limits(card: dict[str, Any]) -> None:
    given: Any = {
        key: tuple(value) if isinstance(value, list) else value for key, value in card.items()
    }
    with pytest.raises(library.NanoriError, match="no more than"):
        library.annotate(library.Card(text="Untap x.", lang="en", **given))
