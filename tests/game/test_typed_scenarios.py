"""Scenarios as typed values say all that plain ones say, and are answered alike."""

import json
from typing import Any

import msgspec

import nanori
from nanori import scenarios

WOLF = nanori.Card(name="Ash Wolf", text="{R}: Untap Ash Wolf.")
EEL = nanori.Card(name="Mist Eel", text="Flying", lang="en")


TYPED = scenarios.Scenario(
    objects=[
        scenarios.ScenarioObject(id="W", card=WOLF),
        scenarios.ScenarioObject(id="E", card=EEL),
        scenarios.ScenarioObject(id="D", card=[EEL, WOLF], layout="transform", face="back"),
        scenarios.ScenarioObject(id="T", subtypes=["Goblin"], lang="en"),
    ],
    events=[
        scenarios.Gain("E", from_="W", abilities="activated"),
        scenarios.Copy("W", of="E", except_=scenarios.CopyException(name="Grey Tooth")),
        scenarios.Transform("D"),
        scenarios.ChangeText("E", from_="Island", to="Swamp"),
        scenarios.FaceDown("T"),
        scenarios.Move("W", by=scenarios.MovedBy(object="E", ability=1), id="W2", zone="exile"),
    ],
    questions=[
        *(scenarios.StateOf(id) for id in ("E", "D", "T", "W2")),
        scenarios.SameName(["E", "D"]),
        scenarios.DifferentNames(["E", "D"]),
        scenarios.DiffersFrom("E", ["D"]),
        scenarios.SameNameAsNamed("E", "Mist Eel"),
        scenarios.Matches("E", contains="Eel"),
        scenarios.ChooseName("Ashen Courier", lang="en"),
    ],
)
wolf, eel = ({"name": card.name, "text": card.text} for card in (WOLF, EEL))
PLAIN: dict[str, Any] = {
    "objects": [
        {"id": "W", "card": wolf},
        {"id": "E", "card": eel},
        {"id": "D", "card": [eel, wolf], "layout": "transform", "face": "back"},
        {"id": "T", "subtypes": ["Goblin"], "lang": "en"},
    ],
    "events": [
        {"gain": {"object": "E", "from": "W", "abilities": "activated"}},
        {"copy": {"object": "W", "of": "E", "except": {"name": "Grey Tooth"}}},
        {"transform": "D"},
        {"change_text": {"object": "E", "from": "Island", "to": "Swamp"}},
        {"face_down": "T"},
        {
            "move": {
                "object": "W",
                "by": {"object": "E", "ability": 1},
                "id": "W2",
                "zone": "exile",
            }
        },
    ],
    "questions": [
        *({"state": id} for id in ("E", "D", "T", "W2")),
        {"same_name": ["E", "D"]},
        {"different_names": ["E", "D"]},
        {"differs_from": ["E", ["D"]]},
        {"same_name_as_named": ["E", "Mist Eel"]},
        {"matches": {"object": "E", "contains": "Eel"}},
        {"choose_name": {"said": "Ashen Courier", "lang": "en"}},
    ],
}


def test_typed_and_plain_scenarios_have_the_same_answers() -> None:
    values = [msgspec.to_builtins(answer) for answer in nanori.bind(TYPED)]
    for value, reply in zip(values, nanori.bind(PLAIN), strict=True):
        value.pop("said", None)
        if not value.get("predefined"):
            value.pop("predefined", None)
        for ability in value.get("abilities", ()):
            for key in [key for key in ("from", "was", "section") if not ability[key]]:
                del ability[key]
        assert json.loads(json.dumps(value)) == json.loads(json.dumps(reply))


def test_without_questions_the_states_of_what_changed_are_answered() -> None:
    scenario = scenarios.Scenario(
        objects=[scenarios.ScenarioObject(id="W", card=WOLF)],
        events=[scenarios.Rename("W", "Grey Tooth")],
    )
    (answer,) = nanori.bind(scenario)
    assert isinstance(answer, scenarios.State)
    assert answer.names == ("Grey Tooth",)
