"""Spreadsheets: places are cells, formulas stay, and the usual programs read what was written."""

import shutil
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from command import Captured
from format_files import contents, found_in
from nanori.formats import reader
from nanori.formats.io import archives
from nanori.model.errors import NanoriError, column_letters
from nanori.surfaces.cli import app
from project import FORMATS

XLSX = FORMATS / "xlsx" / "cards.xlsx"
TILDE = ["restyle", "--style", "tilde", "--in-place"]


@pytest.fixture
def book(tmp_path: Path) -> Path:
    return Path(shutil.copy(XLSX, tmp_path))


def changed(path: Path, member: str, change: Callable[[str], str]) -> Path:
    """Write a workbook anew with a file in it changed."""
    with zipfile.ZipFile(path) as archive:
        files = {info: archive.read(info) for info in archive.infolist()}
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for info, raw in files.items():
            new = change(raw.decode()).encode() if info.filename == member else raw
            archive.writestr(info, new)
    return path


@pytest.mark.parametrize(
    ("column", "letters"), [(1, "A"), (26, "Z"), (27, "AA"), (702, "ZZ"), (703, "AAA")]
)
def test_columns_have_letters(column: int, letters: str) -> None:
    assert column_letters(column) == letters


def test_places_are_cells(book: Path, capsys: Captured) -> None:
    assert app.run(["lint", str(book), "--select", "all", "--format", "concise"]) in (0, 1)
    said = capsys.readouterr().out
    assert f"{book}/Cards & more!A" in said
    assert app.run(["rename", str(book), "Ash Courier", "Cinder Courier"]) == 0
    assert f"{book}/Cards & more!A5: " in capsys.readouterr().out


def test_a_workbook_in_another_encoding_is_read_and_edited_as_any(
    book: Path, tmp_path: Path, capsys: Captured
) -> None:
    sheets = {name for name in contents(book) if name.startswith("xl/") and name.endswith("xml")}
    before = contents(book)
    other = tmp_path / "utf-16.xlsx"
    with zipfile.ZipFile(book) as archive, zipfile.ZipFile(other, "w") as made:
        for info in archive.infolist():
            raw = archive.read(info)
            if info.filename in sheets:
                raw = raw.decode().replace("UTF-8", "UTF-16").encode("utf-16")
            made.writestr(info, raw)
    for path in (book, other):
        assert app.run([*TILDE, str(path)]) == 1  # a cell has a formula
    one, same = contents(book), contents(other)
    assert one != before
    for name in sheets:
        assert same[name].decode("utf-16").replace("UTF-16", "UTF-8") == one[name].decode()


def test_a_workbook_that_is_cut_off_in_a_tag_is_no_internal_error(
    book: Path, capsys: Captured
) -> None:
    cut = changed(book, "xl/workbook.xml", lambda text: text.partition("</sheets>")[0] + "</sheet")
    assert app.run(["annotate", str(cut)]) in (0, 2)
    assert "internal" not in capsys.readouterr().err


def test_formulas_are_read_and_never_edited(book: Path, capsys: Captured) -> None:
    before = contents(book)
    (texts,) = [entry.places for _, entry in found_in(book) if entry.card.name == "Sum Pot"]
    assert "text" not in texts
    assert app.run([*TILDE, str(book)]) == 1
    assert "“text” of “Sum Pot” has no place in the file" in capsys.readouterr().err
    after = contents(book)
    formula = b'CONCATENATE("Tap ",A7'
    assert [name for name in before if before[name] != after[name]] == [
        name for name in before if formula in before[name] or "sheet2" in name
    ]
    assert any(formula in raw for raw in after.values())


def test_what_was_written_like_a_formula_is_no_formula(tmp_path: Path) -> None:
    path = Path(shutil.copy(XLSX, tmp_path))
    assert app.run(["rename", str(path), "Mute Bell", "=1+1", "--write", "--force"]) == 0
    with zipfile.ZipFile(path) as archive:
        sheet = archive.read("xl/worksheets/sheet1.xml").decode()
    assert '<c r="A6" t="inlineStr"><is><t>=1+1</t></is></c>' in sheet


def test_a_shared_string_is_changed_in_one_cell_alone(tmp_path: Path) -> None:
    openpyxl = pytest.importorskip("openpyxl", reason="openpyxl is not installed")
    path = Path(shutil.copy(XLSX, tmp_path))
    before = openpyxl.load_workbook(path)["日本語"]
    assert app.run([*TILDE, str(path)]) == 1
    workbook = openpyxl.load_workbook(path)
    sheet = workbook["Cards & more"]
    assert sheet["B4"].value == "{T}: ~ shines & glows.\nSacrifice ~: Draw a card."
    assert sheet["B5"].value.startswith("When ~ enters, draw a card.")
    assert "\n~ has " in sheet["B5"].value
    assert (sheet["A8"].value, sheet["B8"].value) == ("Tarn Lantern", "=SUM(A1)")
    assert sheet["E5"].value == "=1+1"
    assert before["A2"].value == workbook["日本語"]["A2"].value == "灰の急使"
    with zipfile.ZipFile(path) as archive:
        japanese = archive.read("xl/worksheets/sheet2.xml").decode()
    assert '<rPh sb="0" eb="1"><t>ハイ</t></rPh>' in japanese


def test_a_workbook_of_openpyxl_is_read_and_written_back(tmp_path: Path) -> None:
    openpyxl = pytest.importorskip("openpyxl", reason="openpyxl is not installed")
    path = tmp_path / "made.xlsx"
    workbook = openpyxl.Workbook()
    workbook.active.append(["カード名", "効果", "英語名"])
    workbook.active.append(["灰の急使", "灰の急使は速攻を持つ。\n　飛行", "Ash Courier"])
    workbook.create_sheet("English").append(["Name", "Text"])
    workbook["English"].append(["Ash Courier", " Ash Courier has haste. "])
    workbook.save(path)
    names = [
        record.card.name for record in reader.read(str(path)) if not isinstance(record, NanoriError)
    ]
    assert names == ["灰の急使", "Ash Courier"]
    assert app.run([*TILDE, str(path)]) == 0
    again = openpyxl.load_workbook(path)
    assert again.active["B2"].value == "~は速攻を持つ。\n　飛行"
    assert again["English"]["B2"].value == " ~ has haste. "


BOMB = '<?xml version="1.0"?><!DOCTYPE sst [<!ENTITY a "ha">]><sst>&a;</sst>'


@pytest.mark.parametrize(
    ("member", "content", "reason"),
    [
        ("xl/sharedStrings.xml", BOMB, "a document type is there"),
        ("xl/sharedStrings.xml", f"<sst>{' ' * (1 << 22)}</sst>", "packed more than 200 times"),
        ("xl/worksheets/sheet1.xml", "<worksheet><row><c>", "the file ends too early"),
        ("xl/workbook.xml", "<book/>", "<workbook> was wanted"),
        (
            "xl/_rels/workbook.xml.rels",
            '<Relationships><Relationship Id="rId1" Target="../../worksheets"/></Relationships>',
            "leads out of the folder",
        ),
        (
            "xl/_rels/workbook.xml.rels",
            '<Relationships><Relationship Id="rId1" Target="worksheets/none.xml"/></Relationships>',
            "no file “xl/worksheets/none.xml” in it",
        ),
    ],
)  # fmt: skip
def test_a_hostile_workbook_is_refused_in_one_line(
    member: str, content: str, reason: str, tmp_path: Path
) -> None:
    path = changed(Path(shutil.copy(XLSX, tmp_path)), member, lambda _: content)
    before = path.read_bytes()
    with pytest.raises(NanoriError, match=reason) as caught:
        list(reader.read(str(path)))
    assert "\n" not in str(caught.value)
    assert app.run([*TILDE, str(path)]) == 2
    assert path.read_bytes() == before


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-32"])
@pytest.mark.parametrize("member", ["xl/sharedStrings.xml", "xl/worksheets/sheet1.xml"])
def test_a_sheet_in_another_encoding_is_not_passed_over(
    member: str, encoding: str, book: Path, capsys: Captured
) -> None:
    with zipfile.ZipFile(book) as archive:
        files = {info: archive.read(info) for info in archive.infolist()}
    with zipfile.ZipFile(book, "w", zipfile.ZIP_DEFLATED) as archive:
        for info, raw in files.items():
            if info.filename == member:
                raw = raw.decode().replace("UTF-8", encoding.upper()).encode(encoding)
            archive.writestr(info, raw)
    expected = 2 if encoding == "utf-32" else 0
    assert app.run(["annotate", str(book)]) == expected
    assert len(capsys.readouterr().out.splitlines()) == (0 if expected else 6)


def test_an_archive_that_is_no_workbook_is_said_to_be_none(tmp_path: Path) -> None:
    path = tmp_path / "cards.xlsx"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("word/document.xml", "<w/>")
    with pytest.raises(NanoriError, match="no file “set” in it"):
        list(reader.read(str(path)))
    assert archives.MAX_MEMBER_BYTES


def test_columns_of_a_workbook_can_be_named(tmp_path: Path) -> None:
    path = changed(
        Path(shutil.copy(XLSX, tmp_path)),
        "xl/sharedStrings.xml",
        lambda text: text.replace("CardEffect", "Says").replace("テキスト", "文"),
    )
    with pytest.raises(
        NanoriError, match="in the sheet “Cards & more” there are “Card Name”, “Says”"
    ):
        list(reader.read(str(path)))
    assert len(list(reader.read(str(path), format_name=":text=says\x1f"))) == 5
