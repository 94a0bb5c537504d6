"""Names of other cards are found alike in every way, however many and whatever they are."""

import io
import pickle
import sys
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

import nanori
from nanori import Card, KnownNames
from nanori.grammar import automata
from nanori.surfaces.cli import inputs
from project import SAMPLE

NAMES = [
    "Ash", "Ash Wolf", "Ash Wolf of Dusk", "Wolf of", "a.*", "(", "[a-", "\\d+ x", "", "  ",
    "\u0301" * 3,
    "灰の急使", "灰の急使、アル", "急使、アル", "ash \ud800 wolf", "Ash Wolf",
]  # fmt: skip
TEXTS = [
    "Ash Wolf of Dusk and Ash Wolf ofAsh", "a.* [a- (( \\d+ x", "\u0301" * 5, "", "Ash",
    "「灰の急使、アル」と灰の急使", "ash \ud800 wolf", "ash \ufffd wolf Ash Wolf", "é Ash Wolf",
]  # fmt: skip


def one_by_one(text: str, names: KnownNames) -> list[tuple[int, str]]:
    return [(place, name) for place in range(len(text)) if (name := names.at(text, place))]


def anything(name: str) -> bool:
    return True


def found(
    text: str, names: KnownNames, may_stand: Callable[[str], bool] = anything
) -> list[tuple[int, str]]:
    return [
        (place, name)
        for place in names.beginnings(text, "en", may_stand)
        if (name := names.at(text, place, may_stand))
    ]


@pytest.fixture(params=["automaton", "one by one"])
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    if request.param == "automaton":
        if not automata.are_installed():
            pytest.skip("ahocorasick_rs is not installed")
        monkeypatch.setattr(automata, "MIN_TEXTS_FOR_AUTOMATON", 0)
    else:
        monkeypatch.setattr(automata, "are_installed", lambda: False)
    return request.param


def test_the_longest_name_is_found_at_each_place(way: str) -> None:
    names = KnownNames(NAMES)
    for text in (*TEXTS, "Ash Wolf " * 900):
        assert found(text, names) == one_by_one(text, names), text


def test_names_are_known_as_they_come(way: str) -> None:
    names = KnownNames(())
    for number, name in enumerate(NAMES):
        names.add([name, f"Stray {number}"])
        for text in (*TEXTS, f"Stray {number}, Stray 0"):
            assert found(text, names) == one_by_one(text, names), (name, text)


def test_a_print_is_known_when_its_name_comes_after_its_english_name() -> None:
    names = KnownNames((), {"Ember Tide": "Ash Wolf"})
    card = Card(name="Wolf of Ash", name_en="Ash Wolf", text="Tap Ember Tide.")
    assert names.other_prints(card) == []
    names.add(["Ember Tide"])
    assert names.other_prints(card) == ["Ember Tide"]


def test_what_may_not_stand_is_never_found(way: str) -> None:
    names = KnownNames(["Ash Wolf", "Ash Wolf of Dusk"])
    assert found("Ash Wolf of Dusk", names, lambda name: "of" not in name) == [(0, "Ash Wolf")]


def test_a_hundred_thousand_names_may_begin_alike(way: str) -> None:
    names = KnownNames(f"Lantern of the Quay {number}" for number in range(100_000))
    text = "Tap Lantern of the Quay 99999 and Lantern of the Quay 7."
    assert [name for _, name in found(text, names)] == [
        "Lantern of the Quay 99999",
        "Lantern of the Quay 7",
    ]


def test_they_can_be_sent_to_another_process() -> None:
    names = KnownNames(NAMES, {"灰の急使": "Ashen Courier"})
    found("Ash Wolf", names)
    sent = pickle.loads(pickle.dumps(names))
    assert (list(sent), sent.english) == (list(names), names.english)
    assert found("Ash Wolf of Dusk", sent) == found("Ash Wolf of Dusk", names)


def test_standard_input_the_library_and_a_file_know_the_same_names(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cards = [
        Card(name="Ash Wolf", text="Tap Salt Quay. Untap Grim Tern. It has Flying.", lang="en"),
        Card(name="Salt Quay", text="Create a 1/1 Bird token named Grim Tern.", lang="en"),
        Card(name="Flying", text="Untap Ash Wolf.", lang="en", faces=("Flying", "Low Ebb")),
    ]
    path = tmp_path / "cards.jsonl"
    path.write_bytes(b"".join(msgspec.json.encode(card) + b"\n" for card in cards))
    of_file = inputs.known(None, [str(path)])
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(path.read_bytes())))
    of_input = inputs.known(None, ["-"])
    assert of_file is not None
    assert of_input is not None
    assert sorted(of_file) == sorted(of_input) == ["Ash Wolf", "Grim Tern", "Low Ebb", "Salt Quay"]
    alone = [nanori.annotate(card, of_file) for card in cards]
    assert list(nanori.annotate_many(cards)) == alone
    assert list(nanori.annotate_many(iter(cards))) == alone
    assert [each.text for each in alone[0]] == ["Salt Quay", "Grim Tern"]


def test_the_sample_reads_the_same_whatever_finds_the_names(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    lines = SAMPLE.read_bytes().splitlines() * 3
    cards = [msgspec.json.decode(line, type=Card) for line in lines]
    by_automaton = list(nanori.annotate_many(cards))
    monkeypatch.setattr(automata, "are_installed", lambda: False)
    assert list(nanori.annotate_many(cards)) == by_automaton


def test_a_name_that_another_print_of_the_card_has_is_its_own() -> None:
    known = KnownNames(["灰の狼", "灰の狼男", "黒の鳥"], {"灰の狼男": "Ash Werewolf"})
    card = Card(
        name="灰の狼",
        name_en="Ash Werewolf",
        text="灰の狼男が攻撃するたび、黒の鳥を得る。",
        lang="ja",
    )
    assert [(each.text, each.form) for each in nanori.annotate(card, known)] == [
        ("灰の狼男", "full")
    ]


def test_markup_that_is_a_name_is_one() -> None:
    card = Card(name="<script>=1", text="<b>Tap</b> <script>=1.", lang="en")
    assert [each.text for each in nanori.annotate(card)] == ["<script>=1"]
