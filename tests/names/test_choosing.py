"""A name is chosen by a command, a program and hostile words; how often real names go wrong."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import inexact
from command import nanori
from failing import fail
from nanori.game import duel_masters
from nanori.game.objects import Name
from nanori.grammar import language_detection, languages
from nanori.model.errors import NanoriError
from nanori.names import building, choosing
from nanori.names.choosing import Characteristics
from nanori.names.database import Database
from nanori.names.lookup import Names
from nanori.surfaces.cli import app
from project import put

MOST_WRONG = 0.005
"""Share of the names said inexactly that may choose another card."""

CARDS = [
    {"name": "Reed Warden", "types": ["Creature"], "ja": [{"name": "葦の番人"}]},
    {"name": "Gravel Pit Road", "types": ["Land"], "ja": [{"name": "砂利坑の道"}]},
    {"name": "Cinderfall", "card": "Cinderfall // Sleetfall", "layout": "split", "side": "a"},
    {"name": "Sleetfall", "card": "Cinderfall // Sleetfall", "layout": "split", "side": "b"},
    {"name": "Marsh Lantern", "token": True, "types": ["Artifact"], "ja": [{"name": "沼の灯籠"}]},
]
Captured = pytest.CaptureFixture[str]


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("names")
    source = put(folder / "names.jsonl", "".join(json.dumps(card) + "\n" for card in CARDS))
    place = folder / "names.sqlite"
    building.build([str(source)], place, building.Reports(fail, fail, fail))
    return str(place)


@pytest.fixture(scope="module")
def register(database: str) -> Database:
    return Database.open(database)


def choose(*arguments: str) -> int:
    return app.run(["names", "choose", *arguments])


def test_a_name_is_chosen(database: str, capsys: Captured) -> None:
    assert choose("葦の番人", "--db", database) == 0
    assert capsys.readouterr() == ("chosen: Reed Warden (201.4)\n", "")


def test_the_answers_are_json_lines(database: str, capsys: Captured) -> None:
    assert choose("Sleetfall", "--db", database, "--to", "jsonl", "--edition", "2012") == 0
    assert json.loads(capsys.readouterr().out) == {
        "said": "Sleetfall",
        "answer": "illegal",
        "names": [],
        "candidates": ["Cinderfall", "Sleetfall"],
        "rule": "201.3",
    }


def test_every_line_of_standard_input_has_an_answer(database: str) -> None:
    lines = "Reed Warden\n\n葦の番人\n".encode() + b"\xff\nzzqx\n"
    done = nanori("names", "choose", "-", "--db", database, "--to", "jsonl", stdin=lines)
    answers = [record["answer"] for record in done.records()]
    assert answers == ["chosen", "unknown", "chosen", "unknown", "unknown"]
    assert done.err == "<stdin>:4: not UTF-8: invalid start byte\n"
    assert done.code == 1


def test_what_is_asked_for_and_a_format_are_options(
    database: str, tmp_path: Path, capsys: Captured
) -> None:
    legal = put(tmp_path / "legal.txt", "葦の番人\n")
    assert choose("Gravel Pit Road", "--with", "not_types=Land", "--db", database) == 0
    old = ["--db", database, "--legal", str(legal), "--edition", "2018-09"]
    assert choose("Gravel Pit Road", *old) == 0
    assert choose("Reed Warden", *old) == 0
    assert capsys.readouterr().out.splitlines() == [
        "illegal: Gravel Pit Road (201.4a)",
        "illegal: Gravel Pit Road (201.3)",
        "chosen: Reed Warden (201.3)",
    ]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--with", "colour=red"], "nanori: “colour=red” is no condition"),
        (["--with", "types"], "nanori: “types” is no condition"),
        (["--edition", "yesterday"], "nanori: “yesterday” is no date"),
        (["--lang", "tlh"], "nanori: unknown language “tlh”"),
        (["--legal", "/nowhere/at/all"], "/nowhere/at/all: "),
        (["--db", "/nowhere/at/all"], "/nowhere/at/all: "),
    ],
)
def test_a_wrong_option_is_one_line(
    arguments: list[str], message: str, database: str, capsys: Captured
) -> None:
    assert choose("葦の番人", "--db", database, *arguments) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(message)
    assert err.count("\n") == 1


def test_a_token_is_never_chosen(register: Database) -> None:
    for said in ("Marsh Lantern", "沼の灯籠", "Marsh Lantrn", "Soldier Token", "兵士・トークン"):
        assert choosing.choose(register, said).answer != "chosen", said


def test_conditions_are_read() -> None:
    wanted = choosing.characteristics(
        "types=Creature|Artifact,not_types=Land, supertypes=Legendary"
    )
    assert wanted.types == ("Creature", "Artifact")
    assert wanted.supertypes == ("Legendary",)
    with pytest.raises(NanoriError):
        choosing.characteristics("=")


@given(st.text())
def test_any_words_have_an_answer(register: Database, said: str) -> None:
    choice = choosing.choose(register, said)
    assert choice.said == said
    assert (choice.answer == "chosen") == bool(choice.names)


@given(st.text(alphabet="《》「」/／・：:（）()■ Ａaアあ\n"))
def test_any_duel_masters_words_have_an_answer(words: str) -> None:
    language = languages.load(language_detection.of_text(words))
    lines = list(duel_masters.text_box(words, language))
    assert len(lines) == words.count("\n") + 1
    names = [Name(half) for half in duel_masters.halves(words)]
    assert duel_masters.contains(names, words) in (True, False)
    assert duel_masters.choose_name(words, [*names, Name("A")]).said == words


def test_hostile_words_take_no_long_time(register: Database) -> None:
    for said in ("《" * 50_000, "(" * 50_000, "a / " * 5_000, "//" * 20_000, "兵士・" * 10_000):
        choosing.choose(register, said)
        list(duel_masters.text_box(said, languages.load(language_detection.of_text(said))))
        choosing.bare(said)


@pytest.mark.real
@pytest.mark.slow
def test_real_names_said_inexactly_hardly_ever_choose_another(tmp_path: Path) -> None:
    with Database.open(inexact.database(tmp_path)) as register:
        asked = inexact.queries(inexact.lines(), 1000)
        wrong = [
            query
            for query in asked
            if (choice := choosing.choose(register, query.text)).answer == "chosen"
            and not query.right & set(choice.names)
        ]
    assert len(wrong) <= MOST_WRONG * len(asked), wrong


@pytest.fixture
def names(monkeypatch: pytest.MonkeyPatch, tmp_path: object) -> Iterator[Names]:
    """Open the invented names that come with nanori."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    with Names.open() as opened:
        yield opened


def test_a_name_is_found_in_any_spelling(names: Names) -> None:
    assert [hit.name_en for hit in names.find("aru the quiet LAMP", limit=1)] == [
        "Aru, the Quiet Lamp"
    ]
    assert names.find("xxxxxxxxxx") == names.find("x" * 1000) == []


def test_a_name_is_shown_with_all_its_forms(names: Names) -> None:
    (entry,) = names.show("Aru")
    assert entry.face == "Aru, the Quiet Lamp"
    assert {form.lang for form in entry.forms} == {"en", "ja"}
    assert names.show("xxxxxxxxxx") == []


@pytest.mark.parametrize(
    "characteristics", ["types=Creature", Characteristics(types=("Creature",))]
)
def test_a_name_is_chosen_by_what_it_must_be(names: Names, characteristics: Any) -> None:  # noqa: ANN401
    choice = names.choose("Aru", characteristics=characteristics)
    assert (choice.answer, choice.names) == ("chosen", ("Aru, the Quiet Lamp",))
    assert names.choose("Aru", characteristics="types=Land").answer == "illegal"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"lang": "xx"}, "unknown language"),
        ({"edition": "yesterday"}, "“yesterday” is no date"),
        ({"characteristics": "colors=red"}, "is no condition"),
    ],
)
def test_what_cannot_be_asked_is_one_line(
    names: Names, arguments: dict[str, Any], message: str
) -> None:
    with pytest.raises(NanoriError, match=message):
        names.choose("Aru", **arguments)
