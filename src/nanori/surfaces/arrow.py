"""Arrow tables of cards to the same tables with their references, column by column.

Goes in: a pyarrow batch, table or reader. Comes out: the same with the columns of `SCHEMA`. Needs
the extra `nanori[arrow]`; docs/columns.md shows it with pandas, polars, DuckDB and Spark.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache
from typing import Any, NamedTuple, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from nanori.annotation import pipeline, shared_names
from nanori.annotation.known_names import KnownNames
from nanori.annotation.shared_names import unmistakable
from nanori.formats import fields, headings
from nanori.formats.columnar.opening import Undecodable, is_words, said
from nanori.formats.headings import FieldKey
from nanori.grammar import language_detection, languages
from nanori.model import arguments, extras
from nanori.model.errors import DataFileError, NanoriError
from nanori.model.values import BETWEEN_FACES, Card, Reference

pa = extras.load("pyarrow", "arrow")

# Of pyarrow, which has no types.
RecordBatch: TypeAlias = Any
Schema: TypeAlias = Any
Table: TypeAlias = Any

# Version of the schema; raised when a column changes, not when one is added.
VERSION = "1"

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
    metadata={"nanori.schema": VERSION},
)

# Rows that are worked on at once, at most.
MAX_ROWS = 8192
# Cards whose references are kept in case they recur.
MAX_KNOWN_CARDS = 1 << 14
# Columns that a message names at most.
MAX_COLUMNS_NAMED = 40

# Fields that are lists of names.
_LISTS = ("faces", "alternate")
# The other fields of a card, beside the names and the text.
_PLAIN = ("lang", "type", "layout", "printed", "game", "reading")
_TWO_LETTERS = re.compile(r"\w{2}")


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
    if isinstance(data, pa.RecordBatch):
        return annotator.names_in([data])
    return annotator.names_in(data.to_batches() if isinstance(data, pa.Table) else data)


def _of_pyarrow(data: Any) -> Any:  # noqa: ANN401 — of pyarrow, or what can be had as a stream
    """Return a table, a batch or a reader of pyarrow; WrongTypeError for anything else."""
    if isinstance(data, pa.RecordBatch | pa.RecordBatchReader | pa.Table):
        return data
    if not hasattr(data, "__arrow_c_stream__"):
        raise arguments.wrong("data", data, "RecordBatch, Table or RecordBatchReader")
    return pa.table(data)


class CardColumns(Struct, frozen=True):
    """Which column of a table has which field of a card."""

    text: str
    names: tuple[str, ...]
    """Columns for the name; the first that is not empty counts."""
    others: dict[str, str]
    """The other columns, by field of `Card`."""
    lang: str
    """The language that the heading of the texts says; empty if none."""

    def every(self) -> list[str]:
        """Return the columns that annotating needs, each once."""
        return [*dict.fromkeys((self.text, *self.names, *self.others.values()))]


def columns_of(table: Schema, given: Mapping[str, str] | None = None) -> CardColumns:
    """Return which column has which field; arguments and errors are those of `annotate`."""
    names: list[str] = table.names
    if twice := sorted(name for name, count in Counter(names).items() if count > 1):
        raise NanoriError(f"{Counter(names)[twice[0]]} columns “{twice[0]}”, one was wanted")
    named = {_key(field): _index(column, names) for field, column in (given or {}).items()}
    indexes = headings.columns(names, named)
    texts = [key for key in named if key.field == "text"]
    texts = texts or [key for key in indexes if key.field == "text"]
    if not texts:
        raise NanoriError(f"no column with the cards' texts: there are {_quoted(names)}")
    if len(texts) > 1:
        several = _quoted([names[indexes[key]] for key in texts])
        raise NanoriError(f"several columns with texts, --column text=… says which: {several}")
    text = names[indexes[texts[0]]]
    meaning = headings.read(text)
    lang = meaning.lang if meaning else ""
    name = _name_columns(names, indexes, set(named.values()), lang)
    if not name:
        raise NanoriError(f"no column with the cards' names: there are {_quoted(names)}")
    original = languages.original_language()
    ways = {field: [(field, lang), (field, "")] for field in (*_PLAIN, *_LISTS)}
    ways |= {"name_en": [("name", original)], "type_en": [("type", original)]}
    found = {
        field: names[indexes[key]]
        for field, keys in reversed(ways.items())
        for key in reversed([FieldKey(*each, 1) for each in keys])
        if key in indexes
    }
    for field, column in (("text", text), ("name", name[0]), *found.items()):
        needed = field in ("text", "name") or names.index(column) in named.values()
        if needed and not _fits(table, field, column):
            kind = table.field(column).type
            raise NanoriError(f"column “{column}”: {kind} is there, strings were wanted")
    others = {field: column for field, column in found.items() if _fits(table, field, column)}
    return CardColumns(text, tuple(c for c in name if _fits(table, "name", c)), others, lang)


def _name_columns(
    names: Sequence[str], indexes: Mapping[FieldKey, int], given: set[int], lang: str
) -> list[str]:
    """Return the columns with the card's name, best first: in the language of the texts."""
    order = [*dict.fromkeys([lang, "", languages.original_language(), *languages.codes()])]
    ranked = [
        (order.index(key.lang), -1, index)
        for key, index in indexes.items()
        if (key.field, key.face) == ("name", 1)
    ]
    for index, heading in enumerate(names):
        meaning = headings.read(heading)
        if meaning and (meaning.field, meaning.face) == ("name", 1) and index not in given:
            ranked.append((order.index(meaning.lang), meaning.rank, index))
    return [*dict.fromkeys(names[index] for _, _, index in sorted(ranked))]


def _key(field: str) -> FieldKey:
    meaning = headings.read(field)
    if meaning is None or not meaning.field:
        raise NanoriError(f"columns: “{field}” is no field of a card, as “text” or “name” is")
    return FieldKey(meaning.field, meaning.lang, meaning.face)


def _index(column: str, names: Sequence[str]) -> int:
    """Return which column has that name, or that number, counted from 1."""
    if column in names:
        return names.index(column)
    if column.isdecimal() and 0 < int(column) <= len(names):
        return int(column) - 1
    raise NanoriError(f"no column “{column}”, there are: {_quoted(names)}")


def _quoted(names: Sequence[str]) -> str:
    quoted = ", ".join(f"“{name}”" for name in names[:MAX_COLUMNS_NAMED]) or "none"
    return f"{quoted} …" if len(names) > MAX_COLUMNS_NAMED else quoted


def _fits(table: Schema, field: str, column: str) -> bool:
    kind = table.field(column).type
    is_list = pa.types.is_list(kind) or pa.types.is_large_list(kind)
    return is_words(kind) or (field in _LISTS and is_list)


class RowCard(NamedTuple):
    """A card, or a face of one, and where its text begins in that of its row."""

    start: int
    card: Card


# What a row is: a card, or its faces if it is `A // B`; nothing without a text; or what is wrong.
Row: TypeAlias = tuple[RowCard, ...] | NanoriError


class RowReferences(NamedTuple):
    """What is found in a row: its language, and each reference with where its face begins."""

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
        self.columns = columns_of(table, columns)
        self.schema: Schema = with_references(table)
        self.names = names
        self._lang = lang or self.columns.lang
        self._known: dict[Card, list[Reference]] = {}

    def all(self, batches: Iterable[RecordBatch]) -> Iterator[RecordBatch]:
        """Yield batches with their references; none of them has too many rows."""
        for batch in batches:
            for start in range(0, batch.num_rows, MAX_ROWS):
                yield self.annotated(batch.slice(start, MAX_ROWS))

    def annotated(self, batch: RecordBatch) -> RecordBatch:
        """Return a batch with its references."""
        rows = [*self._rows(batch)]
        self._learn(rows)
        read_as: list[str | None] = []
        errors: list[str | None] = []
        offsets: list[int | None] = [0]  # of the references of each row; None makes it NULL
        values: dict[str, list[Any]] = {field.name: [] for field in REFERENCE}
        for row in rows:
            lang, found, error = self._found(row)
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
        kept = [batch.column(name) for name in self.schema.names if name not in SCHEMA.names]
        ours = [pa.array(read_as, pa.string()), lists, pa.array(errors, pa.string())]
        return pa.RecordBatch.from_arrays([*kept, *ours], schema=self.schema)

    def _found(self, row: Row) -> RowReferences:
        """Return what is found in a row, or what is wrong with it."""
        if isinstance(row, NanoriError) or not row:
            return RowReferences(error=row.message if isinstance(row, NanoriError) else None)
        try:
            found = [(start, one) for start, card in row for one in self._of_card(card)]
            return RowReferences(row[0].card.lang, found)
        except DataFileError:
            raise  # every other row would say the same
        except NanoriError as problem:
            return RowReferences(error=problem.message)
        except Exception as problem:  # a bug of ours; the other rows are still to be done
            fault = f"internal error, please report it: {type(problem).__name__}: {problem}"
            return RowReferences(error=" ".join(fault.split()))

    def names_in(self, batches: Iterable[RecordBatch]) -> KnownNames:
        """Return the names of cards and faces in batches, and of the tokens that texts make."""
        known = KnownNames(())
        for batch in batches:
            known.add(unmistakable(self._names(batch)))
        return known

    def _names(self, batch: RecordBatch) -> Iterator[str]:
        """Yield the names in a batch."""
        others = self.columns.others
        for column in (*self.columns.names, others.get("name_en"), *map(others.get, _LISTS)):
            is_list = column in (others.get(field) for field in _LISTS)
            for name in dict.fromkeys(said(batch.column(column))) if column else ():
                if isinstance(name, str):
                    parts = fields.NAMES.split(name) if is_list else name.split(BETWEEN_FACES)
                    yield from filter(None, map(str.strip, parts))
        for row in self._rows(batch, languages.every().token_words):
            for _, card in row if isinstance(row, tuple) else ():
                yield from shared_names.names_of_tokens(card)

    def _rows(self, batch: RecordBatch, words: Sequence[str] = ()) -> Iterator[Row]:
        """Yield what each row is; those without any of the words, if there are any, are empty."""
        read = [said(batch.column(name)) for name in (self.columns.text, *self.columns.names)]
        read += [said(batch.column(name)) for name in self.columns.others.values()]
        for text, *rest in zip(*read, strict=True):
            is_wanted = not words or (isinstance(text, str) and any(one in text for one in words))
            if text is None or not is_wanted:
                yield ()
                continue
            try:
                yield self._cards([text, *rest])
            except NanoriError as error:
                yield error

    def _cards(self, row: Sequence[str | Undecodable | None]) -> tuple[RowCard, ...]:
        """Return the card of a row, or its faces; the values are in the order of the columns."""
        words: list[str] = []
        for value in row:
            if isinstance(value, Undecodable):
                raise NanoriError(value.reason)
            words.append(value or "")
        text, columns = words[0], self.columns
        names = [name.strip() for name in words[1 : 1 + len(columns.names)]]
        name = next(filter(None, names), "")
        field = dict(zip(columns.others, map(str.strip, words[1 + len(names) :]), strict=True)).get
        lang = field("lang") or self._lang
        if lang:
            lang = _language(lang)
        else:  # two letters, since a text may be all symbols
            told = filter(_TWO_LETTERS.search, (text, name, field("type", "")))
            lang = language_detection.of_text(next(told, ""))
        if not name:
            raise NanoriError("no name")
        is_original = lang == languages.original_language()
        card = Card(
            text=text,
            name=name,
            lang=lang,
            name_en="" if is_original else field("name_en", ""),
            type_en="" if is_original else field("type_en", ""),
            game=fields.game_of(field("game") or fields.GAMES[0]),
            faces=_listed(field("faces", "")),
            alternate=_listed(field("alternate", "")),
            type=field("type", ""),
            layout=field("layout", ""),
            printed=field("printed", ""),
            reading=field("reading", ""),
        )
        return _faces(card, names) if BETWEEN_FACES in name else (RowCard(0, card),)

    def _learn(self, rows: Iterable[Row]) -> None:
        """Annotate the cards of rows that were not met before, up to one with something wrong."""
        cards = dict.fromkeys(
            _unprinted(one.card) for row in rows if isinstance(row, tuple) for one in row
        )
        waiting = [card for card in cards if card not in self._known]
        if len(self._known) + len(waiting) > MAX_KNOWN_CARDS:
            self._known.clear()
            waiting = [*cards]
        with suppress(Exception):  # whoever asks for that card is told
            for card in waiting:
                self._known[card] = pipeline.annotate(card, self.names)

    def _of_card(self, card: Card) -> list[Reference]:
        """Return a card's references; printings with the same text are annotated once."""
        card = _unprinted(card)
        if card not in self._known:  # it is after one with something wrong
            self._known[card] = pipeline.annotate(card, self.names)
        return self._known[card]


@cache
def _language(word: str) -> str:
    """Return the code of a language; NanoriError, saying which there are, without a grammar."""
    code = headings.language(word) or word
    languages.load(code)
    return code


def _listed(names: str) -> tuple[str, ...]:
    return tuple(filter(None, fields.NAMES.split(names)))


def _faces(card: Card, names: Sequence[str]) -> tuple[RowCard, ...]:
    """Return the cards of a row whose name is `A // B`: one for each face, if each has its text.

    If another column has the name of one face, the text is that face's.
    """
    faces = tuple(part.strip() for part in card.name.split(BETWEEN_FACES))
    own = next((name for name in names if name in faces), None)
    starts = [0, *(match.end() for match in fields.TEXTS.finditer(card.text))]
    if own or len(starts) != len(faces):
        return (RowCard(0, replace(card, name=own or card.name, faces=faces)),)
    types = [part.strip() for part in card.type.split(BETWEEN_FACES)]
    types = types if len(types) == len(faces) else [card.type] * len(faces)
    return tuple(
        RowCard(start, replace(card, text=text, name=name, type=type_line, faces=faces))
        for start, text, name, type_line in zip(
            starts, fields.TEXTS.split(card.text), faces, types, strict=True
        )
    )


def _unprinted(card: Card) -> Card:
    """Return a card without its set, which matters only for a name with the set's code."""
    if card.printed and card.printed.lower() not in card.name.lower():
        return replace(card, printed="")
    return card


def with_references(table: Schema) -> Schema:
    """Return the schema of a table once it is annotated: its columns, and ours after them.

    Columns of ours that are already there are replaced. NanoriError if another has one's name.
    """
    from nanori import __version__

    is_ours = b"nanori.schema" in (table.metadata or {})
    for field in table if not is_ours else ():
        if field.name in SCHEMA.names:
            raise NanoriError(f"there is a column “{field.name}”, {field.type}, already: rename it")
    kept = [field for field in table if field.name not in SCHEMA.names]
    made = {"nanori.version": __version__, "nanori.grammar": languages.fingerprint()}
    return pa.schema([*kept, *SCHEMA], {**(table.metadata or {}), **SCHEMA.metadata, **made})
