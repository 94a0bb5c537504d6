"""What was looked at to the articles of a page: a card's text beside its translations.

What stands where is said here, in which words and tags in `article.html.jinja`.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import count
from typing import NamedTuple

import msgspec
from msgspec import Struct

from nanori.annotation.name_fields import bare
from nanori.formats.proving import field_text
from nanori.linting import discovery
from nanori.linting.context import Pair, Subject, line_around
from nanori.linting.engine import Inspection, Seen
from nanori.linting.evidence import alignment, departures
from nanori.linting.outputs.report_pages import template
from nanori.linting.reports import Report, heading
from nanori.model.diagnostics import Fix, Severity
from nanori.model.errors import file_place
from nanori.model.messages import said as translated
from nanori.model.values import NAMES, Reference

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
    reference: Reference | None = None
    joint: Joint | None = None

    @property
    def about(self) -> str:
        """What is said of the reference to those who point at it."""
        if (reference := self.reference) is None:
            return ""
        words = f"{reference.form}, means {TARGETS[reference.target]}"
        if reference.refers_to:
            words += f": {reference.refers_to}"
        if reference.refers_to_en:
            words += f" ({reference.refers_to_en})"
        return f"{words}, rule {reference.rule}"


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
            yield PieceOnPage(list(_marked(text, offset, reference.start, marks)))
            words = list(_marked(text, reference.start, reference.end, marks))
            yield PieceOnPage(words, reference, joints.get(reference.start))
            offset = reference.end
    yield PieceOnPage(list(_marked(text, offset, len(text), marks)))


def _marked(text: str, start: int, end: int, marks: Sequence[Mark]) -> Iterator[MarkedWords]:
    """Yield a part of a text, divided where a mark begins or ends."""
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


def changes_of(fix: Fix | None, text: str) -> list[ChangedWords]:
    """Return what a fix changes in the lines of a text; nothing where its edits do not fit."""
    edits = fix.edits if fix else ()
    borders = [offset for edit in edits for offset in (edit.start, edit.end)]
    if not edits or not 0 <= borders[0] <= borders[-1] <= len(text) or borders != sorted(borders):
        return []
    first, last = line_around(text, borders[0], borders[-1], CONTEXT_OF_EDIT)
    cut, offset = "" if first == 0 or text[first - 1] == "\n" else "…", first
    changes: list[ChangedWords] = []
    for edit in edits:
        kept, old = cut + text[offset : edit.start], text[edit.start : edit.end]
        changes.append(ChangedWords(kept, old, edit.text))
        cut, offset = "", edit.end
    cut = "" if last == len(text) or text[last] == "\n" else "…"
    return [*changes, ChangedWords(text[offset:last] + cut)]


class Column(NamedTuple):
    """A text with the language that it is in, and its card's type line."""

    subject: Subject
    pieces: list[PieceOnPage]
    left: int
    """Code points that are not shown."""

    @property
    def heading(self) -> str:
        """What the card is called."""
        return heading(self.subject.card)


class FindingOnPage(NamedTuple):
    """What is reported, and the text of the page that it is about, if any."""

    report: Report
    subject: Subject | None

    @property
    def message(self) -> str:
        """What is said of it, in the language of the user."""
        return translated(self.report.diagnostic.message)

    @property
    def location(self) -> str:
        """Where it is in its file."""
        diagnostic = self.report.diagnostic
        return file_place(diagnostic.path, diagnostic.line, diagnostic.column)

    @property
    def excerpt(self) -> list[MarkedWords]:
        """The line of a finding that is in no text of the page."""
        if self.report.diagnostic.field == "text" and self.subject:
            return []
        line, start, end = msgspec.structs.astuple(self.report.excerpt)
        return list(
            _marked(line, 0, len(line), [Mark(start, end, self.report.diagnostic.severity)])
        )

    @property
    def changes(self) -> list[ChangedWords]:
        """What its fix changes."""
        diagnostic = self.report.diagnostic
        if not self.subject:
            return []
        return changes_of(diagnostic.fix, field_text(self.subject.given, diagnostic.field))


class Article(Struct):
    """A text with its translations, or a document, and what was found in them."""

    subjects: list[Subject]
    """The original first; none of a document."""
    findings: list[FindingOnPage]

    def names(self) -> Iterator[str]:
        """Yield the names that its cards, and pictures of them, may have."""
        for subject in self.subjects:
            card = subject.card
            names = (card.name, card.name_en, *card.faces, bare(card, subject.language))
            yield from filter(None, names)

    def html(self, number: int, picture: str = "") -> str:
        """Return the article, which is the one of that number on its page, with a picture."""
        key = f"c{number}"
        joints = self._joints(key)
        path = self.findings[0].report.diagnostic.path if self.findings else ""
        names = (*self.names(), *(str(subject.card.id) for subject in self.subjects))
        return template("article").render(
            key=key,
            path=path,
            names=list(dict.fromkeys(filter(None, names))) or [path],
            picture=picture,
            checks=dict.fromkeys(each.report.diagnostic.rule for each in self.findings),
            columns=[
                self._column(subject, joints[index]) for index, subject in enumerate(self.subjects)
            ],
            findings=self.findings,
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

    def _column(self, subject: Subject, joints: dict[int, Joint]) -> Column:
        text = subject.card.text[:MAX_LENGTH_SHOWN]
        own = (each.report.diagnostic for each in self.findings if each.subject is subject)
        marks = [Mark(each.start, each.end, each.severity) for each in own if each.field == "text"]
        pieces = list(shown_pieces(text, subject.references, marks, joints))
        return Column(subject, pieces, len(subject.card.text) - len(text))


def articles(inspection: Inspection) -> Iterator[Article]:
    """Yield an article for each text that is no translation of another, with those that are."""
    every = [seen.subject for seen in inspection.texts]
    of_subject: dict[int, Article] = {}
    for seen in inspection.texts:
        first = _original(seen, every)
        article = of_subject.setdefault(id(first), Article([first], []))
        of_subject[id(seen.subject)] = article
        if seen.subject is not first:
            article.subjects.append(seen.subject)
    document = Article([], [])
    for report in inspection.reports:
        subject = every[max(report.text, 0)] if every else None  # a remark is shown with the first
        article = of_subject[id(subject)] if subject else document
        article.findings.append(FindingOnPage(report, subject))
    if document.findings:
        yield document
    yield from {id(article): article for article in of_subject.values()}.values()


def _original(seen: Seen, every: Sequence[Subject]) -> Subject:
    """Return what a text is the translation of, else the text itself."""
    if seen.original is not None:
        return seen.original
    card = seen.subject.card
    if discovery.translated(card):
        inside = discovery.within(card, [subject.card for subject in every])
        return next((subject for subject in every if subject.card is inside), seen.subject)
    return seen.subject


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
