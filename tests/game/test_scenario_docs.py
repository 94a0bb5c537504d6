"""The page of scenarios and the schema list what there is, and every example on the page runs."""

import json
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest
import yaml

import nanori
from command import nanori as command
from nanori.game import door, explaining, scenarios, schema
from nanori.game.door import EVENTS, QUESTIONS
from nanori.game.plain_values import of_python
from nanori.model import messages
from project import put

PAGE = (Path(__file__).parents[2] / "docs" / "scenarios.md").read_text("utf-8")
SCENARIO: dict[str, Any] = yaml.safe_load(re.search(r"```yaml\n(.*?)```", PAGE, re.DOTALL)[1])  # type: ignore[index]
EXAMPLES: dict[str, Any] = dict(
    next(iter(yaml.safe_load(line)[0].items()))
    for line in re.findall(r"^    (- \w+: \{.*\})$", PAGE, re.MULTILINE)
)
BEFORE = {
    "end_copy": [{"copy": {"object": "A", "of": "B", "temporary": True}}],
    "face_up": [{"face_down": {"object": "A"}}],
    "lock": [{"unlock": {"object": "R", "half": "left"}}],
    "move": [{"grant": {"source": "E", "to": ["A"]}}],
}
"""What must happen first where an event ends something."""
DEFINITIONS: dict[str, Any] = json.loads(schema.text())["$defs"]


NOTES = {"comment", "note", "notes"}


def test_the_page_has_an_example_of_every_event_and_the_library_its_class() -> None:
    assert all(getattr(nanori.scenarios, event.__name__) for event in EVENTS.values())
    assert EXAMPLES.keys() == EVENTS.keys() == set(DEFINITIONS["event"]["properties"]) - NOTES


@pytest.mark.parametrize("kind", EXAMPLES)
def test_an_example_of_the_page_changes_something(kind: str) -> None:
    events = [*BEFORE.get(kind, ()), {kind: EXAMPLES[kind]}]
    warned: list[Any] = []
    scenario = {"objects": SCENARIO["objects"], "events": events}
    replies = nanori.bind(scenario, on_warning=warned.append)
    assert replies
    assert not warned
    assert EXAMPLES[kind].keys() <= DEFINITIONS["event"]["properties"][kind]["properties"].keys()


def test_every_question_is_on_the_page_and_is_answered() -> None:
    examples = [yaml.safe_load(cell) for cell in re.findall(r"\| `(\{\w+: .*?\})` \|", PAGE)]
    asked = {kind for example in examples for kind in example}
    assert asked == QUESTIONS.keys() == set(DEFINITIONS["question"]["properties"]) - NOTES
    scenario = {"objects": SCENARIO["objects"], "questions": examples}
    assert len(nanori.bind(scenario)) == len(examples)


def test_every_field_of_an_object_is_read() -> None:
    fields = re.findall(r"^\| `(\w+)` \|", PAGE.split("## Objects")[1].split("### Card")[0], re.M)
    assert set(fields) == set(DEFINITIONS["object"]["properties"]) - NOTES
    cells = re.findall(
        r"\| `(\w+: [^`]*)` \|$", PAGE.split("## Objects")[1].split("### Card")[0], re.M
    )
    assert len(cells) == len(fields)


def test_the_page_has_every_field_of_an_event_with_its_default() -> None:
    for kind, definition in DEFINITIONS["event"]["properties"].items():
        if kind in NOTES:
            continue
        section = re.split(r"\n##", PAGE.split(f"\n### {kind} (")[1])[0]
        rows = dict(re.findall(r"(?m)^\| `(\w+)` \|.*\| ([^|]+) \|$", section))
        assert EXAMPLES[kind].keys() <= rows.keys()
        needed = {key for key, default in rows.items() if default == "needed"}
        assert set(definition["required"]) <= needed
        # A field that is called otherwise is described by that name alone.
        others = definition["properties"].keys() - rows.keys() - NOTES
        assert all(re.search(rf"`{key}`", section) for key in others), (kind, others)


def test_the_command_prints_the_schema() -> None:
    done = command("bind", "--schema")
    assert (done.code, json.loads(done.out)["title"]) == (0, "nanori scenario")


def test_cards_are_taken_by_name_and_explained_in_a_language(tmp_path: Path) -> None:
    cards = [thing["card"] for thing in SCENARIO["objects"][:3]]
    path = put(tmp_path / "cards.jsonl", "".join(json.dumps(card) + "\n" for card in cards))
    scenario: dict[str, Any] = {
        "objects": {name: name for name in ("Fen Wolf", "Kindled Brand")},
        "events": [{"grant": {"source": "Kindled Brand", "to": "Fen Wolf"}}],
    }
    asked = json.dumps(scenario).encode()
    shown = command("bind", "-", "--card", path, "--explain", "--messages", "ja", stdin=asked)
    assert "能力をFen Wolfに与える" in shown.out
    scenario = {
        "cards": str(path),
        "objects": [{"id": "A", "card": "Fen Wolf"}],
        "events": [{"rename": {"object": "A", "name": "Joe"}}],
    }
    assert nanori.bind(scenario)[0]["names"] == ["Joe"]


SCRYFALL = {
    "object": "card", "name": "Dusk // Dawn", "lang": "en", "layout": "transform", "cmc": 2.0,
    "card_faces": [
        {"name": "Dusk", "type_line": "Creature", "oracle_text": "Dusk attacks."},
        {"name": "Dawn", "type_line": "Creature", "oracle_text": "Dawn blocks."},
    ],
}  # fmt: skip
MTGJSON = {
    "name": "Solo Elf", "text": "{T}: Untap Solo Elf.", "type": "Creature — Elf", "manaValue": 2.0,
    "uuid": "u", "identifiers": {"scryfallId": "s"}, "layout": "normal",
}  # fmt: skip


@pytest.mark.parametrize(("record", "name"), [(SCRYFALL, "Dusk"), (MTGJSON, "Solo Elf")])
def test_a_record_of_another_program_may_be_pasted(record: dict[str, Any], name: str) -> None:
    warned: list[Any] = []
    scenario = {"objects": [{"id": "A", "card": record}], "questions": [{"state": "A"}]}
    (answer,) = nanori.bind(scenario, on_warning=warned.append)
    assert (answer["names"], len(answer["abilities"]), warned) == ([name], 1, [])


@pytest.mark.parametrize("lang", messages.codes())
def test_every_event_and_rule_has_a_sentence_in_every_language(lang: str) -> None:
    assert explaining.STEPS.keys() == EVENTS.keys()
    for said in (explaining.WORDS, explaining.STEPS, explaining.RULES):
        for words in said.values():
            assert (explaining.translated(words, lang) == words) == (lang == messages.source())
    table = {**SCENARIO, "events": [{kind: fields} for kind, fields in EXAMPLES.items()]}
    sentences = [
        sentence for sentence, _ in explaining.steps(door.scenario(of_python(table)), lang)
    ]
    assert len(sentences) == len(EVENTS)
    assert not any("…" in sentence or "{" in sentence for sentence in sentences)


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
        assert json.loads(json.dumps(value)) == json.loads(json.dumps(reply))


def test_without_questions_the_states_of_what_changed_are_answered() -> None:
    scenario = scenarios.Scenario(
        objects=[scenarios.ScenarioObject(id="W", card=WOLF)],
        events=[scenarios.Rename("W", "Grey Tooth")],
    )
    (answer,) = nanori.bind(scenario)
    assert isinstance(answer, scenarios.State)
    assert answer.names == ("Grey Tooth",)
