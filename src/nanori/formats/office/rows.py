"""The rows of a workbook's sheets to elements: which sheets are tables, and of what."""

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice
from typing import NamedTuple

from nanori.formats.entries import Element, Entry
from nanori.formats.fields import CellFormat
from nanori.formats.headings import FieldKey
from nanori.formats.supported import tables
from nanori.formats.supported.tables import TableLayout
from nanori.model.errors import NanoriError

# Rows of a sheet among which its headings are looked for; a title may precede them.
FIRST = 10

# Columns of a sheet that are looked at.
WIDEST = 1024


class SheetCell(NamedTuple):
    """A cell of a row."""

    column: int
    """Counted from 1."""
    words: str
    """With their place in the text of the row, if they may be edited there."""


class SheetRows(NamedTuple):
    """A sheet of a workbook."""

    name: str
    rows: Iterator[tuple[Element, Sequence[SheetCell]]]
    """Each row with its cells; blank rows may be among them."""


def elements(sheets: Iterable[SheetRows], columns: str, path: str) -> Iterator[Element]:
    """Yield the rows below the headings of each sheet that has some.

    `columns` are those that the user names. NanoriError if no sheet has a column for names, or none
    has one for texts, saying which columns there are.
    """
    seen: list[str] = []
    has_names = has_texts = False
    for name, rows in sheets:
        known: TableLayout | None = None
        remark = ""
        waiting: list[tuple[Element, Sequence[SheetCell]]] = []
        ahead: list[tuple[Element, Sequence[SheetCell]]] = []
        broken: NanoriError | None = None
        try:
            ahead.extend(islice(rows, FIRST + tables.LOOKED_AT))
        except NanoriError as error:
            broken = error  # raised after what came before it
        for number, (element, cells) in enumerate(chain(ahead, _rest(rows, broken)), 1):
            if not any(cell.words.strip() for cell in cells):
                continue
            if known:
                yield element._replace(context=known, remark=remark)
                remark = ""
                continue
            if len(waiting) < FIRST:
                waiting.append((element, cells))
            if known := _layout(cells, columns, (below for _, below in ahead[number:])):
                has_names = True
                remark = known.remark
                has_texts = has_texts or known.has_texts
                if not has_texts:
                    seen.append(_shown(name, cells))
                    break
                if not known.is_headed:
                    yield element._replace(context=known)
            elif len(waiting) == FIRST:
                break
        if not known and waiting:
            seen.append(_shown(name, waiting[0][1]))
    if not has_texts and seen:
        reason = "texts, --column text=… says which" if has_names else "names"
        raise NanoriError(f"no column with the cards' {reason}: {'; '.join(seen)}", path=path)


def _rest(
    rows: Iterator[tuple[Element, Sequence[SheetCell]]], broken: NanoriError | None
) -> Iterator[tuple[Element, Sequence[SheetCell]]]:
    """Yield the rows after those that were looked at ahead, or raise what ended these."""
    if broken is not None:
        raise broken
    yield from rows


def _shown(name: str, cells: Sequence[SheetCell]) -> str:
    words = [cell.words.strip() for cell in cells if cell.words.strip()]
    return f"in the sheet “{name}” there are {tables.quoted(words, tables.MOST)}"


def _layout(
    cells: Sequence[SheetCell], columns: str, below: Iterable[Sequence[SheetCell]]
) -> TableLayout | None:
    """Return what a row says about those below it if it has headings."""
    header = [word.strip() for word in _by_column(cells)]
    try:
        known = tables.layout_by_content(header, columns, map(_by_column, below))
    except NanoriError:
        return None
    return known if known.is_known else None


def _by_column(cells: Sequence[SheetCell]) -> list[str]:
    """Return the words of a row, in column order."""
    words = [""] * min(max((cell.column for cell in cells), default=0), WIDEST)
    for cell in cells:
        if cell.column <= len(words):
            words[cell.column - 1] = cell.words
    return words


class SpreadsheetRows(CellFormat):
    """What spreadsheet formats have in common: a row is an element, whatever its cells are."""

    @abstractmethod
    def cells(self, text: str) -> Sequence[SheetCell]:
        """Return the cells of a row, as its text in the file says."""

    def entries(self, element: Element) -> Iterator[Entry]:
        """Yield the records of a row, one for each face and language."""
        known: TableLayout = element.context
        by_column = self._by_column(element)
        extra: dict[str, object] = {
            heading: by_column[place].words
            for heading, place in known.others.items()
            if place in by_column and by_column[place].words
        }
        made = tables.records(self.fields_of(element), extra)
        return tables.remarked(made, element)

    def _by_column(self, element: Element) -> dict[int, SheetCell]:
        return {cell.column - 1: cell for cell in self.cells(element.text.decode())}

    def fields_of(self, element: Element) -> dict[FieldKey, str]:
        """Return the cells of a row that are fields."""
        by_column, nothing = self._by_column(element), SheetCell(0, "")
        known: TableLayout = element.context
        return known.cells(lambda index: by_column.get(index, nothing).words)
