"""What was looked at to the articles of a page: a card's text beside its translations."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count

from msgspec import Struct

from nanori.formats.proving import field_text
from nanori.grammar import languages
from nanori.linting.context import Pair, Subject
from nanori.linting.engine import Inspection, Seen
from nanori.linting.files import originals
from nanori.linting.outputs.report_pages import changes, joining, texts
from nanori.linting.outputs.report_pages.texts import Joint, Mark
from nanori.linting.outputs.report_pages.words import escaped, in_one_line
from nanori.linting.reports import Report, heading
from nanori.model.file_places import file_place

SEVERITIES = {"error": "error", "warning": "warning", "info": "information"}
"""What a page calls them."""


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
            for there, here in joining.joined(Pair(self.subjects[0], subject)):
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
            field_text(subject.card, diagnostic.field)
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
    if originals.translated(card):
        inside = originals.within(card, [subject.card for subject in every])
        return next((subject for subject in every if subject.card is inside), seen.subject)
    return seen.subject


def _is_about(report: Report, row: Article) -> bool:
    """Tell whether a finding is about one of the texts of a row."""
    diagnostic = report.diagnostic
    return any(
        diagnostic.lang == subject.card.lang
        and report.heading == heading(subject.card)
        and field_text(subject.card, diagnostic.field)[diagnostic.start : diagnostic.end]
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
    words = texts.marked(card.text, subject.references, marks, joints)
    return (
        f'<div class="column">\n<h4>{escaped(name)}{kind}</h4>\n'
        f'<p class="text" lang="{escaped(card.lang)}">{words}</p>\n</div>\n'
    )


def _finding(report: Report, text: str) -> str:
    """Return what is said of a finding: what it is, where it is, its line, and its fix."""
    diagnostic = report.diagnostic
    place = in_one_line(file_place(diagnostic.path, diagnostic.line, diagnostic.column))
    fix = changes.of_fix(diagnostic.fix, text) if diagnostic.fix else ""
    check = escaped(diagnostic.check)
    return (
        f'<li class="{diagnostic.severity}" data-check="{check}">\n'
        f'<p><span class="severity">{SEVERITIES[diagnostic.severity]}</span> '
        f'<a class="check" href="#check-{check}">{check}</a> '
        f'{in_one_line(diagnostic.message)} <span class="place">{place}</span></p>\n'
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
