"""The columns of a table to the fields of a card: by their usual names, or as the caller says."""

from collections import Counter
from collections.abc import Mapping, Sequence

from msgspec import Struct

from nanori.formats import headings
from nanori.formats.columnar.opening import is_words
from nanori.formats.headings import FieldKey
from nanori.grammar import languages
from nanori.model.errors import NanoriError
from nanori.surfaces.arrow import schema
from nanori.surfaces.arrow.schema import Schema, pa

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
