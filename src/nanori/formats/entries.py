"""A card record and where each of its fields is in its file, so that it can be edited there."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple, Protocol

from msgspec import Struct
from msgspec.structs import replace

from nanori.model import arguments
from nanori.model.errors import NanoriError
from nanori.model.values import Card, Edit, NameMarkup


class Stretch(Struct, frozen=True):
    """A part of an element's text that stands otherwise in the file, and is written as it is."""

    start: int
    """First code point of the element's text."""
    end: int
    """One past the last."""
    first: int
    """First code point of the file that it stands for, counted from the element's."""
    last: int
    """One past the last."""


class SheetRow(Struct, frozen=True):
    """An element that is a row of a spreadsheet."""

    name: str
    """Its sheet's name."""
    cells: tuple[tuple[int, int], ...]
    """Where each cell begins in the element's text, and its column, from 1."""
    stretches: tuple[Stretch, ...] = ()
    """Cells whose words the file keeps elsewhere, in order."""


class Element(NamedTuple):
    """The part of a file that holds one card: a JSON value, an XML element, a row, a script."""

    line: int
    """The line where it begins, from 1."""
    column: int
    """The column where it begins on that line, from 1."""
    start: int
    """Code points of the file before it, unpacked and decoded, without byte order mark."""
    text: bytes
    """Its contents, in UTF-8 whatever the encoding of the file."""
    context: Any = ""
    """What the file says of all its cards and is needed to read one, of a type of the format's."""
    member: str = ""
    """The file inside the archive or folder; empty if the file is neither."""
    row: SheetRow | None = None
    """Set for a row of a spreadsheet, whose line is then the sheet's."""
    beside: Any = ""
    """What elements before it say of the same card, of a type of the format's."""
    remark: str = ""
    """What to tell the user about how the file is read, before its first card."""


NO_ELEMENT = Element(1, 1, 0, b"")


class SourceSpan(Struct, frozen=True):
    """Where the words of a field are in an element, and how they are escaped there."""

    start: int
    """First code point of the element's text."""
    end: int
    """One past the last code point."""
    escaping: str
    """The module of `escaping/` that reads and writes them: escapes, tags, quotation marks."""


class SourceMap(Struct, frozen=True):
    """What a stretch of a file says, and where each of its characters comes from."""

    text: str
    """The words, without escapes and tags."""
    starts: tuple[int, ...]
    """For each code point of the text, the first of the stretch that stands for it."""
    ends: tuple[int, ...]
    """For each code point of the text, one past the last of the stretch that stands for it."""
    markup: tuple[NameMarkup, ...] = ()
    """Marks of the program that wrote the file."""


# The places of the entries of an element, by field.
FieldPlaces = Sequence[Mapping[str, SourceSpan]]


# What a record without unknown keys has of these, and one whose places nobody asks for.
NO_OTHERS: Mapping[str, object] = {}
NO_PLACES: Mapping[str, SourceSpan] = {}


class LazyPlaces(Mapping[str, SourceSpan]):
    """The places of an entry's fields, looked for when first asked for: most need none."""

    def __init__(self, find: Callable[[], FieldPlaces], number: int) -> None:
        self._find = find
        self._number = number

    @cached_property
    def _found(self) -> Mapping[str, SourceSpan]:
        try:
            return self._find()[self._number]
        except NanoriError:  # it was decoded, but is nested a little too deeply for looking again
            return {}

    def __getitem__(self, field: str) -> SourceSpan:
        return self._found[field]

    def __iter__(self) -> Iterator[str]:
        return iter(self._found)

    def __len__(self) -> int:
        return len(self._found)


class Location(Struct, frozen=True):
    """Where words of a card are in its file, including escapes and tags between them."""

    line: int
    """The line of the first, from 1."""
    column: int
    """The column of the first, from 1."""
    end_line: int
    """The line on which they end."""
    end_column: int
    """One past the column of the last."""
    start: int
    """First code point of the file, unpacked and without byte order mark."""
    end: int
    """One past the last code point."""


class WordsInFile(Protocol):
    """What finds the words of an entry in its file, and edits them there."""

    def locate(self, entry: Entry, field: str, start: int, end: int | None) -> Location | None:
        """Answer `Entry.locate`."""
        ...

    def edits_of_file(self, entry: Entry, edits: Sequence[Edit], field: str) -> list[Edit]:
        """Answer `Entry.edits_of_file`."""
        ...


class Entry(Struct, frozen=True, gc=False):
    """One face of a card in one language, as a file has it; `read` makes them.

    >>> text = "Salt Quay\\nLand\\n{T}: Untap Salt Quay.\\n"
    >>> (entry,) = nanori.read(text)
    >>> entry.card.name, entry.line, sorted(entry.fields)
    ('Salt Quay', 1, ['name', 'text', 'type'])
    >>> found = nanori.annotate(entry.card, markup=entry.markup)[0]
    >>> place = entry.locate("text", found.start, found.end)
    >>> place.line, place.column, text[place.start : place.end]
    (3, 12, 'Salt Quay')
    """

    card: Card
    extra: Mapping[str, object] = NO_OTHERS
    """Keys that nanori does not know, to be passed through."""
    places: Mapping[str, SourceSpan] = NO_PLACES
    """By field of `Card`, those that the file has as they are; `text` nearly always.

    Items of a list are fields of their own, counted from 0: `faces/0`, `alternate/0`.
    """
    markup: tuple[NameMarkup, ...] = ()
    """Those of the text."""
    suppressed: tuple[str, ...] = ()
    """Checks that a suppression comment in the file turns off for this card; `*` for all."""
    copies: tuple[SourceSpan, ...] = ()
    """Other places that repeat the text word for word, and are edited with it."""
    remark: str = ""
    """What to tell the user if it was read differently from how it is written."""
    unread: tuple[str, ...] = ()
    """What the file has but is not read, such as columns of bytes."""
    has_text_field: bool = False
    """Whether the file has a field for its text; one that is filled need not say it."""
    fixed: bool = False
    """Whether its words are the source of a translation, which is changed elsewhere."""
    path: str = ""
    """The file as given, followed by the file inside it if it is an archive or folder."""
    format: str = ""
    """Name of the file's format."""
    element: Element = NO_ELEMENT
    """The part of the file that holds the card."""
    file: WordsInFile | None = None
    """Set by `read`, for those who ask where its words are."""

    @property
    def line(self) -> int:
        """The line where the record begins, from 1."""
        return self.element.line

    @property
    def is_record(self) -> bool:
        """Whether it is a record, with a text or an empty field for one; a name alone is none."""
        return bool(self.card.text) or self.has_text_field

    @property
    def fields(self) -> tuple[str, ...]:
        """The fields of the card that are in the file: `text`, `name`, `faces/0` …"""
        return tuple(self.places)

    def locate(
        self, field: str = "text", start: int = 0, end: int | None = None
    ) -> Location | None:
        """Return where a field is in the file, or the span of it from `start` to `end`.

        These are code points of the field's words. None for a field that is not in the file in
        words of its own. If the file writes it differently from how it reads, with escapes or tags,
        the location runs from where its words begin to where they end. Source: interchange.md.
        """
        return self.file.locate(self, field, start, end) if self.file else None

    def edits_of_file(self, edits: Sequence[Edit], field: str = "text") -> list[Edit]:
        r"""Return edits of the file's text that make those of a field, in order.

        They count code points of the file as it was read, unpacked and without byte order mark,
        and write words as the file does, with its escapes, tags and quotation marks. What they
        make of the card is read again first. NanoriError where the field does not stand in the
        file, or where its format cannot hold the words; ValueError where edits overlap.

            >>> text = '[{"name": "Salt Quay", "text": "Flying\\nUntap Salt Quay."}]'
            >>> (entry,) = nanori.read(text)
            >>> edits = entry.edits_of_file(nanori.restyle(entry.card, "tilde"))
            >>> print(nanori.apply(text, edits))
            [{"name": "Salt Quay", "text": "Flying\nUntap ~."}]
        """
        arguments.prove_all("edits", edits, Edit)
        return self.file.edits_of_file(self, edits, field) if self.file else []


def placed_later(
    entries: Iterable[Entry], find: Callable[[], Iterable[Mapping[str, SourceSpan]]]
) -> Iterator[Entry]:
    """Yield the entries of an element; `find` returns the places of all, if one is asked for."""
    found: list[Mapping[str, SourceSpan]] = []

    def find_once() -> FieldPlaces:
        if not found:
            found.extend(find())
        return found

    for number, entry in enumerate(entries):
        yield replace(entry, places=LazyPlaces(find_once, number))


def as_written(raw: str) -> SourceMap:
    """Return the map of a stretch in which every character stands for itself."""
    return SourceMap(raw, tuple(range(len(raw))), tuple(range(1, len(raw) + 1)))


class WordsBuilder:
    """What a stretch says, built up piece by piece in its order."""

    def __init__(self) -> None:
        self.pieces: list[str] = []
        self.starts: list[int] = []
        self.ends: list[int] = []

    def put(self, words: str, start: int, end: int) -> None:
        """Add words of which each character stands for everything from start to end."""
        self.pieces.append(words)
        self.starts += [start] * len(words)
        self.ends += [end] * len(words)

    def copy(self, raw: str, start: int, end: int) -> None:
        """Add the characters from start to end, each for itself."""
        self.pieces.append(raw[start:end])
        self.starts += range(start, end)
        self.ends += range(start + 1, end + 1)

    def add(self, inner: SourceMap, offset: int) -> None:
        """Add what a part of the stretch says that begins after so many characters."""
        self.pieces.append(inner.text)
        self.starts += (offset + start for start in inner.starts)
        self.ends += (offset + end for end in inner.ends)

    def made(self, markup: tuple[NameMarkup, ...] = ()) -> SourceMap:
        """Return what the stretch says."""
        return SourceMap("".join(self.pieces), tuple(self.starts), tuple(self.ends), markup)


def replaced(raw: str, written: re.Pattern[str], read: Callable[[re.Match[str]], str]) -> SourceMap:
    """Return the map of a stretch in which each match stands for the words read for it."""
    words = WordsBuilder()
    reached = 0
    for match in written.finditer(raw):
        words.copy(raw, reached, match.start())
        words.put(read(match), *match.span())
        reached = match.end()
    words.copy(raw, reached, len(raw))
    return words.made()


def composed(outer: SourceMap, inner: SourceMap) -> SourceMap:
    """Return the map of a stretch written in two ways, one inside the other.

    `inner` is what the words of `outer` say.
    """
    return SourceMap(
        inner.text,
        tuple(outer.starts[start] for start in inner.starts),
        tuple(outer.ends[end - 1] for end in inner.ends),
        inner.markup,
    )
