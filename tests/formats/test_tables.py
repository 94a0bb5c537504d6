"""Tables: cells as Python's csv has them, with their places; headings; files that are wrong."""

import csv
import io
from contextlib import suppress
from importlib import import_module
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

import nanori
from nanori.formats import catalogue, detection, escaping, headings, patching, reader
from nanori.formats.detection import COLUMN
from nanori.formats.entries import Entry
from nanori.formats.formulas import FORMULA, GUARD
from nanori.formats.io import streams
from nanori.formats.supported import tables
from nanori.formats.supported.tables import Row
from nanori.model.edits import apply
from nanori.model.errors import NanoriError
from nanori.model.values import Edit
from nanori.surfaces.cli.app import run
from project import put

SIGNS = st.sampled_from([*'",;\t\r\n', "a", "灯", "🐉", '""', "\r\n", " "])
text = st.lists(SIGNS, max_size=30).map("".join)


def cells_of(row: Row, delimiter: str) -> list[str]:
    """Return what the cells of a row say, each decoded as it is spelt."""
    words: list[str] = []
    for start, end, quoted in tables.cells(row.text, delimiter):
        raw = row.text[start + quoted : end - quoted]
        spelt = escaping.decode("quoted" if quoted else "delimited", raw)
        assert len(spelt.text) == len(spelt.starts) == len(spelt.ends)
        words.append(spelt.text)
    return words


def expected(content: str, delimiter: str) -> list[list[str]]:
    """Return the rows as `csv` has them, line ends in cells as one character.

    A blank before what a spreadsheet would compute, as it would “\\r”, is none of the words.
    """
    read = csv.reader(io.StringIO(content, newline=""), delimiter=delimiter)
    bare = ([GUARD.sub("", cell) for cell in row] for row in read)
    return [[cell.replace("\r\n", "\n").replace("\r", "\n") for cell in row] for row in bare]


def not_blank(rows: list[list[str]], delimiter: str) -> list[list[str]]:
    return [row for row in rows if "".join(row).strip(f" {delimiter}\t\u3000")]


@given(text, st.sampled_from(tables.DELIMITERS), st.integers(1, 7))
def test_cells_are_those_of_csv_however_the_file_is_cut(
    content: str, delimiter: str, size: int
) -> None:
    blocks = [content[place : place + size] for place in range(0, len(content), size)]
    try:
        rows = list(tables.rows(iter(blocks), delimiter, "file"))
    except NanoriError:
        assert '"' in content
        return
    for row in rows:
        assert content[row.start : row.start + len(row.text)] == row.text
        before = content[: row.start].replace("\r\n", "\n").replace("\r", "\n")
        assert row.line == before.count("\n") + 1
    said = [cells_of(row, delimiter) for row in rows]
    assert not_blank(said, delimiter) == not_blank(expected(content, delimiter), delimiter)


@given(st.lists(text, min_size=2, max_size=4), st.sampled_from(tables.DELIMITERS), st.data())
def test_a_cell_that_was_edited_says_the_new_words(
    words: list[str], delimiter: str, data: st.DataObject
) -> None:
    words = [word.replace("\r", "") for word in words]
    out = io.StringIO(newline="")
    csv.writer(out, delimiter=delimiter).writerow(words)
    row = out.getvalue().removesuffix("\r\n")
    place = data.draw(st.integers(0, len(words) - 1))
    first, last = sorted(data.draw(st.tuples(*[st.integers(0, len(words[place]))] * 2)))
    edit = Edit(first, last, data.draw(text).replace("\r", ""))
    start, end, quoted = tables.cells(row, delimiter)[place]
    spelling = "quoted" if quoted else "tabbed" if delimiter == "\t" else "delimited"
    start, end = start + quoted, end - quoted
    if FORMULA.match(apply(words[place], [edit])) and not FORMULA.match(words[place]):
        with pytest.raises(NanoriError, match="which a spreadsheet takes for a formula"):
            escaping.edits(spelling, row[start:end], [edit], "\r\n")
        return
    made = apply(row[start:end], escaping.edits(spelling, row[start:end], [edit], "\r\n"))
    (again,) = csv.reader(
        io.StringIO(row[:start] + made + row[end:] + "\r\n", newline=""), delimiter=delimiter
    )
    wanted = [*words[:place], apply(words[place], [edit]), *words[place + 1 :]]
    assert [word.replace("\r\n", "\n") for word in again] == wanted


@pytest.mark.parametrize(
    ("heading", "field", "lang", "face"),
    [
        ("Card Name", "name", "", 1),
        ("ＮＡＭＥ", "name", "", 1),
        ("name_en", "name", "en", 1),
        ("English Name", "name", "en", 1),
        ("英語名", "name", "en", 1),
        ("Name (JP)", "name", "ja", 1),
        ("ｶｰﾄﾞ名", "name", "", 1),
        ("日本語カード名", "name", "ja", 1),
        ("和名", "name", "ja", 1),
        ("text_ja", "text", "ja", 1),
        ("日本語テキスト", "text", "ja", 1),
        ("ルール・テキスト", "text", "", 1),
        ("oracle text", "text", "", 1),
        ("Text 2", "text", "", 2),
        ("text_ja_2", "text", "ja", 2),
        ("name2_en", "name", "en", 2),
        ("テキスト２", "text", "", 2),
        ("種類", "type", "", 1),
        ("読み", "reading", "", 1),
        ("別名", "alternate", "", 1),
        ("番号", "id", "", 1),
        ("言語", "lang", "", 1),
        ("NoQA", "noqa", "", 1),
        ("CardEffect", "text", "", 1),
        ("AbilityText", "text", "", 1),
        ("Card Effect (JP)", "text", "ja", 1),
        ("EffectEN2", "text", "en", 2),
        ("cardName_JA", "name", "ja", 1),
        ("カード効果", "text", "", 1),
        ("カードの効果", "text", "", 1),
        ("CardRace", "", "", 1),
        ("P/T", "", "", 1),
    ],
)
def test_headings_of_both_languages_are_known(
    heading: str, field: str, lang: str, face: int
) -> None:
    meaning = headings.read(heading)
    assert meaning
    assert (meaning.field, meaning.lang, meaning.face) == (field, lang, face)


@pytest.mark.parametrize(
    "heading",
    [
        "",
        "#",
        "token",
        "text10",
        "発売元",
        "x" * 500,
        "nickname",
        "SetName",
        "ArtistName",
        "CardCount",
    ],
)
def test_other_headings_are_not(heading: str) -> None:
    assert headings.read(heading) is None


def test_the_same_field_twice_is_the_better_heading() -> None:
    columns = headings.columns(["Number", "Title", "Name", "Text", "ID"])
    assert {key.field: place for key, place in columns.items()} == {"id": 4, "name": 2, "text": 3}


def read(path: Path, content: bytes) -> list[str]:
    """Return text or error of every entry of a file with that content."""
    path.write_bytes(content)
    return [
        entry.card.text if isinstance(entry, Entry) else str(entry).removeprefix(f"{path}:")
        for entry in reader.entries(str(path))
    ]


def entries_of(path: Path, columns: str) -> list[Entry]:
    """Return the entries of a table whose columns the user names."""
    with streams.opened(str(path)) as source:
        head = msgspec.structs.replace(detection.head_of(source), columns=columns)
        return [
            entry
            for row in tables.FORMAT.elements(source, head)
            for entry in tables.FORMAT.entries(row)
        ]


def test_columns_can_be_given_by_heading_and_by_number(tmp_path: Path) -> None:
    path = put(tmp_path / "cards.csv", "Foo;Bar;訳\nEmber Pot;Ember Pot burns.;残り火の壺\n")
    for columns in ("name=Foo,text=bar,name_ja=訳", "text = 2, name_en = 1, 和名 = 3, id=foo"):
        cards = [entry.card for entry in entries_of(path, columns) if entry.card.text]
        assert [(card.name, card.text) for card in cards][-1] == ("Ember Pot", "Ember Pot burns.")
    path.write_text("Ember Pot,Ember Pot burns.\nMute Bell,Mute Bell rings.\n", "utf-8")
    assert [entry.card.name for entry in entries_of(path, "name=1,text=2")] == [
        "Ember Pot",
        "Mute Bell",
    ]
    for columns, reason in (
        ("name=Foo", "no column “Foo”"),
        ("name=3", "no column “3”"),
        ("name", "columns as “name=Card,text=Words” were wanted"),
        ("colour=1", "columns as “name=Card,text=Words” were wanted"),
        ("text=2", "no column with the cards' names"),
    ):
        with pytest.raises(NanoriError, match=reason):
            entries_of(path, columns)


def test_a_heading_with_a_comma_can_be_named_alone(tmp_path: Path) -> None:
    path = put(tmp_path / "cards.csv", 'Name,"Says, then"\nEmber Pot,Ember Pot burns.\n')
    (entry,) = entries_of(path, f"text=Says, then{COLUMN}")
    assert entry.card.text == "Ember Pot burns."


def test_a_quotation_mark_that_is_never_closed_is_named(tmp_path: Path) -> None:
    path = tmp_path / "cards.csv"
    content = 'name,text\nEmber Pot,Burn.\n"Mute\nBell",x,"never\n' + "y,z\n" * 200_000
    with pytest.raises(NanoriError, match="a quotation mark is never closed") as caught:
        read(path, content.encode())
    assert (caught.value.line, caught.value.column) == (4, 9)


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"Foo,Bar\na,b\n", "no column with the cards' names: the first row is “Foo”, “Bar”"),
        (b"name," + b"x" * 70_000 + b",text\na,b,c\n", "a header row longer than 64 KiB"),
        (b"name,text\n\xff\xfe,b\n", "not UTF-8"),
        ("名前,テキスト\n灯,".encode("cp932") + b"\x81\xff\n", "not CP932"),
        ("name,text\nEmber Pot,Burn".encode("utf-16")[:-1], "not UTF-16"),
    ],
)
def test_a_table_that_cannot_be_read_is_an_error_of_one_line(
    content: bytes, reason: str, tmp_path: Path
) -> None:
    with pytest.raises(NanoriError, match=reason) as caught:
        read(tmp_path / "cards.csv", content)
    assert caught.value.line is not None
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "content",
    [b'{"name": "A", "text": \n', b'[{"name", "text"\n', b'["name","text"]\n', b"<name>text,\n"],
)
def test_a_broken_file_of_another_format_is_no_table_and_no_spoiler(
    content: bytes, tmp_path: Path
) -> None:
    path = put(tmp_path / "cards", content)
    with streams.opened(str(path)) as source:
        assert catalogue.recognised(detection.head_of(source)) not in ("tables", "spoilers")


def test_columns_of_the_same_heading_are_said_and_none_is_lost() -> None:
    table = "Name,name,TEXT,Name,art,art\nAsh Wolf,Old Wolf,Tap Ash Wolf.,x,y,z\n"
    every = reader.entries(streams.Content("a.csv", table.encode()))
    (entry,) = (entry for entry in every if isinstance(entry, Entry))
    assert (entry.card.name, entry.card.text) == ("Ash Wolf", "Tap Ash Wolf.")
    assert entry.remark == "2 columns are called “Name”: the first is read"
    assert entry.extra == {"name": "Old Wolf", "Name": "x", "art": "y", "art (2)": "z"}


def test_the_text_of_a_row_is_that_of_the_face_it_names() -> None:
    table = (
        "name,faceName,text\n"
        "Reed Eel // Reed Moth,Reed Moth,Reed Moth gains flying.\nAsh Wolf,,Tap Ash Wolf.\n"
    )
    first, second = nanori.read(table)
    assert (first.card.name, first.card.faces) == ("Reed Moth", ("Reed Eel", "Reed Moth"))
    assert (second.card.name, second.card.faces) == ("Ash Wolf", ())
    found = first.locate("name")
    assert found is not None
    assert table[found.start : found.end] == "Reed Moth"


def test_a_layout_says_which_column_has_which_field() -> None:
    header = ["name", "a", "b"]
    plain, of_a, of_b = (tables.layout(header, named) for named in ("", "text=a", "text=b"))
    assert len({str(plain), str(of_a), str(of_b)}) == 3


def test_a_long_row_of_quotation_marks_is_a_text(tmp_path: Path) -> None:
    content = 'name,text\nEmber Pot,"' + '""' * 200_000 + '"\n'
    assert len(read(tmp_path / "cards.csv", content.encode())[0]) == 200_000


@pytest.mark.parametrize("suffix", ["parquet", "feather"])
def test_a_column_without_a_meaning_costs_nothing_whatever_is_in_it(
    suffix: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pa = pytest.importorskip("pyarrow")
    feather, parquet = import_module("pyarrow.feather"), import_module("pyarrow.parquet")
    path = str(tmp_path / f"cards.{suffix}")
    table = pa.table(
        {
            "name": ["Ember Pot", "灯の壺"],
            "picture": pa.array([b"\xff\x00", b"a"]),
            "text": ["Tap Ember Pot.", "灯の壺をタップする。"],
            "seen": pa.array([1, 2], pa.timestamp("ns")),
            "at": pa.array([1, 2], pa.time64("ns")),
            "long": pa.array([1, 2], pa.duration("ns")),
            "far": pa.array([2**31 - 1, 5], pa.int32()).cast(pa.date32()),
            "many": pa.array([[1], [3]], pa.list_(pa.timestamp("ns"))),
            "odd": pa.array([{"b": b"\xff"}, None]),
        }
    )
    if suffix == "parquet":
        parquet.write_table(table, path)
    else:
        feather.write_feather(table, path, compression="uncompressed")
    for command in (["annotate"], ["lint"], ["restyle", "--style", "tilde"]):
        assert run([*command, path]) in (0, 1)
        said = capsys.readouterr()
        assert "not UTF-8" not in said.err
        assert "internal" not in said.err
    records = list(reader.read(path))
    assert [record.card.name for record in records] == ["Ember Pot", "灯の壺"]  # type: ignore[union-attr]
    assert "far" not in records[0].extra  # type: ignore[union-attr]


POWERS = "name,faction,power\nAsh,human,Use the power of another player\n"
POWERS += (
    "Reed,human,Steal 1 card from another player\nPot,drone,Take a card from the discard pile\n"
)


def test_a_column_of_sentences_is_the_texts_where_none_is_headed_so(tmp_path: Path) -> None:
    path = put(tmp_path / "data.csv", POWERS)
    read = list(reader.read(str(path)))
    cards = [record.card.text for record in read if isinstance(record, Entry)]
    assert cards[0] == "Use the power of another player"
    assert len(cards) == 3
    (remark,) = [one.message for one in read if isinstance(one, NanoriError)]
    assert remark == "“power” is taken for the cards' texts, --column text=… says otherwise"


def test_what_no_sentences_of_rules_are_is_no_column_of_texts(tmp_path: Path) -> None:
    path = put(
        tmp_path / "people.csv",
        "name,address\nAnn,12 Main Street near the old mill Springfield\n"
        "Bob,7 Harbour Road above the baker Rome\nCid,1 High Street opposite Saint Paul Bern\n",
    )
    with pytest.raises(NanoriError, match="no column with the cards' texts"):
        list(reader.read(str(path)))


def test_keys_of_json_can_be_named_as_columns_are(tmp_path: Path) -> None:
    path = put(tmp_path / "own.json", '[{"Kartenname": "Ash", "Regeltext": "Ash can\'t block."}]')
    named = list(reader.read(str(path), None, ":name=Kartenname,text=Regeltext"))
    assert [one.card.name for one in named if isinstance(one, Entry)] == ["Ash"]


def test_a_new_line_in_a_cell_ends_as_the_others_do(tmp_path: Path) -> None:
    rows = b'name,text\r\nAsh Wall,"Flying\nDefender"\r\nReed Ox,Flying and haste\r\n'
    path = put(tmp_path / "cards.csv", rows)
    edit = Edit(6, 10, "\n")
    of_ox = {"Reed Ox": {"text": [edit]}}
    count = patching.rewrite(
        str(path), str(path), lambda entry: of_ox.get(entry.card.name, {}), patching.ignored
    )
    assert count == 1
    assert path.read_bytes() == rows.replace(b"Flying and haste", b'"Flying\n haste"')


@given(
    st.lists(
        st.lists(
            st.sampled_from(
                [*("", " ", "Ash Wall", "A // B", "Creature", "Creature — Wall", "灰の壁", " =x")],
            )
            | st.text('ab "\n', max_size=6)
            | st.just("When Ash Wall enters, draw a card."),
            min_size=1,
            max_size=4,
        ),
        max_size=4,
    )
)
def test_any_row_is_read_the_same_with_places(table: list[list[str]]) -> None:
    out = io.StringIO()
    csv.writer(out).writerows([["name", "text", "type"], *table])
    with catalogue.card_file(streams.Content("a.csv", out.getvalue().encode())) as file:
        for element in file.module.elements(file.source, file.head):
            with suppress(NanoriError):
                every = list(file.module.entries(element))
                assert isinstance(file.module, tables.DelimitedTables)
                placed = list(tables.records(file.module.fields_of(element), {}))
                assert [each.card for each in every] == [each.card for each in placed]
                assert [each.places for each in every] == [each.places for each in placed]
