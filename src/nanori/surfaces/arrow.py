"""Arrow tables of cards to the same tables with their references, column by column.

Goes in: a pyarrow batch, table or reader. Comes out: the same with the columns of `SCHEMA`. Needs
the extra `nanori[arrow]`; docs/columns.md shows it with pandas, polars, DuckDB and Spark.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

from nanori.annotation import pipeline, shared_names
from nanori.annotation.known_names import KnownNames
from nanori.formats import fields, headings, reader
from nanori.formats.columnar import opening
from nanori.formats.columnar.opening import Undecodable
from nanori.formats.detection import COLUMN
from nanori.formats.headings import FieldKey
from nanori.formats.supported import tables
from nanori.formats.words import Words
from nanori.grammar import languages
from nanori.model import arguments, extras
from nanori.model.errors import DataFileError, NanoriError
from nanori.model.values import Card, Reference

pa = extras.load("pyarrow", "arrow")

# Of pyarrow, which has no types.
RecordBatch: TypeAlias = Any
Schema: TypeAlias = Any

# A reference: the fields of `nanori.Reference`; start and end count code points of the text.
REFERENCE: Any = pa.struct(
    [
        pa.field("start", pa.int32(), nullable=False),
        pa.field("end", pa.int32(), nullable=False),
        *(
            pa.field(name, pa.string(), nullable=False)
            for name in ("text", "form", "target", "scope", "rule")
        ),
        pa.field("refers_to", pa.string()),
    ]
)

# The columns that annotating adds.
#
# `read_as` is the language that a text was read in; `references` are those in it, in order, NULL
# where there is no text; `error` says why a row could not be read, whose references are NULL then.
SCHEMA: Schema = pa.schema(
    [
        pa.field("read_as", pa.string()),
        pa.field("references", pa.list_(REFERENCE)),
        pa.field("error", pa.string()),
    ],
    metadata={"nanori.schema": "1"},  # raised when a column changes, not when one is added
)

# Rows that are worked on at once, at most.
MAX_ROWS = 8192
# Rows whose references are kept in case they recur.
MAX_KNOWN_ROWS = 1 << 14

# Fields of a card that its references depend on; of these, lists of names.
_NEEDED = frozenset(
    ("name", "text", "lang", "type", "layout", "printed", "game", "reading", "faces", "alternate")
)
_LISTS = frozenset(("faces", "alternate"))


def annotate(
    data: Any,  # noqa: ANN401 — of pyarrow, or what can be had as a stream of its
    *,
    columns: Mapping[str, str] | None = None,
    names: KnownNames | None = None,
    lang: str = "",
) -> Any:  # noqa: ANN401 — what was given
    """Return a table of cards with the columns of `SCHEMA` after its own: a row for each row.

    `data` is a RecordBatch, a Table or a RecordBatchReader of pyarrow, and the same is returned; a
    reader is read as it is asked for. Of anything else that can be had as a stream of Arrow's, as
    a frame of polars, a Table is. `columns` says which column has which field of a card, as
    `{"text": "CardEffect"}`; the others are known by their usual names in any language. `lang` is
    the language of rows that do not say theirs, told from each if empty.

    `names` are other cards' names, `KnownNames(())` for none. Without them the cards of a Table
    know each other, which takes going over it once more. Those of a RecordBatch or a reader, being
    a part of something or gone once they are read, cannot: give them `names_of` the whole.

    NULL as a text has NULL as its references. What is wrong with a row (no name, bytes that are no
    UTF-8, a language without a grammar) stands in its column `error`. NanoriError where there is
    no column for the text or the name, or one that cannot have words.

        >>> import pyarrow
        >>> import nanori.arrow
        >>> cards = pyarrow.table({"name": ["Salt Quay"], "text": ["{T}: Untap Salt Quay."]})
        >>> nanori.arrow.annotate(cards)["references"].to_pylist()[0][0]["form"]
        'full'
    """
    data = _of_pyarrow(data)
    annotator = TableAnnotator(data.schema, columns, names, lang)
    if isinstance(data, pa.RecordBatch):
        return annotator.annotated(data)
    if isinstance(data, pa.RecordBatchReader):
        return pa.RecordBatchReader.from_batches(annotator.schema, annotator.all(data))
    if names is None:
        annotator.names = annotator.names_in(data.to_batches())
    return pa.Table.from_batches(annotator.all(data.to_batches()), annotator.schema)


def names_of(
    data: Any,  # noqa: ANN401 — of pyarrow, or what can be had as a stream of its
    *,
    columns: Mapping[str, str] | None = None,
    lang: str = "",
) -> KnownNames:
    """Return the names that a table gives to cards, their faces, and the tokens that they make.

    They are what `annotate` gathers of a Table by itself. Of what is annotated in parts, as
    batches of a stream, they are gathered of the whole first; `KnownNames.add` joins those of
    several. A RecordBatchReader is read to its end. Arguments and errors are those of `annotate`.
    CR 201.2.

        >>> import pyarrow
        >>> import nanori.arrow
        >>> cards = pyarrow.table({"name": ["Salt Quay"], "text": ["{T}: Untap Salt Quay."]})
        >>> list(nanori.arrow.names_of(cards))
        ['Salt Quay']
    """
    data = _of_pyarrow(data)
    annotator = TableAnnotator(data.schema, columns, None, lang)
    batches = [data] if isinstance(data, pa.RecordBatch) else data
    return annotator.names_in(data.to_batches() if isinstance(data, pa.Table) else batches)


def _of_pyarrow(data: Any) -> Any:  # noqa: ANN401 — of pyarrow, or what can be had as a stream
    """Return a table, a batch or a reader of pyarrow; WrongTypeError for anything else."""
    if isinstance(data, pa.RecordBatch | pa.RecordBatchReader | pa.Table):
        return data
    if not hasattr(data, "__arrow_c_stream__"):
        raise arguments.wrong("data", data, "RecordBatch, Table or RecordBatchReader")
    return pa.table(data)


# The cells of a row that its references depend on, without those that are empty.
Row: TypeAlias = tuple[tuple[FieldKey, str], ...]


class RowReferences(NamedTuple):
    """The language of a row, and each reference with where its face begins."""

    lang: str | None = None
    found: Sequence[tuple[int, Reference]] = ()
    error: str | None = None


class TableAnnotator:
    """Annotates every batch of a table; it can be sent to another process."""

    def __init__(
        self,
        table: Schema,
        columns: Mapping[str, str] | None = None,
        names: KnownNames | None = None,
        lang: str = "",
    ) -> None:
        """Find the columns; arguments and errors are those of `annotate`."""
        if names is not None:
            arguments.prove("names", names, KnownNames)
        if lang:
            languages.load(lang)  # raises, saying which languages there are
        self.schema: Schema = with_references(table)
        self.names = names
        self._lang = lang
        self._layout = _layout(table, columns or {})
        self._text = next(key for key in self._layout.columns if key.field == "text")
        indexes = sorted({*self._layout.columns.values(), *self._layout.more_names})
        self.columns: dict[int, str] = {index: table.names[index] for index in indexes}
        """Those that annotating needs, by number."""
        self.text = self.columns[self._layout.columns[self._text]]
        self._known: dict[Row, RowReferences] = {}

    def all(self, batches: Iterable[RecordBatch]) -> Iterator[RecordBatch]:
        """Yield batches with their references; none of them has too many rows."""
        for batch in batches:
            for start in range(0, batch.num_rows, MAX_ROWS):
                yield self.annotated(batch.slice(start, MAX_ROWS))

    def annotated(self, batch: RecordBatch) -> RecordBatch:
        """Return a batch with its references."""
        read_as: list[str | None] = []
        errors: list[str | None] = []
        # Row i has the values offsets[i] to offsets[i + 1]; None in place of i makes it NULL.
        offsets: list[int | None] = [0]
        values: dict[str, list[Any]] = {field.name: [] for field in REFERENCE}
        for lang, found, error in map(self._found, self._rows(batch)):
            for start, reference in found:
                for name, column in values.items():
                    value = getattr(reference, name)
                    column.append(value + start if name in ("start", "end") else value)
            read_as.append(lang)
            errors.append(error)
            offsets[-1] = None if lang is None else offsets[-1]
            offsets.append(len(values["start"]))
        lists = pa.ListArray.from_arrays(
            pa.array(offsets, pa.int32()),
            pa.StructArray.from_arrays(
                [pa.array(values[field.name], field.type) for field in REFERENCE],
                fields=[*REFERENCE],
            ),
            type=SCHEMA.field("references").type,
        )
        columns = [batch.column(name) for name in self.schema.names if name not in SCHEMA.names]
        ours = [pa.array(read_as, pa.string()), lists, pa.array(errors, pa.string())]
        return pa.RecordBatch.from_arrays([*columns, *ours], schema=self.schema)

    def names_in(self, batches: Iterable[RecordBatch]) -> KnownNames:
        """Return the names of cards and faces in batches, and of the tokens that texts make."""
        known_names = KnownNames(())
        for batch in batches:
            known_names.add(shared_names.unmistakable(self._names(batch)))
        return known_names

    def _names(self, batch: RecordBatch) -> Iterator[str]:
        columns = self._layout.columns
        keys = [*columns.items(), *((tables.NAME, index) for index in self._layout.more_names)]
        for key, index in keys:
            if key.field in ("name", *_LISTS):
                for name in dict.fromkeys(opening.said(batch.column(self.columns[index]))):
                    yield from fields.names({key: name}) if isinstance(name, str) else ()
        words_for_tokens = languages.every().token_words
        for row in self._rows(batch):
            text = dict(row).get(self._text, "") if isinstance(row, tuple) else ""
            if isinstance(row, tuple) and any(word in text for word in words_for_tokens):
                for _, card in self._cards(row):
                    yield from shared_names.names_of_tokens(card)

    def _rows(self, batch: RecordBatch) -> Iterator[Row | NanoriError | None]:
        """Yield each row; what is wrong with it, or None if it has no text."""
        read = {index: opening.said(batch.column(name)) for index, name in self.columns.items()}
        for number, text in enumerate(opening.said(batch.column(self.text))):
            if text is None:
                yield None
                continue
            row: dict[int, str] = {}
            for index, column in read.items():
                if isinstance(words := column[number], Undecodable):
                    yield NanoriError(words.reason)
                    break
                row[index] = words or ""
            if len(row) < len(read):
                continue
            cells = self._layout.cells(row.__getitem__)
            printed = cells.get(_PRINTED, "").strip()
            if printed and printed.lower() not in cells.get(tables.NAME, "").lower():
                del cells[_PRINTED]  # a set matters only for a name with its code
            yield tuple((key, words) for key, words in cells.items() if words)

    def _cards(self, row: Row) -> list[tuple[int, Card]]:
        """Return the card of a row, or its faces, with where its text begins in the row's."""
        cells = dict(row)
        cards = [reader.with_language(each.card, self._lang) for each in fields.entries(cells, {})]
        if len(cards) == 1:
            return [(0, cards[0])]
        text = cells.get(self._text, "")
        cells[self._text] = Words(text, text, 0, len(text), "line")
        return [
            (each.places["text"].start if "text" in each.places else 0, card)
            for each, card in zip(fields.entries(cells, {}), cards, strict=True)
        ]

    def _found(self, row: Row | NanoriError | None) -> RowReferences:
        """Return what is found in a row, or what is wrong with it; equal rows are read once."""
        if row is None or isinstance(row, NanoriError):
            return RowReferences(error=row.message if row else None)
        if row not in self._known:
            if len(self._known) >= MAX_KNOWN_ROWS:
                self._known.clear()
            self._known[row] = self._looked_at(row)
        return self._known[row]

    def _looked_at(self, row: Row) -> RowReferences:
        try:
            cards = self._cards(row)
            found = [(at, one) for at, card in cards for one in pipeline.annotate(card, self.names)]
            return RowReferences(cards[0][1].lang, found)
        except DataFileError:
            raise  # every other row would say the same
        except NanoriError as problem:
            return RowReferences(error=problem.message)
        except Exception as problem:  # a bug of ours; the other rows are still to be done
            fault = f"internal error, please report it: {type(problem).__name__}: {problem}"
            return RowReferences(error=" ".join(fault.split()))


_PRINTED = FieldKey("printed", "", 1)


def _layout(table: Schema, chosen: Mapping[str, str]) -> tables.TableLayout:
    """Return which column has which field, with texts in one; errors are those of `annotate`."""
    names: list[str] = table.names
    if twice := sorted(name for name, count in Counter(names).items() if count > 1):
        raise NanoriError(f"{Counter(names)[twice[0]]} columns “{twice[0]}”, one was wanted")
    named = "".join(f"{field}={column}{COLUMN}" for field, column in chosen.items())
    layout = tables.layout(names, named)
    wanted = headings.given(named)
    texts = [key for key in layout.columns if key.field == "text"]
    texts = [key for key in texts if key in wanted] or texts
    found = [names[layout.columns[key]] for key in texts] or names
    found = tables.quoted(found, tables.MAX_OFFERED)
    if not texts:
        raise NanoriError(f"no column with the cards' texts: there are {found}")
    if len(texts) > 1:
        raise NanoriError(f"several columns with texts, --column text=… says which: {found}")
    columns: dict[FieldKey, int] = {}
    for key, index in layout.columns.items():
        kind = table.field(index).type
        if key.field not in _NEEDED or (key.field == "text" and key not in texts):
            continue
        own = headings.read(names[index])
        lang = own.lang if own and key in texts else ""
        is_list = pa.types.is_list(kind) or pa.types.is_large_list(kind)
        if opening.is_words(kind) or (is_list and key.field in _LISTS):
            columns[key._replace(lang=key.lang or lang)] = index
        elif key.field in ("name", "text") or key in wanted:
            raise NanoriError(f"column “{names[index]}”: {kind} is there, strings were wanted")
    other_names = (each for each in layout.more_names if opening.is_words(table.field(each).type))
    return tables.TableLayout(tuple(names), "\t", columns, {}, tuple(other_names))


def with_references(table: Schema) -> Schema:
    """Return the schema of a table once it is annotated: its columns, and ours after them.

    Columns of ours that are already there are replaced. NanoriError if another has one's name.
    """
    from nanori import __version__

    for field in table if b"nanori.schema" not in (table.metadata or {}) else ():
        if field.name in SCHEMA.names:
            raise NanoriError(f"there is a column “{field.name}”, {field.type}, already: rename it")
    fields = [field for field in table if field.name not in SCHEMA.names]
    metadata = {"nanori.version": __version__, "nanori.grammar": languages.fingerprint()}
    return pa.schema([*fields, *SCHEMA], {**(table.metadata or {}), **SCHEMA.metadata, **metadata})
