"""A card of a text, read: its records, what they tell of names, and what the checks find in it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

from nanori.formats import catalogue, reader
from nanori.formats.entries import Element, Entry
from nanori.formats.locations import Layout
from nanori.formats.proving import field_text
from nanori.formats.records import Batch
from nanori.linting import engine
from nanori.linting.checks import Check
from nanori.linting.files.discovery import CheckedFile
from nanori.linting.findings import Finding
from nanori.linting.indexes import Index
from nanori.linting.runs import Run, records_in
from nanori.linting.settings.suppressions import Remarks
from nanori.model.diagnostics import Fix, Severity
from nanori.model.errors import NanoriError
from nanori.model.values import Card, Reference
from nanori.surfaces.lsp.card_groups import CardGroup
from nanori.surfaces.lsp.questions import Asked, AskedIndex


class Spotted(NamedTuple):
    """A finding, and where in its element it is."""

    start: int
    end: int
    check: str
    severity: Severity
    message: str
    card: Card | None = None
    field: str = "text"
    fix: Fix | None = None
    entry: Entry | None = None


class ReadText(NamedTuple):
    """A rules text of a card with its references."""

    card: Card
    references: tuple[Reference, ...]
    entry: Entry | None


class CardReading:
    """An element of a text, read once; it is looked at as often as others change what it asks."""

    def __init__(self, element: Element, format_name: str, path: str) -> None:
        """Read the records of the element, in that format, of the file of that path."""
        self.key = key_of(element)
        self.format = format_name
        self._batch = Batch(path, format_name, "", (element._replace(start=0, line=1),))
        self.texts: list[ReadText] = []
        self.spotted: list[Spotted] = []
        self.asked: Asked | None = None
        """What its checks asked; nothing where they were not run yet."""
        self._errors: list[NanoriError] = []
        self._path = path

    @cached_property
    def group(self) -> CardGroup:
        """Its cards that have a text, and what they tell of names."""
        cards = [record.card for record in records_in(self._batch, self._errors.append)]
        index = Index()
        index.add(cards, self._path)
        return CardGroup(cards, index)

    @property
    def element(self) -> Element:
        """The element, as if it stood at the beginning of its file."""
        return self._batch.elements[0]

    @cached_property
    def layout(self) -> Layout:
        """What stands where in it."""
        return Layout(self.element)

    @cached_property
    def entries(self) -> list[Entry]:
        """Every face and language of the card, also those without a text."""
        try:
            module = catalogue.listed()[self._batch.format]
            return [
                reader.entry_with_language(entry, "") for entry in module.read(self.element).entries
            ]
        except NanoriError:
            return []

    @property
    def words(self) -> Iterator[str]:
        """The texts in which names are looked for, also that of an original elsewhere."""
        yield from (card.text for card in self.group.cards)
        for question, answer in (self.asked or {}).items():
            if question[0] == "original" and isinstance(answer, Card):
                yield answer.text

    def look(self, run: Run, index: AskedIndex, target: CheckedFile) -> None:
        """Run the checks over it, and write down what they ask the index."""
        index.asked = {}
        element, _ = self.element, self.group
        seen = engine.seen(self._batch, element, target, run, lambda _: None)
        entries = engine.entries_of(self._batch, element, [text.subject for text in seen])
        self.texts = [
            ReadText(text.subject.card, tuple(text.subject.references), entry)
            for text, entry in zip(seen, entries, strict=True)
        ]
        remarks = Remarks(entry for entry in entries if entry)
        unsilenced = engine.unsilenced(seen, entries, remarks)
        self.spotted = [self._broken(error) for error in self._errors]
        self.spotted += [
            self._spot(check, finding, subject.card, entry)
            for check, finding, subject, entry in unsilenced
        ]
        chosen = run.selection.of_file(target.shown)
        for check in chosen.remarks if seen else ():
            for finding in check.find(remarks.unused(chosen.names)):
                self.spotted.append(self._remark(check, finding))
        self.spotted.sort(key=lambda spotted: (spotted.start, spotted.end, spotted.check))
        self.asked, index.asked = index.asked, {}

    def batch(self, element: Element) -> Batch:
        """Return the batch of an element that takes its place."""
        return Batch(self._batch.path, self._batch.format, "", (element,))

    def span(self, entry: Entry, field: str, start: int, end: int) -> tuple[int, int] | None:
        """Return where words of a field stand in the element; nothing if they do not."""
        place = entry.places.get(field)
        return None if place is None else self.layout.span(place, start, end)

    def field_span(self, entry: Entry, field: str) -> tuple[int, int] | None:
        """Return where a whole field stands in the element."""
        return self.span(entry, field, 0, len(field_text(entry.card, field)))

    def _spot(self, check: Check, finding: Finding, card: Card, entry: Entry | None) -> Spotted:
        span = entry and self.span(entry, finding.field, finding.start, finding.end)
        start, end = span or (0, 0)
        return Spotted(
            start,
            end,
            check.name,
            check.severity,
            finding.message,
            card,
            finding.field,
            finding.fix,
            entry,
        )

    def _remark(self, check: Check, finding: Finding) -> Spotted:
        place = self.layout.text.find(_SIGN)
        end = place + len(_SIGN) if place >= 0 else 0
        return Spotted(max(place, 0), end, check.name, check.severity, finding.message)

    def _broken(self, error: NanoriError) -> Spotted:
        """Return what cannot be read of it as a finding."""
        lines = self.layout.text.split("\n")
        line = min((error.line or 1) - 1, len(lines) - 1)
        start = sum(len(each) + 1 for each in lines[:line])
        column = min((error.column or 1) - 1, len(lines[line]))
        return Spotted(start + column, start + len(lines[line]), UNREADABLE, "error", error.message)


UNREADABLE = "unreadable"
"""What is said of a place that cannot be read, in the place of a check."""

_SIGN = "noqa"

ElementKey = tuple[bytes, str, str]


def key_of(element: Element) -> ElementKey:
    """Return what an element is read from, wherever in its file it stands."""
    return element.text, element.context, element.beside
