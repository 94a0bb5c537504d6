"""The columns of a table to the fields of a card, and a batch of rows to the cards in them.

Columns are known by their usual names, or as the caller says; NULLs, bytes and lists come as they
are.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import repeat
from typing import Any, NamedTuple, cast

from msgspec import Struct
from msgspec.structs import replace

from nanori.annotation import shared_names
from nanori.annotation.known_names import KnownNames
from nanori.annotation.shared_names import unmistakable
from nanori.formats import fields, headings
from nanori.formats.columnar.opening import ColumnWords, Undecodable, Word, is_words, words
from nanori.formats.headings import FieldKey
from nanori.grammar import language_detection, languages
from nanori.model.errors import NanoriError
from nanori.model.values import BETWEEN_FACES, Card
from nanori.surfaces.arrow import schema
from nanori.surfaces.arrow.schema import Array, RecordBatch, Schema, pa

# Fields that are lists of names.
LISTS = ("faces", "alternate")
# Fields of one column, beside the names and the text.
PLAIN = ("type", "layout", "printed", "game", "reading")


class SeveralTextsError(NanoriError):
    """A table has several columns with texts, where a row has one."""


class CardColumns(Struct, frozen=True):
    """Which column of a table has which field of a card."""

    text: str
    name: tuple[str, ...]
    """Columns for the name; the first that is not empty counts."""
    others: dict[str, str]
    """The other columns, by field of `Card`."""
    lang: str
    """The language that the heading of the texts says; empty if none."""

    def every(self) -> list[str]:
        """Return the columns that annotating needs, each once."""
        others = (column for field, column in self.others.items() if field != "id")
        return [*dict.fromkeys((self.text, *self.name, *others))]

    def identity(self) -> list[str]:
        """Return the columns that identify a row: id, name and language."""
        identifying = (self.others.get("id"), self.name[0], self.others.get("lang"))
        return [*dict.fromkeys(column for column in identifying if column)]


def of_table(table: Schema, columns: Mapping[str, str] | None = None) -> CardColumns:
    """Return which column has which field.

    `columns` says so itself, as in `{"text": "CardEffect", "name": "Card"}`; the others are
    recognised by their usual names in any language. NanoriError, saying what there is, if none has
    the text or the name, several have texts, or a column cannot hold words.
    """
    names: list[str] = table.names
    if twice := sorted(name for name, count in Counter(names).items() if count > 1):
        raise NanoriError(f"{Counter(names)[twice[0]]} columns “{twice[0]}”, one was wanted")
    given = {_key(field): _place(column, names) for field, column in (columns or {}).items()}
    places = headings.columns(names, given)
    text = places[_the_text(places, given, names)]
    said = headings.read(names[text])
    lang = said.lang if said else ""
    name = _names(names, places, given, lang)
    if not name:
        raise NanoriError(f"no column with the cards' names: {_there(names)}")
    others = _others(names, places, lang)
    named = {names[place] for place in given.values()}
    for field, column in (("text", names[text]), ("name", name[0]), *others.items()):
        needed = column in named or field in ("text", "name")
        if needed and not _fits(table, field, column):
            kind = table.field(column).type
            raise NanoriError(f"column “{column}”: {kind} is there, strings were wanted")
    fitting = {field: column for field, column in others.items() if _fits(table, field, column)}
    readable = tuple(column for column in name if _fits(table, "name", column))
    return CardColumns(names[text], readable, fitting, lang)


def _names(
    names: Sequence[str],
    places: Mapping[FieldKey, int],
    given: Mapping[FieldKey, int],
    lang: str,
) -> tuple[str, ...]:
    """Return the columns with the card's name, best first: in the language of the texts."""
    order = [*dict.fromkeys([lang, "", languages.original_language(), *languages.codes()])]
    best = {code: places.get(FieldKey("name", code, 1)) for code in order}
    ranked = [(order.index(code), -1, place) for code, place in best.items() if place is not None]
    for place, heading in enumerate(names):
        said = headings.read(heading)
        if said and said.field == "name" and said.face == 1 and place not in given.values():
            ranked.append((order.index(said.lang), said.rank, place))
    return tuple(dict.fromkeys(names[place] for _, _, place in sorted(ranked)))


def _others(names: Sequence[str], places: Mapping[FieldKey, int], lang: str) -> dict[str, str]:
    """Return the columns with other fields than text and name."""
    shared = languages.original_language()
    keys = {field: [(field, lang), (field, "")] for field in ("id", "lang", *PLAIN, *LISTS)}
    keys |= {"name_en": [("name", shared)], "type_en": [("type", shared)]}
    known = {
        field: [place for each in ways if (place := places.get(FieldKey(*each, 1))) is not None]
        for field, ways in keys.items()
    }
    return {field: names[at[0]] for field, at in known.items() if at}


def _key(field: str) -> FieldKey:
    meaning = headings.read(field)
    if meaning is None or not meaning.field:
        raise NanoriError(f"columns: “{field}” is no field of a card, as “text” or “name” is")
    return FieldKey(meaning.field, meaning.lang, meaning.face)


def _place(column: str, names: Sequence[str]) -> int:
    """Return which column has that name, or that number, counted from 1."""
    if column in names:
        return names.index(column)
    if column.isdecimal() and 0 < int(column) <= len(names):
        return int(column) - 1
    raise schema.no_column(column, [*names])


def _the_text(
    places: Mapping[FieldKey, int], given: Mapping[FieldKey, int], names: Sequence[str]
) -> FieldKey:
    """Return the key of the column with the texts; NanoriError if there is none, or several."""
    keys = [key for key in given if key.field == "text"]
    keys = keys or [key for key in places if key.field == "text"]
    if not keys:
        raise NanoriError(f"no column with the cards' texts: {_there(names)}")
    if len(keys) > 1:
        several = ", ".join(f"“{names[places[key]]}”" for key in keys)
        raise SeveralTextsError(f"several columns with texts, one was wanted: {several}")
    return keys[0]


def _there(names: Sequence[str]) -> str:
    words = ", ".join(f"“{name}”" for name in names[:40]) or "none"
    return f"there are {words}{' …' if len(names) > 40 else ''}"


def _fits(table: Schema, field: str, column: str) -> bool:
    kind = table.field(column).type
    is_list = pa.types.is_list(kind) or pa.types.is_large_list(kind)
    return field == "id" or is_words(kind) or (field in LISTS and is_list)


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
    known = of_table(schema.schema_of(data), columns)
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
        return language_detection.of_text(next(filter(_WORD.search, (text, name, kind)), ""))


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
