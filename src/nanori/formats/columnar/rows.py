"""The rows of a columnar file to elements: each is a card, and the JSON of its values."""

from collections.abc import Collection, Iterator, Sequence
from io import BytesIO

import msgspec
from msgspec.structs import replace

from nanori.formats.columnar import opening
from nanori.formats.columnar.opening import Undecodable, is_bytes, values, word
from nanori.formats.detection import Head
from nanori.formats.entries import Element, Entry
from nanori.formats.escaping.cells import TABBED
from nanori.formats.fields import CellFormat
from nanori.formats.format import About
from nanori.formats.headings import FieldKey
from nanori.formats.io.streams import Source
from nanori.formats.supported import tables
from nanori.model.errors import NanoriError

# Bytes of a file that is packed or comes through a pipe, and so is held in memory.
LONGEST = 1 << 28


def about(title: str, suffixes: tuple[str, ...]) -> About:
    """Return the description of a columnar format."""
    return About(
        title=title,
        suffixes=suffixes,
        writes=False,
        languages="any, each in columns of its own or in rows with a “lang”",
        faces="columns with numbers, as “name 2”, lists of names, or “A // B” in one",
        alternates=True,
        suppressions="a column “noqa”",
        designers=True,
        columns=True,
    )


class Columnar(CellFormat):
    """A columnar format, recognised by how its files begin."""

    KIND: str
    """What `opening` calls such a file."""

    def recognises(self, head: Head) -> bool:
        """Tell whether the file begins like one of the kind."""
        return opening.kind_of(head.raw) == self.KIND

    def elements(self, source: Source, head: Head) -> Iterator[Element]:
        """Yield each row."""
        return elements(source, head.columns)

    def entries(self, element: Element) -> Iterator[Entry]:
        """Yield the records of a row, one for each face and language."""
        broken, row, unread = msgspec.json.decode(element.text)
        if broken is not None:
            raise NanoriError(broken)
        known = tables.layout(element.context)
        extra = {
            heading: row[place]
            for heading, place in known.others.items()
            if row[place] is not None and row[place] != ""
        }
        place = known.columns.get(FieldKey("id", "", 1))
        number = row[place] if place is not None else None
        for record in tables.records(_cells(row, known), extra):
            entry = replace(record, unread=tuple(unread)) if unread else record
            if type(number) is int and entry.card.id == str(number):
                yield replace(entry, card=replace(entry.card, id=number))
            else:
                yield entry

    def fields_of(self, element: Element) -> dict[FieldKey, str]:
        """Return the words of the columns that are fields; none for a row that cannot be read."""
        broken, row, _ = msgspec.json.decode(element.text)
        return {} if broken is not None else _cells(row, tables.layout(element.context))


def elements(source: Source, columns: str) -> Iterator[Element]:
    """Yield each row, with its number as its line; `columns` are those that the user names.

    NanoriError if there is no column for the name, or no such column as the user says.
    """
    plain = None if source.packing else source.seekable()
    if plain is None:
        plain = BytesIO(source.whole(LONGEST))
    plain.seek(0)
    file = opening.of_stream(plain, source.path)
    header: list[str] = file.schema.names
    context = f"\t{columns}\n" + "\t".join(TABBED.encode(name) for name in header)
    try:
        known = tables.layout(context)
    except NanoriError as error:
        raise NanoriError(error.message, path=source.path) from None
    if not tables.has_texts(known):
        there = tables.quoted(header, tables.MOST)
        reason = f"no column with the cards' texts, --column text=… says which: there are {there}"
        raise NanoriError(reason, path=source.path)
    meant = set(known.columns.values())
    # Bytes without a meaning, such as pictures, are not even read.
    read = [
        name
        for place, name in enumerate(header)
        if place in meant or not is_bytes(file.schema.field(place).type)
    ]
    several = len(set(header)) < len(header)  # of columns with the same name none can be selected
    unread = [] if several else [name for name in header if name not in read]
    number = 0
    for batch in file.batches(None if several else read):
        shown = [values(column) for column in batch.columns]
        if not several:  # a column for each heading; null for those that were not read
            by_name = dict(zip(batch.schema.names, shown, strict=True))
            shown = [by_name.get(name, [None] * batch.num_rows) for name in header]
        for row in zip(*shown, strict=True):
            number += 1
            yield Element(number, 1, 0, _row(row, meant, unread), context)


def _row(row: Sequence[object], meant: Collection[int], unread: Sequence[str]) -> bytes:
    """Return a row as JSON: why it cannot be read, if so, its values, and what was not read.

    Only fields can spoil it: elsewhere bytes that are not words cost only their cell.
    """
    broken = next((cell.reason for at in meant if isinstance(cell := row[at], Undecodable)), None)
    shown = [None if isinstance(cell, Undecodable) else cell for cell in row]
    return msgspec.json.encode([broken, shown, unread], enc_hook=str)


def _cells(row: Sequence[object], known: tables.TableLayout) -> dict[FieldKey, str]:
    """Return the words of the columns that are fields."""
    return {key: word(row[place]) or "" for key, place in known.columns.items()}
