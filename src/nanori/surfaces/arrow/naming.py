"""The names that a table of cards gives to cards and to tokens, from its columns alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from nanori.annotation import shared_names
from nanori.annotation.known_names import KnownNames
from nanori.annotation.shared_names import unmistakable
from nanori.formats.columnar.values import Undecodable, words
from nanori.grammar import languages
from nanori.model.errors import NanoriError
from nanori.model.values import BETWEEN_FACES
from nanori.surfaces.arrow import cards, schema
from nanori.surfaces.arrow import columns as table_columns
from nanori.surfaces.arrow.columns import LISTS, CardColumns
from nanori.surfaces.arrow.schema import RecordBatch, pa


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
    known = table_columns.of_table(schema.schema_of(data), columns)
    if isinstance(data, pa.RecordBatch):
        return gathered([data], known, lang)
    if isinstance(data, pa.RecordBatchReader):
        return gathered(data, known, lang)
    table = data if isinstance(data, pa.Table) else pa.table(data)
    return gathered(table.to_batches(), known, lang)


def gathered(batches: Iterable[RecordBatch], known: CardColumns, lang: str) -> KnownNames:
    """Return the names in batches of a table."""
    names = KnownNames(())
    for batch in batches:
        names.add(unmistakable(names_in(batch, known, lang)))
    return names


def names_in(batch: RecordBatch, known: CardColumns, lang: str) -> Iterator[str]:
    """Yield the names of cards and faces in a batch, and of the tokens that its texts make."""
    for column in dict.fromkeys((*known.name, known.others.get("name_en", known.name[0]))):
        for name in words(batch.column(column).unique()):
            if isinstance(name, str):
                yield from (part for each in name.split(BETWEEN_FACES) if (part := each.strip()))
    for field in LISTS:
        if field in known.others:
            for row in cards.lists(batch, known.others[field]):
                yield from row if not isinstance(row, Undecodable) else ()
    telling = languages.every().token_words
    made = [
        place
        for place, text in enumerate(words(batch.column(known.text)))
        if isinstance(text, str) and any(word in text for word in telling)
    ]
    try:
        telling_rows = batch.take(pa.array(made, pa.int32()))
    except pa.ArrowNotImplementedError:  # of views of strings no rows can be taken
        telling_rows = batch
    for row in cards.in_batch(telling_rows, known, lang):
        if not isinstance(row, NanoriError):
            for face in row:
                yield from shared_names.names_of_tokens(face.card)
