"""What was looked at to the articles of a page: a card's text beside its translations.

What stands where is said here, in which words and tags in `article.html.jinja`.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import count, pairwise
from typing import NamedTuple

from msgspec import Struct

from nanori.formats.proving import field_text
from nanori.grammar import languages
from nanori.linting import discovery
from nanori.linting.context import Pair, Subject
from nanori.linting.engine import Inspection, Seen
from nanori.linting.evidence import alignment, departures
from nanori.linting.outputs.report_pages import template
from nanori.linting.reports import Report, heading
from nanori.model.diagnostics import Diagnostic, Fix, Severity
from nanori.model.errors import file_place
from nanori.model.messages import said as translated
from nanori.model.values import NAMES, Edit, Reference

# Code points of a text that are shown.
MAX_LENGTH_SHOWN = 20_000

# What the forms of references are, for the key of colours.
FORMS = {
    "this": "a demonstrative with its noun, “this creature”",
    "bare": "a demonstrative without a noun",
    "full": "the whole name",
    "short": "the short name of a legend",
    "alternate": "an alternate name",
    "placeholder": "a sign for the name, “~”",
    "named": "another card, announced as “named”",
    "face": "the name of a face",
    "other": "the name of another card",
    "token": "the name of a token",
}

# What a reference denotes, for those who point at it.
TARGETS = {"self": "this object", "holder": "the object that has the ability", "name": "a name"}


class Mark(NamedTuple):
    """Words in which something was found."""

    start: int
    end: int
    severity: Severity


class Joint(NamedTuple):
    """Where a reference has its counterpart."""

    key: str
    """What all that answer each other are called."""
    own: str
    """The id of this one."""
    other: str
    """The id of the one that a reader is led to."""


class MarkedWords(NamedTuple):
    """Words, and the worst of what was found in them."""

    words: str
    severity: Severity | None = None


class PieceOnPage(NamedTuple):
    """A reference, or what stands between two."""

    words: list[MarkedWords]
    form: str = ""
    """That of the reference; empty of what is none."""
    about: str = ""
    """What is said of it to those who point at it."""
    joint: Joint | None = None


def shown_pieces(
    text: str,
    references: Sequence[Reference],
    marks: Sequence[Mark],
    joints: Mapping[int, Joint],
) -> Iterator[PieceOnPage]:
    """Yield the pieces of a text; `joints` are those of references, by where these begin."""
    offset = 0
    for reference in references:
        if reference.end <= len(text) and reference.start < reference.end:
            yield PieceOnPage(list(_stretches(text, offset, reference.start, marks)))
            words = list(_stretches(text, reference.start, reference.end, marks))
            joint = joints.get(reference.start)
            yield PieceOnPage(words, reference.form, _about(reference), joint)
            offset = reference.end
    yield PieceOnPage(list(_stretches(text, offset, len(text), marks)))


def _about(reference: Reference) -> str:
    words = f"{reference.form}, means {TARGETS[reference.target]}"
    if reference.refers_to:
        words += f": {reference.refers_to}"
    if reference.refers_to_en:
        words += f" ({reference.refers_to_en})"
    return f"{words}, rule {reference.rule}"


def _stretches(text: str, start: int, end: int, marks: Sequence[Mark]) -> Iterator[MarkedWords]:
    inside = [mark for mark in marks if mark.start < end and start < mark.end]
    ends = {offset for mark in inside for offset in mark[:2] if start < offset < end}
    first = start
    for last in (*sorted(ends), end):
        over = {mark.severity for mark in inside if mark.start <= first and last <= mark.end}
        if first < last:
            worst: Severity | None = next((each for each in _WORST_FIRST if each in over), None)
            yield MarkedWords(text[first:last], worst)
        first = last


_WORST_FIRST: tuple[Severity, ...] = ("error", "warning", "info")


# Code points that are kept on either side of what is changed.
CONTEXT_OF_EDIT = 80


class ChangedWords(NamedTuple):
    """Words that stay, and what stands behind them before and after a fix."""

    kept: str
    old: str = ""
    new: str = ""


class ChangeOnPage(NamedTuple):
    """The stretch of a text that a fix changes."""

    head: str
    """A sign where the line begins before it, else nothing."""
    stretches: list[ChangedWords]
    tail: str


def change_of(fix: Fix | None, text: str) -> ChangeOnPage | None:
    """Return what a fix changes in a field with that text; None where its edits do not fit."""
    if fix is None or not fix.edits or not _fits(fix.edits, text):
        return None
    first, last = _window(fix.edits, text)
    offset = first
    made: list[ChangedWords] = []
    for edit in fix.edits:
        made.append(ChangedWords(text[offset : edit.start], text[edit.start : edit.end], edit.text))
        offset = edit.end
    made.append(ChangedWords(text[offset:last]))
    head = "" if first == 0 or text[first - 1] == "\n" else "…"
    return ChangeOnPage(head, made, "" if last == len(text) or text[last] == "\n" else "…")


def _fits(edits: Sequence[Edit], text: str) -> bool:
    """Tell whether edits are in order and inside the text."""
    ordered = all(first.end <= second.start for first, second in pairwise(edits))
    return ordered and edits[0].start >= 0 and edits[-1].end <= len(text)


def _window(edits: Sequence[Edit], text: str) -> tuple[int, int]:
    """Return the lines that edits are in, cut off where these are long.

    Flying⏎Draw tow cards.⏎Haste    at most 80 code points before the first and after the last edit
           ^    ^^^       ^last
    """
    start, end = edits[0].start, edits[-1].end
    left, right = max(0, start - CONTEXT_OF_EDIT), min(len(text), end + CONTEXT_OF_EDIT)
    first = text.rfind("\n", left, start) + 1 or left
    last = text.find("\n", end, right)
    return first, right if last < 0 else last


class Column(NamedTuple):
    """A text with the language that it is in, and its card's type line."""

    heading: str
    lang: str
    language: str
    type: str
    pieces: list[PieceOnPage]
    left: int
    """Code points that are not shown."""


class FindingOnPage(NamedTuple):
    """What is said of a finding: what it is, where it is, its line, and its fix."""

    diagnostic: Diagnostic
    message: str
    place: str
    excerpt: list[MarkedWords]
    """The line of a finding that is in no text of the page."""
    change: ChangeOnPage | None
    key: str
    """What tells it from others on any page of the same findings."""


class Article(Struct):
    """A text with its translations, or a document, and what was found in them."""

    subjects: list[Subject]
    """The original first; none of a document."""
    reports: list[Report]

    def html(self, number: int, picture: str = "") -> str:
        """Return the article, which is the one of that number on its page, with a picture."""
        key = f"c{number}"
        path = self.reports[0].diagnostic.path if self.reports else ""
        names = dict.fromkeys(name for subject in self.subjects for name in _names(subject))
        joints = self._joints(key)
        return template("article").render(
            key=key,
            path=path,
            names=list(names) or [path],
            picture=picture,
            checks=list(dict.fromkeys(report.diagnostic.rule for report in self.reports)),
            subjects=[
                _column(subject, self._marks(subject), joints[index])
                for index, subject in enumerate(self.subjects)
            ],
            findings=[_finding(report, self._text_of(report)) for report in self.reports],
        )

    def _joints(self, key: str) -> list[dict[int, Joint]]:
        """Return for each text where its references have their counterparts, by their begin."""
        joints: list[dict[int, Joint]] = [{} for _ in self.subjects]
        number = count()
        for index, subject in enumerate(self.subjects[1:], 1):
            for source, target in joined(Pair(self.subjects[0], subject)):
                first = joints[0].get(source.start)
                if first is None:
                    name = f"{key}-{next(number)}"
                    first = Joint(name, f"{name}-0", f"{name}-{index}")
                    joints[0][source.start] = first
                joints[index][target.start] = Joint(first.key, f"{first.key}-{index}", first.own)
        return joints

    def _marks(self, subject: Subject) -> list[Mark]:
        """Return where something was found in the text of a subject."""
        return [
            Mark(diagnostic.start, diagnostic.end, diagnostic.severity)
            for diagnostic in (report.diagnostic for report in self.reports)
            if diagnostic.field == "text" and diagnostic.lang == subject.card.lang
            if subject.card.text[diagnostic.start : diagnostic.end] == diagnostic.text != ""
        ]

    def _text_of(self, report: Report) -> str:
        """Return the field that a finding is about; of a document the line, moved to its place."""
        diagnostic = report.diagnostic
        fields = [
            field_text(subject.given, diagnostic.field)
            for subject in self.subjects
            if subject.card.lang == diagnostic.lang
        ]
        fitting = (
            text for text in fields if text[diagnostic.start : diagnostic.end] == diagnostic.text
        )
        return next(fitting, "")


def articles(inspection: Inspection) -> Iterator[Article]:
    """Yield an article for each text that is no translation of another, with those that are."""
    if not inspection.texts:
        if inspection.reports:
            yield Article([], inspection.reports)
        return
    every = [seen.subject for seen in inspection.texts]
    by_first: dict[int, Article] = {}
    for seen in inspection.texts:
        first = _original(seen, every)
        article = by_first.setdefault(id(first), Article([first], []))
        if seen.subject is not first:
            article.subjects.append(seen.subject)
    rows = list(by_first.values())
    for report in inspection.reports:
        subject = every[max(report.text, 0)]
        row = next((row for row in rows if subject in row.subjects), rows[0])
        row.reports.append(report)
    yield from rows


def _original(seen: Seen, every: Sequence[Subject]) -> Subject:
    """Return what a text is the translation of, else the text itself."""
    if seen.original is not None:
        return seen.original
    card = seen.subject.card
    if discovery.translated(card):
        inside = discovery.within(card, [subject.card for subject in every])
        return next((subject for subject in every if subject.card is inside), seen.subject)
    return seen.subject


def _names(subject: Subject) -> list[str]:
    card = subject.card
    return [name for name in (card.name, card.name_en, str(card.id)) if name]


def _column(subject: Subject, marks: Sequence[Mark], joints: dict[int, Joint]) -> Column:
    card = subject.card
    shown = card.text[:MAX_LENGTH_SHOWN]
    return Column(
        heading(card),
        card.lang,
        languages.load(card.lang).lexicon.name,
        card.type,
        list(shown_pieces(shown, subject.references, marks, joints)),
        len(card.text) - len(shown),
    )


def _finding(report: Report, text: str) -> FindingOnPage:
    diagnostic = report.diagnostic
    location = file_place(diagnostic.path, diagnostic.line, diagnostic.column)
    excerpt: list[MarkedWords] = []
    if not (diagnostic.field == "text" and diagnostic.lang):
        line, start, end = report.excerpt.line, report.excerpt.start, report.excerpt.end
        if line:
            marks = [Mark(start, max(end, start), diagnostic.severity)]
            excerpt = list(_stretches(line, 0, len(line), marks))
    change = change_of(diagnostic.fix, text)
    message = translated(diagnostic.message)
    return FindingOnPage(diagnostic, message, location, excerpt, change, report.fingerprint)


# A reference of the original, and the one of the translation that says the same.
Joined = tuple[Reference, Reference]


def joined(pair: Pair) -> Iterator[Joined]:
    """Yield references that answer each other: in lines that do, the first one the first.

    Where a line has more or fewer of them than its translation, those of a form are joined of
    which there are as many; of others nobody knows which was left out.
    """
    sides = pair.original, pair.translation
    for passages in departures.passages(pair):
        for target in ("self", "holder"):
            first, second = (
                [each for each in passage.inside(side.references) if each.target == target]
                for passage, side in zip(passages, sides, strict=True)
            )
            if len(first) == len(second):
                yield from zip(first, second, strict=True)
                continue
            for form in dict.fromkeys(map(_form, first)):
                yield from _in_order(
                    [each for each in first if _form(each) == form],
                    [each for each in second if _form(each) == form],
                )
    for lines, others in alignment.aligned(pair):
        if lines and others:
            yield from _in_order(
                _names_in(pair.original.references, lines),
                _names_in(pair.translation.references, others),
            )


def _form(reference: Reference) -> str:
    """Return how a reference is worded, all names alike."""
    return "name" if reference.form in NAMES else reference.form


def _names_in(
    references: Sequence[Reference], lines: tuple[alignment.LineSpan, ...]
) -> list[Reference]:
    """Return the references of those lines that are names of no object."""
    span = (lines[0].start, lines[-1].end)
    return [each for each in alignment.inside(span, references) if each.target == "name"]


def _in_order(source: Sequence[Reference], target: Sequence[Reference]) -> Iterator[Joined]:
    if len(source) == len(target):
        yield from zip(source, target, strict=True)
