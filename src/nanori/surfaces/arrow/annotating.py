"""A table of cards to the same table with their references: batch by batch, in order."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any, Literal

from msgspec.structs import replace

from nanori.annotation import pipeline
from nanori.annotation.known_names import KnownNames
from nanori.grammar import languages
from nanori.model import arguments
from nanori.model.errors import DataFileError, NanoriError
from nanori.model.values import Card, Reference
from nanori.surfaces.arrow import cards, schema
from nanori.surfaces.arrow.cards import CardColumns

_FORM = {word: code for code, word in enumerate(schema.FORMS)}
_TARGET = {word: code for code, word in enumerate(schema.TARGETS)}
_SCOPE = {word: code for code, word in enumerate(schema.SCOPES)}
_RULE = {word: code for code, word in enumerate(schema.RULES)}


class ReferenceColumns:
    """The columns that annotating adds, for the rows read so far."""

    def __init__(self) -> None:
        """Begin without rows."""
        self._codes = {code: place for place, code in enumerate(languages.codes())}
        self._offsets = array("i", [0])
        self._starts, self._ends = array("i"), array("i")
        self._texts: list[str] = []
        self._refers_to: list[str | None] = []
        self._forms, self._targets = array("b"), array("b")
        self._scopes, self._rules = array("b"), array("b")
        self._nulls = bytearray()
        self._read_as: list[int | None] = []
        self._errors: list[str | None] = []

    def add_none(self, error: str | None = None) -> None:
        """Add a row without references, because it has no text or is in error."""
        self._row(None, error)

    def add(self, lang: str, faces: Iterable[tuple[int, Sequence[Reference]]]) -> None:
        """Add a row: the references of each face, and where its text begins."""
        for before, references in faces:
            for each in references:
                self._starts.append(each.start + before)
                self._ends.append(each.end + before)
                self._texts.append(each.text)
                self._forms.append(_FORM[each.form])
                self._targets.append(_TARGET[each.target])
                self._scopes.append(_SCOPE[each.scope])
                self._rules.append(_RULE[each.rule])
                self._refers_to.append(each.refers_to)
        self._row(self._codes[lang], None)

    def _row(self, read_as: int | None, error: str | None) -> None:
        self._offsets.append(len(self._starts))
        self._nulls.append(read_as is None)
        self._read_as.append(read_as)
        self._errors.append(error)

    def batch(self) -> schema.RecordBatch:
        """Return the columns of the rows added, which are `SCHEMA`."""
        codes = schema.pa.array(self._read_as, schema.pa.int8())
        words = schema.pa.array(languages.codes(), schema.pa.string())
        read_as = schema.pa.DictionaryArray.from_arrays(codes, words)
        errors = schema.pa.array(self._errors, schema.pa.string())
        columns = [read_as, self._lists(), errors]
        return schema.pa.RecordBatch.from_arrays(columns, schema=schema.SCHEMA)

    def _lists(self) -> schema.Array:
        coded = [
            (self._forms, schema.FORMS),
            (self._targets, schema.TARGETS),
            (self._scopes, schema.SCOPES),
            (self._rules, schema.RULES),
        ]
        columns = [
            _numbers(self._starts, schema.pa.int32()),
            _numbers(self._ends, schema.pa.int32()),
            schema.pa.array(self._texts, schema.pa.string()),
            *(
                schema.pa.DictionaryArray.from_arrays(
                    _numbers(codes, schema.pa.int8()), schema.pa.array(words, schema.pa.string())
                )
                for codes, words in coded
            ),
            schema.pa.array(self._refers_to, schema.pa.string()),
        ]
        return schema.pa.ListArray.from_arrays(
            _numbers(self._offsets, schema.pa.int32()),
            schema.pa.StructArray.from_arrays(columns, fields=list(schema.REFERENCE)),
            type=schema.SCHEMA.field("references").type,
            mask=_numbers(array("b", self._nulls), schema.pa.int8()).cast(schema.pa.bool_()),
        )


def _numbers(values: array[int], kind: schema.Type) -> schema.Array:
    """Return an array of numbers sharing their memory."""
    return schema.pa.Array.from_buffers(kind, len(values), [None, schema.pa.py_buffer(values)])


# Rows of a table or a reader that are worked on at once, at most.
ROWS = 8192

# Cards whose references are kept in case they recur.
KEPT = 1 << 14

# Whether what is wrong with a row goes into its column `error`, or is raised.
OnRowError = Literal["column", "raise"]


def annotate(
    data: Any,  # noqa: ANN401 — of pyarrow, or what can be had as a stream of its
    *,
    columns: Mapping[str, str] | None = None,
    errors: OnRowError = "column",
    names: KnownNames | None = None,
    lang: str = "",
    keep: Sequence[str] | None = None,
) -> Any:  # noqa: ANN401 — what was given
    """Return a table of cards with the columns of `SCHEMA` behind its own: a row for each row.

    `data` is a RecordBatch, a Table or a RecordBatchReader of pyarrow, and the same is returned; a
    reader is read as it is asked for. Of anything else that can be had as a stream of Arrow's, as
    a frame of polars, a Table is. `columns` says which column has which field of a card, as
    `{"text": "CardEffect"}`; the others are known by their usual names in any language. `lang` is
    the language of rows that do not say theirs, told from each if empty; `keep` are the columns
    that the result has before ours, all of them if it is None.

    `names` are other cards' names, `KnownNames(())` for none. Without them the cards of a Table
    know each other, which takes going over it once more. Those of a RecordBatch or a reader, being
    a part of something or gone once they are read, cannot: give them `names_of` the whole.

    NULL as a text has NULL as its references. What is wrong with a row (no name, bytes that are no
    UTF-8, a language without a grammar) stands in its column `error`, or is raised where `errors`
    is "raise", with the number of the row, from 1. NanoriError where there is no column for the
    text or the name, or one that cannot have words.

        >>> import pyarrow
        >>> import nanori.arrow
        >>> cards = pyarrow.table({"name": ["Salt Quay"], "text": ["{T}: Untap Salt Quay."]})
        >>> nanori.arrow.annotate(cards)["references"].to_pylist()[0][0]["form"]
        'full'
    """
    plan = AnnotationPlan(schema.schema_of(data), columns, names, lang, keep, errors)
    if isinstance(data, schema.pa.RecordBatch):
        return plan.annotated(data, 0)
    if isinstance(data, schema.pa.RecordBatchReader):
        return schema.pa.RecordBatchReader.from_batches(plan.schema, plan.all(data))
    table = data if isinstance(data, schema.pa.Table) else schema.pa.table(data)
    if names is None:
        plan.names = cards.gathered(table.to_batches(), plan.columns, lang)
    return schema.pa.Table.from_batches(plan.all(table.to_batches()), plan.schema)


class AnnotationPlan:
    """What is done with every batch of a table; it can be sent to another process."""

    def __init__(
        self,
        table: schema.Schema,
        given: Mapping[str, str] | None = None,
        names: KnownNames | None = None,
        lang: str = "",
        keep: Sequence[str] | None = None,
        errors: OnRowError = "column",
    ) -> None:
        """Find the columns; errors are those of `annotate`."""
        if names is not None:
            arguments.prove("names", names, KnownNames)
        if errors not in ("column", "raise"):
            raise NanoriError(f"errors: “{errors}” is there, “column” or “raise” was wanted")
        if lang:
            languages.load(lang)  # raises, saying which languages there are
        self.columns: CardColumns = cards.of_table(table, given)
        try:
            self.schema: schema.Schema = schema.with_references(
                table, None if keep is None else tuple(keep)
            )
        except schema.ColumnTakenError as error:
            error.message += ": keep says which stay"
            raise
        self.names, self._lang, self._raises = names, lang, errors == "raise"
        self._known: dict[Card, list[Reference]] = {}

    def all(self, batches: Iterable[schema.RecordBatch]) -> Iterator[schema.RecordBatch]:
        """Yield batches with their references; none of them has too many rows."""
        row = 0
        for batch in batches:
            for start in range(0, batch.num_rows, ROWS):
                part = batch.slice(start, ROWS)
                yield self.annotated(part, row)
                row += part.num_rows

    def annotated(self, batch: schema.RecordBatch, before: int) -> schema.RecordBatch:
        """Return a batch with its references; `before` rows precede it."""
        return self.joined(batch, self.references(batch, before))

    def joined(self, batch: schema.RecordBatch, ours: schema.RecordBatch) -> schema.RecordBatch:
        """Return a batch followed by the columns of `SCHEMA` for its rows."""
        kept = [batch.column(name) for name in self.schema.names if name not in ours.schema.names]
        return schema.pa.RecordBatch.from_arrays([*kept, *ours.columns], schema=self.schema)

    def references(self, batch: schema.RecordBatch, before: int = 0) -> schema.RecordBatch:
        """Return the columns of `SCHEMA` for the rows of a batch."""
        made = ReferenceColumns()
        rows = [*cards.in_batch(batch, self.columns, self._lang)]
        self._learn(rows)
        for number, row in enumerate(rows, before + 1):
            if isinstance(row, NanoriError):
                made.add_none(self._noted(row, number))
            elif not row:
                made.add_none()
            else:
                try:
                    faces = [(face.start, self._of_card(face.card)) for face in row]
                    made.add(row[0].card.lang, faces)
                except DataFileError:
                    raise  # every other row would say the same
                except Exception as error:  # a bug of ours; the other rows are still to be done
                    made.add_none(self._noted(error, number))
        return made.batch()

    def _learn(self, rows: Iterable[cards.RowCards | NanoriError]) -> None:
        """Annotate the cards of rows that were not met before, up to one with something wrong."""
        every = dict.fromkeys(
            _unprinted(face.card) for row in rows if isinstance(row, tuple) for face in row
        )
        waiting = [card for card in every if card not in self._known]
        if len(self._known) + len(waiting) > KEPT:
            self._known.clear()
            waiting = [*every]
        with suppress(Exception):  # whoever asks for that card is told
            self._known.update(
                zip(waiting, pipeline.annotated_in_turn(waiting, self.names), strict=True)
            )

    def _of_card(self, card: Card) -> list[Reference]:
        """Return a card's references; printings with the same text are annotated once."""
        card = _unprinted(card)
        references = self._known.get(card)
        if references is None:  # behind one with something wrong
            references = self._known[card] = pipeline.annotate(card, self.names)
        return references

    def _noted(self, error: Exception, number: int) -> str:
        """Return what is wrong with a row, or raise it if asked to."""
        fault = f"internal error, please report it: {type(error).__name__}: {error}"
        reason = error.message if isinstance(error, NanoriError) else " ".join(fault.split())
        if self._raises:
            raise NanoriError(f"row {number}: {reason}") from None
        return reason


def _unprinted(card: Card) -> Card:
    """Return a card without its set, which matters only for a name with the set's code."""
    if card.printed and card.printed.lower() not in card.name.lower():
        return replace(card, printed="")
    return card
