"""What is read of a text: a card's records with what the checks find in them, and prose."""

from __future__ import annotations

import signal
import threading
from collections.abc import Generator, Iterator
from contextlib import contextmanager, suppress
from functools import cached_property
from types import FrameType
from typing import NamedTuple

from nanori.formats import catalogue, reader
from nanori.formats.entries import Element, Entry
from nanori.formats.locations import Layout
from nanori.formats.records import Batch
from nanori.linting import engine
from nanori.linting.discovery import CheckedFile
from nanori.linting.runs import Run, ignore, records_in
from nanori.model.diagnostics import Diagnostic, Fix, Severity
from nanori.model.errors import NanoriError
from nanori.model.values import Card, Reference
from nanori.surfaces.lsp import splitting


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


class ReadElement:
    """An element of a text, read once; it is looked at again whenever anything may have changed."""

    def __init__(self, element: Element, format_name: str, path: str) -> None:
        self.key = key_of(element)
        self.start = 0
        """Its first code point in the text as that is now: what did not change has moved only."""
        self.format = format_name
        self._batch = Batch(path, format_name, "", (element._replace(start=0, line=1),))
        self.texts: list[ReadText] = []
        self.spotted: list[Spotted] = []

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
        """Run the checks over it; what takes too long is given up, and said."""
        try:
            with limited(MAX_SECONDS):
                self._look(run, target)
        except TakesTooLongError:
            self.texts = []
            says = "looking at this card takes too long, and was given up"
            self.spotted = [Spotted(0, 0, UNREADABLE, "warning", says)]

    def _look(self, run: Run, target: CheckedFile) -> None:
        errors: list[NanoriError] = []
        (inspection,) = engine.of_batch(self._batch, target, run, errors.append)
        subjects = [text.subject for text in inspection.texts]
        self.texts = [
            ReadText(subject.given, tuple(subject.references), entry)
            for subject, entry in zip(
                subjects, engine.entries_of(self._batch, self.element, subjects), strict=True
            )
        ]
        spotted_here = [self._broken(error) for error in errors]
        for report in inspection.reports:
            text = self.texts[report.text] if report.text >= 0 else None
            spotted_here.append(
                spotted(report.diagnostic)._replace(
                    start=report.span[0],
                    end=report.span[1],
                    card=text and text.card,
                    entry=text and text.entry,
                )
            )
        self.spotted = sorted(spotted_here, key=lambda each: (each.start, each.end, each.check))

    def batch(self, element: Element) -> Batch:
        """Return the batch for an element in its place."""
        return Batch(self._batch.path, self._batch.format, "", (element,))

    def span(self, entry: Entry, field: str, start: int, end: int) -> tuple[int, int] | None:
        """Return where words of a field are in the element; None if they are not in it."""
        place = entry.places.get(field)
        return None if place is None else self.layout.span(place, start, end)

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

    def _broken(self, error: NanoriError) -> Spotted:
        lines = self.layout.text.split("\n")
        line = min((error.line or 1) - 1, len(lines) - 1)
        start = sum(len(each) + 1 for each in lines[:line])
        column = min((error.column or 1) - 1, len(lines[line]))
        return Spotted(start + column, start + len(lines[line]), UNREADABLE, "error", error.message)


# Stands for a check in findings about what cannot be read.
UNREADABLE = "unreadable"

ElementKey = tuple[bytes, object, object]


def key_of(element: Element) -> ElementKey:
    """Return what an element is read from, wherever it is in its file."""
    return element.text, element.context, element.beside


def in_rules(path: str, text: str, run: Run) -> Iterator[Spotted]:
    """Yield what is found in a rules document, which has no byte order mark."""
    target = CheckedFile(path, path, True, memory=splitting.content(path, text))
    try:
        for report in engine.of_document(target, run):
            yield spotted(report.diagnostic)
    except NanoriError as error:
        yield Spotted(0, 0, UNREADABLE, "error", error.message)


def spotted(diagnostic: Diagnostic) -> Spotted:
    """Return a finding in prose."""
    return Spotted(
        diagnostic.start,
        diagnostic.end,
        diagnostic.rule,
        diagnostic.severity,
        diagnostic.message,
        field=diagnostic.field,
        fix=diagnostic.fix,
    )


# Seconds of processor time for one card: a thousand times what the longest real one takes.
MAX_SECONDS = 5.0

# Seconds after which what goes on all the same is interrupted again.
SECONDS_TO_INTERRUPT_AGAIN = 1.0


class TakesTooLongError(Exception):
    """Something took longer than it may, and was abandoned."""


@contextmanager
def limited(seconds: float) -> Generator[None]:
    """Raise TakesTooLongError in the block after so many seconds of work, and until it ends.

    Seconds of processor time: on a busy machine no card is given up for that. Where the
    first is raised in a finalizer Python drops it. Only in the main thread, and not on Windows,
    where nothing can interrupt it.
    """
    if not hasattr(signal, "setitimer") or threading.current_thread() != threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGPROF, _give_up)
    signal.setitimer(signal.ITIMER_PROF, seconds, SECONDS_TO_INTERRUPT_AGAIN)
    try:
        yield
    finally:
        while signal.getitimer(signal.ITIMER_PROF)[0]:
            with suppress(TakesTooLongError):
                signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def _give_up(number: int, frame: FrameType | None) -> None:
    raise TakesTooLongError
