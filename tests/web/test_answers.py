"""What the page is answered: cards, findings, other wordings, abilities, names, trees."""

import gzip
import io
import json
import zipfile
from pathlib import Path

import pytest

from command import nanori
from nanori.rewriting.restyling import STYLES
from nanori.surfaces.web.answers import answer
from page_questions import HARBOR, SET, ask, bytes_of, document, refused
from project import ROOT, put

SLIP = document(b"{T}: Untap this creture. Then CARDNAME rests.", card="Salt Quay")


def test_a_list_has_each_card_once_with_all_its_languages() -> None:
    listing = ask("list", document=HARBOR)
    assert (listing["format"], listing["writes"], len(listing["cards"])) == ("tables", True, 8)
    assert listing["cards"][2] == {
        "names": ["Lantern Gull", "提灯鴎"],
        "langs": ["en", "ja"],
        "keys": [4, 5],
    }


def test_references_that_mean_the_same_are_joined_over_the_languages() -> None:
    english, japanese = ask("card", document=HARBOR, card=0)["sides"]
    assert [(each["text"], each["join"]) for each in english["references"]] == [
        ("Maren", 0),
        ("this creature", 1),
        ("Maren", 2),
    ]
    assert [(each["text"], each["join"]) for each in japanese["references"]] == [
        ("マレン", 0),
        ("このクリーチャー", 1),
        ("マレン", 2),
    ]


def test_a_reference_says_why_and_its_rule_in_both_languages() -> None:
    card = ask("card", document=HARBOR, card=0)
    assert "subject of “dies”" in card["sides"][0]["references"][1]["why"]
    assert set(card["rules"]) == {"201.5a", "201.5c"}
    assert all(rule["en"] and rule["ja"] for rule in card["rules"].values())


def test_two_pasted_texts_in_two_languages_are_one_card() -> None:
    text = "Salt Quay\nLand\n{T}: Untap Salt Quay.\n\n潮の港\n土地\n{T}：潮の港をアンタップする。\n"
    (card,) = ask("list", document=document(text.encode()))["cards"]
    assert card["langs"] == ["en", "ja"]


def test_a_translation_stands_beside_its_original_elsewhere_in_the_file() -> None:
    records = [
        {
            "name": "潮の港",
            "name_en": "Salt Quay",
            "lang": "ja",
            "text": "潮の港を生け贄に捧げる。",
        },
        {"name": "Ash Wolf", "lang": "en", "text": "Untap Ash Wolf."},
        {"name": "Salt Quay", "lang": "en", "text": "Sacrifice Salt Quay."},
    ]
    listing = ask("list", document=document(json.dumps(records).encode(), "cards.json"))
    assert [card["names"] for card in listing["cards"]] == [["Ash Wolf"], ["Salt Quay", "潮の港"]]


def test_a_text_alone_is_a_card_whose_name_is_asked_for() -> None:
    assert ask("list", document=SLIP)["format"] == "text"
    (side,) = ask("card", document=SLIP)["sides"]
    assert [reference["form"] for reference in side["references"]] == ["this", "placeholder"]
    mended = bytes_of(ask("fix", document=SLIP)).decode()
    assert mended == "{T}: Untap this creature. Then Salt Quay rests."
    whole = document(b"{T}: Untap Salt Quay.", card="Salt Quay")
    assert bytes_of(ask("restyle-file", document=whole, style="tilde")) == b"{T}: Untap ~."


FILES = [
    ROOT / "examples" / "harbor.csv",
    *sorted(path for path in (ROOT / "examples" / "formats").iterdir() if path.is_file()),
    *sorted((ROOT / "examples" / "translation").iterdir()),
]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_findings_are_those_of_lint(path: Path) -> None:
    ran = nanori("lint", path, "--format", "jsonl")
    told = [(each["rule"], each["line"], each["message"]) for each in ran.records()]
    found = ask("lint", document=document(path.read_bytes(), path.name))["findings"]
    assert [(each["rule"], each["line"], each["message"]) for each in found] == told


def test_a_remark_turns_a_check_off_and_one_that_does_not_is_found() -> None:
    text = "Untap this creture."
    cards = [
        {"name": "Salt Quay", "text": text, "_noqa": "spelling/demonstrative"},
        {"name": "Ash Wolf", "text": "Untap Ash Wolf.", "_noqa": "characters/width"},
    ]
    found = ask("lint", document=document(json.dumps(cards).encode(), "a.json"))["findings"]
    assert [(each["key"], each["rule"]) for each in found] == [(1, "unused-suppression")]


def test_one_fix_changes_its_words_and_no_other_byte() -> None:
    found = ask("lint", document=HARBOR)["findings"]
    (number,) = [at for at, each in enumerate(found) if each["rule"] == "own-name/misspelled"]
    changed = ask("fix", document=HARBOR, findings=[number])
    assert changed["changes"] == 1
    assert bytes_of(changed) == SET.replace(b"Tidebell Heorn", b"Tidebell Heron")


def test_all_safe_fixes_are_those_of_lint(tmp_path: Path) -> None:
    copy = put(tmp_path / "harbor.csv", SET)
    nanori("lint", copy, "--fix")
    assert bytes_of(ask("fix", document=HARBOR)) == copy.read_bytes() != SET


def test_a_text_is_written_anew_and_no_other_byte() -> None:
    (side,) = [
        side
        for number in range(len(ask("list", document=HARBOR)["cards"]))
        for side in ask("card", document=HARBOR, card=number)["sides"]
        if "Tidebell Heorn" in side["text"]
    ]
    text = side["text"].replace("Heorn", "Heron")
    changed = ask("write", document=HARBOR, key=side["key"], text=text)
    assert changed["changes"] == 1
    assert bytes_of(changed) == SET.replace(b"Tidebell Heorn", b"Tidebell Heron")
    same = ask("write", document=HARBOR, key=side["key"], text=side["text"])
    assert (same["changes"], bytes_of(same)) == (0, SET)
    doubled = ask("write", document=HARBOR, key=side["key"], text=f"{side['text']}\n{side['text']}")
    again = document(bytes_of(doubled), "harbor.csv")
    assert bytes_of(ask("write", document=again, key=side["key"], text=side["text"])) == SET


def test_a_name_and_a_type_are_written_anew_and_texts_follow_a_name() -> None:
    text = "When Ash Lamp enters, draw a card."
    cards = [
        {"name": "Ash Lamp", "type": "Artifact", "lang": "en", "text": text},
        {"name": "Tarn", "type": "Land", "lang": "en", "text": "Untap a card named Ash Lamp."},
    ]
    data = json.dumps({"cards": cards}).encode()
    file = document(data, "set.json")
    renamed = ask("write", document=file, key=0, text="Fen Lamp", field="name")
    assert bytes_of(renamed) == data.replace(b"Ash Lamp", b"Fen Lamp")
    back = document(bytes_of(renamed), "set.json")
    assert bytes_of(ask("write", document=back, key=0, text="Ash Lamp", field="name")) == data
    typed = ask("write", document=file, key=1, text="Basic Land", field="type")
    assert bytes_of(typed) == data.replace(b'"Land"', b'"Basic Land"')
    taken = refused("write", document=file, key=0, text="Tarn", field="name")
    assert taken == "the name “Tarn” is taken"


def test_an_archive_is_written_back_as_an_archive() -> None:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        for path in (ROOT / "examples" / "formats" / "harbor.mse-set").iterdir():
            archive.write(path, path.name)
    changed = ask("fix", document=document(data.getvalue(), "harbor.mse-set"))
    with zipfile.ZipFile(io.BytesIO(bytes_of(changed))) as archive:
        assert b"Return this creature to" in archive.read("set")


@pytest.mark.parametrize("style", [style for style in STYLES if style != "mse"])
def test_a_file_in_a_style_is_that_of_restyle(style: str, tmp_path: Path) -> None:
    out = tmp_path / "out.csv"
    harbor = ROOT / "examples" / "harbor.csv"
    assert nanori("restyle", harbor, "--style", style, "--as-file", "-o", out).code == 0
    assert bytes_of(ask("restyle-file", document=HARBOR, style=style)) == out.read_bytes()


def test_a_card_in_a_style_comes_with_its_edits() -> None:
    english, japanese = ask("restyle", document=HARBOR, card=3, style="foundations")["sides"]
    assert english["new"].endswith("Sacrifice this land: Draw a card.")
    assert japanese["edits"] == [{"start": 21, "end": 28, "text": "この土地"}]


def test_an_ability_reads_as_its_new_owner_makes_it_read() -> None:
    given = ask("bind", document=HARBOR, key=6, ability=1, to=4)
    (ability,) = given["given"]
    assert ability["text"] == "{2}, {T}, Sacrifice Lantern Gull: Draw a card."
    assert [edit["text"] for edit in ability["edits"]] == ["Lantern Gull"]
    assert ability["references"][0]["binds_to"] == "Lantern Gull"
    assert given["steps"]["en"] == ["Lantern Gull gains abilities of Saltworn Quay."]
    assert given["rules"]["201.5b"]["ja"]


def test_what_an_ability_quotes_is_granted() -> None:
    given = ask("bind", document=HARBOR, key=12, ability=1, to=4)["given"]
    assert [(each["text"], each["was"]) for each in given] == [
        ("Sacrifice Mooring Rope: Tap this creature.", "")
    ]
    assert [each["binds_to"] for each in given[0]["references"]] == ["Mooring Rope", "Lantern Gull"]


def test_an_object_may_have_but_a_name() -> None:
    given = ask("bind", document=HARBOR, key=7, ability=1, name="謎の港")
    assert "謎の港を生け贄に捧げる" in given["given"][0]["text"]


def test_nothing_is_given_to_what_has_no_name() -> None:
    given = ask("bind", document=HARBOR, key=6, ability=1)
    assert (len(given["abilities"]), given["receiver"], given["given"]) == (2, "", [])


def test_a_card_without_a_name_gives_its_abilities_all_the_same() -> None:
    bare = document(b"{T}: Untap this creature.")
    (ability,) = ask("bind", document=bare, key=0, name="Ash Wolf")["given"]
    assert ability["references"][0]["binds_to"] == "Ash Wolf"


def test_a_name_is_found_in_any_script() -> None:
    for query in ("aru", "しずかなともしび", "Aru, the Quite Lamp", "静かな灯"):
        hits = ask("find", query=query)["hits"]
        assert {each["lang"]: each["name"] for each in hits[0]["names"]} == {
            "en": "Aru, the Quiet Lamp",
            "ja": "静かな灯、アル",
        }
    assert ask("find", query=" ")["hits"] == []


def test_the_leaves_of_a_tree_are_the_words() -> None:
    rows = ask("tree", document=HARBOR, key=4)["rows"]
    words = "".join(row["words"] for row in rows)
    assert words == "{2}{U}:Returnthiscreturetoitsowner’shand."
    assert rows[0] == {"depth": 0, "kind": "text", "words": "", "start": 0, "end": 48}


def test_a_check_is_explained() -> None:
    page = ask("explain", check="placeholder/leftover")["text"]
    assert page == nanori("explain", "placeholder/leftover").out


HOSTILE = {
    "a bomb": (gzip.compress(b" " * (1 << 26)), "a.json.gz", "longer than 8 MiB"),
    "an entity": (
        b'<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]>'
        b"<cockatrice_carddatabase><cards><card><name>&b;</name></card></cards>"
        b"</cockatrice_carddatabase>",
        "a.xml",
        "a document type is there",
    ),
    "a deep one": (b"[" * 100_000, "a.json", "nested too deeply"),
    "a way out": (b"mse version: 2\ninclude file: ../../passwd\n", "set", "out of the folder"),
    "a path": (b"mse version: 2\ninclude file: passwd\n", "/etc/set", "no file “passwd”"),
    "no cards": (b"\x00\xff" * 100, "a.bin", ""),
}


@pytest.mark.parametrize("which", HOSTILE)
@pytest.mark.parametrize("kind", ["list", "lint", "fix"])
def test_a_hostile_file_is_one_line(which: str, kind: str) -> None:
    data, name, reason = HOSTILE[which]
    said = refused(kind, document=document(data, name))
    assert reason in said
    assert "/nanori-" not in said, "the place on the disk is nobody's business"


@pytest.mark.parametrize(
    ("kind", "question"),
    [
        ("nothing", b"{}"),
        ("list", b""),
        ("list", b"["),
        ("list", b'{"document": {"data": "!"}}'),
        ("list", b'{"document": {"data": 3}}'),
        ("list", b"\xff"),
        ("explain", b'{"check": "leftover-placeholdr"}'),
        ("find", b'{"query": ["a"]}'),
    ],
)
def test_a_question_that_is_none_is_one_line(kind: str, question: bytes) -> None:
    assert json.loads(answer(kind, question))["error"]


@pytest.mark.parametrize(
    ("kind", "more"),
    [
        ("card", {"card": 8}),
        ("card", {"card": -1}),
        ("tree", {"key": 16}),
        ("bind", {"key": 99}),
        ("fix", {"findings": [99]}),
        ("fix", {"findings": [4]}),
        ("write", {"key": 99, "text": "Flying"}),
        ("write", {"key": -1, "text": "Flying"}),
        ("restyle", {"style": "none"}),
        ("restyle-file", {"style": "mse"}),
    ],
)
def test_what_there_is_not_is_one_line(kind: str, more: dict[str, object]) -> None:
    assert refused(kind, document=HARBOR, **more)


def test_words_stay_words() -> None:
    text = "</script><img src=x onerror=alert(1)>\x1b[31m: Untap this creature."
    data = json.dumps([{"name": "<b>Quay", "text": text}]).encode()
    (side,) = ask("card", document=document(data, "cards.json"))["sides"]
    assert (side["name"], side["text"]) == ("<b>Quay", text)
