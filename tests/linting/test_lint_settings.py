"""Settings of `nanori lint`: where they are found, what they do, what is wrong with them."""

from __future__ import annotations

from pathlib import Path

import pytest

from lint_command import HERON, cards, findings, lint
from nanori.grammar import languages
from nanori.surfaces.cli import app as cli

STORK: dict[str, object] = {**HERON, "id": "s", "name": "Elder Stork", "text": "~ (now."}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "sets" / "old").mkdir(parents=True)
    cards(tmp_path / "sets" / "new.jsonl", HERON)
    cards(tmp_path / "sets" / "old" / "first.jsonl", STORK)
    return tmp_path


def settings(folder: Path, content: str, name: str = "nanori.toml") -> None:
    (folder / name).write_text(content, "utf-8")


def named(folder: Path, *options: str) -> list[str]:
    return [
        f"{Path(one['path']).stem} {one['rule']}" for one in findings(folder / "sets", *options)
    ]


EVERY = ["new placeholder/leftover", "first placeholder/leftover", "first brackets/unbalanced"]


def test_without_settings_every_check_is_run(folder: Path) -> None:
    assert named(folder) == EVERY


@pytest.mark.parametrize("name", ["nanori.toml", "pyproject.toml"])
def test_settings_are_found_above_the_files(folder: Path, name: str) -> None:
    head = "" if name == "nanori.toml" else "[tool.nanori]\n"
    settings(folder, f'{head}select = ["placeholder/leftover"]\n', name)
    assert named(folder) == EVERY[:2]
    assert named(folder, "--select", "brackets/unbalanced") == EVERY[2:]
    settings(folder / "sets", f'{head}ignore = ["placeholder/leftover"]\n', name)
    assert named(folder) == EVERY[2:]


def test_a_pyproject_without_our_table_is_passed_over(folder: Path) -> None:
    settings(folder, 'ignore = ["all"]\n')
    settings(folder / "sets", "[tool.other]\nx = 1\n", "pyproject.toml")
    assert named(folder) == []


def test_a_shared_file_may_hold_anything(folder: Path) -> None:
    settings(folder, "[tool]\nnanori = 3\n", "pyproject.toml")
    code, out, err = lint(folder / "sets")
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "tool.nanori: a table was wanted" in err
    settings(folder, "tool = 3\n", "pyproject.toml")
    assert named(folder) == EVERY


def test_all_may_be_in_capitals(folder: Path) -> None:
    settings(folder, 'ignore = ["ALL"]\n[per-card-ignores]\nh = ["ALL"]\n')
    assert named(folder) == []
    assert named(folder, "--select", "ALL", "--ignore", "") == EVERY[1:]


def test_settings_can_be_named(folder: Path) -> None:
    settings(folder, 'ignore = ["brackets/unbalanced"]\n', "mine.toml")
    assert named(folder, "--config", str(folder / "mine.toml")) == EVERY[:2]


def test_files_and_cards_can_be_left_out(folder: Path) -> None:
    settings(folder, '[per-file-ignores]\n"old/*" = ["placeholder/leftover"]\n')
    assert named(folder) == [EVERY[0], EVERY[2]]
    settings(folder, '[per-card-ignores]\n"Elder Stork" = ["all"]\nh = ["self-noun/type"]\n')
    assert named(folder) == EVERY[:1]


def test_languages_can_be_left_out(folder: Path) -> None:
    settings(folder, 'languages = ["ja"]\n')
    assert named(folder) == []


def test_a_style_of_signs_makes_signs_right(folder: Path) -> None:
    settings(folder, 'style = "tilde"\n')
    assert named(folder) == EVERY[2:]


def test_a_file_of_names_is_meant_from_the_folder_of_the_settings(folder: Path) -> None:
    (folder / "names.txt").write_text("Reed Nest\n", "utf-8")
    settings(folder, 'names = "names.txt"\nselect = ["named-card/unknown"]\n')
    text = "Search your library for a card named Lantern of the Deep."
    cards(folder / "sets" / "new.jsonl", {**HERON, "text": text})
    assert named(folder) == ["new named-card/unknown"]


EMBER = {
    "name": "Ember Wolf",
    "lang": "en",
    "type": "Creature — Wolf",
    "text": "When this creature enters, draw an ember.",
}
WOLF = {
    "name": "熾火の狼",
    "name_en": "Ember Wolf",
    "lang": "ja",
    "type": "クリーチャー — 狼",
    "text": "このクリーチャーが戦場に出たとき、残り火１枚を引く。",
}


def test_a_table_of_terms_says_what_words_are_and_which_to_avoid(folder: Path) -> None:
    (folder / "terms.csv").write_bytes("\ufeffen,ja,avoid\nember,熾火,残り火|燃えさし\n".encode())
    settings(folder, 'terms = "terms.csv"\nselect = ["terms/different"]\n')
    cards(folder / "sets" / "new.jsonl", EMBER, WOLF)
    said = [one["message"] for one in findings(folder / "sets")]
    assert said == [
        "“残り火” is a word to avoid, “熾火” was wanted",
        "the original says “ember” here, this does not say “熾火”",
    ]


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"\xff\xfe\x00", "terms.csv: not UTF-8"),
        (b"", "terms.csv:1: no columns of two languages"),
        (b"en,avoid\nx,y\n", "terms.csv:1: no columns of two languages"),
        (b'en,ja\n"x,y\n', "terms.csv:2: not CSV"),
        (None, "terms.csv: no such file"),
    ],
)
def test_a_table_of_terms_that_cannot_be_read_is_one_line(
    folder: Path, content: bytes | None, said: str
) -> None:
    if content is not None:
        (folder / "terms.csv").write_bytes(content)
    settings(folder, 'terms = "terms.csv"\n')
    code, out, err = lint(folder / "sets")
    assert (code, out) == (2, "")
    assert said in err
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ('selct = ["all"]\n', "no setting “selct”, did you mean “select”?"),
        ('select = ["placeholder/leftovers"]\n', "did you mean “placeholder/leftover”?"),
        ('[per-file-ignores]\nx = ["self-nuon/type"]\n', "did you mean “self-noun/type”?"),
        ('[per-card-ignores]\nx = ["self-nuon/type"]\n', "did you mean “self-noun/type”?"),
        ('select = "all"\n', "select: text is there, a list was wanted"),
        ("edition = 2011\n", "edition: a number is there, text was wanted"),
        ('[per-file-ignores]\nx = "all"\n', "per-file-ignores: text is there, a list was wanted"),
        ('languages = ["xx"]\n', "xx"),
        ('style = "tild"\n', "tild"),
        ('edition = "1066"\n', "1066"),
        ("select = [\n", "not TOML"),
        ("\x00", "not TOML"),
        ('names = "none.sqlite"\n', "none.sqlite: no such file"),
        ('terms = "../terms.csv"\n', "is not in the folder of the settings"),
    ],
)
def test_wrong_settings_are_one_line_and_2(folder: Path, content: str, said: str) -> None:
    settings(folder, content)
    code, out, err = lint(folder / "sets")
    assert (code, out) == (2, "")
    assert said in err
    assert str(folder) in err
    assert err.count("\n") == 1


def test_a_group_of_checks_is_selected_by_its_name(tmp_path: Path) -> None:
    text = "Flying, Vigilance"
    path = cards(tmp_path / "c.jsonl", {**HERON, "text": text, "multiverseid": 7})
    assert findings(path) == []
    [found] = findings(path, "--select", "templating")
    assert found["rule"] == "capitals/rules"


CARD = '"name": "Elder Heron", "type": "Creature — Bird", "text": "Flying, Vigilance"'
SCRYFALL = (
    '{"object": "card", "id": "0", "lang": "en", "name": "Elder Heron", '
    '"type_line": "Creature — Bird", "oracle_text": "Flying, Vigilance"'
)


@pytest.mark.parametrize(
    ("file", "content", "held"),
    [
        ("c.jsonl", f'{{{CARD}, "power": "2"}}', True),
        ("c.jsonl", f"{{{CARD}}}", True),
        ("c.jsonl", f'{{{CARD}, "power": "2", "lang": "en"}}', True),
        ("c.jsonl", f'{{{CARD}, "released": "2020-02-02"}}', False),
        ("c.jsonl", f'{{{CARD}, "power": "2", "multiverseid": 7}}', False),
        ("c.json", f'{{"name": "Quay", "code": "QUA", "cards": [{{{CARD}}}]}}', True),
        ("c.json", f'{{"meta": {{}}, "data": {{"cards": [{{{CARD}}}]}}}}', True),
        (
            "c.json",
            f'{{"meta": {{}}, "data": {{"cards": [{{{CARD}, "ids": {{"multiverseId": "7"}}}}]}}}}',
            False,
        ),
        ("c.csv", "name,cost,type,text\nElder Heron,{U},Creature — Bird,“Flying, Vigilance”", True),
        ("c.csv", "name,type,text\nElder Heron,Creature — Bird,“Flying, Vigilance”", True),
        ("c.csv", "name,cost,text,lang\nElder Heron,{U},“Flying, Vigilance”,en", True),
        ("c.csv", "name,cost,text,scryfall id\nElder Heron,{U},“Flying, Vigilance”,0b", False),
        ("c.csv", "name,cost,text,日本語名\nElder Heron,{U},“Flying, Vigilance”,古鷺", True),
        ("c.csv", "name,text,multiverse id\nElder Heron,“Flying, Vigilance”,1", False),
        ("c.json", f"[{SCRYFALL}}}]", True),
        ("c.json", f'[{SCRYFALL}, "oracle_id": "0b9e"}}]', False),
        ("c.txt", "Elder Heron {1}{U}\nCreature — Bird\nFlying, Vigilance\n2/2\n", True),
    ],
)
def test_sets_are_held_to_templating_in_any_format(
    tmp_path: Path, file: str, content: str, held: bool
) -> None:
    """Not so what an official catalogue has counted or dated."""
    (tmp_path / file).write_text(content.replace("“", '"').replace("”", '"'), "utf-8")
    told = {each["rule"] for each in findings(tmp_path / file)}
    assert ("capitals/rules" in told) == held


FRENCH = ("Veilleur du quai", "Quand le Veilleur du quai meurt, piochez deux cartes.")
ENGLISH = ("Quay Watcher", "When Quay Watcher dies, draw two cards.")
ITALIAN = ("Guardiano del molo", "Quando il Guardiano del molo muore, pesca una carta.")


@pytest.mark.parametrize("option", [[], ["--original", "fr"]])
def test_texts_are_translated_from_the_language_that_a_project_says(
    tmp_path: Path, option: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "cards.csv"
    rows = "name_fr,text_fr,name_en,text_en,name_it,text_it", *FRENCH, *ENGLISH, *ITALIAN
    path.write_text(f"{rows[0]}\n" + ",".join(f'"{cell}"' for cell in rows[1:]), "utf-8")
    if not option:
        settings(tmp_path, 'original = "fr"\n')
    assert [one["card"] for one in findings(path, *option)] == ["Guardiano del molo"]
    assert len(findings(path, "--original", "it")) == 2
    cli.run(["rename", str(path), FRENCH[0], "Guetteur du port", *option])
    assert "“le Veilleur du quai” → “le Guetteur du port”" in capsys.readouterr().out
    assert languages.original_language() == "en"


def test_a_language_of_originals_that_there_is_not_is_told(folder: Path) -> None:
    settings(folder, 'original = "tlh"\n')
    assert "unknown language “tlh”" in lint(folder / "sets")[2]
    assert "unknown language “qqq”" in lint(folder / "sets", "--original", "qqq")[2]
