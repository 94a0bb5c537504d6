"""OpenDocument spreadsheets, as LibreOffice writes them: each sheet with headings is a table.

Cells with formulas, and repeated ones, are read but never edited.
"""

import re
from bisect import bisect_right
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Iterator, Sequence
from itertools import groupby

from msgspec.structs import replace

from nanori.formats import escaping, xml_elements
from nanori.formats.detection import Head
from nanori.formats.entries import Element, SheetRow, SourceSpan
from nanori.formats.escaping.xml import ATTRIBUTES
from nanori.formats.io import archives
from nanori.formats.io.streams import Source, in_memory
from nanori.formats.office import rows
from nanori.formats.office.rows import SheetCell, SheetRows, SpreadsheetRows
from nanori.formats.supported import tables

_CONTENT = "content.xml"
_KIND = b"application/vnd.oasis.opendocument.spreadsheet"
_TABLE = re.compile(rf"<table:table(?P<attributes>{ATTRIBUTES})>")
_NAME = re.compile(r"""\btable:name\s*=\s*(?:"([^"]*)"|'([^']*)')""")
_CELL = re.compile(
    rf"<(?P<tag>table:(?:covered-)?table-cell)(?P<attributes>{ATTRIBUTES})"
    r"(?:/>|>(?P<content>.*?)</(?P=tag)\s*>)",
    re.DOTALL,
)
_ROWS = re.compile(r"""\btable:number-rows-repeated\s*=\s*["'](\d{1,8})["']""")
_COLUMNS = re.compile(r"""\btable:number-columns-repeated\s*=\s*["'](\d{1,8})["']""")
_STRING = re.compile(r"""\boffice:value-type\s*=\s*["']string["']""")
_FIXED = re.compile(r"\b(?:table:formula|office:string-value)\s*=")
_ESCAPING = "paragraphs"


def _sheets(content: bytes, path: str) -> Iterator[SheetRows]:
    if content.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):  # rare, but legal in XML
        content = content.decode("utf-16", "replace").encode()
    text = content.decode(errors="replace").removeprefix("\ufeff")
    sheets: list[tuple[int, str]] = []
    for table in _TABLE.finditer(text):
        name = _NAME.search(table["attributes"])
        said = escaping.decode("xml", name[1] or name[2] or "").text if name else ""
        sheets.append((table.start(), said))
    begins = [start for start, _ in sheets]

    def sheet_of(element: Element) -> int:
        return bisect_right(begins, element.start) - 1

    inner = Source(path, in_memory(content))
    every = xml_elements.elements(inner, "document-content", "table-row")
    for number, own in groupby(every, sheet_of):
        yield SheetRows(sheets[number][1] if number >= 0 else "", _rows(own, sheets[number][1]))


def _rows(own: Iterator[Element], sheet: str) -> Iterator[tuple[Element, Sequence[SheetCell]]]:
    """Yield each row of a sheet with its cells; a repeated one once."""
    line = 1
    for element in own:
        text = element.text.decode()
        times = _repeated(_ROWS, text[: text.find(">") + 1])
        begins = tuple((cell.start(), column) for cell, column, _ in _begins(text))
        row = SheetRow(sheet, begins)
        yield Element(line, 1, element.start, element.text, "", _CONTENT, row), _cells(text)
        line += times


def _begins(row: str) -> Iterator[tuple[re.Match[str], int, int]]:
    """Yield each cell of a row, its first column, and how many it stands for."""
    column = 1
    for cell in _CELL.finditer(row):
        times = _repeated(_COLUMNS, cell["attributes"])
        if column > rows.WIDEST:
            return
        yield cell, column, times
        column += times


def _repeated(pattern: re.Pattern[str], attributes: str) -> int:
    times = pattern.search(attributes)
    return max(1, int(times[1])) if times else 1


def _cells(row: str) -> list[SheetCell]:
    """Return the cells of a row that have words."""
    several = _repeated(_ROWS, row[: row.find(">") + 1]) > 1
    cells: list[SheetCell] = []
    for cell, column, times in _begins(row):
        content = cell["content"] or ""
        words = escaping.decode(_ESCAPING, content).text if content else ""
        if not words:
            continue
        start = cell.start("content")
        attributes = cell["attributes"]
        place = SourceSpan(start, start + len(content), _ESCAPING)
        fixed = times > 1 or several or _FIXED.search(attributes)
        if fixed or not _STRING.search(attributes):
            place = None
        last = min(column + times, rows.WIDEST + 1)
        cells += (SheetCell(place_in, words, place) for place_in in range(column, last))
    return cells


class OpenDocument(SpreadsheetRows):
    """Spreadsheets of OpenDocument."""

    ABOUT = replace(
        tables.FORMAT.ABOUT,
        title="spreadsheets of OpenDocument",
        suffixes=(".ods",),
        converts=False,
    )

    def recognises(self, head: Head) -> bool:
        """Tell whether the file is an archive declared as an OpenDocument spreadsheet."""
        return _CONTENT in head.members and _KIND in head.raw

    def elements(self, source: Source, head: Head) -> Iterator[Element]:
        """Yield each row below the headings of each sheet."""
        with archives.opened(source) as container:
            content = container.read(container.find(_CONTENT))
            path = f"{source.path}/{_CONTENT}"
            yield from rows.elements(_sheets(content, path), head.columns, source.path)

    def cells(self, text: str) -> list[SheetCell]:
        """Return the cells of a row."""
        return _cells(text)


FORMAT = OpenDocument()
