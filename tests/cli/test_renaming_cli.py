"""`nanori rename` as a user meets it: the plan, the diff, what is written and what is refused."""

import json
import shutil
import stat
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest

from command import Captured
from nanori.formats import patching, reader
from nanori.formats.entries import Entry
from nanori.model.values import Edit
from nanori.surfaces.cli import app
from project import FORMATS, put

TABLE = "name,text\r\nEmber Pot,Sacrifice Ember Pot.\r\nPot Boy,Find a card named Ember Pot.\r\n"


@pytest.fixture
def table(tmp_path: Path) -> Path:
    path = put(tmp_path / "cards.csv", b"\xef\xbb\xbf" + TABLE.encode())
    path.chmod(0o640)
    return path


def test_without_write_there_is_a_plan_and_nothing_else(table: Path, capsys: Captured) -> None:
    before = table.read_bytes()
    assert app.run(["rename", str(table), "Ember Pot", "Salt Jar"]) == 0
    out, err = capsys.readouterr()
    assert out.splitlines() == [
        f"{table}:2:1: Ember Pot: name: “Ember Pot” → “Salt Jar”",
        f"{table}:2:21: Ember Pot: text (full): “Ember Pot” → “Salt Jar”",
        f"{table}:3:27: Pot Boy: text (named): “Ember Pot” → “Salt Jar”",
    ]
    said = "changes: 3, cards: 2, places that stay: 0; nothing is written without --write\n"
    assert err == said
    assert table.read_bytes() == before


def test_what_is_written_keeps_the_mark_the_line_ends_and_the_permissions(
    table: Path, capsys: Captured
) -> None:
    assert app.run(["rename", str(table), "Ember Pot", "Salt Jar", "--write"]) == 0
    new = TABLE.replace("Ember Pot", "Salt Jar").encode()
    assert table.read_bytes() == b"\xef\xbb\xbf" + new
    assert stat.S_IMODE(table.stat().st_mode) == 0o640
    assert [path.name for path in table.parent.iterdir()] == [table.name]
    capsys.readouterr()


def test_a_plan_can_be_read_by_programs(table: Path, capsys: Captured) -> None:
    app.run(["rename", str(table), "Ember Pot", "Salt Jar", "--to", "jsonl"])
    first, *_ = map(json.loads, capsys.readouterr().out.splitlines())
    wanted = {"field": "name", "start": 0, "end": 9, "text": "Ember Pot", "new": "Salt Jar"}
    assert {key: first[key] for key in wanted} == wanted


@pytest.mark.skipif(not shutil.which("patch"), reason="there is no program “patch”")
@pytest.mark.parametrize("number", [1, 8, 40])
def test_a_diff_is_what_patch_makes_of_it(number: int, tmp_path: Path, capfdbinary: object) -> None:
    cards = [{"name": f"Pot {n}", "text": f"Sacrifice Pot {n}."} for n in range(number)]
    cards[-1] = cards[0] = {"name": "Ember Pot", "text": "Sacrifice Ember Pot."}
    cards[number // 2] = {"name": "Pot Boy", "text": "Find a card named Ember Pot."}
    cards = cards if number > 1 else [{"name": "Ember Pot", "text": "Sacrifice Ember Pot."}]
    path = put(tmp_path / "cards.jsonl", "\n".join(map(json.dumps, cards)))
    assert app.run(["rename", str(path), "Ember Pot", "Salt Jar", "--diff"]) == 0
    diff = capfdbinary.readouterr().out  # type: ignore[attr-defined]
    copy = tmp_path / "copy"
    shutil.copy(path, copy)
    subprocess.run(["patch", "-s", str(copy)], input=diff, check=True)
    assert app.run(["rename", str(path), "Ember Pot", "Salt Jar", "--write"]) == 0
    assert copy.read_bytes() == path.read_bytes()


def refused(arguments: Sequence[str], folder: Path, said: str, capsys: Captured) -> None:
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    assert app.run(["rename", *arguments]) == 2
    err = capsys.readouterr().err
    assert said in err
    assert err.splitlines()[-1].count("\n") == 0
    assert {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()} == before


@pytest.mark.parametrize(
    ("names", "said"),
    [
        ([], "a FILE, the OLD and the NEW name were wanted"),
        (["Ember Pot"], "a FILE, the OLD and the NEW name were wanted"),
        (["Ember Pott", "Salt Jar"], "no card is called “Ember Pott”, perhaps “Ember Pot” was"),
        (["Ember Pot", "Pot Boy"], "the name “Pot Boy” is taken"),
        (["Ember Pot", ""], "an empty name"),
        (["Ember Pot", "Salt Jar", "--ja", "壺"], "no card is called “壺”"),
        (["Ember Pot", "Salt Jar", "--ja", "壺", "瓶"], "no card is called “壺”"),
        (["Ember Pot", "Salt Jar", "--xx", "壺", "瓶"], "no option “--xx”"),
        (["Ember Pot", "Salt Jar", "--from", "none"], "unknown format"),
        (["Ember Pot", "Salt Jar", "--lang", "xx"], "unknown language"),
    ],
)
def test_wrong_usage_changes_nothing(
    table: Path, names: list[str], said: str, capsys: Captured
) -> None:
    refused([str(table), *names, "--write"] if names else [str(table)], table.parent, said, capsys)


def test_standard_input_cannot_be_renamed(capsys: Captured) -> None:
    assert app.run(["rename", "-", "Ember Pot", "Salt Jar"]) == 2
    assert "standard input is there" in capsys.readouterr().err


def test_a_place_whose_case_the_new_name_does_not_take_is_told_beside_the_change(
    tmp_path: Path, capsys: Captured
) -> None:
    path = put(tmp_path / "cards.csv", "name,text\nSalziger Ort,Opfere den Salzigen Ort.\n")
    assert app.run(["rename", str(path), "Salziger Ort", "Salzwacht", "--lang", "de"]) == 0
    *_, changed, left = capsys.readouterr().out.splitlines()
    assert changed.endswith("“Salzigen Ort” → “Salzwacht”")
    assert "the accusative" in left


def test_a_read_only_file_is_refused(table: Path, capsys: Captured) -> None:
    table.chmod(0o444)
    arguments = [str(table), "Ember Pot", "Salt Jar", "--write"]
    refused(arguments, table.parent, "read-only", capsys)


def test_a_file_that_cannot_hold_the_name_changes_no_other(table: Path, capsys: Captured) -> None:
    other = table.with_name("other.csv")
    shutil.copy(FORMATS / "tables" / "cp932.csv", other)
    name = next(entry.card.name for entry in reader.entries(str(other)) if isinstance(entry, Entry))
    arguments = [str(table), str(other), name, "🐉", "--write"]
    refused(arguments, table.parent, "cannot be written in CP932", capsys)


def test_a_file_that_changes_meanwhile_is_left_as_it_is_then(table: Path) -> None:
    def edits_of(entry: Entry) -> dict[str, list[Edit]]:
        table.write_bytes(b"name,text\nOther,Words.\n")
        return {"name": [Edit(0, 1, "x")]}

    with pytest.raises(Exception, match="changed meanwhile"):
        patching.rewrite(str(table), str(table), edits_of, print)
    assert table.read_bytes() == b"name,text\nOther,Words.\n"
    assert list(table.parent.iterdir()) == [table]


def test_keys_of_atomic_cards_and_related_cards_are_renamed(
    tmp_path: Path, capsys: Captured
) -> None:
    face = {"name": "Ember Pot", "layout": "normal", "type": "Artifact", "text": "Tap Ember Pot."}
    token = {**face, "name": "Wick", "relatedCards": {"reverseRelated": ["Ember Pot"]}}
    data = {"meta": {}, "data": {"Ember Pot": [face], "Wick": [token]}}
    path = put(tmp_path / "atomic.json", json.dumps(data))
    assert app.run(["rename", str(path), "Ember Pot", "Salt Jar", "--write"]) == 0
    capsys.readouterr()
    assert path.read_text("utf-8") == json.dumps(data).replace("Ember Pot", "Salt Jar")


def test_names_in_forge_scripts_that_nobody_reads_are_renamed(
    tmp_path: Path, capsys: Captured
) -> None:
    script = (
        "Name:Ilse, the Tiller\nManaCost:G\nTypes:Legendary Creature Human\nPT:1/1\n"
        "K:Partner with:Odo, Who Waits\n"
        "A:AB$ ChangeZone | Cost$ T | ChangeType$ Card.namedIlse; the Tiller+YouOwn "
        "| SpellDescription$ Search your library for a card named Ilse, the Tiller.\n"
        "Oracle:Partner with Odo, Who Waits\\n{T}: Search your library for a card named "
        "Ilse, the Tiller.\n"
    )
    path = put(tmp_path / "ilse.txt", script)
    assert app.run(["rename", str(path), "Ilse, the Tiller", "Bel, the Loud", "--write"]) == 0
    capsys.readouterr()
    wanted = script.replace("Ilse, the Tiller", "Bel, the Loud")
    assert path.read_text("utf-8") == wanted.replace("Ilse; the Tiller", "Bel; the Loud")
