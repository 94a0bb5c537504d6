"""Forge's card scripts and translation files: broken ones, languages, and what is no text."""

from pathlib import Path

import pytest

from nanori.formats import reader
from nanori.formats.entries import Entry
from nanori.formats.supported import forge, forge_translation
from nanori.model.errors import NanoriError
from project import FORMATS, put

SCRIPT = "Name:Elder Heron\nTypes:Creature Bird\nOracle:Flying\n"


def read(path: Path, content: str | bytes) -> list[Entry | NanoriError]:
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return list(reader.read(str(path)))


@pytest.mark.parametrize(
    ("content", "line", "reason"),
    [
        (SCRIPT + "Oracle:Reach\n", 4, "a second “Oracle”"),
        (SCRIPT + "Name:Younger Heron\n", 4, "a second “Name”"),
        (SCRIPT + "Types:Land\n", 4, "a second “Types”"),
        (SCRIPT.replace("\n", "\r\n") + "Variant:A:Oracle:x\r\nVariant:A:Oracle:y", 5, "a second"),
        (SCRIPT + "\nALTERNATE\n\nTypes:Land\n", 1, "a face has no Name"),
    ],
)
def test_a_script_without_clear_meaning_is_an_error_with_its_line(
    content: str, line: int, reason: str, tmp_path: Path
) -> None:
    path = tmp_path / "elder_heron.txt"
    (error,) = read(path, content)
    assert isinstance(error, NanoriError)
    assert (error.path, error.line) == (str(path), line)
    assert reason in error.message


def test_a_script_that_is_not_text_or_has_no_end_is_an_error(tmp_path: Path) -> None:
    path = tmp_path / "elder_heron.txt"
    with pytest.raises(NanoriError, match="not UTF-8") as caught:
        read(path, SCRIPT.encode() + b"T:\xff\n")
    assert (caught.value.line, caught.value.column) == (4, 3)
    with pytest.raises(NanoriError, match="longer than 1 MiB"):
        read(path, SCRIPT + "A:" + "|" * (1 << 21))


def test_what_forge_is_told_to_show_is_no_text(tmp_path: Path) -> None:
    lines = [
        "A:AB$ Draw | StackDescription$ None | SpellDescription$ Draw a card.",
        "A:AB$ Draw | StackDescription$ SpellDescription | Description$ ",
        "A:AB$ Draw | StackDescription$ REP you_{p:You}",
        "K:Equip:2",
        "Text:no text",
        "SVar:X:Count$Valid Creature.YouCtrl",
    ]
    records = read(tmp_path / "heron.txt", SCRIPT + "\n".join(lines))
    texts = [record.card.text for record in records if isinstance(record, Entry)]
    assert texts == ["Flying", "Draw a card."]


@pytest.mark.parametrize(
    ("types", "line"),
    [
        ("Legendary Creature Human Scout", "Legendary Creature — Human Scout"),
        ("Basic Land Forest", "Basic Land — Forest"),
        ("Instant", "Instant"),
        ("Unheard Of", "Unheard Of"),
    ],
)
def test_the_type_line_has_its_dash(types: str, line: str, tmp_path: Path) -> None:
    (record,) = read(tmp_path / "a.txt", f"Name:A\nTypes:{types}\nOracle:Flying\n")
    assert isinstance(record, Entry)
    assert record.card.type == line


def test_a_script_has_faces_flavor_names_and_remarks() -> None:
    path = FORMATS / "forge" / "double_faced.txt"
    entries = [entry for entry in reader.entries(str(path)) if isinstance(entry, Entry)]
    assert {entry.suppressed for entry in entries} == {("full-name", "stale-name")}
    assert list(reader.names(str(path))) == ["Tallow Keeper", "Keeper Unlit"]
    names = list(reader.names(str(FORMATS / "forge" / "aru_the_quiet_lamp.txt")))
    assert names == ["Aru, the Quiet Lamp", "Ara, the Loud Bell"]


def test_a_face_without_a_text_is_an_entry(tmp_path: Path) -> None:
    path = put(tmp_path / "plain.txt", "Name:Plain Heron\nTypes:Creature Bird\n")
    (entry,) = reader.entries(str(path))
    assert isinstance(entry, Entry)
    assert (entry.card.name, entry.card.text, list(entry.places)) == ("Plain Heron", "", ["name"])


@pytest.mark.parametrize(
    ("name", "languages"),
    [
        ("cardnames-ja-JP.txt", ["ja", "en"]),
        ("cardnames-pl-PL.txt", []),
        ("rows.txt", ["ja", "en"]),
    ],
)
def test_the_language_is_the_files_or_the_texts(
    name: str, languages: list[str], tmp_path: Path
) -> None:
    rows = "Elder Heron|年経た鷺|クリーチャー|飛行\nPlain Heron|Plain Heron|Creature|Flying\n"
    records = read(tmp_path / name, rows)
    assert [record.card.lang for record in records if isinstance(record, Entry)] == languages
    assert len(records) == len(languages)


def test_a_row_that_comes_again_is_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "cardnames-ja-JP.txt"
    row = "Elder Heron|年経た鷺|クリーチャー|飛行\n"
    first, second = read(path, row + "\n" + row)
    assert isinstance(first, Entry)
    assert str(second) == f"{path}:3: “Elder Heron” is there already, in line 1"
    monkeypatch.setattr(forge_translation, "MAX_REMEMBERED_LINES", 0)
    assert all(isinstance(record, Entry) for record in read(path, row + row))


def test_a_row_without_end_is_an_error_and_the_others_are_read(tmp_path: Path) -> None:
    path = tmp_path / "cardnames-ja-JP.txt"
    row = "Elder Heron|年経た鷺|クリーチャー|飛行\n"
    long, other = read(path, "Long|長い|長い|" + "長" * (1 << 21) + "\n" + row)
    assert str(long) == f"{path}:1: a row longer than 1 MiB"
    assert isinstance(other, Entry)


def test_a_translation_file_has_names_of_cards_without_text() -> None:
    names = list(reader.names(str(FORMATS / "forge_translation" / "cardnames-ja-JP.txt")))
    assert {"Only a Name", "名前だけ", "Dim Waif", "薄暗い浮浪児"} <= set(names)


@pytest.mark.parametrize(
    "content", ["a|b\nc\n", "| a | b |\n|---|---|\n", "Flying|haste\n", "Name: Heron\nType: Bird\n"]
)
def test_other_text_is_neither(content: str, tmp_path: Path) -> None:
    path = put(tmp_path / "x.txt", content)
    with reader.opened(str(path)) as source:
        head = reader.head_of(source)
    assert not forge.FORMAT.recognises(head)
    assert not forge_translation.FORMAT.recognises(head)
