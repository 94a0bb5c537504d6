"""Scenarios of one command line: cards by name, what happens in the order typed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import nanori
from command import nanori as command

CARDS = [
    {"name": "Hollow Double", "type": "Creature — Shapeshifter", "text": ""},
    {"name": "Fen Cudgeler", "type": "Creature — Troll", "text": "{G}: Regenerate Fen Cudgeler."},
    {"name": "Mist Eel", "type": "Creature — Eel", "text": "{U}: Mist Eel gains flying."},
    {"name": "Quick Muster", "type": "Sorcery", "text": "Create two 1/1 Goblin creature tokens."},
    {"name": "Cinder Ray", "type": "Instant — Arcane", "text": "Cinder Ray deals 2 damage."},
]


@pytest.fixture
def cards(tmp_path: Path) -> str:
    path = tmp_path / "cards.jsonl"
    path.write_text("".join(json.dumps({"lang": "en", **card}) + "\n" for card in CARDS), "utf-8")
    return str(path)


def answers(*words: str) -> list[Any]:
    done = command("bind", *words)
    assert (done.code, done.err) == (0, ""), done.err
    return json.loads(done.out)


def texts(state: Any) -> list[str]:  # noqa: ANN401 - JSON
    return [ability["text"] for ability in state["abilities"]]


def test_what_happens_in_the_order_typed(cards: str) -> None:
    copy, gain = (
        ("--copy", "Hollow Double", "Fen Cudgeler"),
        ("--gain", "Hollow Double", "Mist Eel"),
    )
    (first,) = answers(*copy, *gain, "--cards", cards)
    (second,) = answers(*gain, *copy, "--cards", cards)
    assert texts(first)[-1] == "{U}: Fen Cudgeler gains flying."
    assert texts(second)[-1] == "{U}: Hollow Double gains flying."


def test_two_objects_of_one_card(cards: str) -> None:
    words = ("--copy", "Hollow Double#1", "Hollow Double#2", "--same-name", "Hollow Double#1")
    (verdict,) = answers(*words, "Fen Cudgeler", "--cards", cards)
    assert verdict == {"answer": False, "rule": "201.2a"}


def test_a_word_changes_before_a_token_is_made(cards: str) -> None:
    words = ("--token", "Quick Muster", "--change", "Goblin=Elf", "--token", "Quick Muster")
    first, _, second = answers(*words, "--cards", cards)
    assert (first["names"], second["names"]) == (["Goblin Token"], ["Elf Token"])


def test_a_text_is_spliced(cards: str) -> None:
    spell, *_ = answers("--splice", "Cinder Ray", "Quick Muster", "--cards", cards)
    assert texts(spell)[-1] == "Quick Muster deals 2 damage."


def test_several_card_files_and_a_card_alone(cards: str, tmp_path: Path) -> None:
    other = tmp_path / "other.jsonl"
    other.write_text('{"name": "Ash Wolf", "text": "Ash Wolf attacks.", "lang": "en"}\n', "utf-8")
    (state,) = answers("--card", "Ash Wolf", "--cards", cards, str(other))
    assert texts(state) == ["Ash Wolf attacks."]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--gain", "Mist Eeel", "Fen Cudgeler"), "no card “Mist Eeel” in {}, perhaps “Mist Eel”"),
        (("--gain", "mist eel", "Fen Cudgeler"), "no card “mist eel” in {}, perhaps “Mist Eel”"),
        (("--change", "Elf=Goblin"), "--change was there without a card"),
        (("--card", "Mist Eel", "--change", "Elf"), "“Elf” is there, --change OLD=NEW was wanted"),
    ],
)
def test_what_cannot_be_is_one_line(words: tuple[str, ...], message: str, cards: str) -> None:
    done = command("bind", *words, "--cards", cards)
    assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)
    assert message.format(cards) in done.err


def test_a_misspelt_card_of_a_scenario_is_asked_after(cards: str) -> None:
    scenario = {"cards": [cards], "objects": {"E": "Mist Eeel"}}
    with pytest.raises(nanori.NanoriError, match=r"objects.E: .*perhaps “Mist Eel” is meant"):
        nanori.bind(scenario)
    scenario["objects"] = {"E": "Mist Eel"}
    (state,) = nanori.bind({**scenario, "questions": [{"state": "E"}]})
    assert texts(state) == ["{U}: Mist Eel gains flying."]
