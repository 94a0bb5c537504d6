"""A batch of rows to the cards in them, column by column: NULLs, bytes and lists as they come."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import repeat
from typing import Any, NamedTuple, cast

from msgspec.structs import replace

from nanori.formats import headings
from nanori.formats.columnar.values import ColumnWords, Undecodable, Word, words
from nanori.grammar import languages
from nanori.model.errors import NanoriError
from nanori.model.values import BETWEEN_FACES, Card
from nanori.surfaces.arrow.columns import LISTS, PLAIN, CardColumns
from nanori.surfaces.arrow.schema import Array, RecordBatch, pa

_NAMES = re.compile(r"\s*(?:[;；|｜\n]| // )\s*")
_TEXTS = re.compile(r"\n+[^\S\n]*(?:/{2,}|-{3,})[^\S\n]*\n+")
_WORD = re.compile(r"\w{2}")
GAMES = ("magic", "duelmasters")


class RowText(NamedTuple):
    """A card, and where its text begins in that of its row."""

    start: int
    card: Card


# What a row is: a card, or those of its faces where it is “A // B”; nothing without a text.
RowCards = tuple[RowText, ...]


def in_batch(batch: RecordBatch, known: CardColumns, lang: str) -> Iterator[RowCards | NanoriError]:
    """Yield the card of each row, or why it is none; `lang` is that of rows that do not say it."""

    def column(field: str) -> Iterator[Word]:
        if field not in known.others:
            return repeat("", batch.num_rows)
        return iter(words(batch.column(known.others[field])))

    names = [words(batch.column(name)) for name in known.name]
    texts = words(batch.column(known.text))
    fields = zip(
        texts,
        zip(*names, strict=True),
        *(column(field) for field in ("lang", "name_en", "type_en", *PLAIN)),
        *(lists(batch, known.others.get(field)) for field in LISTS),
        strict=True,
    )
    spoken = _Spoken(lang or known.lang)
    for text, called, *others in fields:
        if text is None:
            yield ()
            continue
        try:
            yield _cards(text, called, others, spoken)
        except NanoriError as error:
            yield error


class _Spoken:
    """The language of a row by what it says of it, else by its text."""

    def __init__(self, given: str) -> None:
        self._given = given
        self._codes: dict[str, str] = {}

    def code(self, word: str, text: str, name: str, kind: str) -> str:
        """Return the code of a row's language; NanoriError for one without a grammar."""
        if word:
            return self._codes.get(word) or self._told(word)
        if self._given:
            return self._given
        # Two letters, since a text may be all symbols.
        return languages.of_text(next(filter(_WORD.search, (text, name, kind)), ""))

    def _told(self, word: str) -> str:
        code = headings.language(word) or word
        languages.load(code)  # raises, saying which languages there are
        self._codes[word] = code
        return code


def _cards(
    text: str | Undecodable, called: Sequence[Word], others: Sequence[Any], spoken: _Spoken
) -> RowCards:
    """Return the cards of a row."""
    for value in (text, *called, *others):
        if type(value) is Undecodable:
            raise NanoriError(value.reason)
    words_of = cast("Sequence[str | None]", called)
    word, name_en, type_en, kind, layout, printed, game, reading, faces, alternate = others
    name = next((each.strip() for each in words_of if each and each.strip()), "")
    kind = (kind or "").strip()
    lang = spoken.code((word or "").strip(), cast("str", text), name, kind)
    if not name:
        raise NanoriError("no name")
    is_reference = lang == languages.reference_language()
    card = Card(
        text=cast("str", text),
        name=name,
        type=kind,
        faces=faces,
        lang=lang,
        name_en="" if is_reference else (name_en or "").strip(),
        type_en="" if is_reference else (type_en or "").strip(),
        layout=layout or "",
        printed=printed or "",
        game=_game(game) if game else GAMES[0],
        reading=(reading or "").strip(),
        alternate=alternate,
    )
    return _faces(card, words_of) if BETWEEN_FACES in name else (RowText(0, card),)


def _game(said: str) -> str:
    game = said.lower().replace(" ", "")
    if game not in GAMES:
        raise NanoriError(f"“{said}” is there, {' or '.join(GAMES)} was wanted")
    return game


def _faces(card: Card, called: Sequence[str | None]) -> RowCards:
    """Return the cards of a row whose name is `A // B`: of each face, if each has its text.

    Where another column has the name of one face, the text is that face's.
    """
    names = tuple(part.strip() for part in card.name.split(BETWEEN_FACES))
    own = next((each for each in called if each in names), None)
    starts = [0, *(match.end() for match in _TEXTS.finditer(card.text))]
    if own or len(starts) != len(names):
        return (RowText(0, replace(card, name=own or card.name, faces=names)),)
    kinds = [part.strip() for part in card.type.split(BETWEEN_FACES)]
    types = kinds if len(kinds) == len(names) else [card.type] * len(names)
    texts = _TEXTS.split(card.text)
    return tuple(
        RowText(start, replace(card, text=text, name=name, type=kind, faces=names))
        for start, text, name, kind in zip(starts, texts, names, types, strict=True)
    )


def lists(batch: RecordBatch, name: str | None) -> Iterator[tuple[str, ...] | Undecodable]:
    """Yield the names in each row of a column of lists, of structs with a name, or of words."""
    if name is None:
        return repeat((), batch.num_rows)
    column = batch.column(name)
    if not (pa.types.is_list(column.type) or pa.types.is_large_list(column.type)):
        return map(_divided, words(column))
    inner = column.flatten()
    if pa.types.is_struct(inner.type):
        inner = inner.field("name") if inner.type.get_field_index("name") >= 0 else pa.nulls(0)
    if not len(inner):
        return repeat((), batch.num_rows)
    return _runs(column, words(inner))


def _divided(names: Word) -> tuple[str, ...] | Undecodable:
    if type(names) is Undecodable:
        return names
    return tuple(part for part in _NAMES.split(cast("str", names or "").strip()) if part)


def _runs(column: Array, inner: ColumnWords) -> Iterator[tuple[str, ...] | Undecodable]:
    """Yield the words of each list; those of a list that is NULL are no words."""
    at = 0
    for length in column.value_lengths().to_pylist():
        own = inner[at : at + (length or 0)]
        at += length or 0
        broken = next((word for word in own if type(word) is Undecodable), None)
        yield broken or tuple(word for word in cast("Sequence[str | None]", own) if word)
