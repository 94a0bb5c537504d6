"""The records of a card file, on disk or in memory, for programs that build on nanori."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, cast

from msgspec.structs import asdict

from nanori.formats import catalogue, reader
from nanori.formats.edit_plans import EditPlan
from nanori.formats.entries import Element, SourceSpan
from nanori.formats.io.in_memory import Readable, file_of, of_rows
from nanori.formats.io.streams import PathOrContent
from nanori.formats.locations import Layout, Location
from nanori.formats.proving import field_text
from nanori.formats.records import Batch
from nanori.grammar import languages
from nanori.model import arguments
from nanori.model.errors import NanoriError, OnError
from nanori.model.values import Card, Edit, NameMarkup


@dataclass(frozen=True, slots=True)
class CardRecord:
    """One face of a card in one language, as a file has it; `read` makes them.

    >>> text = "Salt Quay\\nLand\\n{T}: Untap Salt Quay.\\n"
    >>> (record,) = nanori.read(text)
    >>> record.card.name, record.line, sorted(record.fields)
    ('Salt Quay', 1, ['name', 'text', 'type'])
    >>> found = nanori.annotate(record.card, markup=record.markup)[0]
    >>> place = record.locate("text", found.start, found.end)
    >>> place.line, place.column, text[place.start : place.end]
    (3, 12, 'Salt Quay')
    """

    card: Card
    """The card, with its language."""
    extra: Mapping[str, object]
    """Keys of the record that nanori does not know."""
    path: str
    """The file as given, followed by the file inside it if it is an archive or folder."""
    line: int
    """The line where the record begins, from 1."""
    format: str
    """Name of the file's format."""
    markup: tuple[NameMarkup, ...]
    """Words of the text that the file marks as a name, for `annotate`."""
    _origin: _Origin = field(repr=False, compare=False)

    @property
    def fields(self) -> tuple[str, ...]:
        """The fields of the card that are in the file: `text`, `name`, `faces/0` …"""
        return tuple(self._origin.places)

    def locate(
        self, field: str = "text", start: int = 0, end: int | None = None
    ) -> Location | None:
        """Return where a field is in the file, or the span of it from `start` to `end`.

        These are code points of the field's words. None for a field that is not in the file in
        words of its own. If the file writes it differently from how it reads, with escapes or tags,
        the location runs from where its words begin to where they end. Source: interchange.md.
        """
        place = self._origin.places.get(field)
        if place is None:
            return None
        last = len(field_text(self.card, field)) if end is None else end
        return self._origin.layout.location(place, start, last)

    def edits_of_file(self, edits: Sequence[Edit], field: str = "text") -> list[Edit]:
        r"""Return edits of the file's text that make those of a field, in order.

        They count code points of the file as it was read, unpacked and without byte order mark,
        and write words as the file does, with its escapes, tags and quotation marks. What they
        make of the card is read again first. NanoriError where the field does not stand in the
        file, or where its format cannot hold the words; ValueError where edits overlap.

            >>> text = '[{"name": "Salt Quay", "text": "Flying\\nUntap Salt Quay."}]'
            >>> (record,) = nanori.read(text)
            >>> edits = record.edits_of_file(nanori.restyle(record.card, "tilde"))
            >>> print(nanori.apply(text, edits))
            [{"name": "Salt Quay", "text": "Flying\nUntap ~."}]
        """
        arguments.prove_all("edits", edits, Edit)
        from nanori.formats import patching  # most records are only read

        element, module = self._origin.layout.element, catalogue.named(self.format)
        entries = module.read(element).entries
        own = entries[self._origin.number]
        plan = EditPlan(lambda entry: {field: edits} if entry is own else {})
        made = patching.element_edits(module, element, entries, plan, "\n")
        before = element.start
        return [Edit(before + edit.start, before + edit.end, edit.text) for edit in made]


class _Origin(NamedTuple):
    """Where a record comes from."""

    layout: Layout
    """The layout of the element that holds it."""
    places: Mapping[str, SourceSpan]
    """Where its fields are in the element."""
    number: int
    """Which entry of its element it is, from 0."""


def read(
    source: Readable | Iterable[Mapping[str, object]],
    format: str | None = None,
    *,
    lang: str = "",
    path: str = "",
    errors: OnError | None = None,
) -> Iterator[CardRecord]:
    """Yield every face of the cards in a file, in each of its languages, in the order of the file.

    `source` is a path, the bytes of a file (plain, packed, or an archive), or its text: a `str`
    with a line end in it, or one that begins like JSON or XML; any other `str` is a path. It may
    be rows, as `frame.to_dict("records")` gives them, with the headings that tables have.
    `format` is the name of its format, one of those that `nanori formats` lists, told from the
    content if there is none. `lang` is the language of records that do not say theirs, told from
    each if empty. `path` is what is in memory is called, in errors and to tell its format by the
    suffix. Faces without a text are among them. No more than one card is held at a time.

    Where a record is broken `errors` takes the NanoriError, and the next record follows; without
    it the error is raised. It is raised, too, for a file that cannot be read, is in no known
    format, or breaks off: the records before that have been yielded.

        >>> rows = [{"Card Name": "Quay", "Rules Text": "Quay stays."}]
        >>> [record.card.text for record in nanori.read(rows)]
        ['Quay stays.']
        >>> source = '{"name": "Quay", "text": "Quay stays."}\\n{"name": 3, "text": ""}\\n'
        >>> broken = []
        >>> [record.card.name for record in nanori.read(source, errors=broken.append)]
        ['Quay']
        >>> print(broken[0])
        <text>:2: wanted str, got int in name
    """
    rows = isinstance(source, Iterable) and not isinstance(source, str | bytes | os.PathLike)
    file = (of_rows if rows else file_of)(cast("Any", source), path)
    arguments.prove("lang", lang, str)
    if format is not None:
        arguments.prove("format", format, str)
        catalogue.known(format)
    if lang:
        languages.load(lang)
    return _records(file, lang, format or "", errors)


def _records(
    file: PathOrContent, lang: str, format_name: str, errors: OnError | None
) -> Iterator[CardRecord]:
    for batch in reader.batches(file, lang, format_name):
        for element in batch.elements:
            try:
                yield from _of_element(element, batch)
            except NanoriError as error:
                placed = reader.placed(error, batch.path, element)
                if errors is None:
                    raise placed from None
                errors(placed)


def _of_element(element: Element, batch: Batch) -> Iterator[CardRecord]:
    layout = Layout(element)
    path = reader.where(batch.path, element)
    for number, entry in enumerate(catalogue.named(batch.format).entries(element)):
        if not entry.is_record:
            continue
        card = reader.with_language(entry.card, batch.lang)
        if type(card) is not Card:  # so that it equals one made by hand
            card = Card(**asdict(card))
        origin = _Origin(layout, entry.places, number)
        where = path, element.line, batch.format
        yield CardRecord(card, entry.extra, *where, entry.markup, origin)
