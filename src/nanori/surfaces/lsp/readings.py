"""What is read of a text: a card's records with what the checks find in them, and prose."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

from nanori.formats import catalogue, reader
from nanori.formats.entries import Element, Entry
from nanori.formats.locations import Layout
from nanori.formats.records import Batch
from nanori.linting import engine
from nanori.linting.discovery import CheckedFile
from nanori.linting.reports import NOTHING, Report
from nanori.linting.runs import Run, ignore, records_in
from nanori.model.diagnostics import Diagnostic
from nanori.model.errors import NanoriError
from nanori.model.values import Card, Reference
from nanori.surfaces.lsp import splitting


class ReadText(NamedTuple):
    """A rules text of a card with its references."""

    card: Card
    references: tuple[Reference, ...]
    entry: Entry | None


class ReadElement:
    """An element of a text, read once; it is looked at again whenever anything may have changed."""

    def __init__(self, element: Element, format_name: str, path: str) -> None:
        self.key = key_of(element)
        self.start = 0
        """Its first code point in the text as that is now: what did not change has moved only."""
        self.format = format_name
        self._batch = Batch(path, format_name, "", (element._replace(start=0, line=1),))
        self.texts: list[ReadText] = []
        self.reports: list[Report] = []

    @property
    def element(self) -> Element:
        """The element, as if it were at the beginning of its file."""
        return self._batch.elements[0]

    @cached_property
    def cards(self) -> list[Card]:
        """Its cards that have a text."""
        return [record.card for record in records_in(self._batch, ignore)]

    @cached_property
    def layout(self) -> Layout:
        """Its layout."""
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

    def look(self, run: Run, target: CheckedFile) -> None:
        """Run the checks over it."""
        errors: list[NanoriError] = []
        (inspection,) = engine.of_batch(self._batch, target, run, errors.append)
        subjects = [text.subject for text in inspection.texts]
        entries = engine.entries_of(self._batch, self.element, subjects)
        self.texts = [
            ReadText(subject.given, tuple(subject.references), entry)
            for subject, entry in zip(subjects, entries, strict=True)
        ]
        self.reports = [*map(self._broken, errors), *inspection.reports]
        self.reports.sort(key=lambda report: (report.span, report.diagnostic.rule))

    def batch(self, element: Element) -> Batch:
        """Return the batch for an element in its place."""
        return Batch(self._batch.path, self._batch.format, "", (element,))

    def span(self, entry: Entry, field: str, start: int, end: int) -> tuple[int, int] | None:
        """Return where words of a field are in the element; None if they are not in it."""
        field_span = entry.places.get(field)
        return None if field_span is None else self.layout.span(field_span, start, end)

    @property
    def end(self) -> int:
        """One past its last code point in the text."""
        return self.start + len(self.layout.text)

    def span_in_text(
        self, entry: Entry, field: str, start: int, end: int
    ) -> tuple[int, int] | None:
        """Return where words of a field are in the text; None if they are not in it."""
        span = self.span(entry, field, start, end)
        return span and (self.start + span[0], self.start + span[1])

    def _broken(self, error: NanoriError) -> Report:
        lines = self.layout.text.split("\n")
        line = min((error.line or 1) - 1, len(lines) - 1)
        start = sum(len(each) + 1 for each in lines[:line])
        column = min((error.column or 1) - 1, len(lines[line]))
        return unreadable(start + column, start + len(lines[line]), error.message)


# Stands for a check in reports of what cannot be read.
UNREADABLE = "unreadable"


def unreadable(start: int, end: int, message: str) -> Report:
    """Return the report that something cannot be read, at a span of its text or element."""
    diagnostic = Diagnostic(
        check=UNREADABLE,
        rule=UNREADABLE,
        severity="error",
        path="",
        line=0,
        column=0,
        end_line=0,
        end_column=0,
        start=start,
        end=end,
        text="",
        message=message,
    )
    return Report(diagnostic, NOTHING, span=(start, end))


ElementKey = tuple[bytes, object, object]


def key_of(element: Element) -> ElementKey:
    """Return what an element is read from, wherever it is in its file."""
    return element.text, element.context, element.beside


def in_rules(path: str, text: str, run: Run) -> Iterator[Report]:
    """Yield what is found in a rules document, which has no byte order mark."""
    target = CheckedFile(path, path, True, memory=splitting.content(path, text))
    try:
        yield from engine.of_document(target, run)
    except NanoriError as error:
        yield unreadable(0, 0, error.message)
