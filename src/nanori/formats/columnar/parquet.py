"""Parquet: a row is a card, its columns are known as those of any table. Read with pyarrow."""

from __future__ import annotations

from collections.abc import Iterator

from nanori.formats.columnar import opening, rows
from nanori.formats.detection import Head
from nanori.formats.entries import Element, Entry
from nanori.formats.format import About, Format
from nanori.formats.io.streams import Source


class Parquet(Format):
    """Parquet files."""

    ABOUT = About(
        title="Parquet files",
        suffixes=(".parquet", ".pq"),
        writes=False,
        languages="any, each in columns of its own or in rows with a “lang”",
        faces="columns with numbers, as “name 2”, lists of names, or “A // B” in one",
        alternates=True,
        suppressions="a column “noqa”",
        columns=True,
    )

    def entries(self, element: Element) -> Iterator[Entry]:
        """Yield the records of a row, one for each face and language."""
        return rows.entries(element)

    def names(self, element: Element) -> Iterator[str]:
        """Yield every name in a row, in every language."""
        return rows.names(element)

    def recognises(self, head: Head) -> bool:
        """Tell whether the file begins as such a file does."""
        return opening.kind_of(head.raw) == "parquet"

    def elements(self, source: Source, head: Head) -> Iterator[Element]:
        """Yield each row."""
        return rows.elements(source, head.columns)


FORMAT = Parquet()
