"""Cards of any format go in; the same come out in another, and what it cannot carry is said."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from itertools import groupby
from typing import Protocol

from nanori.formats import reader
from nanori.formats.conversion import card_lines, cockatrice_cards, csv_rows
from nanori.formats.entries import Element, Entry
from nanori.model.errors import NanoriError, OnError


class ConvertedFormat(StrEnum):
    """What cards can be converted to."""

    CARDS = "cards"
    """Card records in one JSON array."""
    JSONL = "jsonl"
    """Card records, one a line."""
    CSV = "csv"
    COCKATRICE = "cockatrice"


class Losses:
    """What could not be carried, by what it is; extra keys by their names."""

    def __init__(self) -> None:
        """Begin with nothing lost."""
        self._counts: Counter[str] = Counter()
        self.guarded = 0
        """Cells of a table before whose words a blank was put."""

    def add(self, what: str) -> None:
        """Note one more."""
        self._counts[what] += 1

    def said(self) -> str:
        """Return all of it in a line; nothing if all was carried."""
        parts = [f"{what} ({count})" for what, count in sorted(self._counts.items())]
        return f"not carried: {', '.join(parts)}" if parts else ""


class CardWriter(Protocol):
    """How cards are written in one format; a module of this folder is one."""

    @property
    def CARRIED(self) -> frozenset[str]:
        """The fields of a card that it can hold; `extra` for keys that nanori does not know."""
        ...

    def begin(self) -> str:
        """Return what stands before the cards."""
        ...

    def card(self, entries: Sequence[Entry], *, first: bool) -> str:
        """Return a card, its faces and languages together; NanoriError if it cannot hold it."""
        ...

    def end(self) -> str:
        """Return what stands behind the cards."""
        ...


_WRITERS: Mapping[ConvertedFormat, CardWriter] = {
    ConvertedFormat.CARDS: card_lines.IN_ARRAY,
    ConvertedFormat.JSONL: card_lines.BY_LINE,
    ConvertedFormat.COCKATRICE: cockatrice_cards.WRITER,
}
EXTRA = "extra"
_SAID = ("name", "text", "type", "lang", "id", "name_en", "type_en", "reading", "alternate")
_OTHERS = ("faces", "layout", "printed", "released")


def converted(
    path: str,
    to: ConvertedFormat,
    losses: Losses,
    note: OnError,
    lang: str = "",
    format_name: str = "",
    *,
    raw: bool = False,
) -> Iterator[bytes]:
    """Yield the bytes of a file with the cards of another, one card after another.

    In CSV a blank stands before what a spreadsheet would compute, but with `raw`.
    `note` takes what is wrong with a record, which is left out, `losses` what could not be
    carried. NanoriError if the file cannot be read.
    """
    table = csv_rows.CsvRows(raw=raw)
    writer = _WRITERS.get(to, table)
    yield writer.begin().encode()
    first = True
    read = reader.entries(path, lang, format_name)
    for _, together in groupby(read, key=lambda pair: _key(pair[0])):
        entries: list[Entry] = []
        for element, entry in together:
            if isinstance(entry, NanoriError):
                note(entry)
            elif entry.card.text or not element.beside:  # a name of its own is no card
                entries.append(entry)
        if not entries:
            continue
        try:
            words = writer.card(entries, first=first).encode()
        except (NanoriError, UnicodeEncodeError) as error:
            known = isinstance(error, NanoriError)
            message = error.message if known else "a lone surrogate is there"
            note(NanoriError(f"{message} in “{entries[0].card.name}”", path=path))
            continue
        first = False
        for entry in entries:
            _lost(entry, writer, losses)
        yield words
    losses.guarded = table.guarded
    yield writer.end().encode()


def _key(element: Element) -> tuple[str, int, int]:
    return element.member, element.start, element.line


def _lost(entry: Entry, writer: CardWriter, losses: Losses) -> None:
    """Note what of a record is not carried."""
    for field in (*_SAID, *_OTHERS):
        if getattr(entry.card, field) and field not in writer.CARRIED:
            losses.add(field)
    if entry.markup:
        losses.add("marks of names")
    if entry.suppressed and "noqa" not in writer.CARRIED:
        losses.add("noqa")
    if EXTRA not in writer.CARRIED:
        for key in entry.extra:
            losses.add(f"“{' '.join(key.split())[:40]}”")
