"""The encoding of a file is told by its first bytes, and lengths in it are those of the file."""

import codecs
import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nanori.formats.io import encodings

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
