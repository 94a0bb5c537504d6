"""References to columns: built value by value in flat arrays, never as Python objects a row."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence

from nanori.model.values import Reference
from nanori.surfaces.arrow import schema
from nanori.surfaces.arrow.schema import FORMS, RULES, SCOPES, TARGETS, Array, RecordBatch, pa

_FORM = {word: code for code, word in enumerate(FORMS)}
_TARGET = {word: code for code, word in enumerate(TARGETS)}
_SCOPE = {word: code for code, word in enumerate(SCOPES)}
_RULE = {word: code for code, word in enumerate(RULES)}


class ReferenceColumns:
    """The columns that annotating adds, as far as the rows were read."""

    def __init__(self) -> None:
        """Begin with no row."""
        self._codes = {code: place for place, code in enumerate(schema.languages_read())}
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

    def batch(self) -> RecordBatch:
        """Return the columns of the rows that were added, which are `SCHEMA`."""
        codes = pa.array(self._read_as, pa.int8())
        read_as = pa.DictionaryArray.from_arrays(codes, schema.words(schema.languages_read()))
        errors = pa.array(self._errors, pa.string())
        columns = [read_as, self._lists(), errors]
        return pa.RecordBatch.from_arrays(columns, schema=schema.SCHEMA)

    def _lists(self) -> Array:
        coded = [
            (self._forms, FORMS),
            (self._targets, TARGETS),
            (self._scopes, SCOPES),
            (self._rules, RULES),
        ]
        columns = [
            _numbers(self._starts, pa.int32()),
            _numbers(self._ends, pa.int32()),
            pa.array(self._texts, pa.string()),
            *(
                pa.DictionaryArray.from_arrays(_numbers(codes, pa.int8()), schema.words(words))
                for codes, words in coded
            ),
            pa.array(self._refers_to, pa.string()),
        ]
        return pa.ListArray.from_arrays(
            _numbers(self._offsets, pa.int32()),
            pa.StructArray.from_arrays(columns, fields=list(schema.REFERENCE)),
            type=schema.SCHEMA.field("references").type,
            mask=_bits(self._nulls),
        )


def _numbers(values: array[int], kind: schema.Type) -> Array:
    """Return an array of numbers as they lie in memory."""
    return pa.Array.from_buffers(kind, len(values), [None, pa.py_buffer(values)])


def _bits(values: bytearray) -> Array:
    """Return an array of truth values of which each is a byte."""
    return _numbers(array("b", values), pa.int8()).cast(pa.bool_())
