"""What was looked at to the articles of a page: a card's text beside its translations."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import count, pairwise
from typing import NamedTuple

from msgspec import Struct

from nanori.formats.proving import field_text
from nanori.grammar import languages
from nanori.linting import discovery
from nanori.linting.context import Pair, Subject
from nanori.linting.engine import Inspection, Seen
from nanori.linting.evidence import alignment, self_references
from nanori.linting.reports import Report, heading
from nanori.model.diagnostics import Fix, Severity
from nanori.model.errors import file_place
from nanori.model.messages import said as translated
from nanori.model.values import NAMES, Edit, Reference
from nanori.model.visible import INSTEAD, visible

# What HTML reads otherwise than it stands there, or has no way to write, and is shown else.
_UNWRITABLE = re.compile("[\r\ufffe\uffff]")


def escaped(words: str) -> str:
    """Return words as they are written in the text and in the attributes of a page."""
    return html.escape(_UNWRITABLE.sub(INSTEAD, visible(words)))


def in_one_line(words: str) -> str:
    """Return the same, where a line feed has no place."""
    return escaped(words).replace("\n", " ")


def counted(count: int, noun: str) -> str:
    """Return “1 finding”, “1,204 findings”."""
    return f"{count:,} {noun}{'' if count == 1 else 's'}"


# Code points of a text that are shown.
LONGEST = 20_000

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


def marked(
    text: str,
    references: Sequence[Reference],
    marks: Sequence[Mark],
    joints: Mapping[int, Joint],
) -> str:
    """Return a text as HTML; `joints` are those of references, by where these begin."""
    pieces: list[str] = []
    shown = text[:LONGEST]
    waiting = [each for each in references if each.end <= len(shown) and each.start < each.end]
    place = 0
    for reference in waiting:
        pieces.append(_found(shown, place, reference.start, marks))
        words = _found(shown, reference.start, reference.end, marks)
        pieces.append(_reference(reference, words, joints.get(reference.start)))
        place = reference.end
    pieces.append(_found(shown, place, len(shown), marks))
    if left := len(text) - len(shown):
        pieces.append(f'<span class="left">… {counted(left, "more character")}, not shown</span>')
    return "".join(pieces)


def _reference(reference: Reference, words: str, joint: Joint | None) -> str:
    """Return a reference: a link to its counterpart, where it has one."""
    said = f"{reference.form}, means {TARGETS[reference.target]}"
    if reference.refers_to:
        said += f": {reference.refers_to}"
    if reference.refers_to_en:
        said += f" ({reference.refers_to_en})"
    about = f'class="ref {reference.form}" title="{escaped(said)}, rule {escaped(reference.rule)}"'
    if joint is None:
        return f"<span {about}>{words}</span>"
    link = f'id="{joint.own}" href="#{joint.other}" data-joint="{joint.key}"'
    return f"<a {about} {link}>{words}</a>"


def _found(text: str, start: int, end: int, marks: Sequence[Mark]) -> str:
    """Return a stretch of text in which what was found is marked."""
    return "".join(
        f'<mark class="{severity}">{escaped(text[first:last])}</mark>'
        if severity
        else escaped(text[first:last])
        for first, last, severity in _stretches(start, end, marks)
    )


def _stretches(
    start: int, end: int, marks: Sequence[Mark]
) -> Iterator[tuple[int, int, Severity | None]]:
    """Yield stretches with the worst of what was found in each."""
    inside = [mark for mark in marks if mark.start < end and start < mark.end]
    ends = {place for mark in inside for place in mark[:2] if start < place < end}
    first = start
    for last in (*sorted(ends), end):
        over = {mark.severity for mark in inside if mark.start <= first and last <= mark.end}
        worst: Severity | None = next(
            (severity for severity in _WORST_FIRST if severity in over), None
        )
        if first < last:
            yield first, last, worst
        first = last


_WORST_FIRST: tuple[Severity, ...] = ("error", "warning", "info")


# Code points that are kept on either side of what is changed.
AROUND = 80


def of_fix(fix: Fix, text: str) -> str:
    """Return a fix of a field with that text as HTML; nothing where it has no edits."""
    if not fix.edits:
        return ""
    kind = "safe: --fix makes it" if fix.safe else "to be looked at: --fix --unsafe-fixes makes it"
    lines = _lines(fix.edits, text) if _fits(fix.edits, text) else ""
    if fix.instead is not None:
        words = ", ".join(f"“{in_one_line(edit.text)}”" for edit in fix.instead.edits)
        lines += f"<p>or in {in_one_line(fix.instead.field)}: {words}</p>"
    return f'<div class="fix"><p>Fix ({kind})</p>{lines}</div>'


def _fits(edits: Sequence[Edit], text: str) -> bool:
    """Tell whether edits are in order and inside the text."""
    ordered = all(first.end <= second.start for first, second in pairwise(edits))
    return ordered and edits[0].start >= 0 and edits[-1].end <= len(text)


def _lines(edits: Sequence[Edit], text: str) -> str:
    """Return the stretch that edits are in twice: without them and with them."""
    first, last = _window(edits, text)
    old: list[str] = []
    new: list[str] = []
    place = first
    for edit in edits:
        kept = escaped(text[place : edit.start])
        old += [kept, _changed(text[edit.start : edit.end])]
        new += [kept, _changed(edit.text)]
        place = edit.end
    head = "" if first == 0 or text[first - 1] == "\n" else "…"
    tail = "" if last == len(text) or text[last] == "\n" else "…"
    rest = escaped(text[place:last])
    return (
        f'<del><span class="unseen">before: </span>{head}{"".join(old)}{rest}{tail}</del>'
        f'<ins><span class="unseen">after: </span>{head}{"".join(new)}{rest}{tail}</ins>'
    )


def _changed(words: str) -> str:
    return f"<b>{escaped(words)}</b>" if words else ""


def _window(edits: Sequence[Edit], text: str) -> tuple[int, int]:
    """Return the lines that edits are in, cut off where these are long."""
    start, end = edits[0].start, edits[-1].end
    before, behind = max(0, start - AROUND), min(len(text), end + AROUND)
    first = text.rfind("\n", before, start) + 1 or before
    last = text.find("\n", end, behind)
    return first, behind if last < 0 else last


# What a page calls them.
SEVERITIES = {"error": "error", "warning": "warning", "info": "information"}


class Article(Struct):
    """A text with its translations, or a document, and what was found in them."""

    subjects: list[Subject]
    """The original first; none of a document."""
    reports: list[Report]

    def html(self, number: int) -> str:
        """Return the article, which is the one of that number on its page."""
        key = f"c{number}"
        checks = dict.fromkeys(report.diagnostic.check for report in self.reports)
        names = dict.fromkeys(name for subject in self.subjects for name in _names(subject))
        said = in_one_line(" ".join(names).lower() or self._path().lower())
        return (
            f'<article id="{key}" aria-labelledby="{key}-name" data-card="{said}"'
            f' data-checks="{escaped(" ".join(checks))}">\n'
            f'<h3 id="{key}-name">{self._title()}</h3>\n'
            f"{self._columns(key)}{self._findings()}</article>\n"
        )

    def _path(self) -> str:
        return self.reports[0].diagnostic.path if self.reports else ""

    def _title(self) -> str:
        if not self.subjects:
            return in_one_line(self._path())
        return " ".join(
            f'<span lang="{escaped(subject.card.lang)}">{in_one_line(heading(subject.card)) or "–"}'
            "</span>"
            for subject in self.subjects
        )

    def _columns(self, key: str) -> str:
        if not self.subjects:
            return ""
        joints = self._joints(key)
        columns = "".join(
            _column(subject, self._marks(subject), joints[place])
            for place, subject in enumerate(self.subjects)
        )
        return f'<div class="columns">\n{columns}</div>\n'

    def _joints(self, key: str) -> list[dict[int, Joint]]:
        """Return for each text where its references have their counterparts, by their begin."""
        joints: list[dict[int, Joint]] = [{} for _ in self.subjects]
        number = count()
        for place, subject in enumerate(self.subjects[1:], 1):
            for there, here in joined(Pair(self.subjects[0], subject)):
                first = joints[0].get(there.start)
                if first is None:
                    name = f"{key}-{next(number)}"
                    first = Joint(name, f"{name}-0", f"{name}-{place}")
                    joints[0][there.start] = first
                joints[place][here.start] = Joint(first.key, f"{first.key}-{place}", first.own)
        return joints

    def _marks(self, subject: Subject) -> list[Mark]:
        """Return where something was found in the text of a subject."""
        return [
            Mark(diagnostic.start, diagnostic.end, diagnostic.severity)
            for diagnostic in (report.diagnostic for report in self.reports)
            if diagnostic.field == "text" and diagnostic.lang == subject.card.lang
            if subject.card.text[diagnostic.start : diagnostic.end] == diagnostic.text != ""
        ]

    def _findings(self) -> str:
        if not self.reports:
            return ""
        items = "".join(_finding(report, self._text_of(report)) for report in self.reports)
        return f'<ul class="findings">\n{items}</ul>\n'

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
    made: dict[int, Article] = {}
    for seen in inspection.texts:
        first = _original(seen, every)
        article = made.setdefault(id(first), Article([first], []))
        if seen.subject is not first:
            article.subjects.append(seen.subject)
    rows = list(made.values())
    for report in inspection.reports:
        next((row for row in rows if _is_about(report, row)), rows[0]).reports.append(report)
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


def _is_about(report: Report, row: Article) -> bool:
    """Tell whether a finding is about one of the texts of a row."""
    diagnostic = report.diagnostic
    return any(
        diagnostic.lang == subject.card.lang
        and report.heading == heading(subject.given)
        and field_text(subject.given, diagnostic.field)[diagnostic.start : diagnostic.end]
        == diagnostic.text
        for subject in row.subjects
    )


def _names(subject: Subject) -> list[str]:
    card = subject.card
    return [name for name in (card.name, card.name_en, str(card.id)) if name]


def _column(subject: Subject, marks: Sequence[Mark], joints: dict[int, Joint]) -> str:
    """Return a text with the language that it is in, and its card's type line."""
    card = subject.card
    name = languages.load(card.lang).lexicon.name
    kind = (
        f' · <span lang="{escaped(card.lang)}">{in_one_line(card.type)}</span>' if card.type else ""
    )
    words = marked(card.text, subject.references, marks, joints)
    return (
        f'<div class="column">\n<h4>{escaped(name)}{kind}</h4>\n'
        f'<p class="text" lang="{escaped(card.lang)}">{words}</p>\n</div>\n'
    )


def _finding(report: Report, text: str) -> str:
    """Return what is said of a finding: what it is, where it is, its line, and its fix."""
    diagnostic = report.diagnostic
    place = in_one_line(file_place(diagnostic.path, diagnostic.line, diagnostic.column))
    fix = of_fix(diagnostic.fix, text) if diagnostic.fix else ""
    check = escaped(diagnostic.check)
    return (
        f'<li class="{diagnostic.severity}" data-check="{check}">\n'
        f'<p><span class="severity">{SEVERITIES[diagnostic.severity]}</span> '
        f'<a class="check" href="#check-{check}">{check}</a> '
        f'{in_one_line(translated(diagnostic.message))} <span class="place">{place}</span></p>\n'
        f"{_excerpt(report)}{fix}</li>\n"
    )


def _excerpt(report: Report) -> str:
    """Return the line of a finding that is in no text of the page."""
    diagnostic, (line, start, end) = report.diagnostic, _parts(report)
    if not line or (diagnostic.field == "text" and diagnostic.lang):
        return ""
    marked = f'<mark class="{diagnostic.severity}">{escaped(line[start:end])}</mark>'
    return f'<p class="line">{escaped(line[:start])}{marked}{escaped(line[end:])}</p>\n'


def _parts(report: Report) -> tuple[str, int, int]:
    excerpt = report.excerpt
    return excerpt.line, excerpt.start, max(excerpt.end, excerpt.start)


# A reference of the original, and the one of the translation that says the same.
Joined = tuple[Reference, Reference]


def joined(pair: Pair) -> Iterator[Joined]:
    """Yield references that answer each other: in lines that do, the first one the first.

    Where a line has more or fewer of them than its translation, those of a form are joined of
    which there are as many; of others nobody knows which was left out.
    """
    for there, here in self_references.passages(pair):
        for target in ("self", "holder"):
            first, second = (
                [each for each in passage.references if each.target == target]
                for passage in (there, here)
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


def _in_order(there: Sequence[Reference], here: Sequence[Reference]) -> Iterator[Joined]:
    if len(there) == len(here):
        yield from zip(there, here, strict=True)
