"""What is read of a text: a card's records with what the checks find in them, and prose.

What the checks of a card ask about all others is remembered with the answers. A card must be looked
at again if its text has changed, or if one of its questions has another answer; of thousands of
cards these are few.
"""

from __future__ import annotations

import signal
import threading
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property
from types import FrameType
from typing import Any, NamedTuple

from nanori.annotation.known_names import KnownNames
from nanori.formats import catalogue, reader
from nanori.formats.entries import Element, Entry
from nanori.formats.locations import Layout
from nanori.formats.pairing import identity
from nanori.formats.proving import field_text
from nanori.formats.records import Batch
from nanori.linting import engine
from nanori.linting.configuration import Remarks
from nanori.linting.discovery import CheckedFile, Originals, translated
from nanori.linting.gathering import call
from nanori.linting.indexes import Index
from nanori.linting.runs import Run, records_in
from nanori.model.diagnostics import Diagnostic, Fix, Severity
from nanori.model.errors import NanoriError
from nanori.model.values import Card, Reference
from nanori.names.database import Database
from nanori.surfaces.lsp import splitting

# The name of what was asked, and with what.
AskedQuestion = tuple[Any, ...]

# Questions with the answers that were given.
Asked = dict[AskedQuestion, object]

# Questions answered by names to be found in a text: only those that are there count.
KNOWN = ("known", "others")


class AskedIndex(Index):
    """The names of all files; it records what it is asked."""

    def __init__(self, register: Database | None = None) -> None:
        """Begin with no names and no questions; the database is that of an index."""
        super().__init__(register=register)
        self.asked: Asked = {}


def _noting(kind: str) -> Callable[..., object]:
    """Return a method that answers like the index does, and records question and answer."""
    answer_of: Callable[..., object] = getattr(Index, kind)

    def noted(index: AskedIndex, *given: object) -> object:
        index.asked[kind, *given] = answer = answer_of(index, *given)
        return answer

    return noted


for _kind in (
    "styles", "tokens", "called", "knows", "recurs", "nearest", "texts", "english",
    "names", "translations", "known", "others",
):  # fmt: skip
    setattr(AskedIndex, _kind, _noting(_kind))


class AskedOriginals(Originals):
    """The originals of translations; what it is asked is recorded with what the index is."""

    def __init__(self, index: AskedIndex) -> None:
        """Begin with none; `index` keeps the questions."""
        super().__init__()
        self._index = index

    def of(self, card: Card) -> Card | None:  # noqa: D102
        original = super().of(card)
        key = (card.name_en, card.printed, identity(card))
        self._index.asked[("original", card, key)] = original
        return original


class Answers:
    """Current answers, each given once, to tell which cards had others before."""

    def __init__(self, index: AskedIndex, originals: AskedOriginals) -> None:
        """Ask these; what they record meanwhile is dropped."""
        self._index, self._originals = index, originals
        self._given: dict[AskedQuestion, object] = {}
        # With the names that only one has, both of two sets: so their ids stay theirs.
        self._changed: dict[tuple[int, int], tuple[tuple[str, ...], object, object]] = {}

    def differ(self, asked: Asked, texts: Iterable[str]) -> bool:
        """Tell whether one of those questions has another answer now.

        `texts` are those in which names were looked for. If none differs, `asked` gets the new
        answers.
        """
        now: Asked = {}
        words = tuple(texts)
        for question, before in asked.items():
            answer = self._answer(question)
            if question[0] in KNOWN and answer is not before:
                changed = self._differing(before, answer)
                if any(name in text for name in changed for text in words):
                    return True
                now[question] = answer
            elif isinstance(before, Counter) and isinstance(answer, Counter):
                if [*before.items()] != [*answer.items()]:  # also in the same order
                    return True
            elif answer is not before and before != answer:
                return True
        asked.update(now)
        return False

    def _answer(self, question: AskedQuestion) -> object:
        """Return the current answer."""
        if question not in self._given:
            ask: Callable[..., object]
            kind, *given = question
            if kind == "original":
                ask, given = self._originals.of, given[:1]
            else:
                ask = getattr(self._index, kind)
            self._given[question] = ask(*given)
            self._index.asked.clear()
        return self._given[question]

    def _differing(self, before: object, now: object) -> tuple[str, ...]:
        """Return the names that only one of two lots has."""
        key = (id(before), id(now))
        if key not in self._changed:
            assert isinstance(before, KnownNames)
            assert isinstance(now, KnownNames)
            self._changed[key] = tuple({*before} ^ {*now}), before, now
        return self._changed[key][0]


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
    """An element of a text, read once; it is looked at whenever what it asks has changed."""

    def __init__(self, element: Element, format_name: str, path: str) -> None:
        """Read the records of the element, in that format, of the file of that path."""
        self.key = key_of(element)
        self.format = format_name
        self._batch = Batch(path, format_name, "", (element._replace(start=0, line=1),))
        self.texts: list[ReadText] = []
        self.spotted: list[Spotted] = []
        self.asked: Asked | None = None
        """What its checks asked; None if they were not run yet."""
        self._errors: list[NanoriError] = []
        self._path = path

    @cached_property
    def group(self) -> CardGroup:
        """Its cards that have a text, and what they tell of names."""
        cards = [record.card for record in records_in(self._batch, self._errors.append)]
        index = Index()
        index.add([cards], self._path)
        return CardGroup(cards, index)

    @property
    def element(self) -> Element:
        """The element, as if it were at the beginning of its file."""
        return self._batch.elements[0]

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

    @property
    def words(self) -> Iterator[str]:
        """The texts in which names are looked for, including that of an original elsewhere."""
        yield from (card.text for card in self.group.cards)
        for question, answer in (self.asked or {}).items():
            if question[0] == "original" and isinstance(answer, Card):
                yield answer.text

    def look(self, run: Run, index: AskedIndex, target: CheckedFile) -> None:
        """Run the checks over it, and record what they ask the index.

        One that takes too long is abandoned and reported; it is run again when the card changes.
        """
        index.asked = {}
        try:
            with limited(PATIENCE):
                self._look(run, index, target)
        except TakesTooLongError:
            self.texts = []
            says = "looking at this card takes too long, and was given up"
            self.spotted = [Spotted(0, 0, UNREADABLE, "warning", says)]
            self.asked = index.asked = {}

    def _look(self, run: Run, index: AskedIndex, target: CheckedFile) -> None:
        element, _ = self.element, self.group
        seen = engine.seen(self._batch, target, run, lambda _: None)
        entries = engine.entries_of(self._batch, element, [text.subject for text in seen])
        self.texts = [
            ReadText(text.subject.given, tuple(text.subject.references), entry)
            for text, entry in zip(seen, entries, strict=True)
        ]
        remarks = Remarks(entry for entry in entries if entry)
        unsilenced = engine.unsilenced(seen, entries, remarks)
        self.spotted = [self._broken(error) for error in self._errors]
        for check, finding, subject, entry in unsilenced:
            span = entry and self.span(entry, finding.field, finding.start, finding.end)
            said = check.name, check.severity, finding.message
            about = subject.given, finding.field, finding.fix, entry
            self.spotted.append(Spotted(*(span or (0, 0)), *said, *about))
        chosen = run.selection.of_file(target.shown)
        for check in chosen.remarks if seen else ():
            for finding in check.find(remarks.unused(chosen.names)):
                place = self.layout.text.find(_SIGN)
                span = (place, place + len(_SIGN)) if place >= 0 else (0, 0)
                self.spotted.append(Spotted(*span, check.name, check.severity, finding.message))
        self.spotted.sort(key=lambda spotted: (spotted.start, spotted.end, spotted.check))
        self.asked, index.asked = index.asked, {}

    def batch(self, element: Element) -> Batch:
        """Return the batch for an element in its place."""
        return Batch(self._batch.path, self._batch.format, "", (element,))

    def span(self, entry: Entry, field: str, start: int, end: int) -> tuple[int, int] | None:
        """Return where words of a field are in the element; None if they are not in it."""
        place = entry.places.get(field)
        return None if place is None else self.layout.span(place, start, end)

    def field_span(self, entry: Entry, field: str) -> tuple[int, int] | None:
        """Return where a whole field is in the element."""
        return self.span(entry, field, 0, len(field_text(entry.card, field)))

    def _broken(self, error: NanoriError) -> Spotted:
        """Return an error in reading it as a finding."""
        lines = self.layout.text.split("\n")
        line = min((error.line or 1) - 1, len(lines) - 1)
        start = sum(len(each) + 1 for each in lines[:line])
        column = min((error.column or 1) - 1, len(lines[line]))
        return Spotted(start + column, start + len(lines[line]), UNREADABLE, "error", error.message)


# Stands for a check in findings about what cannot be read.
UNREADABLE = "unreadable"

_SIGN = "noqa"

ElementKey = tuple[bytes, str, str]


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


def spotted(said: Diagnostic) -> Spotted:
    """Return a finding in prose."""
    return Spotted(said.start, said.end, said.check, said.severity, said.message, fix=said.fix)


# What an original says, what it is called in a translation, and in which language.
RenderedSo = tuple[str, str, str]


class CardGroup:
    """The cards of an element, with what they tell of names."""

    __slots__ = ("_originals", "_renderings", "_translated", "cards", "index")

    def __init__(self, cards: Sequence[Card], index: Index | None = None) -> None:
        """Keep the cards; `index` has what they tell, and perhaps what others tell, too."""
        self.cards = cards
        self.index = index
        self._translated = any(map(translated, cards))
        self._originals: list[Card | None] = []
        self._renderings: list[RenderedSo] | None = None

    def renderings(self, originals: Originals) -> Sequence[RenderedSo]:
        """Return how its translations render the names in their originals."""
        if not self._translated:
            return ()
        meant = [originals.of(card) for card in self.cards if translated(card)]
        if self._renderings is None or meant != self._originals:
            recorder = _Recorder()
            call(self.cards, recorder, originals)
            self._originals, self._renderings = meant, recorder.renderings
        return self._renderings


class _Recorder(Index):
    """An index that only records what is called what."""

    def __init__(self) -> None:
        super().__init__()
        self.renderings: list[RenderedSo] = []

    def call(self, said: str, meant: str, lang: str) -> None:
        """Record it."""
        self.renderings.append((said, meant, lang))


class Gathering:
    """What is known of all files, gathered in steps that take a moment each."""

    def __init__(self, register: Database | None) -> None:
        """Begin with nothing known."""
        self.index = AskedIndex(register=register)
        self.originals = AskedOriginals(self.index)

    def steps(self, groups: Sequence[CardGroup], *, pairs: bool) -> Iterator[None]:
        """Gather what the groups of all files tell, in order; every step ends with a yield."""
        for group in groups:
            if group.index is not None:
                self.index.join(group.index)
            self.originals.look(group.cards)
            yield
        for group in groups:
            self.originals.keep(group.cards)
            yield
        if pairs and self.originals.known:
            for group in groups:
                for rendering in group.renderings(self.originals):
                    self.index.call(*rendering)
                yield
        self.index.asked = {}


# Seconds that looking at one card may take: a thousand times what the longest real one takes.
PATIENCE = 5.0


class TakesTooLongError(Exception):
    """Something took longer than it may, and was abandoned."""


@contextmanager
def limited(seconds: float) -> Generator[None]:
    """Raise TakesTooLongError in the block once so many seconds have passed.

    Only in the main thread, and not on Windows, where nothing can interrupt it.
    """
    if not hasattr(signal, "setitimer") or threading.current_thread() != threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGALRM, _give_up)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def _give_up(number: int, frame: FrameType | None) -> None:
    raise TakesTooLongError
