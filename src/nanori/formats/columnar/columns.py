"""The rows of a columnar file to elements: each is a card, and the JSON of its values."""

from collections.abc import Collection, Iterator, Sequence
from io import BytesIO

import msgspec
from msgspec.structs import replace

from nanori.formats.columnar import opening
from nanori.formats.columnar.opening import Undecodable, is_bytes, values, word
from nanori.formats.detection import Head
from nanori.formats.entries import Element, Entry
from nanori.formats.fields import CellFormat
from nanori.formats.format import About
from nanori.formats.headings import FieldKey
from nanori.formats.io.streams import MAX_BYTES_IN_MEMORY, Source
from nanori.formats.supported import tables
from nanori.model.errors import NanoriError


class _Columns(CellFormat):
    """Parquet and Arrow files, recognised by how they begin."""

    ABOUT = About(
        title="Parquet and Arrow files, Feather",
        suffixes=(".parquet", ".pq", ".arrow", ".feather", ".arrows", ".ipc"),
        writes=False,
        languages="any, each in columns of its own or in rows with a “lang”",
        faces="columns with numbers, as “name 2”, lists of names, or “A // B” in one",
        alternates=True,
        suppressions="a column “noqa”",
        designers=True,
        columns=True,
    )

    def recognises(self, head: Head) -> bool:
        return opening.is_columnar(head.raw)

    def elements(self, source: Source, head: Head) -> Iterator[Element]:
        """Yield each row, with its number as its line.

        NanoriError if there is no column for the name, or no such column as the user says.
        """
        packed = source.packing and BytesIO(source.whole(MAX_BYTES_IN_MEMORY))
        file = opening.of_stream(packed or source.seekable(), source.path)
        header: list[str] = file.schema.names
        try:
            layout = tables.layout(header, head.columns)
        except NanoriError as error:
            raise NanoriError(error.message, path=source.path) from None
        quoted = tables.quoted(header, tables.MAX_OFFERED)
        if not layout.has_texts:
            reason = "no column with the cards' texts, --column text=… says which: there are"
            raise NanoriError(f"{reason} {quoted}", path=source.path)
        if len(set(header)) < len(header):  # none of them could be selected
            reason = f"columns of the same name, of each one was wanted: there are {quoted}"
            raise NanoriError(reason, path=source.path)
        fields = {*layout.columns.values(), *layout.more_names}
        # Bytes without a meaning, such as pictures, are not even read.
        read = {
            name: index
            for index, name in enumerate(header)
            if index in fields or not is_bytes(file.schema.field(index).type)
        }
        unread = [name for name in header if name not in read]
        number = 0
        for batch in file.batches([*read]):
            shown: list[Sequence[object]] = [[None] * batch.num_rows] * len(header)
            for name, index in read.items():
                shown[index] = values(batch.column(name))
            for row in zip(*shown, strict=True):
                number += 1
                yield Element(number, 1, 0, _row(row, fields, unread), layout)

    def entries(self, element: Element) -> Iterator[Entry]:
        broken, row, unread = msgspec.json.decode(element.text)
        if broken is not None:
            raise NanoriError(broken)
        layout: tables.TableLayout = element.context
        extra = {
            heading: row[offset]
            for heading, offset in layout.others.items()
            if row[offset] is not None and row[offset] != ""
        }
        offset = layout.columns.get(FieldKey("id", "", 1))
        number = row[offset] if offset is not None else None
        for record in tables.records(_cells(row, layout), extra):
            entry = replace(record, unread=tuple(unread)) if unread else record
            if type(number) is int and entry.card.id == str(number):
                yield replace(entry, card=replace(entry.card, id=number))
            else:
                yield entry

    def fields_of(self, element: Element) -> dict[FieldKey, str]:
        """Return the words of the columns that are fields; none for a row that cannot be read."""
        broken, row, _ = msgspec.json.decode(element.text)
        return {} if broken is not None else _cells(row, element.context)


def _row(row: Sequence[object], columns: Collection[int], unread: Sequence[str]) -> bytes:
    """Return a row as JSON: why it cannot be read, if so, its values, and what was not read.

    Only fields can spoil it: elsewhere bytes that are not words cost only their cell.
    """
    broken = next((cell.reason for at in columns if isinstance(cell := row[at], Undecodable)), None)
    shown = [None if isinstance(cell, Undecodable) else cell for cell in row]
    return msgspec.json.encode([broken, shown, unread], enc_hook=str)


def _cells(row: Sequence[object], layout: tables.TableLayout) -> dict[FieldKey, str]:
    """Return the words of the columns that are fields."""
    return layout.cells(lambda index: word(row[index]) or "")


FORMAT = _Columns()
