"""A card file, on the disk or in memory, to its records for programs that build on nanori."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from msgspec.structs import asdict

from nanori.formats import catalogue, reader
from nanori.formats.entries import Place
from nanori.formats.io.in_memory import Readable, file_of, path_of
from nanori.formats.io.streams import File
from nanori.formats.locations import Layout, Location
from nanori.formats.proving import field_text
from nanori.grammar import languages
from nanori.model import arguments
from nanori.model.errors import NanoriError, OnError
from nanori.model.values import Anchor, Card


@dataclass(frozen=True, slots=True)
class CardRecord:
    """One face of a card in one language, as a file has it; `read` makes them.

    >>> text = "Salt Quay\\nLand\\n{T}: Untap Salt Quay.\\n"
    >>> (record,) = nanori.read(text)
    >>> record.card.name, record.line, sorted(record.fields)
    ('Salt Quay', 1, ['name', 'text', 'type'])
    >>> found = nanori.annotate(record.card, anchors=record.anchors)[0]
    >>> place = record.locate("text", found.start, found.end)
    >>> place.line, place.column, text[place.start : place.end]
    (3, 12, 'Salt Quay')
    """

    card: Card
    """The card, its language told."""
    extra: Mapping[str, object]
    """Keys of the record that nanori does not know."""
    path: str
    """The file, as it was given, with the file inside it where it is an archive or folder."""
    line: int
    """The line where the record begins, from 1."""
    anchors: tuple[Anchor, ...]
    """Words of the text that the file marks as a name, for `annotate`."""
    _places: Mapping[str, Place] = field(repr=False, compare=False)
    _layout: Layout = field(repr=False, compare=False)

    @property
    def fields(self) -> tuple[str, ...]:
        """The fields of the card that stand in the file: `text`, `name`, `faces/0` …"""
        return tuple(self._places)

    def locate(
        self, field: str = "text", start: int = 0, end: int | None = None
    ) -> Location | None:
        """Return where a field stands in the file, or the span of it from `start` to `end`.

        These are code points of the field's words. Nothing is returned for a field that does not
        stand in the file in words of its own. What a program wrote otherwise than it reads, with
        escapes or tags, is told from where its words begin and end. Source: interchange.md.
        """
        place = self._places.get(field)
        if place is None:
            return None
        last = len(field_text(self.card, field)) if end is None else end
        return self._layout.location(place, start, last)


def read(
    source: Readable,
    format: str | None = None,
    *,
    lang: str = "",
    path: str = "",
    errors: OnError | None = None,
) -> Iterator[CardRecord]:
    """Yield every face of the cards in a file, in each of its languages, in the order of the file.

    `source` is a path, the bytes of a file (plain, packed, or an archive), or its text: a `str`
    with a line end in it, or one that begins like JSON or XML; any other `str` is a path.
    `format` is the name of its format, one of those that `nanori formats` lists, told from the
    content if there is none. `lang` is the language of records that do not say theirs, told from
    each if empty. `path` is what is in memory is called, in errors and to tell its format by the
    suffix. Faces without a text are among them. No more than one card is held at a time.

    Where a record is broken `errors` takes the NanoriError, and the next record follows; without
    it the error is raised. It is raised, too, for a file that cannot be read, is in no known
    format, or breaks off: the records before that have been yielded.

        >>> source = '{"name": "Quay", "text": "Quay stays."}\\n{"name": 3, "text": ""}\\n'
        >>> broken = []
        >>> [record.card.name for record in nanori.read(source, errors=broken.append)]
        ['Quay']
        >>> print(broken[0])
        <text>:2: wanted str, got int in name
    """
    file = file_of(source, path)
    arguments.prove("lang", lang, str)
    if format is not None:
        arguments.prove("format", format, str)
        catalogue.known(format)
    if lang:
        languages.load(lang)
    return _records(file, lang, format or "", errors)


def _records(
    file: File, lang: str, format_name: str, errors: OnError | None
) -> Iterator[CardRecord]:
    layout: Layout | None = None
    for element, entry in reader.entries(file, lang, format_name):
        if isinstance(entry, NanoriError):
            if errors is None:
                raise entry
            errors(entry)
            continue
        if layout is None or layout.element is not element:
            layout = Layout(element)
        where = reader.where(path_of(file), element)
        card = _plain(entry.card)
        yield CardRecord(
            card, entry.extra, where, element.line, entry.anchors, entry.places, layout
        )


def _plain(card: Card) -> Card:
    """Return a card that equals one made by hand, whatever class it was read as."""
    return card if type(card) is Card else Card(**asdict(card))
