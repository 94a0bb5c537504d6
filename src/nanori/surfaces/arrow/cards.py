"""A batch of rows to the cards in them, column by column: NULLs, bytes and lists as they come."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import repeat
from typing import Any, NamedTuple, cast

from msgspec.structs import replace

from nanori.annotation import shared_names
from nanori.annotation.known_names import KnownNames
from nanori.annotation.shared_names import unmistakable
from nanori.formats import fields, headings
from nanori.formats.columnar.opening import ColumnWords, Undecodable, Word, words
from nanori.grammar import languages
from nanori.model.errors import NanoriError
from nanori.model.values import BETWEEN_FACES, Card
from nanori.surfaces.arrow import columns as table_columns
from nanori.surfaces.arrow import schema
from nanori.surfaces.arrow.columns import LISTS, PLAIN, CardColumns
from nanori.surfaces.arrow.schema import Array, RecordBatch, pa


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
            for row in lists(batch, known.others[field]):
                yield from row if not isinstance(row, Undecodable) else ()
    telling = languages.every().token_words
    made = [
        place
        for place, text in enumerate(words(batch.column(known.text)))
        if isinstance(text, str) and any(word in text for word in telling)
    ]
    try:
        telling_rows = batch.take(pa.array(made, pa.int32()))
    except pa.ArrowNotImplementedError:  # rows cannot be taken from views of strings
        telling_rows = batch
    for row in in_batch(telling_rows, known, lang):
        if not isinstance(row, NanoriError):
            for face in row:
                yield from shared_names.names_of_tokens(face.card)


_WORD = re.compile(r"\w{2}")


class RowText(NamedTuple):
    """A card, and where its text begins in that of its row."""

    start: int
    card: Card


# What a row is: a card, or its faces' cards if it is “A // B”; empty without a text.
RowCards = tuple[RowText, ...]


def in_batch(batch: RecordBatch, known: CardColumns, lang: str) -> Iterator[RowCards | NanoriError]:
    """Yield the card of each row, or why it has none; `lang` is for rows that do not say theirs."""

    def column(field: str) -> Iterator[Word]:
        if field not in known.others:
            return repeat("", batch.num_rows)
        return iter(words(batch.column(known.others[field])))

    names = [words(batch.column(name)) for name in known.name]
    texts = words(batch.column(known.text))
    rows = zip(
        texts,
        zip(*names, strict=True),
        *(column(field) for field in ("lang", "name_en", "type_en", *PLAIN)),
        *(lists(batch, known.others.get(field)) for field in LISTS),
        strict=True,
    )
    spoken = _Spoken(lang or known.lang)
    for text, called, *others in rows:
        if text is None:
            yield ()
            continue
        try:
            yield _cards(text, called, others, spoken)
        except NanoriError as error:
            yield error


class _Spoken:
    """The language of a row, as it says or else by its text."""

    def __init__(self, given: str) -> None:
        self._given = given
        self._codes: dict[str, str] = {}

    def code(self, word: str, text: str, name: str, kind: str) -> str:
        """Return the code of a row's language; NanoriError for one without a grammar."""
        if word:
            if word not in self._codes:
                code = headings.language(word) or word
                languages.load(code)  # raises, saying which languages there are
                self._codes[word] = code
            return self._codes[word]
        if self._given:
            return self._given
        # Two letters, since a text may be all symbols.
        return languages.of_text(next(filter(_WORD.search, (text, name, kind)), ""))


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
    is_reference = lang == languages.original_language()
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
        game=fields.game_of(game) if game else fields.GAMES[0],
        reading=(reading or "").strip(),
        alternate=alternate,
    )
    return _faces(card, words_of) if BETWEEN_FACES in name else (RowText(0, card),)


def _faces(card: Card, called: Sequence[str | None]) -> RowCards:
    """Return the cards of a row whose name is `A // B`: one for each face, if each has its text.

    If another column has the name of one face, the text is that face's.
    """
    names = tuple(part.strip() for part in card.name.split(BETWEEN_FACES))
    own = next((each for each in called if each in names), None)
    starts = [0, *(match.end() for match in fields.TEXTS.finditer(card.text))]
    if own or len(starts) != len(names):
        return (RowText(0, replace(card, name=own or card.name, faces=names)),)
    kinds = [part.strip() for part in card.type.split(BETWEEN_FACES)]
    types = kinds if len(kinds) == len(names) else [card.type] * len(names)
    texts = fields.TEXTS.split(card.text)
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
        return (
            names
            if isinstance(names, Undecodable)
            else tuple(part for part in fields.NAMES.split((names or "").strip()) if part)
            for names in words(column)
        )
    inner = column.flatten()
    if pa.types.is_struct(inner.type):
        inner = inner.field("name") if inner.type.get_field_index("name") >= 0 else pa.nulls(0)
    if not len(inner):
        return repeat((), batch.num_rows)
    return _runs(column, words(inner))


def _runs(column: Array, inner: ColumnWords) -> Iterator[tuple[str, ...] | Undecodable]:
    """Yield the words of each list; a NULL list has none."""
    at = 0
    for length in column.value_lengths().to_pylist():
        own = inner[at : at + (length or 0)]
        at += length or 0
        broken = next((word for word in own if type(word) is Undecodable), None)
        yield broken or tuple(word for word in cast("Sequence[str | None]", own) if word)
