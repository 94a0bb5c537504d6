"""Tables of cards, CSV or TSV with a header row, as spreadsheets and databases write them.

Columns are recognised by their headings in any language (`[columns]` of its `.toml`), or the user
says which they are. A row is a card: with columns in several languages it makes a record for each.
"""

from __future__ import annotations

import re
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache, lru_cache
from itertools import islice
from typing import NamedTuple

import msgspec
from msgspec import Struct

from nanori.formats import escaping, fields, headings, suppressions
from nanori.formats.detection import COLUMN, Head
from nanori.formats.entries import Element, Entry, placed_later
from nanori.formats.fields import CellFormat
from nanori.formats.format import About
from nanori.formats.headings import FieldKey
from nanori.formats.io import encodings
from nanori.formats.io.streams import HEAD_BYTES, MAX_LINE_BYTES, Source
from nanori.formats.words import placed
from nanori.grammar import languages
from nanori.model.errors import NanoriError
from nanori.model.values import BETWEEN_FACES

# The first line that tells Excel what separates the cells.
SEPARATOR = re.compile(r"\ufeff?sep=(?P<delimiter>[,;\t])(?:\r\n?|\n)", re.IGNORECASE)

# Columns that must be recognised for a row to be a header.
MIN_RECOGNIZED_COLUMNS = 2

# Fields that a table may have alone.
_NAMES = frozenset({"name", "name_en", "reading", "alternate"})

# Rows looked at to recognise a column of texts.
MAX_ROWS = 50
# Cells in them that must have words.
MIN_CELLS = 3
# Average number of words in a cell that is a text.
_MIN_WORDS = 4.0
# The share of these that are words of rules.
_MIN_RULES_SHARE = 0.6

# Headings that a message quotes.
_MAX_QUOTED = 5

# Those quoted by a message that asks which is meant.
MAX_OFFERED = 40


class TableLayout(Struct, frozen=True):
    """What the header row says about every row: the context of each."""

    header: tuple[str, ...]
    delimiter: str
    columns: dict[FieldKey, int]
    """Which cell has which field."""
    others: dict[str, int]
    """Which cell has what nanori does not know, by heading."""
    more_names: tuple[int, ...] = ()
    """Other cells with the card's name, best first, such as that of a face."""
    is_headed: bool = True
    """Whether the first row is a header: not if all columns are given by number."""
    words: str = ""
    """All of it as words, by which a file that is read again is proven to say the same."""
    remark: str = ""
    """What to tell of how the columns are read."""

    def __str__(self) -> str:
        return self.words

    def __hash__(self) -> int:
        return hash(self.header)

    @property
    def has_texts(self) -> bool:
        """Whether there is a column with texts, or with names in several languages."""
        names = sum(key.field in _NAMES for key in self.columns)
        return names > 1 or any(key.field == "text" for key in self.columns)

    @property
    def is_known(self) -> bool:
        """Whether enough columns are recognised for the row to be a header."""
        return len(self.columns) >= MIN_RECOGNIZED_COLUMNS

    def cells(self, words_at: Callable[[int], str]) -> dict[FieldKey, str]:
        """Return the fields of a row, whose cells are asked for by number.

        Where another cell has the name of one face of `A // B`, the row is about that face.
        """
        cells = {key: words_at(index) for key, index in self.columns.items()}
        for index in self.more_names:
            own, name = words_at(index), cells[NAME].strip()
            if own.strip() and (not name or own.strip() in name.split(BETWEEN_FACES)):
                if name and not cells.get(_FACES, "").strip():
                    cells[_FACES] = cells[NAME]
                cells[NAME] = own
                break
        return cells


NAME, _FACES = (FieldKey(field, "", 1) for field in ("name", "faces"))


def layout(header: Sequence[str], columns: str = "", delimiter: str = "\t") -> TableLayout:
    """Return what a header row says; `columns` are those that the user names.

    NanoriError if there is no column for the name, or no such column as the user says.
    """
    named = headings.given(columns)
    numbers = {key: _column_number(column, header) for key, column in named.items()}
    is_headed = not named or not all(map(str.isdecimal, named.values()))
    own = header if is_headed else [""] * len(header)
    fields = headings.columns(own, numbers)
    if not any(key.field == "name" for key in fields):
        raise NanoriError(f"no column with the cards' names: the first row is {quoted(header)}")
    used = set(fields.values())
    others: dict[str, int] = {}
    counts = Counter[str]()
    for index, heading in enumerate(own):
        if heading and index not in used:
            counts[heading] += 1
            others[f"{heading} ({counts[heading]})" if heading in others else heading] = index
    names = [
        (meaning.rank, index)
        for heading, index in others.items()
        if (meaning := headings.read(heading)) and meaning[:3] == NAME
    ]
    more_names = tuple(index for _, index in sorted(names)) if NAME in fields else ()
    words = delimiter.join(
        (*header, *(f"{'/'.join(map(str, key))}={fields[key]}" for key in fields))
    )
    return TableLayout(tuple(header), delimiter, fields, others, more_names, is_headed, words)


def layout_by_content(
    header: Sequence[str], columns: str, below: Iterable[Sequence[str]], delimiter: str = "\t"
) -> TableLayout:
    """Return what a header row says, with the words of rows below it.

    Card makers' scripts have tables with names alone, and say themselves what a column is for: the
    texts are the only column whose cells are sentences in words of rules. Errors as of `layout`.
    """
    if not columns and (texts := _texts_by_content(header, below)):
        remark = f"“{texts}” is taken for the cards' texts, --column text=… says otherwise"
        return msgspec.structs.replace(layout(header, f"text={texts}", delimiter), remark=remark)
    counts = Counter(heading for heading in header if _is_of_a_field(heading))
    several = next((heading for heading, count in counts.items() if count > 1), "")
    remark = f"{counts[several]} columns are called “{several}”: the first is read"
    own = layout(header, columns, delimiter)
    return msgspec.structs.replace(own, remark=remark) if several else own


def _texts_by_content(header: Sequence[str], below: Iterable[Sequence[str]]) -> str:
    """Return the heading of the column that must be the texts; empty if there need be none."""
    fields = {key.field for key in headings.columns(header)}
    if "text" in fields or "name" not in fields:
        return ""
    open_columns = [  # with one of these signs a heading cannot be named in --column
        index
        for index, heading in enumerate(header)
        if heading and not _is_of_a_field(heading) and not {*heading} & {",", "=", COLUMN}
    ]
    looked_at = list(islice(below, MAX_ROWS))
    words = {index: _wordiness(looked_at, index) for index in open_columns}
    best = max(words, key=lambda index: words[index], default=None)
    return header[best] if best is not None and words[best] >= _MIN_WORDS else ""


def _is_of_a_field(heading: str) -> bool:
    """Tell whether a heading says which field of a card is below; “power” may be anything."""
    meaning = headings.read(heading)
    return meaning is not None and bool(meaning.field)


def _wordiness(below: Sequence[Sequence[str]], offset: int) -> float:
    """Return how many words the cells of a column have, if these are words of rules; else 0."""
    filled = [row[offset] for row in below if offset < len(row) and row[offset].strip()]
    if len(filled) < MIN_CELLS:
        return 0.0
    plain = languages.load(languages.reference_language()).plain_words
    words = [word.strip(".,:;()") for cell in filled for word in cell.split()]
    rules = sum(word in plain or word.lower() in plain for word in words)
    return len(words) / len(filled) if rules >= _MIN_RULES_SHARE * len(words) else 0.0


def remarked(entries: Iterator[Entry], element: Element) -> Iterator[Entry]:
    """Yield the entries of a row, the first with the remark on the table."""
    for entry in entries:
        yield msgspec.structs.replace(entry, remark=element.remark) if element.remark else entry
        element = element._replace(remark="")


def records(cells: Mapping[FieldKey, str], extra: Mapping[str, object]) -> Iterator[Entry]:
    """Yield the records of a row, one for each face and language; none for a blank one."""
    checks = cells.get(_NOQA, "").strip()
    own = {key: words for key, words in cells.items() if key != _NOQA} if checks else cells
    if any(map(str.strip, own.values())):
        suppressed = suppressions.suppressed([f"noqa: {checks}"]) if checks else ()
        yield from fields.entries(own, extra, suppressed)


_NOQA = FieldKey("noqa", "", 1)


class _TableRow(NamedTuple):
    """A row divided into its cells; those that a short one lacks are empty."""

    layout: TableLayout
    text: str
    spans: list[CellSpan]

    @property
    def is_too_long(self) -> bool:
        return any(start < end for start, end, _ in self.spans[len(self.layout.header) :])

    def words(self, index: int) -> str:
        if index >= len(self.spans):
            return ""
        start, end, quoted = self.spans[index]
        raw = self.text[start + quoted : end - quoted]
        if raw[:1] in (" ", '"') or "\r" in raw or (quoted and '"' in raw):
            return escaping.decode("delimited", self.text[start:end]).text
        return raw

    def placed(self, index: int) -> str:
        if index >= len(self.spans):
            return ""
        start, end, quoted = self.spans[index]
        way = "tabbed" if self.layout.delimiter == "\t" else "delimited"
        return placed(self.text, start + quoted, end - quoted, "quoted" if quoted else way)


@lru_cache(2)  # the same row is asked for its records and its names
def _row_of(text: bytes, layout: TableLayout) -> _TableRow:
    row = text.decode()
    return _TableRow(layout, row, cells(row, layout.delimiter))


def _layout(head: Head) -> TableLayout:
    """Return what the first row of a file says; errors as of `layout`."""
    separator = SEPARATOR.match(head.text)
    text = head.text[separator.end() :] if separator else head.text
    delimiters = [separator["delimiter"]] if separator else DELIMITERS
    first = {
        each: row
        for each in delimiters
        if (row := next(_rows_of_head(text, each), None)) is not None
    }

    def likelihood(delimiter: str) -> tuple[int, int]:
        """Return how many columns are recognised and how many there are, with this delimiter."""
        header = _header(first[delimiter], delimiter)
        try:
            return len(layout(header, head.columns).columns), len(header)
        except NanoriError:
            return 0, len(header)

    delimiter = max(first, key=likelihood, default=DELIMITERS[0])
    row = first.get(delimiter, "")
    if len(head.raw) >= HEAD_BYTES and len(row) + 1 >= len(text):
        reason = f"a header row longer than {HEAD_BYTES >> 10} KiB"
        raise NanoriError(reason, path=head.path, line=1)
    below = (_all_words(row, delimiter) for row in islice(_rows_of_head(text, delimiter), 1, None))
    return layout_by_content(_header(row, delimiter), head.columns, below, delimiter)


def _rows_of_head(text: str, delimiter: str) -> Iterator[str]:
    """Yield the rows of a file's beginning that are not blank, the last but if it is cut off."""
    with suppress(NanoriError):
        for row in rows(iter([text]), delimiter, ""):
            yield row.text


def _header(row: str, delimiter: str) -> list[str]:
    return [word.strip() for word in _all_words(row, delimiter)]


def _all_words(row: str, delimiter: str) -> list[str]:
    """Return what the cells of a row say."""
    return [
        escaping.decode("delimited", row[start:end]).text for start, end, _ in cells(row, delimiter)
    ]


def quoted(header: Sequence[str], most: int = _MAX_QUOTED) -> str:
    """Return the headings for a message."""
    quoted = ", ".join(f"“{_short(heading)}”" for heading in header[:most])
    return f"{quoted} …" if len(header) > most else quoted


def _column_number(column: str, header: Sequence[str]) -> int:
    """Return which column has that heading, or that number, counted from 1."""
    folded = headings.fold(column)
    for index, heading in enumerate(header):
        if column == heading or (folded and folded == headings.fold(heading)):
            return index
    if column.isdecimal() and 0 < int(column) <= len(header):
        return int(column) - 1
    raise NanoriError(
        f"no column “{column}”, there are: {', '.join(_short(word) for word in header if word)}"
    )


def _short(heading: str) -> str:
    """Return a heading short enough for a message, on one line."""
    return " ".join(heading.split())[: headings.MAX_HEADING_LENGTH]


class DelimitedTables(CellFormat):
    """Tables with a header row, CSV or TSV."""

    ABOUT = About(
        title="tables with a header row, CSV or TSV",
        suffixes=(".csv", ".tsv", ".tab"),
        languages="any, each in columns of its own or in rows with a “lang”",
        faces="columns with numbers, as “name 2”, or “A // B” in one",
        suppressions="a column “noqa”",
        columns=True,
        converts=True,
        designers=True,
    )

    def recognises(self, head: Head) -> bool:
        """Tell whether the first row has headings for names and for something else of cards."""
        if head.outline is not None or head.folder:
            return False
        try:
            return _layout(head).is_known
        except NanoriError:
            return False

    def lacking(self, head: Head) -> str:
        """Return that there is no column with texts, unless it has names in two languages."""
        try:
            layout = _layout(head)
        except NanoriError:
            return ""  # reported when it is read
        if layout.has_texts:
            return ""
        header = quoted(layout.header, MAX_OFFERED)
        return f"no column with the cards' texts, --column text=… says which: there are {header}"

    def elements(self, source: Source, head: Head) -> Iterator[Element]:
        """Yield each row below the header; NanoriError if a quotation mark is never closed.

        NanoriError too if there is no column for the name, or no such column as the user says.
        """
        blocks = encodings.blocks(source, head.encoding)
        try:
            layout = _layout(head)
        except NanoriError as error:
            if "\ufffd" in head.text:  # then the encoding may be why
                deque(blocks, maxlen=0)
            raise NanoriError(error.message, path=source.path, line=1) from None
        is_first, remark = layout.is_headed, layout.remark
        for row in rows(blocks, layout.delimiter, source.path):
            if row.start == 0 and SEPARATOR.fullmatch(f"{row.text}\n"):
                continue
            if is_first:
                is_first = False
                continue
            yield Element(row.line, 1, row.start, row.text.encode(), layout, remark=remark)
            remark = ""

    def entries(self, element: Element) -> Iterator[Entry]:
        """Yield the records of a row, one for each face and language.

        NanoriError if it has more cells than the header: then a delimiter is outside quotation
        marks.
        """
        row = _row_of(element.text, element.context)
        layout, spans = row.layout, row.spans
        if row.is_too_long:
            reason = f"a row of {len(spans)} cells is there, {len(layout.header)} were wanted"
            raise NanoriError(f"{reason}; a cell with “{layout.delimiter}” needs quotation marks")
        extra = {heading: words for heading, i in layout.others.items() if (words := row.words(i))}
        yield from placed_later(
            remarked(records(layout.cells(row.words), extra), element),
            lambda: (each.places for each in records(layout.cells(row.placed), {})),
        )

    def more_names(self, element: Element) -> Iterator[str]:
        """Yield the names in a row."""
        row = _row_of(element.text, element.context)
        return fields.names(row.layout.cells(row.words))

    def fields_of(self, element: Element) -> Mapping[FieldKey, str]:
        """Return the cells of a row that are fields."""
        row = _row_of(element.text, element.context)
        return row.layout.cells(row.placed)


FORMAT = DelimitedTables()


# What may separate cells; Excel writes semicolons where numbers have commas.
DELIMITERS = (",", "\t", ";")

_LINE_END = re.compile(r"\r\n?|\n")


class Row(NamedTuple):
    """A row that is not blank, without its line end."""

    line: int
    """Where it begins, from 1."""
    start: int
    """Code points of the file before it."""
    text: str


class CellSpan(NamedTuple):
    """Where a cell is in its row, with its quotation marks."""

    start: int
    end: int
    quoted: bool
    """Whether it is entirely between quotation marks."""


@cache
def _cell(delimiter: str) -> str:
    """Return the pattern of a cell; `*+` does not backtrack, so time is linear in the length."""
    rest = rf"[^{delimiter}\r\n]*+"
    return rf'(?:"[^"]*+(?:""[^"]*+)*+(?:"{rest})?+|{rest})'


@cache
def _row(delimiter: str) -> re.Pattern[str]:
    return re.compile(rf"{_cell(delimiter)}(?:{delimiter}{_cell(delimiter)})*+")


@cache
def _cells(delimiter: str) -> re.Pattern[str]:
    closed = rf'"[^"]*+(?:""[^"]*+)*+"(?=[{delimiter}\r\n]|\Z)'
    return re.compile(rf"(?P<quoted>{closed})|{_cell(delimiter)}")


def cells(row: str, delimiter: str) -> list[CellSpan]:
    """Return the cells of a row, at least one; an unclosed one extends to the end.

    Ash,"Untap, then tap",     → (0, 3), (4, 21, quoted), (22, 22)
    """
    spans: list[CellSpan] = []
    offset = 0
    while True:
        match = _cells(delimiter).match(row, offset)
        end = match.end() if match else offset
        spans.append(CellSpan(offset, end, bool(match and match["quoted"])))
        if end >= len(row):
            return spans
        offset = end + 1


def rows(blocks: Iterator[str], delimiter: str, path: str) -> Iterator[Row]:
    """Yield the rows of a file; NanoriError if a quotation mark is not closed."""
    pattern = _row(delimiter)
    blank = f" {delimiter}\t\u3000"
    window, offset, before, line = "", 0, 0, 1
    ended = False
    while not ended or offset < len(window):
        match = pattern.match(window, offset)
        end = match.end() if match else offset
        # What is at the end of what was read may continue, “\r” as “\r\n”.
        if not ended and end + 1 >= len(window):
            before += offset
            window, ended = _grown(window[offset:], blocks)
            if len(window) > MAX_LINE_BYTES + (MAX_LINE_BYTES >> 1):
                reason = f"a row longer than {MAX_LINE_BYTES >> 20} MiB"
                raise NanoriError(reason, path=path, line=line)
            offset = 0
            continue
        text = window[offset:end]
        if end == len(window) and (unclosed := _unclosed(text, delimiter)) is not None:
            ahead = text[:unclosed]
            raise NanoriError(
                "a quotation mark is never closed",
                path=path,
                line=line + len(_LINE_END.findall(ahead)),
                column=unclosed - max(ahead.rfind("\n"), ahead.rfind("\r")),
            )
        if text.strip(blank):
            yield Row(line, before + offset, text)
        stop = _LINE_END.match(window, end)
        line += len(_LINE_END.findall(text)) + 1
        offset = stop.end() if stop else end


def _grown(rest: str, blocks: Iterator[str]) -> tuple[str, bool]:
    """Return what is left with as much again from the file, and whether that is at its end."""
    pieces = [rest]
    read = 0
    while read <= len(rest):
        block = next(blocks, "")
        if not block:
            return "".join(pieces), True
        pieces.append(block)
        read += len(block)
    return "".join(pieces), False


def _unclosed(row: str, delimiter: str) -> int | None:
    """Return where the quotation mark is that begins the last cell and is not closed."""
    last = cells(row, delimiter)[-1]
    cell = row[last.start : last.end]
    if not cell.startswith('"') or last.quoted:
        return None
    closed = re.match(r'"[^"]*+(?:""[^"]*+)*+"', cell)
    return None if closed else last.start
