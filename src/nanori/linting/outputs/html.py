"""A page for people: cards in both languages side by side, with their references and findings.

One file for a browser, a printer or a screen reader. Nothing is fetched from elsewhere; pictures
of the cards that lie beside their files are shown from there.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from markupsafe import Markup
from msgspec import field

from nanori.annotation import name_fields
from nanori.linting import checks
from nanori.linting.context import Subject
from nanori.linting.engine import Inspection
from nanori.linting.outputs import UntilError, on_disk
from nanori.linting.outputs.report_pages import frame, template
from nanori.linting.outputs.report_pages.cards import FORMS, Article, articles
from nanori.linting.outputs.report_pages.pictures import Pictures
from nanori.linting.statistics import Counted

# Cards on a page; a browser lays out no more of them in a moment.
MAX_CARDS = 2_000

# Code points of all cards on a page, beyond which no other is begun.
MAX_CHARACTERS = 16 << 20


def write(
    inspections: Iterable[Inspection],
    *,
    page: str | None = None,
    not_read: Callable[[], int] = int,
    first: Sequence[str] = (),
) -> Iterator[str]:
    """Yield a page of the cards with findings, as many as it can have.

    `page` is the file that it will be; `not_read` counts the records that could not be read, of
    which `first` are the first, when all are looked at. It is complete also where an error ends
    what was looked at.
    """
    shown = _Shown(Pictures(page))
    every = UntilError(inspections)
    for inspection in every:
        shown.count(inspection)
        for article in articles(inspection):
            shown.add(article, inspection.target.path)
    totals = shown.totals()
    yield from template("report").generate(
        frame(pictured=shown.pictured),
        totals=totals,
        was_read=totals.summary(not_read()),
        first=first,
        rows=[
            _row(name, count)
            for name, count in sorted(totals.checks.items(), key=lambda row: (-row[1], row[0]))
        ],
        forms={form: about for form, about in FORMS.items() if form in shown.forms},
        articles=[Markup(piece) for piece in shown.pieces.values()],
    )
    every.end()


class _Row(NamedTuple):
    """A check, and how often it found something."""

    check: str
    findings: int
    severity: str = "warning"
    about: str = ""
    """The sentence that says what it finds."""


def _row(name: str, count: int) -> _Row:
    rule = checks.rule_of(name)
    return _Row(name, count, rule.severity, rule.about) if rule else _Row(name, count)


class Totals(Counted):
    """What a page says of all that was looked at, shown or not."""

    files: dict[str, None] = field(default_factory=dict[str, None])
    """Paths of the files, in their order."""
    texts: int = 0
    clean: int = 0
    """Cards that are not shown as nothing was found in them."""
    left: int = 0
    """Cards that are not shown as there are too many."""
    left_findings: int = 0
    """Findings in these."""


class _Shown:
    """The articles of a page, and what is left out of it."""

    def __init__(self, pictures: Pictures) -> None:
        self._pictures = pictures
        self.pictured = False
        """Whether a card has a picture."""
        self._totals = Totals()
        self._length = 0
        self._number = 0
        self._clean = set[int]()
        """Texts alone in which nothing was found, by what they say."""
        self.pieces: dict[int, str] = {}
        self.forms: dict[str, None] = {}
        """Forms of the references in them."""

    def count(self, inspection: Inspection) -> None:
        """Count what was looked at."""
        self._totals.files.setdefault(inspection.target.shown)
        self._totals.texts += len(inspection.texts)
        self._totals.note(inspection)

    def add(self, article: Article, path: str) -> None:
        """Show an article of a file, or count it as one that is not."""
        self._number += 1
        if len(article.subjects) == 1 and not article.reports:
            self._clean.add(_said(article.subjects[0]))
        elif article.subjects:  # an original of another file belongs to its translation
            self._clean.discard(_said(article.subjects[0]))
        if not article.reports:
            if len(article.subjects) > 1:
                self._totals.clean += 1
        elif len(self.pieces) >= MAX_CARDS or self._length >= MAX_CHARACTERS:
            self._totals.left += 1
            self._totals.left_findings += len(article.reports)
        else:
            names = (name for subject in article.subjects for name in _names(subject))
            picture = self._pictures.link(on_disk(path), names)
            self.pictured = self.pictured or picture != ""
            piece = article.html(self._number, picture)
            self.pieces[self._number] = piece
            self._length += len(piece)
            for subject in article.subjects:
                self.forms.update((reference.form, None) for reference in subject.references)

    def totals(self) -> Totals:
        """Return what is said of all of it."""
        self._totals.clean += len(self._clean)
        self._clean.clear()
        return self._totals


def _names(subject: Subject) -> Iterator[str]:
    """Yield the names that a card's picture may have, without the code of its set at last."""
    card = subject.card
    yield from filter(None, (card.name, card.name_en, *card.faces))
    yield name_fields.bare(card, subject.language)


def _said(subject: Subject) -> int:
    """Return what tells a text from nearly all others."""
    return hash((subject.card.lang, subject.card.name, subject.card.text))
