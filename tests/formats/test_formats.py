"""Card files of every format: corpus/formats/ holds small ones, and beside each what is read."""

import bz2
import gzip
import json
import lzma
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from format_files import FILES, READ, as_line
from nanori.formats import catalogue, escaping, reader
from nanori.formats.entries import Entry
from nanori.grammar import languages
from nanori.model.errors import NanoriError
from project import FORMATS, SHARED, put

REAL = SHARED / "data"


def read_as_far_as_it_goes(path: Path) -> Iterator[Entry | NanoriError]:
    """Yield what is read from a file, and behind it why it cannot be read to its end."""
    try:
        yield from reader.read(str(path))
    except NanoriError as error:
        yield error


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(FORMATS)))
def test_a_file_is_read_as_the_corpus_says(path: Path, request: pytest.FixtureRequest) -> None:
    read = "".join(as_line(record) + "\n" for record in read_as_far_as_it_goes(path))
    expected = path.with_name(path.name + READ)
    if request.config.getoption("--accept"):
        expected.write_text(read, "utf-8")
    assert read == expected.read_text("utf-8")


def test_every_format_has_a_file_in_the_corpus() -> None:
    assert {path.parent.name for path in FILES} == set(catalogue.listed())


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(FORMATS)))
def test_ids_are_unique_in_a_file(path: Path) -> None:
    ids = [record.card.id for record in read_as_far_as_it_goes(path) if isinstance(record, Entry)]
    assert len([id for id in ids if id]) == len({id for id in ids if id})


@pytest.mark.parametrize("pack", [gzip.compress, lzma.compress, bz2.compress])
def test_a_packed_file_is_known_by_its_content(
    pack: Callable[[bytes], bytes], tmp_path: Path
) -> None:
    plain = FORMATS / "cards" / "lines.jsonl"
    packed = put(tmp_path / "cards", pack(plain.read_bytes()))
    assert list(map(as_line, reader.read(str(packed)))) == list(
        map(as_line, reader.read(str(plain)))
    )


def test_a_byte_order_mark_is_no_part_of_the_file(tmp_path: Path) -> None:
    path = tmp_path / "cards.jsonl"
    path.write_text('{"name": "A", "text": "B"}\n', "utf-8-sig")
    assert [as_line(record) for record in reader.read(str(path))] == [
        '{"line": 1, "text": "B", "name": "A", "lang": "en", "game": "magic"}'
    ]


def test_the_language_given_is_for_records_that_do_not_say_theirs(tmp_path: Path) -> None:
    path = tmp_path / "cards.jsonl"
    path.write_text('{"name": "A", "text": ""}\n{"name": "A", "text": "", "lang": "en"}\n', "utf-8")
    cards = [record.card for record in reader.read(str(path), "ja") if isinstance(record, Entry)]
    assert [card.lang for card in cards] == ["ja", "en"]


@pytest.mark.parametrize("content", [b"", b"\n \n", b"[]", b"[ ]\n", "\ufeff".encode()])
def test_a_file_without_records_has_none(content: bytes, tmp_path: Path) -> None:
    path = put(tmp_path / "cards", content)
    assert list(reader.read(str(path))) == []


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"Elder Heron\nFlying\n", "in none of the formats: .*cards, .*mtgjson"),
        (bytes(range(256)), "in none of the formats"),
        (b"PK\x03\x04" + bytes(100), "."),
        (b'[{"object": "card", "name": "A"}, {"na', "ends too early"),
        (b'[{"object": "card", "name": "A"} {"name": "B"}]', "“,” was wanted"),
        (b'[{"object": "card", "name": "A"}] x', "more text"),
        (b'{"meta": {}, "data": {"cards": [{"name": "\xff"}]}}', "not UTF-8"),
        (b'{"meta": {}, "data": ' + b"[" * 200_000, "nested too deeply"),
        (b'{"meta": {}, "data": {"INV": {"cards": [' + b'{"a":' * 200_000, "nested too deeply"),
        (gzip.compress(b"", mtime=0)[:12], "ends too early"),
        (gzip.compress(b'{"name": "A", "text": ""}\n', mtime=0)[:-4], "ends too early"),
        (lzma.compress(b'{"name": "A", "text": ""}\n')[:-9], "ends too early"),
        (gzip.compress(b'{"name": "A", "text": ""}\n', mtime=0)[:-8] + bytes(8), "damaged file"),
        (lzma.compress(b"{}")[:20] + b"\xff" * 40, "damaged file"),
    ],
)
def test_an_unreadable_file_is_an_error_with_its_path(
    content: bytes, reason: str, tmp_path: Path
) -> None:
    path = put(tmp_path / "cards", content)
    with pytest.raises(NanoriError, match=reason) as caught:
        list(reader.read(str(path)))
    assert caught.value.path == str(path)
    assert "\n" not in str(caught.value)


def test_what_stands_before_the_cut_of_a_packed_file_is_read(tmp_path: Path) -> None:
    path = put(tmp_path / "cards.jsonl.gz", gzip.compress(b'{"name": "A", "text": ""}\n' * 3)[:-4])
    records = reader.read(str(path))
    assert [as_line(next(records))[:11] for _ in range(3)] == [f'{{"line": {n},' for n in (1, 2, 3)]
    with pytest.raises(NanoriError) as caught:
        next(records)
    assert caught.value.line == 4


def test_a_missing_file_and_a_folder_are_errors(tmp_path: Path) -> None:
    for path, reason in ((tmp_path / "none", "no such file"), (tmp_path, "is a directory")):
        with pytest.raises(NanoriError, match=reason):
            list(reader.read(str(path)))


def test_an_error_in_a_long_array_names_line_and_column(tmp_path: Path) -> None:
    good = ",\n".join(
        json.dumps({"object": "card", "name": "灯", "oracle_text": "x" * 500}) for _ in range(3000)
    )
    path = put(tmp_path / "cards.json", f"[\n{good},\n  oops]")
    records = reader.read(str(path))
    for line in range(2, 3002):
        record = next(records)
        assert isinstance(record, Entry)
        assert record.line == line
    with pytest.raises(NanoriError) as caught:
        next(records)
    assert (caught.value.line, caught.value.column) == (3002, 3)


def test_a_deeply_nested_record_is_one_bad_record(tmp_path: Path) -> None:
    path = put(
        tmp_path / "cards.jsonl",
        '{"name": "A", "text": "", "x": ' + "[" * 100_000 + '\n{"name": "A", "text": ""}\n',
    )
    first, second = reader.read(str(path))
    assert isinstance(first, NanoriError)
    assert "nested too deeply" in first.message
    assert isinstance(second, Entry)


def test_names_are_read_from_plain_text_and_from_any_card_file(tmp_path: Path) -> None:
    plain = put(tmp_path / "names.txt", "Elder Heron\n\n年経た鷺\n")
    assert list(reader.names(str(plain))) == ["Elder Heron", "年経た鷺"]
    listed = tmp_path / "names.jsonl"
    listed.write_text('{"name": "Elder Heron", "ja": [{"name": "年経た鷺", "printings": []}]}\n')
    assert list(reader.names(str(listed))) == ["Elder Heron", "年経た鷺"]
    in_set = list(reader.names(str(FORMATS / "mtgjson" / "set.json")))
    assert {"Elder Heron", "年経た鷺", "Grandmother Grey", "Plain Heron"} <= set(in_set)
    assert "Alter Reiher" in in_set
    assert "粉屋の娘" in list(reader.names(str(FORMATS / "scryfall" / "array.json")))


@pytest.mark.real
@pytest.mark.skipif(not REAL.is_dir(), reason="the real card data is not there")
def test_real_set_files_are_read_without_an_error() -> None:
    for path in sorted((REAL / "mtgjson").glob("*.xz")):
        records = list(reader.read(str(path)))
        assert not [record for record in records if isinstance(record, NanoriError)]
        cards = [record.card for record in records if isinstance(record, Entry)]
        assert len({card.id for card in cards}) == len(cards) > 100
        assert {card.lang for card in cards} <= {*languages.codes()}


@pytest.mark.thorough
@pytest.mark.real
@pytest.mark.skipif(not REAL.is_dir(), reason="the real card data is not there")
def test_real_texts_of_both_languages_are_what_json_gives() -> None:
    paths = sorted((REAL / "mtgjson").glob("*.xz"))
    assert len(paths) == 10
    for path in paths:
        of_set = json.loads(lzma.decompress(path.read_bytes()))["data"]
        faces = [*of_set["cards"], *of_set["tokens"]]
        wanted = {
            "en": [face["text"] for face in faces if face.get("text")],
            "ja": [
                row["text"]
                for face in faces
                for row in face.get("foreignData", ())
                if row["language"] == "Japanese" and row.get("text") and row.get("name")
            ],
        }
        read = [record.card for record in reader.read(str(path)) if isinstance(record, Entry)]
        assert {
            lang: [card.text for card in read if card.lang == lang] for lang in wanted
        } == wanted
        placed = dict[str, list[str]]((lang, []) for lang in languages.codes())
        for entry in reader.entries(str(path)):
            assert isinstance(entry, Entry)
            text = entry.element.text.decode()
            if place := entry.places.get("text"):
                raw = text[place.start : place.end]
                placed[entry.card.lang].append(escaping.decode(place.escaping, raw).text)
        assert {lang: placed[lang] for lang in wanted} == wanted
