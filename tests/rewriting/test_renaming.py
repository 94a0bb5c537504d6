"""Renaming: the cases of corpus/renaming/, what is refused, and `--strip-codes`."""

import json
import time
from pathlib import Path

import pytest

import corpus
from nanori.model.edits import apply
from nanori.model.errors import NanoriError
from nanori.model.values import Card
from nanori.rewriting.renaming import rename
from nanori.rewriting.renaming.renames import field_words
from nanori.surfaces.cli import app
from project import put

CASES = [
    case
    for path in corpus.files("renaming")
    for case in corpus.read(path)
    if "rename" in case.settings
]
EXPECTED = {"becomes", "fields", "left"}
"""Keys of a card that say what becomes of it."""


def cards_of(case: corpus.Case) -> list[Card]:
    """Return the cards that are together."""
    records = [corpus.in_tuples(card) for card in case.settings["cards"]]
    return [Card(**{key: card[key] for key in card.keys() - EXPECTED}) for card in records]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.path.stem}: {case.title}")
def test_a_case_of_the_corpus(case: corpus.Case) -> None:
    (_, (old, new)), *others = case.settings["rename"].items()
    cards, wanted = cards_of(case), dict[str, tuple[str, str]](others)
    if error := case.settings.get("error"):
        with pytest.raises(NanoriError, match=r"^") as raised:
            rename(cards, old, new, wanted)
        assert str(raised.value) == error
        return
    plan = rename(cards, old, new, wanted, force=case.settings.get("force", False))
    for number, (card, expected) in enumerate(zip(cards, case.settings["cards"], strict=True)):
        made: dict[str, list[object]] = {}
        for change in plan.changes:
            if change.card == number:
                assert field_words(card, change.field)[change.start : change.end] == change.text
                made.setdefault(change.field, []).append(change.edit)
        became = {field: apply(field_words(card, field), edits) for field, edits in made.items()}  # type: ignore[arg-type]
        assert became.pop("text", card.text) == expected.get("becomes", card.text)
        assert became == expected.get("fields", {})
        left = {leftover.text: leftover.reason for leftover in plan.left if leftover.card == number}
        assert left == expected.get("left", {})


POT = Card(name="Ember Pot", text="Sacrifice Ember Pot.", lang="en")


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("Ember Pot", "", "an empty name"),
        ("", "Ember Pot", "an empty name"),
        ("Ember Pot", "Salt\nJar", "U+000A is in a name"),
        ("Ember Pot", "Salt\u2028Jar", "U+2028 is in a name"),
        ("Ember Pot", "Ember Pot", "is the new name as well"),
        ("Ember Pot", "Salt // Jar", "has 2 names"),
        ("Ember // Pot", "Salt //  // Jar", "has 3 names"),
    ],
)
def test_names_that_cannot_be_are_refused(old: str, new: str, said: str) -> None:
    with pytest.raises(NanoriError) as raised:
        rename([POT], old, new)
    assert said in str(raised.value)


def test_two_names_in_one_language_are_refused() -> None:
    with pytest.raises(NanoriError, match="two names in one language"):
        rename([POT], "Ember Pot", "Salt Jar", {"en": ("Ember Pot", "Jar")})


def test_both_halves_of_a_split_card_are_renamed_where_they_are_named_together() -> None:
    split = Card(name="Cinder // Frost", text="Cinder deals 2 damage to any target.")
    other = Card(name="Reed Imp", text="Exile a card named Cinder // Frost.")
    plan = rename([split, other], "Cinder // Frost", "Ember // Rime")
    (change,) = [change for change in plan.changes if change.card == 1]
    assert apply(other.text, [change.edit]) == "Exile a card named Ember // Rime."
    assert not plan.left


def test_a_name_may_change_its_case() -> None:
    (name, text) = rename([POT], "Ember Pot", "EMBER Pot").changes
    assert (name.new, text.new) == ("EMBER Pot", "EMBER Pot")


def stripped(folder: Path, *cards: dict[str, str]) -> list[dict[str, str]]:
    """Return the cards of a file after the command."""
    file = folder / "set.jsonl"
    file.write_text("".join(json.dumps(card, ensure_ascii=False) + "\n" for card in cards))
    assert app.run(["rename", str(file), "--strip-codes", "--write"]) == 0
    return [json.loads(line) for line in file.read_text().splitlines()]


def card(name: str, text: str = "Flying", **more: str) -> dict[str, str]:
    return {"name": name, "text": text, **more}


def test_codes_go_from_names_texts_and_other_cards(tmp_path: Path) -> None:
    made = stripped(
        tmp_path,
        card("CR02 Ember Recruit", "CR02 Ember Recruit can't block. Ember Recruit has haste."),
        card(
            "ZZ RZ07 Salt Cart", "Tap a creature named CR02 Ember Recruit.", image="CR02 Ember.png"
        ),
        card("UA03 潮の番", "UA03 潮の番が死亡したとき、カード１枚を引く。"),
    )
    assert [each["name"] for each in made] == ["Ember Recruit", "Salt Cart", "潮の番"]
    assert made[0]["text"] == "Ember Recruit can't block. Ember Recruit has haste."
    assert made[1]["text"] == "Tap a creature named Ember Recruit."
    assert made[1]["image"] == "CR02 Ember.png"
    assert made[2]["text"] == "潮の番が死亡したとき、カード１枚を引く。"


def test_a_shape_is_a_code_where_texts_leave_it_out(tmp_path: Path) -> None:
    made = stripped(
        tmp_path,
        card("CU Ember Recruit", "Ember Recruit can't block."),
        card("CW Salt Cart", "When Salt Cart dies, draw a card."),
        card("RW Tin Drum"),
    )
    assert [each["name"] for each in made] == ["Ember Recruit", "Salt Cart", "Tin Drum"]


@pytest.mark.parametrize(
    "names",
    [
        ("R2 Runner", "R5 Runner", "T3 Cleaner"),
        ("AT Walker", "AT Scout", "DJ Brass"),
        ("CR02", "CR03", "ZZ RZ07"),
        ("A Fine Day", "A Long Night", "A Grey Dawn"),
        ("CR02 Twin", "UR05 Twin"),
        ("Lone Card",),
    ],
)
def test_what_may_be_a_name_stays(tmp_path: Path, names: tuple[str, ...]) -> None:
    made = stripped(tmp_path, *map(card, names))
    assert tuple(each["name"] for each in made) == names


def test_two_shapes_and_a_set_of_one_card(tmp_path: Path) -> None:
    made = stripped(tmp_path, card("CW01 Gull"), card("r3: Heron", "Heron has reach."))
    assert [each["name"] for each in made] == ["Gull", "Heron"]
    assert stripped(tmp_path, card("CW01 Gull"))[0]["name"] == "Gull"


@pytest.mark.thorough
def test_many_cards_take_little_time(tmp_path: Path) -> None:
    cards = [
        card(f"CR{number % 100:02} Gull {number}x", f"Tap Gull {number}x. CR{number % 100:02} Gul")
        for number in range(4_000)
    ]
    begun = time.perf_counter()
    made = stripped(tmp_path, *cards)
    assert time.perf_counter() - begun < 60
    assert all(each["name"].startswith("Gull ") for each in made)


def test_names_beside_it_are_refused(tmp_path: Path) -> None:
    (tmp_path / "set.jsonl").write_text(json.dumps(card("CW01 Gull")) + "\n")
    assert app.run(["rename", "--strip-codes"]) == 2


def test_names_in_an_exporters_notes_and_keys_follow(tmp_path: Path) -> None:
    notes = "!tag x\\n!related Ash Courier;CR02 Ember Pot; Salt Urn"
    card = '{"card_name": "%s", "type": "Creature", "rules_text": "Flying", "notes": "%s"}'
    cards = [card % ("CR02 Ember Pot", ""), card % ("Peasant", notes)]
    kept = '{"cards": [\n' + ",\n".join(cards) + "\n]}"
    file = put(tmp_path / "set.json", kept)
    assert app.run(["rename", str(file), "CR02 Ember Pot", "Cinder “Pot”", "--write"]) == 0
    said = json.loads(file.read_text())["cards"]
    assert said[0]["card_name"] == "CR02 Cinder “Pot”"
    assert said[1]["notes"].endswith("!related Ash Courier;CR02 Cinder “Pot”; Salt Urn")
    assert app.run(["rename", str(file), "Cinder “Pot”", "CR02 Ember Pot", "--write"]) == 0
    assert file.read_text() == kept
    assert app.run(["rename", str(file), "--strip-codes", "--write"]) == 0
    assert json.loads(file.read_text())["cards"][1]["notes"].endswith(
        "Ash Courier;Ember Pot; Salt Urn"
    )


def test_a_name_with_another_apostrophe_in_the_key_follows(tmp_path: Path) -> None:
    card = {"cardName": "Warden’s Hall", "fullName": "Warden's Hall", "rulesText": "Flying"}
    file = put(tmp_path / "cards.json", json.dumps({"Warden's Hall_ABC": card}))
    assert app.run(["rename", str(file), "Warden’s Hall", "Salt Hall", "--write"]) == 0
    said = json.loads(file.read_text())
    assert list(said) == ["Salt Hall_ABC"]
    assert said["Salt Hall_ABC"]["fullName"] == "Salt Hall"


def test_the_key_of_a_promotional_print_follows(tmp_path: Path) -> None:
    file = tmp_path / "cards.json"
    card = {"cardName": "Ash Courier", "fullName": "Ash Courier", "rulesText": "Flying"}
    file.write_text(json.dumps({"Ash Courier_ABC": card, "Ash Courier_PRO_ABC": card}))
    assert app.run(["rename", str(file), "Ash Courier", "Salt Courier", "--write"]) == 0
    assert list(json.loads(file.read_text())) == ["Salt Courier_ABC", "Salt Courier_PRO_ABC"]
