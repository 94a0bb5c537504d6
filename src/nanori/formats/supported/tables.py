"""Tables of cards, CSV or TSV with a header row, as spreadsheets and databases write them.

Columns are recognised by their headings in any language (`[columns]` of its `.toml`), or the user
says which they are. A row is a card: with columns in several languages it makes a record for each.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import islice
from typing import NamedTuple

import msgspec
from msgspec import Struct

from nanori.formats import escaping, fields, headings, suppressions
from nanori.formats.detection import COLUMN, Head
from nanori.formats.entries import Element, Entry, SourceSpan, placed_later
from nanori.formats.fields import CellFormat
from nanori.formats.format import About
from nanori.formats.headings import FieldKey
from nanori.formats.io import encodings
from nanori.formats.io.streams import LONGEST, Source
from nanori.formats.words import placed
from nanori.grammar import language_detection, languages
from nanori.model.errors import NanoriError
from nanori.model.values import BETWEEN_FACES, Card

# The first line that tells Excel what separates the cells.
SEPARATOR = re.compile(r"\ufeff?sep=(?P<delimiter>[,;\t])(?:\r\n?|\n)", re.IGNORECASE)

# Columns that must be recognised for a row to be a header.
FEW = 2

# Fields that a table may have alone.
_NAMES = frozenset({"name", "name_en", "reading", "alternate"})

# Rows looked at to recognise a column of texts, and how many of them must agree.
LOOKED_AT, ENOUGH = 50, 3
# Average number of words in a cell that is a text, and what share are words of rules.
_WORDS, _OF_RULES = 4.0, 0.6

# Headings that a message quotes at most.
_MOST = 5

# Headings quoted at most by a message that asks which is meant.
MOST = 40


class TableLayout(Struct, frozen=True):
    """What the header row says about every row."""

    delimiter: str
    width: int
    """Cells of the header."""
    columns: dict[FieldKey, int]
    """Which cell has which field."""
    others: dict[str, int]
    """Which cell has what nanori does not know, by heading."""


def with_texts_by_content(context: str, below: Iterable[Sequence[str]]) -> str:
    """Return the context of a table that has only names, with the column that must be its texts.

    Card makers' scripts have such tables, and say themselves what a column is for: it is the only
    column whose cells are sentences in words of rules. The context is unchanged if there is none,
    or if the user named columns. `below` are the words of rows below the headings.
    """
    delimiter, given, row = context[0], context[1 : context.index("\n")], context.partition("\n")[2]
    if given:
        return context
    header = header_of(context)
    known = headings.columns(header)
    if any(key.field == "text" for key in known) or not any(key.field == "name" for key in known):
        return context
    open_columns = [
        place
        for place, heading in enumerate(header)
        if heading and not _is_of_a_field(heading) and not {*heading} & {",", "=", COLUMN}
    ]
    looked_at = list(islice(below, LOOKED_AT))
    words = {place: _wordiness(looked_at, place) for place in open_columns}
    best = max(words, key=lambda place: words[place], default=None)
    if best is None or words[best] < _WORDS:
        return context
    return f"{delimiter}text={header[best]}\n{row}"


def _is_of_a_field(heading: str) -> bool:
    """Tell whether a heading says which field of a card is below; “power” may be anything."""
    said = headings.read(heading)
    return said is not None and bool(said.field)


def _wordiness(below: Sequence[Sequence[str]], place: int) -> float:
    """Return how many words the cells of a column have, if these are words of rules; else 0."""
    said = [row[place] for row in below if place < len(row) and row[place].strip()]
    if len(said) < ENOUGH:
        return 0.0
    plain = languages.load(languages.reference_language()).plain_words
    words = [word.strip(".,:;()") for cell in said for word in cell.split()]
    rules = sum(word in plain or word.lower() in plain for word in words)
    return len(words) / len(said) if rules >= _OF_RULES * len(words) else 0.0


def told_by_content(context: str, columns: str) -> str:
    """Return a remark if a column was taken for the texts that nobody named."""
    given = context[1 : context.index("\n")]
    if columns or not given:
        return ""
    heading = given.partition("=")[2]
    return f"“{heading}” is taken for the cards' texts, --column text=… says otherwise"


def remarked(entries: Iterator[Entry], element: Element) -> Iterator[Entry]:
    """Yield the entries of a row, the first with the remark on the table."""
    for entry in entries:
        yield msgspec.structs.replace(entry, remark=element.remark) if element.remark else entry
        element = element._replace(remark="")


def has_texts(known: TableLayout) -> bool:
    """Tell whether there is a column with texts, or with names in several languages."""
    names = sum(key.field in _NAMES for key in known.columns)
    return names > 1 or any(key.field == "text" for key in known.columns)


def records(cells_of: Mapping[FieldKey, str], extra: Mapping[str, object]) -> Iterator[Entry]:
    """Yield the records of a row, one for each face and language; none for a blank one."""
    spoken = {key: cell for key, cell in cells_of.items() if key.field != "noqa"}
    noqa = cells_of.get(FieldKey("noqa", "", 1))
    checks = noqa.strip() if noqa else ""
    if any(cell.strip() for cell in spoken.values()):
        suppressed = suppressions.suppressed([f"noqa: {checks}"]) if checks else ()
        yield from fields.entries(spoken, extra, suppressed)


# Fields of which a row says no more than one thing, in one language.
_PLAIN = frozenset({"name", "text", "type", "id", "printed", "released", "layout"})


def _quick(row: str, spans: list[CellSpan], known: TableLayout) -> Entry | None:
    """Return the record of a row that has one face in the original language, as most have.

    None if it takes the way of `records`, which looks for places and other languages at three times
    the price.
    """
    if known.columns.keys() - {FieldKey(field, "", 1) for field in _PLAIN}:
        return None
    words: list[str] = []
    for start, end, quoted in spans:
        raw = row[start + quoted : end - quoted]
        if raw[:1] in (" ", '"') or "\r" in raw:
            return None  # a mark or a guard, which may not be one of the words
        words.append(raw.replace('""', '"') if quoted else raw)
    words += [""] * (known.width - len(words))
    said = {key.field: words[place] for key, place in known.columns.items()}
    name, text, kind = said["name"].strip(), said.get("text", ""), said.get("type", "").strip()
    lang = languages.original_language()
    if not name or BETWEEN_FACES in name or not _TELLING.search(text):
        return None
    if language_detection.of_text(text) != lang:
        return None
    card = Card(
        text=text,
        name=name,
        lang=lang,
        type=kind if kind and _language_of(kind) == lang else "",
        id=" ".join(said.get("id", "").split()),
        printed=" ".join(said.get("printed", "").split()),
        released=" ".join(said.get("released", "").split()),
        layout=" ".join(said.get("layout", "").split()),
    )
    others = {heading: words[place] for heading, place in known.others.items() if words[place]}
    return Entry(card, others, {}, has_text_field=True)


_TELLING = re.compile(r"\w{2}")
# Few type lines are on many cards.
_language_of = lru_cache(4096)(language_detection.of_text)


def _found(row: str, spans: list[CellSpan], known: TableLayout) -> dict[FieldKey, str]:
    """Return the cells of a row that are fields; those a short row lacks are empty."""
    own_escaping = "tabbed" if known.delimiter == "\t" else "delimited"
    cells_of: dict[FieldKey, str] = {}
    for key, place in known.columns.items():
        span = spans[place] if place < len(spans) else CellSpan(len(row), len(row), quoted=False)
        inside = int(span.quoted)
        way = "quoted" if span.quoted else own_escaping
        cells_of[key] = placed(row, span.start + inside, span.end - inside, way)
    return cells_of


def _words(row: str, spans: list[CellSpan], place: int) -> str:
    if place >= len(spans):
        return ""
    return escaping.decode("delimited", row[spans[place].start : spans[place].end]).text


def _context(head: Head) -> str:
    """Return what every row needs: the delimiter, the user's columns, the header row."""
    text = head.text
    separator = SEPARATOR.match(text)
    if separator:
        text = text[separator.end() :]
    contexts = [
        f"{delimiter}{head.columns}\n{row}"
        for delimiter in ([separator["delimiter"]] if separator else DELIMITERS)
        if (row := _first(text, delimiter)) is not None
    ]
    if not contexts:
        return f"{DELIMITERS[0]}{head.columns}\n"
    context = max(contexts, key=_likelihood)
    return context if head.columns else with_texts_by_content(context, _below(text, context[0]))


def _below(text: str, delimiter: str) -> Iterator[list[str]]:
    """Yield the words of the rows below the first, as far as a text goes."""
    try:
        for row in islice(rows(iter([text]), delimiter, ""), 1, None):
            spans = cells(row.text, delimiter)
            yield [_words(row.text, spans, place) for place in range(len(spans))]
    except NanoriError:
        return  # the last row is cut off


def _likelihood(context: str) -> tuple[int, int]:
    """Return how many columns are recognised and how many there are, with this delimiter."""
    try:
        known = layout(context)
    except NanoriError:
        return 0, len(cells(context.partition("\n")[2], context[0]))
    return len(known.columns), known.width


def _first(text: str, delimiter: str) -> str | None:
    """Return the first row of a text that is not blank."""
    try:
        return next((row.text for row in rows(iter([text]), delimiter, "")), None)
    except NanoriError:
        return None


def names_itself(context: str) -> bool:
    """Tell whether the first row is a header: not if all columns are given by number."""
    given = headings.given(context[1 : context.index("\n")])
    return not given or not all(column.isdecimal() for column in given.values())


@lru_cache(64)
def layout(context: str) -> TableLayout:
    """Return what the context of an element says.

    NanoriError if there is no column for the name, or no such column as the user says.
    """
    delimiter, words = context[0], context[1 : context.index("\n")]
    header = header_of(context)
    given = {key: _place(column, header) for key, column in headings.given(words).items()}
    own = header if names_itself(context) else [""] * len(header)
    columns = headings.columns(own, given)
    if not any(key.field == "name" for key in columns):
        raise NanoriError(f"no column with the cards' names: the first row is {quoted(header)}")
    used = set(columns.values())
    others = {heading: place for place, heading in enumerate(own) if heading and place not in used}
    return TableLayout(delimiter, len(header), columns, others)


def header_of(context: str) -> list[str]:
    """Return the words of the cells of the first row."""
    return [*_header(context[0], context.partition("\n")[2])]


@lru_cache(16)
def _header(delimiter: str, row: str) -> tuple[str, ...]:
    spans = cells(row, delimiter)
    return tuple(_words(row, spans, place).strip() for place in range(len(spans)))


def quoted(header: list[str], most: int = _MOST) -> str:
    """Return the headings for a message."""
    quoted = ", ".join(f"“{_short(heading)}”" for heading in header[:most])
    return f"{quoted} …" if len(header) > most else quoted


def _place(column: str, header: list[str]) -> int:
    """Return which column has that heading, or that number, counted from 1."""
    folded = headings.fold(column)
    for place, heading in enumerate(header):
        if column == heading or (folded and folded == headings.fold(heading)):
            return place
    if column.isdecimal() and 0 < int(column) <= len(header):
        return int(column) - 1
    raise NanoriError(
        f"no column “{column}”, there are: {', '.join(_short(word) for word in header if word)}"
    )


def _short(heading: str) -> str:
    """Return a heading short enough for a message, on one line."""
    return " ".join(heading.split())[: headings.LONGEST]


def knows(known: TableLayout) -> bool:
    """Tell whether enough columns are recognised for the row to be a header."""
    return len(known.columns) >= FEW


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
            return knows(layout(_context(head)))
        except NanoriError:
            return False

    def lacking(self, head: Head) -> str:
        """Return that there is no column with texts, unless it has names in two languages."""
        try:
            known = layout(_context(head))
        except NanoriError:
            return ""  # reported when it is read
        if has_texts(known):
            return ""
        header = quoted(header_of(_context(head)), MOST)
        return f"no column with the cards' texts, --column text=… says which: there are {header}"

    def newline(self, head: Head) -> str:
        """Return what ends a line in a cell, which may be otherwise than rows end."""
        return "\n" if _BARE.search(head.text) else head.newline

    def elements(self, source: Source, head: Head) -> Iterator[Element]:
        """Yield each row below the header; NanoriError if a quotation mark is never closed.

        NanoriError too if there is no column for the name, or no such column as the user says.
        """
        context = _context(head)
        blocks = encodings.blocks(source, head.encoding)
        try:
            known = layout(context)
        except NanoriError as error:
            if "\ufffd" in head.text:  # then the encoding may be why
                deque(blocks, maxlen=0)
            raise NanoriError(error.message, path=source.path, line=1) from None
        first = names_itself(context)
        remark = told_by_content(context, head.columns)
        for row in rows(blocks, known.delimiter, source.path):
            if row.start == 0 and SEPARATOR.fullmatch(f"{row.text}\n"):
                continue
            if first:
                first = False
                continue
            yield Element(row.line, 1, row.start, row.text.encode(), context, remark=remark)
            remark = ""

    def entries(self, element: Element) -> Iterator[Entry]:
        """Yield the records of a row, one for each face and language.

        NanoriError if it has more cells than the header: then a delimiter is outside quotation
        marks.
        """
        known = layout(element.context)
        row = element.text.decode()
        spans = cells(row, known.delimiter)
        if len(spans) > known.width and any(
            row[span.start : span.end] for span in spans[known.width :]
        ):
            reason = f"a row of {len(spans)} cells is there, {known.width} were wanted"
            raise NanoriError(f"{reason}; a cell with “{known.delimiter}” needs quotation marks")
        if not element.remark and (quick := _quick(row, spans, known)):
            yield from placed_later([quick], (), lambda: self._places(row, spans, known))
            return
        cells_of = _found(row, spans, known)
        said = {heading: _words(row, spans, place) for heading, place in known.others.items()}
        extra = {heading: words for heading, words in said.items() if words}
        yield from remarked(records(cells_of, extra), element)

    def only_card(self, element: Element) -> Card | None:
        """Return the card of a row without cells of its own, in the original language."""
        known = layout(element.context)
        if known.others or element.remark:
            return None
        row = element.text.decode()
        spans = cells(row, known.delimiter)
        quick = _quick(row, spans, known) if len(spans) <= known.width else None
        return quick.card if quick else None

    def names(self, element: Element) -> Iterator[str]:
        """Yield the names in a row."""
        known = layout(element.context)
        row = element.text.decode()
        spans = cells(row, known.delimiter)
        quick = _quick(row, spans, known) if len(spans) <= known.width else None
        return iter((quick.card.name,)) if quick else super().names(element)

    def _places(
        self, row: str, spans: list[CellSpan], known: TableLayout
    ) -> Iterator[Mapping[str, SourceSpan]]:
        return (each.places for each in records(_found(row, spans, known), {}))

    def fields_of(self, element: Element) -> Mapping[FieldKey, str]:
        """Return the cells of a row that are fields."""
        known = layout(element.context)
        row = element.text.decode()
        return _found(row, cells(row, known.delimiter), known)


FORMAT = DelimitedTables()


# What may separate cells; Excel writes semicolons where numbers have commas.
DELIMITERS = (",", "\t", ";")

_BARE = re.compile(r"(?<!\r)\n")
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
    """Return the cells of a row, at least one; an unclosed one extends to the end."""
    spans: list[CellSpan] = []
    place = 0
    while True:
        match = _cells(delimiter).match(row, place)
        end = match.end() if match else place
        spans.append(CellSpan(place, end, bool(match and match["quoted"])))
        if end >= len(row):
            return spans
        place = end + 1


def rows(blocks: Iterator[str], delimiter: str, path: str) -> Iterator[Row]:
    """Yield the rows of a file; NanoriError if a quotation mark is not closed."""
    pattern = _row(delimiter)
    blank = f" {delimiter}\t\u3000"
    window, place, before, line = "", 0, 0, 1
    ended = False
    while not ended or place < len(window):
        match = pattern.match(window, place)
        end = match.end() if match else place
        # What is at the end of what was read may continue, “\r” as “\r\n”.
        if not ended and end + 1 >= len(window):
            before += place
            window, ended = _grown(window[place:], blocks)
            if len(window) > LONGEST + (LONGEST >> 1):
                reason = f"a row longer than {LONGEST >> 20} MiB"
                raise NanoriError(reason, path=path, line=line)
            place = 0
            continue
        text = window[place:end]
        if end == len(window) and (unclosed := _unclosed(text, delimiter)) is not None:
            ahead = text[:unclosed]
            raise NanoriError(
                "a quotation mark is never closed",
                path=path,
                line=line + len(_LINE_END.findall(ahead)),
                column=unclosed - max(ahead.rfind("\n"), ahead.rfind("\r")),
            )
        if text.strip(blank):
            yield Row(line, before + place, text)
        stop = _LINE_END.match(window, end)
        line += len(_LINE_END.findall(text)) + 1
        place = stop.end() if stop else end


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
