"""Cards by name, from card files: their state without a scenario, and in one."""

import json
from pathlib import Path

import pytest

import nanori
from command import nanori as command

CARDS = [
    {"name": "Fen Cudgeler", "type": "Creature — Troll", "text": "{G}: Regenerate Fen Cudgeler."},
    {"name": "Mist Eel", "type": "Creature — Eel", "text": "{U}: Mist Eel gains flying."},
]


@pytest.fixture
def cards(tmp_path: Path) -> str:
    path = tmp_path / "cards.jsonl"
    path.write_text("".join(json.dumps({"lang": "en", **card}) + "\n" for card in CARDS), "utf-8")
    return str(path)


def test_the_states_of_cards_of_several_files(cards: str, tmp_path: Path) -> None:
    other = tmp_path / "other.jsonl"
    other.write_text('{"name": "Ash Wolf", "text": "Ash Wolf attacks.", "lang": "en"}\n', "utf-8")
    files = ("--card", cards, "--card", str(other))
    done = command("bind", "--state", "Ash Wolf", "--state", "Mist Eel", *files)
    assert (done.code, done.err) == (0, "")
    said = [[ability["text"] for ability in state["abilities"]] for state in json.loads(done.out)]
    assert said == [["Ash Wolf attacks."], ["{U}: Mist Eel gains flying."]]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--state", "Mist Eeel"], "no card “Mist Eeel” in the card files, perhaps “Mist Eel”"),
        (["--state", "mist eel"], "no card “mist eel” in the card files, perhaps “Mist Eel”"),
        (["scenario.yaml", "--state", "Mist Eel"], "a scenario was wanted, or --state"),
        ([], "a scenario was wanted, or --state"),
    ],
)
def test_what_cannot_be_is_one_line(words: list[str], message: str, cards: str) -> None:
    done = command("bind", *words, "--card", cards)
    assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)
    assert message in done.err


def test_a_misspelt_card_of_a_scenario_is_asked_after(cards: str) -> None:
    scenario = {"cards": [cards], "objects": {"E": "Mist Eeel"}}
    with pytest.raises(nanori.NanoriError, match=r"objects.E: .*perhaps “Mist Eel” is meant"):
        nanori.bind(scenario)
    scenario["objects"] = {"E": "Mist Eel"}
    (state,) = nanori.bind({**scenario, "questions": [{"state": "E"}]})
    assert state["names"] == ["Mist Eel"]
