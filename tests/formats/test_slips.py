"""Bytes that are no UTF-8: the record they are in is left, no other is harmed, none is guessed."""

import codecs
import itertools
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

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


JAPANESE = "名前,テキスト\r\n静かな灯,{Ｔ}：カード１枚を引く。\r\n"
ENGLISH = "name,text\nQuiet Lamp,{T}: Draw a card.\n"


@pytest.mark.parametrize("text", [JAPANESE, ENGLISH, "", "名前,型\n灯,土地\n", "🐉,竜"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16-le", "utf-16-be"])
def test_unicode_is_told_with_and_without_a_mark(text: str, encoding: str) -> None:
    mark = "\ufeff".encode(encoding)
    assert encodings.of(mark, text.encode(encoding)) == encoding
    if text:
        assert encodings.of(b"", text.encode(encoding)) == encoding


@pytest.mark.parametrize("text", [JAPANESE, "id,名前,型\n1,灯,土地\n", "ﾃｷｽﾄ,名前：静かな灯"])
def test_cp932_is_told_by_its_words(text: str) -> None:
    assert encodings.of(b"", text.encode("cp932")) == "cp932"


def test_cp932_is_told_even_where_the_beginning_is_cut_within_a_character() -> None:
    raw = JAPANESE.encode("cp932")
    assert {encodings.of(b"", raw[:length]) for length in range(12, len(raw))} <= {"cp932"}


@pytest.mark.parametrize("encoding", ["utf-8", "cp932"])
def test_a_zero_by_mistake_does_not_make_a_text_utf_16(encoding: str) -> None:
    raw = (JAPANESE * 4).encode(encoding)
    assert encodings.of(b"", raw[:39] + b"\0" + raw[39:]) == encoding


@pytest.mark.parametrize(
    "raw",
    [
        "Aîné de l’été, né à Évora: café\n".encode("cp1252"),
        "“Größe” — für Ülo’s Übermut; naïve fiancée\n".encode("cp1252"),
        JAPANESE.encode("euc-jp"),
        "这张牌的名字，是一个安静的灯。抓一张牌。".encode("gbk"),
        "Тихая лампа: возьмите карту.".encode("cp1251"),
        bytes(range(256)),
        b"PK\x03\x04\x14\0\0\0\x08\0" + bytes(100),
        "\ufeffname".encode("utf-32-le"),
        b"\x80\x81\xff",
    ],
)
def test_what_is_none_of_them_is_taken_for_utf_8_whose_error_says_where(raw: bytes) -> None:
    assert encodings.of(b"", raw) == "utf-8"


def test_a_character_that_cp932_has_twice_has_one_length() -> None:
    pairs = map(bytes, itertools.product(range(256), repeat=2))
    for raw in itertools.chain((bytes([byte]) for byte in range(256)), pairs):
        try:
            text = raw.decode("cp932")
        except UnicodeDecodeError:
            continue
        assert encodings.size(text, "cp932") == len(raw)


@given(st.text(st.characters(exclude_categories=["Cs"])), st.data())
def test_sizes_add_up_to_the_file(text: str, data: st.DataObject) -> None:
    encoding = data.draw(st.sampled_from(["utf-8", "utf-16-le", "utf-16-be"]))
    cut = data.draw(st.integers(0, len(text)))
    raw = text.encode(encoding)
    size = encodings.size(text[:cut], encoding)
    assert raw[:size].decode(encoding) == text[:cut]
    assert codecs.decode(raw[size:], encoding) == text[cut:]
