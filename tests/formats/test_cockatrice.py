"""Cockatrice files that are broken, hostile or long: one line with a place, little memory."""

import tracemalloc
from pathlib import Path

import pytest

import lint_command
from nanori.formats import catalogue, reader, xml_elements
from nanori.formats.entries import Entry
from nanori.model.errors import NanoriError
from project import FORMATS, put

START = '<?xml version="1.0" encoding="UTF-8"?>\n<cockatrice_carddatabase version="4"><cards>\n'
END = "</cards></cockatrice_carddatabase>\n"
CARD = "<card><name>Elder Heron</name><text>Elder Heron has flying.</text></card>\n"

LAUGHS = """<?xml version="1.0"?>
<!DOCTYPE cockatrice_carddatabase [
 <!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;">
]>
<cockatrice_carddatabase><cards><card><name>&c;</name></card></cards></cockatrice_carddatabase>
"""
OUTSIDE = """<!DOCTYPE cockatrice_carddatabase [<!ENTITY a SYSTEM "file:///etc/passwd">]>
<cockatrice_carddatabase><cards><card><name>&a;</name></card></cards></cockatrice_carddatabase>
"""


def error_of(path: Path, content: bytes) -> NanoriError:
    """Return why a file cannot be read."""
    path.write_bytes(content)
    with pytest.raises(NanoriError) as caught:
        list(reader.read(str(path)))
    assert caught.value.path == str(path)
    assert "\n" not in str(caught.value)
    return caught.value


@pytest.mark.parametrize(
    ("content", "place", "reason"),
    [
        (LAUGHS, (2, 35), "a document type is there"),
        (OUTSIDE, (1, 35), "a document type is there"),
        (START + CARD + "<card><name>A", (4, 14), "the file ends too early"),
        (START + CARD + CARD[:30], (4, 31), "the file ends too early"),
        (START + CARD, (4, 1), "the file ends too early"),
        (START + "<card><name>A</nam></card>" + END, (3, 16), "mismatched tag"),
        (START + "<card><name>A & B</name></card>" + END, (3, 16), "not well-formed"),
        (START + "<card><name>&unheard;</name></card>" + END, (3, 13), "undefined entity"),
        (START + "<card a='1' a='2'/>" + END, (3, 13), "duplicate attribute"),
        (START + END + "more", (4, 1), "junk after document element"),
        (START + "<a>" * 90_000, (3, 295), "nested too deeply"),
        (START + "<card>" + "<a>" * 90_000, (3, 298), "nested too deeply"),
    ],
)  # fmt: skip
def test_a_broken_file_is_one_line_with_its_place(
    content: str, place: tuple[int, int], reason: str, tmp_path: Path
) -> None:
    error = error_of(tmp_path / "cards.xml", content.encode())
    assert reason in error.message
    assert (error.line, error.column) == place


def test_another_root_is_refused_where_the_format_is_said(tmp_path: Path) -> None:
    path = put(tmp_path / "cards.xml", "<rows><card><name>A</name></card></rows>")
    with pytest.raises(NanoriError, match="<rows> is there, <cockatrice_carddatabase> was wanted"):
        list(reader.read(str(path), format_name="cockatrice"))


@pytest.mark.parametrize(
    ("declared", "content", "place", "reason"),
    [
        ("UTF-8", "瓦礫の巨人".encode("cp932"), (3, 13), "not UTF-8"),
        ("Shift_JIS", b"\x81", (3, 13), "not CP932"),
        ("us-ascii", "瓦".encode(), (3, 13), "not ASCII"),
        ("nonsense", b"A", (1, None), "the encoding “nonsense” is declared"),
        ("ISO-2022-JP", b"A", (1, None), "the encoding “ISO-2022-JP” is declared"),
    ],
)
def test_a_declared_encoding_that_is_not_so_is_an_error(
    declared: str, content: bytes, place: tuple[int, int | None], reason: str, tmp_path: Path
) -> None:
    before = START.replace("UTF-8", declared).encode() + b"<card><name>"
    error = error_of(tmp_path / "cards.xml", before + content + b"</name></card>" + END.encode())
    assert reason in error.message
    assert (error.line, error.column) == place


@pytest.mark.parametrize(
    ("declared", "codec"),
    [
        ("UTF-8", "utf-8"),
        ("EUC-JP", "euc_jp"),
        ("windows-31j", "cp932"),
        ("UTF-16", "utf-16"),
        ("GB18030", "gb18030"),
    ],
)
def test_a_file_is_read_in_the_encoding_it_declares(
    declared: str, codec: str, tmp_path: Path
) -> None:
    path = tmp_path / "cards.xml"
    card = "<card><name>瓦礫の巨人</name><text>瓦礫の巨人は飛行を持つ。</text></card>"
    path.write_bytes((START.replace("UTF-8", declared) + card + END).encode(codec))
    (record,) = reader.read(str(path))
    assert isinstance(record, Entry)
    assert (record.card.name, record.line) == ("瓦礫の巨人", 3)


def test_what_stands_before_the_end_of_a_cut_file_is_read(tmp_path: Path) -> None:
    path = put(tmp_path / "cards.xml", START + CARD * 3 + "<card><name>")
    records = reader.read(str(path))
    assert [record.line for record in (next(records), next(records), next(records))] == [3, 4, 5]
    with pytest.raises(NanoriError, match="too early"):
        next(records)


def test_places_hold_wherever_a_block_ends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cards = [f'<card  ><name>鷺🐉{n}</name ><text a=">"/></card\n>' for n in range(40)]
    text = START + "\r\n<!-- é -->".join(cards) + END
    path = put(tmp_path / "cards.xml", b"\xef\xbb\xbf" + text.encode())
    for size in (1, 7, 64, 1000):
        monkeypatch.setattr("nanori.formats.io.streams.BLOCK_BYTES", size)
        monkeypatch.setattr("nanori.formats.io.streams.HEAD_BYTES", 64)
        monkeypatch.setattr(xml_elements, "_BLOCK_BYTES", 1)
        entries = list(reader.entries(str(path), format_name="cockatrice"))
        assert len(entries) == len(cards)
        for entry, card in zip(entries, cards, strict=True):
            assert isinstance(entry, Entry)
            element = entry.element
            assert element.text.decode() == card
            assert text[element.start :].startswith(card)
            assert element.line == text[: element.start].count("\n") + 1
            place = entry.places["name"]
            assert card[place.start : place.end] == entry.card.name


@pytest.mark.parametrize(
    "card",
    ["<card/>", "<card />", "<card></card>", "<card>/></card>", "<x><card/></x>", "<x:card/>"],
)
def test_an_empty_card_ends_where_it_ends(card: str, tmp_path: Path) -> None:
    text = START.replace("<cards>", '<cards xmlns:x="urn:x">') + card + END
    path = put(tmp_path / "cards.xml", text)
    with reader.opened(str(path)) as source:
        (element,) = catalogue.listed()["cockatrice"].elements(source, reader.head_of(source))
    wanted = card.removeprefix("<x>").removesuffix("</x>")
    assert element.text.decode() == wanted == text[element.start :][: len(wanted)]


@pytest.mark.thorough
def test_a_long_file_needs_little_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nanori.formats.io.streams.BLOCK_BYTES", 1 << 14)
    monkeypatch.setattr("nanori.formats.io.streams.HEAD_BYTES", 1 << 14)
    monkeypatch.setattr(xml_elements, "_BLOCK_BYTES", 1 << 14)
    path = put(tmp_path / "cards.xml", START + CARD * 20_000 + END)
    tracemalloc.start()
    with reader.opened(str(path)) as source:
        module = catalogue.listed()["cockatrice"]
        count = sum(1 for _ in module.elements(source, reader.head_of(source)))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert count == 20_000
    assert peak < path.stat().st_size / 3


@pytest.mark.thorough
def test_an_endless_card_is_an_error(tmp_path: Path) -> None:
    long = START + "<card><text>" + "é" * (1 << 22) + "</text></card>" + END
    assert "longer than 2 MiB" in error_of(tmp_path / "cards.xml", long.encode()).message
    attribute = START + "<x a='" + "é" * (1 << 22) + "'/>" + END
    assert "longer than 2 MiB" in error_of(tmp_path / "cards.xml", attribute.encode()).message
    path = put(tmp_path / "cards.xml", START + "<card>" + "<x/>" * 60_000 + "</card>" + CARD + END)
    many, record = reader.read(str(path))
    assert str(many) == f"{path}:3: more than 50000 elements are in a card"
    assert isinstance(record, Entry)


def test_names_are_those_of_related_cards_too() -> None:
    names = set(reader.names(str(FORMATS / "cockatrice" / "v4.xml")))
    assert {"Lamp Sprite", "Kindle Dusk", "Dim Dawn"} <= names


def test_remarks_in_a_card_turn_checks_off() -> None:
    path = FORMATS / "cockatrice" / "v4.xml"
    off = {
        entry.card.name: entry.suppressed
        for entry in reader.entries(str(path))
        if isinstance(entry, Entry) and entry.suppressed
    }
    assert off == {"Tallow Warden": ("named-card/misspelled", "stale-name", "full-name")}


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_a_card_is_where_its_tag_begins_wherever_the_blocks_end(
    newline: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cards = "  <!-- 鷺 -->\n <card><name>One</name></card><x/> <card><name>Two</name></card>\n"
    text = (START + cards + END).replace("\n", newline)
    path = put(tmp_path / "cards.xml", text.encode())
    for size in (1, 7, 1000):
        monkeypatch.setattr("nanori.formats.io.streams.BLOCK_BYTES", size)
        monkeypatch.setattr("nanori.formats.io.streams.HEAD_BYTES", 64)
        monkeypatch.setattr(xml_elements, "_BLOCK_BYTES", 1)
        for entry in reader.entries(str(path), format_name="cockatrice"):
            assert isinstance(entry, Entry)
            element = entry.element
            words = element.text.decode()
            assert text[element.start : element.start + len(words)] == words
            before = text[: element.start].replace("\r\n", "\n").replace("\r", "\n")
            assert element.line == before.count("\n") + 1
            assert element.column == len(before) - before.rfind("\n")
            place = entry.places["name"]
            assert words[place.start : place.end] == entry.card.name


def test_texts_of_a_custom_set_are_held_to_templating(tmp_path: Path) -> None:
    """Exporters of set editors say of what type a set is, or nothing; catalogues count cards.

    Who copied the entry of an official set has its type; a database of those has several.
    """
    database = (
        "<cockatrice_carddatabase version='4'><sets><set><name>X</name>{}</set></sets><cards>"
        "<card><name>Elder Heron</name><text>Flying, Vigilance</text><set{}>X</set></card></cards>"
        "</cockatrice_carddatabase>"
    )
    path = tmp_path / "set.xml"
    for kind, number, expected in (
        ("<settype>Custom</settype>", "", ["capitals/rules"]),
        ("", " rarity='common'", ["capitals/rules"]),
        ("", " rarity='common' uuid='0b9e'", []),
        ("", " muId='18'", []),
        ("<settype>Expansion</settype>", "", ["capitals/rules"]),
        ("<settype>Fan Set</settype>", "", ["capitals/rules"]),
        ("<settype>Core</settype></set><set><settype>Expansion</settype>", "", []),
    ):
        path.write_text(database.format(kind, number), "utf-8")
        assert [one["rule"] for one in lint_command.findings(path)] == expected
