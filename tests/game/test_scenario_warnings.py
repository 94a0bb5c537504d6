"""What is odd in a scenario is said with its place, what is too large refused; cards by name."""

import json
from pathlib import Path
from typing import Any

import pytest

import nanori
from command import nanori as command
from nanori.game import answering
from nanori.game.plain_values import MAX_ABILITY_LENGTH, MAX_ANSWERS_LENGTH
from nanori.model.limits import LONGEST_NAME
from project import put

BEAR: dict[str, Any] = {"lang": "en", "name": "Plain Bear", "text": "Plain Bear attacks."}


def warned(scenario: dict[str, Any]) -> list[str]:
    """Return what is said of a scenario that is answered."""
    said: list[str] = []
    nanori.bind(scenario, on_warning=lambda warning: said.append(str(warning)))
    return said


@pytest.mark.parametrize(
    ("card", "message"),
    [
        ("Plain Bear", "objects[0].card: a name alone is there"),
        ({"name": "Plain Bear"}, "objects[0].card: no text is there"),
        ({**BEAR, "name": " Plain Bear "}, "objects[0].card.name: the name has blanks"),
        ({**BEAR, "txet": "Flying"}, "objects[0].card.txet: nobody reads this key"),
    ],
)
def test_an_odd_card_is_said_with_its_place(card: object, message: str) -> None:
    (said,) = warned({"objects": [{"id": "A", "card": card}]})
    assert said.startswith(message)


def test_an_event_without_effect_is_said() -> None:
    scenario = {"objects": [{"id": "A", "card": BEAR}], "events": [{"transform": {"object": "A"}}]}
    assert warned(scenario) == ["events[0]: this event changes nothing"]


def test_an_event_on_an_object_that_has_left_is_said() -> None:
    move = {"move": {"object": "A", "id": "B", "zone": "graveyard"}}
    rename = {"rename": {"object": "A", "name": "Joe"}}
    scenario = {"objects": [{"id": "A", "card": BEAR}], "events": [move, rename]}
    assert warned(scenario) == ["events[1].rename.object: “A” has left and is “B” now"]


def test_what_is_well_has_no_warning() -> None:
    assert warned({"objects": [{"id": "A", "card": BEAR}], "questions": [{"state": "A"}]}) == []


@pytest.mark.parametrize("ids", [["A"], ["A", "A"], ["A", "B", "C"]])
def test_just_two_different_cards_meld(ids: list[str]) -> None:
    objects = [{"id": id, "card": BEAR} for id in "ABC"]
    meld = {"meld": {"objects": ids, "into": "Joined", "id": "M"}}
    with pytest.raises(nanori.NanoriError, match="two different cards"):
        nanori.bind({"objects": objects, "events": [meld]})


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp932"])
def test_a_file_may_be_in_any_encoding_that_others_may(encoding: str, tmp_path: Path) -> None:
    card = "{name: 緑の熊, text: 緑の熊が出たとき、カードを引く。}"
    words = f"objects:\n  - {{id: A, card: {card}}}\nquestions: [{{state: A}}]\n"
    path = put(tmp_path / "scenario.yaml", words.encode(encoding))
    assert nanori.bind(path)[0]["names"] == ["緑の熊"]


def test_symbols_without_quotation_marks_are_told_how_to_be_written(tmp_path: Path) -> None:
    path = tmp_path / "scenario.yaml"
    path.write_text("objects:\n  - id: A\n    card: {name: Bog}\n    text: {G}: Untap Bog.\n")
    done = command("bind", str(path))
    assert done.code == 2
    assert 'text: "{G}: Untap Bog."' in done.err


GAINS = [{"gain": {"object": "A", "from": "A"}}] * 20
LONG = "Bog " * (MAX_ABILITY_LENGTH // 8)


@pytest.mark.parametrize(
    ("objects", "events"),
    [
        ([{"id": "A", "card": {"name": "B" * (LONGEST_NAME + 1), "text": ""}}], []),
        ([{"id": "A", "card": {"name": "Bog", "text": "B" * (MAX_ABILITY_LENGTH + 1)}}], []),
        ([{"id": "A", "card": {"name": "Bog", "text": LONG}}], GAINS),
    ],
    ids=["a name", "an ability", "all that is gained"],
)  # fmt: skip
def test_what_grows_beyond_measure_is_refused(objects: list[Any], events: list[Any]) -> None:
    with pytest.raises(nanori.NanoriError, match=r"longer than|more than"):
        nanori.bind({"objects": objects, "events": events})


def test_answers_beyond_measure_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    # A hundredth of the measure is passed by a hundredth of the questions, in less time.
    monkeypatch.setattr(answering, "MAX_ANSWERS_LENGTH", MAX_ANSWERS_LENGTH // 100)
    card = {"name": "Bog", "text": LONG}
    questions = [{"state": "A"}] * 20
    with pytest.raises(nanori.NanoriError, match="answers are longer"):
        nanori.bind({"objects": [{"id": "A", "card": card}], "questions": questions})


def test_aliases_repeat_no_more_than_in_proportion(tmp_path: Path) -> None:
    path = tmp_path / "scenario.yaml"
    first = f"objects:\n  - {{id: A, card: &card {{name: Bog, text: {LONG}}}}}\n"
    path.write_text(first + "".join(f"  - {{id: A{n}, card: *card}}\n" for n in range(1_000)))
    with pytest.raises(nanori.NanoriError, match="aliases repeat more"):
        nanori.bind(path)


def test_a_case_in_which_a_name_cannot_be_written_is_told_once() -> None:
    host = {"lang": "de", "name": "Salziger Riese", "text": "{G}: Tappe den Salzigen Riesen."}
    guest = {"lang": "de", "name": "Skrax", "text": "Fliegend"}
    gains = [{"gain": {"object": "G", "from": "H", "abilities": "activated"}}]
    objects = [{"id": "H", "card": host}, {"id": "G", "card": guest}]
    told: list[str] = []
    happened = [*gains, {"add_names": {"object": "G", "names": ["Morna"]}}]
    nanori.bind(
        {"objects": objects, "events": happened}, on_warning=lambda each: told.append(str(each))
    )
    assert [words for words in told if "not sure" in words] == [
        "events[0]: “{G}: Tappe den Skrax.” wants the accusative of a name whose form is not sure:"
        " it was put as it is"
    ]


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
    with pytest.raises(nanori.NanoriError, match=r"objects.E.card: .*perhaps “Mist Eel” is meant"):
        nanori.bind(scenario)
    scenario["objects"] = {"E": "Mist Eel"}
    (state,) = nanori.bind({**scenario, "questions": [{"state": "E"}]})
    assert state["names"] == ["Mist Eel"]
