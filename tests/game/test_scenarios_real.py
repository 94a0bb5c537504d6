"""The cards that the rules themselves speak of, taken by name from the data beside the project."""

import functools
from typing import Any

import pytest

import corpus
import nanori
import real

pytestmark = pytest.mark.real
Table = dict[str, Any]

LANGUAGES = corpus.LANGUAGES
every_language = pytest.mark.parametrize("lang", LANGUAGES)


@functools.cache
def records(lang: str) -> dict[str, Table]:
    """Return one record for each English name, the first that has a text."""
    cards: dict[str, Table] = {}
    for record in real.records(f"data/cards.{lang}.jsonl.xz"):
        cards.setdefault(record.get("name_en") or record["name"], record)
    return cards


def card(name: str, lang: str) -> Table:
    """Return the card of that English name; skips the test where no text of it is at hand."""
    if name not in records(lang):
        pytest.skip(f"no text of {name} in {lang}")
    return records(lang)[name]


def plain(name: str, lang: str) -> Table:
    """Return a card without a text by its name alone, in that language where it has one."""
    for record in real.records("data/names.jsonl.xz"):
        if record["name"] == name:
            printed = record.get(lang) or [record]
            return {"lang": lang, "name": printed[0]["name"], "name_en": name, "text": ""}
    pytest.skip(f"no name {name}")


def state(cards: dict[str, Table], events: list[Table], id: str) -> Table:
    """Return the state of an object after events."""
    objects = [{"id": key, "card": card} for key, card in cards.items()]
    scenario = {"objects": objects, "events": events, "questions": [{"state": id}]}
    return nanori.bind(scenario)[0]


def bound(answer: Table) -> list[str | None]:
    return [
        reference["binds_to"]
        for ability in answer["abilities"]
        for reference in ability["references"]
    ]


def lines(answer: Table) -> list[str]:
    return [ability["text"] for ability in answer["abilities"]]


def quoting(record: Table) -> int:
    """Return the place of the first line with a quotation."""
    return next(n for n, line in enumerate(record["text"].split("\n")) if set('"「') & set(line))


@every_language
@pytest.mark.parametrize("other", ["Cudgel Troll", "Looming Shade"])
def test_an_elemental_gains_an_activated_ability(other: str, lang: str) -> None:
    elemental, giver = card("Quicksilver Elemental", lang), card(other, lang)
    events = [{"gain": {"object": "QE", "from": "X", "abilities": "activated"}}]
    answer = state({"QE": elemental, "X": giver}, events, "QE")
    new = [line.replace(giver["name"], elemental["name"]) for line in giver["text"].split("\n")]
    assert lines(answer) == [*elemental["text"].split("\n"), *new]
    assert set(bound(answer)) == {"QE"}
    rules = {
        reference["rule"]
        for reference in answer["abilities"][-1]["references"]
        if reference["form"] == "full"
    }
    assert rules == {"201.5b"}


@every_language
def test_a_ray_is_spliced_onto_a_reach(lang: str) -> None:
    ray, reach = card("Glacial Ray", lang), card("Kodama's Reach", lang)
    answer = state(
        {"RAY": ray, "REACH": reach}, [{"splice": {"card": "RAY", "onto": "REACH"}}], "REACH"
    )
    assert lines(answer)[1] == ray["text"].split("\n")[0].replace(ray["name"], reach["name"])
    assert set(bound(answer)) == {"REACH"}


@every_language
def test_a_doppelganger_becomes_a_bear_and_then_a_troll(lang: str) -> None:
    own = card("Dimir Doppelganger", lang)
    cards = {"D": own, "BEAR": plain("Runeclaw Bear", lang), "TROLL": card("Cudgel Troll", lang)}
    first = {"copy": {"object": "D", "of": "BEAR", "except": {"has_this_ability": 0}}}
    again = {"copy": {"object": "D", "of": "TROLL", "except": {"has_this_ability": 0}}}
    bear = state(cards, [first], "D")
    assert bear["names"] == [cards["BEAR"]["name"]]
    assert lines(bear) == [own["text"].replace(own["name"], cards["BEAR"]["name"])]
    troll = state(cards, [first, again], "D")
    assert lines(troll)[-1] == own["text"].replace(own["name"], cards["TROLL"]["name"])
    assert set(bound(bear) + bound(troll)) == {"D"}


@every_language
@pytest.mark.parametrize("name", ["Gutter Grime", "Saproling Burst"])
def test_a_token_looks_at_its_own_maker(name: str, lang: str) -> None:
    maker = card(name, lang)
    cards = {"ONE": maker, "TWO": maker, "COPY": plain("Runeclaw Bear", lang)}
    place = quoting(maker)
    events = [
        {"create": {"source": "ONE", "ability": place, "ids": ["A"]}},
        {"create": {"source": "TWO", "ability": place, "ids": ["B"]}},
        {"copy": {"object": "COPY", "of": "B"}},
    ]
    assert bound(state(cards, events, "A")) == ["A", "ONE"]
    assert bound(state(cards, events, "B")) == ["B", "TWO"]
    assert bound(state(cards, events, "COPY")) == ["COPY", "TWO"]


@every_language
def test_a_torch_is_thrown(lang: str) -> None:
    torch = card("Blazing Torch", lang)
    cards = {"TORCH": torch, "BEAR": plain("Runeclaw Bear", lang)}
    grant = {"grant": {"source": "TORCH", "ability": quoting(torch), "to": ["BEAR"]}}
    throw = {"move": {"object": "TORCH", "by": {"object": "BEAR", "ability": 0}, "id": "BURNT"}}
    assert bound(state(cards, [grant], "BEAR")) == ["TORCH", "TORCH"]
    assert bound(state(cards, [grant, throw], "BEAR")) == ["BURNT", "BURNT"]


@every_language
def test_a_rebuke_names_the_spell(lang: str) -> None:
    rebuke = card("Hellish Rebuke", lang)
    events = [{"grant": {"source": "REBUKE", "ability": 0, "to": ["BEAR"]}}]
    answer = state({"REBUKE": rebuke, "BEAR": plain("Runeclaw Bear", lang)}, events, "BEAR")
    assert bound(answer) == ["BEAR", "REBUKE", "BEAR"]


@every_language
def test_copies_of_a_huntmaster(lang: str) -> None:
    front, back = card("Huntmaster of the Fells", lang), card("Ravager of the Fells", lang)
    two = [front, {**back, "layout": "transform"}]
    other = [card("Reckless Waif", lang), card("Merciless Predator", lang)]
    events: list[Table] = [
        {"copy": {"object": "BEAR", "of": "HUNT"}},
        {"copy": {"object": "WAIF", "of": "HUNT"}},
        *({"transform": {"object": id}} for id in ("HUNT", "BEAR", "WAIF")),
    ]
    objects = {"HUNT": two, "BEAR": plain("Runeclaw Bear", lang), "WAIF": other}
    assert state(objects, events, "HUNT")["names"] == [back["name"]]  # type: ignore[arg-type]
    for id in ("BEAR", "WAIF"):
        answer = state(objects, events, id)  # type: ignore[arg-type]
        assert answer["names"] == [front["name"]]
        assert "\n".join(lines(answer)) == front["text"]
        assert set(bound(answer)) == {id, None}


@every_language
def test_an_impostor_keeps_its_name(lang: str) -> None:
    own, troll = card("Sakashima the Impostor", lang), card("Cudgel Troll", lang)
    copy = {"copy": {"object": "S", "of": "T", "except": {"name": own["name"]}}}
    answer = state({"S": own, "T": troll}, [copy], "S")
    assert answer["names"] == [own["name"]]
    assert lines(answer) == troll["text"].split("\n")
    assert set(bound(answer)) == {"S"}


WORDS = {
    "en": ("Soldier", "Wizard", "Wizard Token"),
    "ja": ("兵士", "ウィザード", "ウィザード・トークン"),
}


@every_language
def test_an_alarm_raises_wizards(lang: str) -> None:
    old, new, name = WORDS[lang]
    change = {"change_text": {"object": "ALARM", "from": old, "to": new}}
    create = {"create": {"source": "ALARM", "ability": 0, "ids": ["ONE", "TWO"]}}
    answer = state({"ALARM": card("Raise the Alarm", lang)}, [change, create], "TWO")
    assert answer["names"] == [name]


@every_language
def test_a_legend_ability_gained_by_another(lang: str) -> None:
    cards = {"D": card("Darigaaz, the Igniter", lang), "QE": card("Quicksilver Elemental", lang)}
    events = [{"gain": {"object": "QE", "from": "D", "abilities": "triggered"}}]
    answer = state(cards, events, "QE")
    assert set(bound(answer)) == {"QE"}
    assert len(answer["abilities"]) == 3
    last = answer["abilities"][-1]
    assert {reference["text"] for reference in last["references"]} == {cards["QE"]["name"]}
    assert {reference["rule"] for reference in last["references"]} == {"201.5b"}


@every_language
def test_wolves_count_every_wolf_of_that_name(lang: str) -> None:
    wolf, bear = card("Timberpack Wolf", lang), plain("Runeclaw Bear", lang)
    events = [{"gain": {"object": "BEAR", "from": "WOLF", "abilities": "all"}}]
    answer = state({"WOLF": wolf, "BEAR": bear}, events, "BEAR")
    assert bound(answer) == ["BEAR", None]
    assert lines(answer) == [wolf["text"].replace(wolf["name"], bear["name"], 1)]
