"""Excel workbooks (Office Open XML): each sheet with headings is a table.

A row is read as if every string were in its cell: a shared one is put there when it is edited, with
its runs and phonetic runs, and the other cells that share it keep it. Cells with formulas are read
but never edited; macros, links and all other files stay as they are.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import chain, islice
from pathlib import PurePosixPath
from typing import NamedTuple, TypeAlias

from msgspec.structs import replace

from nanori.formats import escaping, xml_elements
from nanori.formats.detection import Head
from nanori.formats.entries import Element, Entry, SheetRow, Stretch
from nanori.formats.escaping.xml import ATTRIBUTES
from nanori.formats.fields import CellFormat
from nanori.formats.headings import FieldKey
from nanori.formats.io import archives, encodings
from nanori.formats.io.archives import Container
from nanori.formats.io.streams import Source, in_memory
from nanori.formats.supported import tables
from nanori.formats.supported.tables import TableLayout
from nanori.formats.words import placed
from nanori.formats.xml_elements import tree
from nanori.model.errors import NanoriError

_BOOK = "xl/workbook.xml"
_RELATIONS = "xl/_rels/workbook.xml.rels"
_SHARED = "sharedStrings"
_CELL = re.compile(
    rf"<(?P<prefix>(?:[\w.-]+:)?)c(?P<attributes>{ATTRIBUTES})"
    r"(?:/>|>(?P<content>.*?)</(?P=prefix)c\s*>)",
    re.DOTALL,
)
_VALUE = re.compile(r"<(?P<tag>(?:[\w.-]+:)?v)(?:\s[^<>]*+)?>(?P<value>[^<]*+)</(?P=tag)\s*>")
_INLINE = re.compile(
    r"<(?P<tag>(?:[\w.-]+:)?is)(?:\s[^<>]*+)?>(?P<inside>.*?)</(?P=tag)\s*>", re.DOTALL
)
_FORMULA = re.compile(r"<(?:[\w.-]+:)?f[\s/>]")
_KIND = re.compile(r"""\st\s*=\s*(?:"([^"]*)"|'([^']*)')""")
_WHERE = re.compile(r"""\sr\s*=\s*["']([A-Za-z]{1,3})[0-9]""")


# Rows of a sheet among which its headings are looked for; a title may precede them.
FIRST_ROWS = 10
# Columns of a sheet that are looked at.
MAX_COLUMNS = 1024

# What the cells of a row say, by column from 0; with their places if they may be edited there.
Cells: TypeAlias = dict[int, str]


class _Row(NamedTuple):
    """A row of a sheet, which may be blank."""

    element: Element
    cells: Cells

    @property
    def has_words(self) -> bool:
        return any(map(str.strip, self.cells.values()))


class _Workbook:
    """The files of a workbook that are needed to read its sheets."""

    def __init__(self, container: Container) -> None:
        self._container = container
        self._targets = {
            attributes["Id"]: attributes.get("Target", "")
            for attributes in self._attributes(_RELATIONS, "Relationships", "Relationship")
            if "Id" in attributes and attributes.get("TargetMode") != "External"
        }
        self._strings = list(self._shared())

    def sheets(self) -> Iterator[tuple[str, str]]:
        """Yield the name of each sheet, and the file that it is in."""
        for attributes in self._attributes(_BOOK, "workbook", "sheet"):
            target = self._targets.get(attributes.get("id", ""), "")
            if target and "worksheet" in target:
                yield attributes.get("name", ""), self._container.find(_inside(target))

    def rows(self, sheet: str, member: str) -> Iterator[_Row]:
        """Yield each row of a sheet, with its strings in its cells."""
        line = 0
        for element in self._elements(member, "worksheet", "row"):
            raw = element.text.decode()
            number = tree(raw).attributes.get("r", "")
            line = int(number) if number.isdecimal() and len(number) < 9 else line + 1
            text, stretches = self._view(raw)
            begins = tuple((cell.start(), column) for cell, column in _begins(text))
            row = SheetRow(sheet, begins, stretches)
            row_element = Element(line, 1, element.start, text.encode(), "", member, row)
            yield _Row(row_element, _cells(text))

    def _view(self, raw: str) -> tuple[str, tuple[Stretch, ...]]:
        """Return a row with shared strings put into their cells, and where they are."""
        pieces: list[str] = []
        stretches: list[Stretch] = []
        reached = length = 0
        for cell in _CELL.finditer(raw):
            if (inlined := self._inlined(cell)) is None:
                continue
            between = raw[reached : cell.start()]
            start = length + len(between)
            pieces += between, inlined
            length = start + len(inlined)
            reached = cell.end()
            stretches.append(Stretch(start, length, cell.start(), reached))
        return "".join([*pieces, raw[reached:]]), tuple(stretches)

    def _inlined(self, cell: re.Match[str]) -> str | None:
        """Return a cell with its shared string; None if it has none."""
        kind = _KIND.search(cell["attributes"])
        value = _VALUE.search(cell["content"] or "")
        if not (kind and value and (kind[1] or kind[2]) == "s") or _FORMULA.search(cell["content"]):
            return None
        number = value["value"].strip()
        if not (number.isdecimal() and len(number) < 9 and int(number) < len(self._strings)):
            raise NanoriError(f"no shared string {number[:20]}", path=self._container.path)
        string, prefix = self._strings[int(number)], cell["prefix"]
        if prefix != string.prefix:
            return None  # its tags would mean nothing there
        attributes = _KIND.sub(' t="inlineStr"', cell["attributes"], count=1)
        content = cell["content"].replace(value[0], f"<{prefix}is>{string.inside}</{prefix}is>", 1)
        return f"<{prefix}c{attributes}>{content}</{prefix}c>"

    def _shared(self) -> Iterator[_SharedString]:
        member = next((name for name in self._targets.values() if _SHARED in name), "")
        if not member:
            return
        for element in self._elements(self._container.find(_inside(member)), "sst", "si"):
            text = element.text.decode()
            whole = tree(text)
            # `<x:si>…`, `<si xml:space="preserve">…`, `<si/>`: the name, with its prefix, if any.
            tag = text[1:].split(">")[0].split()[0].rstrip("/")
            prefix = f"{tag.rpartition(':')[0]}:" if ":" in tag else ""
            yield _SharedString(prefix, text[whole.start : whole.end])

    def _attributes(self, member: str, root: str, tag: str) -> Iterator[dict[str, str]]:
        for element in self._elements(self._container.find(member), root, tag):
            yield dict(tree(element.text.decode()).attributes)

    def _elements(self, member: str, root: str, tag: str) -> Iterator[Element]:
        content = in_memory(self._container.read(member))
        inner = Source(f"{self._container.path}/{member}", content)
        return xml_elements.elements(inner, root, tag, encodings.of(inner.mark, inner.head))


class _SharedString(NamedTuple):
    """A string that cells share."""

    prefix: str
    """The prefix of its tags' names, with the colon."""
    inside: str


def _inside(target: str) -> str:
    """Return the inner path of what the workbook's relations name."""
    path = target.removeprefix("/") if target.startswith("/") else f"xl/{target}"
    return archives.inside(str(PurePosixPath(path)))


def _begins(row: str) -> Iterator[tuple[re.Match[str], int]]:
    """Yield each cell of a row, and its column."""
    column = 0
    for cell in _CELL.finditer(row):
        where = _WHERE.search(cell["attributes"])
        column = _number(where[1]) if where else column + 1
        if column <= MAX_COLUMNS:
            yield cell, column


def _number(letters: str) -> int:
    number = 0
    for letter in letters.upper():
        number = number * 26 + ord(letter) - ord("A") + 1
    return number


def _cells(row: str) -> Cells:
    """Return the cells of a row whose strings are in them."""
    cells: Cells = {}
    for cell, column in _begins(row):
        content = cell["content"] or ""
        if inline := _INLINE.search(content):
            start, end = (cell.start("content") + offset for offset in inline.span("inside"))
            words = placed(row, start, end, "sheet")
            cells[column - 1] = str(words) if _FORMULA.search(content) or not words else words
        elif value := _VALUE.search(content):
            cells[column - 1] = escaping.decode("xml", value["value"]).text
    return cells


def _below_headings(
    sheets: Iterable[tuple[str, Iterator[_Row]]], columns: str, path: str
) -> Iterator[Element]:
    """Yield the rows below the headings of each sheet that has some, with the sheets' names.

    `columns` are those that the user names. NanoriError if no sheet has a column for names, or none
    has one for texts, saying which columns there are.
    """
    seen: list[str] = []
    has_names = has_texts = False
    for name, rows in sheets:
        ahead: list[_Row] = []
        broken: NanoriError | None = None
        try:
            ahead.extend(islice(rows, FIRST_ROWS + tables.MAX_ROWS))
        except NanoriError as error:
            broken = error  # raised after what came before it
        filled = [number for number, row in enumerate(ahead) if row.has_words][:FIRST_ROWS]
        for number in filled:
            below = (row.cells for row in ahead[number + 1 :])
            if layout := _layout(ahead[number].cells, columns, below):
                break
        else:
            if broken and len(filled) < FIRST_ROWS:
                raise broken
            seen += [_shown(name, ahead[number].cells) for number in filled[:1]]
            continue
        has_names, has_texts = True, has_texts or layout.has_texts
        if not has_texts:
            seen.append(_shown(name, ahead[number].cells))
            continue
        remark = layout.remark
        for row in chain(ahead[number + layout.is_headed :], () if broken else rows):
            if row.has_words:
                yield row.element._replace(context=layout, remark=remark)
                remark = ""
        if broken:
            raise broken
    if not has_texts and seen:
        reason = "texts, --column text=… says which" if has_names else "names"
        raise NanoriError(f"no column with the cards' {reason}: {'; '.join(seen)}", path=path)


def _shown(name: str, cells: Cells) -> str:
    words = [words.strip() for words in cells.values() if words.strip()]
    return f"in the sheet “{name}” there are {tables.quoted(words, tables.MAX_OFFERED)}"


def _layout(cells: Cells, columns: str, below: Iterable[Cells]) -> TableLayout | None:
    """Return what a row says about those below it if it has headings."""
    header = [words.strip() for words in _listed(cells)]
    try:
        layout = tables.layout_by_content(header, columns, map(_listed, below))
    except NanoriError:
        return None
    return layout if layout.is_known else None


def _listed(cells: Cells) -> list[str]:
    """Return the words of a row, in column order."""
    return [cells.get(index, "") for index in range(max(cells, default=-1) + 1)]


class _Excel(CellFormat):
    """Workbooks of Excel."""

    ABOUT = replace(
        tables.FORMAT.ABOUT, title="workbooks of Excel", suffixes=(".xlsx", ".xlsm"), converts=False
    )

    def recognises(self, head: Head) -> bool:
        return _BOOK in head.members

    def elements(self, source: Source, head: Head) -> Iterator[Element]:
        with archives.opened(source) as container:
            book = _Workbook(container)
            sheets = ((name, book.rows(name, member)) for name, member in book.sheets())
            yield from _below_headings(sheets, head.columns, source.path)

    def entries(self, element: Element) -> Iterator[Entry]:
        layout: TableLayout = element.context
        cells = _cells(element.text.decode())
        extra: dict[str, object] = {
            heading: str(words)
            for heading, index in layout.others.items()
            if (words := cells.get(index))
        }
        records = tables.records(layout.cells(lambda index: cells.get(index, "")), extra)
        return tables.remarked(records, element)

    def fields_of(self, element: Element) -> dict[FieldKey, str]:
        layout: TableLayout = element.context
        cells = _cells(element.text.decode())
        return layout.cells(lambda index: cells.get(index, ""))


FORMAT = _Excel()
