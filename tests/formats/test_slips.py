"""Bytes that are no UTF-8: the record they are in is left, no other is harmed, none is guessed."""

import json
from pathlib import Path

import pytest

import real
from command import Captured, nanori
from nanori.formats.io import encodings
from nanori.surfaces.cli import app
from project import put

GOOD = [
    {"id": 1, "name": "灯の番人", "text": "灯の番人をアンタップする。", "lang": "ja"},
    {"id": 3, "name": "Ember Pot", "text": "Sacrifice Ember Pot: Draw a card.", "lang": "en"},
]
BAD = '{"id": 2, "name": "残り�の壺", "text": "残り火の壺", "lang": "ja"}'
PLACEHOLDER = "�".encode()


def lines(slip: bytes) -> list[bytes]:
    """Return a record, one with bytes that are no UTF-8, and another record."""
    first, last = (json.dumps(record, ensure_ascii=False).encode() for record in GOOD)
    return [first, BAD.encode().replace(PLACEHOLDER, slip), last]


@pytest.mark.parametrize("slip", [b"\xe7\x81", b"\xff", b"\x81\x7d", b"\xe7\x81\x81\x81"])
def test_a_slip_in_one_record_harms_no_other(slip: bytes, tmp_path: Path, capsys: Captured) -> None:
    before = lines(slip)
    path = put(tmp_path / "cards.jsonl", b"\n".join(before))
    assert app.run(["restyle", "--style", "tilde", "--in-place", str(path)]) == 1
    assert capsys.readouterr().err.startswith(f"{path}:2: not UTF-8: ")
    first, slipped, last = path.read_bytes().split(b"\n")
    assert json.loads(first) == {**GOOD[0], "text": "~をアンタップする。"}
    assert (slipped, json.loads(last)["text"]) == (before[1], "Sacrifice ~: Draw a card.")
    assert app.run(["rename", "--write", str(path), "灯の番人", "炎の番人"]) == 1
    first, again, _ = path.read_bytes().split(b"\n")
    assert (json.loads(first)["name"], again) == ("炎の番人", slipped)


@pytest.mark.parametrize("slip", [b"\xff", b"\xe7\x81"])
def test_lint_mends_the_other_records(slip: bytes, tmp_path: Path) -> None:
    before = [line.replace(b"Sacrifice Ember Pot", b"Sacrifice ~") for line in lines(slip)]
    path = put(tmp_path / "cards.jsonl", b"\n".join(before))
    for option in ("--diff", "--fix"):
        done = nanori("lint", option, str(path))
        assert (done.code, "Traceback" in done.err) == (1, False)
        assert f"{path}:2: not UTF-8: " in done.err
    after = path.read_bytes().split(b"\n")
    assert after[:2] == before[:2]
    assert json.loads(after[2])["text"] == GOOD[1]["text"]


def test_a_slip_where_no_field_is_read_is_one_too(tmp_path: Path, capsys: Captured) -> None:
    card = b'{"object": "card", "name": "Ember Pot", "oracle_text": "Sacrifice ~.", "artist": "B'
    path = put(tmp_path / "cards.jsonl", card + b'\xffd"}\n' + card + b'd"}\n')
    for command in ("annotate", "lint"):
        assert app.run([command, str(path)]) == 1
        assert f"{path}:1: not UTF-8: " in capsys.readouterr().err


ROWS = "name,text,lang\n" + "灯の番人,灯の番人をアンタップする。,ja\n" * 9


@pytest.mark.parametrize("name", ["cards.csv", "cards.xml", "cards.txt"])
def test_utf_8_with_a_slip_is_no_other_encoding(name: str, tmp_path: Path) -> None:
    content = {
        "cards.csv": ROWS,
        "cards.xml": "<cockatrice_carddatabase><cards><card><name>灯の番人</name>"
        "<text>灯の番人をアンタップする。</text></card></cards></cockatrice_carddatabase>",
        "cards.txt": "灯の番人\nクリーチャー — 人間\n灯の番人をアンタップする。\n",
    }[name].encode()
    path = tmp_path / name
    for place in range(content.find(b"\xe7"), len(content), 7):
        before = content[:place] + b"\x81" + content[place:]
        assert encodings.of(b"", before) == "utf-8"
        path.write_bytes(before)
        assert app.run(["restyle", "--style", "tilde", "--in-place", str(path)]) == 2
        assert path.read_bytes() == before


@pytest.mark.real
@pytest.mark.parametrize("name", ["01-jsonl-bad-byte.jsonl", "03-lint-bad-utf8.jsonl"])
def test_hostile_bytes_destroy_nothing(name: str, tmp_path: Path) -> None:
    before = hostile(name).split(b"\n")
    path = tmp_path / name
    for arguments in (
        ["restyle", "--style", "tilde", "--in-place", str(path)],
        ["rename", "--write", str(path), "Ember Pot", "Ash Pot"],
        ["lint", "--fix", "--unsafe-fixes", str(path)],
        ["lint", "--diff", str(path)],
    ):
        path.write_bytes(b"\n".join(before))
        done = nanori(*arguments)
        assert (done.code, "Traceback" in done.err) == (1, False)
        assert f"{path}:2: not UTF-8: " in done.err
        after = path.read_bytes().split(b"\n")
        assert (len(after), after[1]) == (len(before), before[1])
        for old, new in zip(before, after, strict=True):
            if old != before[1] and old:
                assert {**json.loads(new), "text": "", "name": ""} == {
                    **json.loads(old),
                    "text": "",
                    "name": "",
                }


@pytest.mark.real
@pytest.mark.parametrize("name", ["02b-yaml.yaml"])
def test_what_can_only_be_read_is_never_written(
    name: str, tmp_path: Path, capsys: Captured
) -> None:
    path = put(tmp_path / name, hostile(name))
    for arguments in (
        ["restyle", "--style", "oracle", "--in-place", str(path)],
        ["rename", "--write", str(path), "Ember Pot", "Ash Pot"],
    ):
        assert app.run(arguments) == 2
        said = capsys.readouterr().err
        assert "cannot be written" in said or "no place that can be changed" in said
        assert path.read_bytes() == hostile(name)


def hostile(name: str) -> bytes:
    path = real.SHARED / "data" / "hostile" / name
    if not path.exists():
        pytest.skip(f"no hostile data: ../shared/data/hostile/{name} is absent")
    return path.read_bytes()
