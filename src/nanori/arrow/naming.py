"""The names that a table of cards gives to cards and to tokens, from its columns alone."""

from __future__ import annotations

from collections.abc import Iterator

from nanori.annotation import token_names
from nanori.arrow import cards
from nanori.arrow.columns import LISTS, CardColumns
from nanori.arrow.schema import RecordBatch, pa
from nanori.formats.columnar.values import Undecodable, words
from nanori.model.errors import NanoriError
from nanori.model.values import BETWEEN_FACES


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
    telling = token_names.words()
    made = [
        place
        for place, text in enumerate(words(batch.column(known.text)))
        if isinstance(text, str) and any(word in text for word in telling)
    ]
    for row in cards.in_batch(batch.take(pa.array(made, pa.int32())), known, lang):
        if not isinstance(row, NanoriError):
            for face in row:
                yield from token_names.made(face.card)
