"""A page for people: cards in both languages side by side, with their references and findings.

One file for a browser, a printer or a screen reader. Nothing is fetched from elsewhere; pictures
of the cards that lie beside their files are shown from there.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence

from markupsafe import Markup
from msgspec import field

from nanori.linting import checks
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
    shown = Page(pictures=Pictures(page))
    every = UntilError(inspections)
    for inspection in every:
        shown.note(inspection)
        for article in articles(inspection):
            shown.add(article, inspection.target.path)
    yield from template("report").generate(
        frame(pictured=shown.pictured),
        totals=shown,
        was_read=shown.summary(not_read()),
        first=first,
        rows=[
            (name, count, checks.rule_of(name))
            for name, count in sorted(shown.checks.items(), key=lambda row: (-row[1], row[0]))
        ],
        forms={form: about for form, about in FORMS.items() if form in shown.forms},
        articles=map(Markup, shown.pieces),
    )
    every.end()


class Page(Counted, kw_only=True):
    """The articles of a page, and what it says of all that was looked at, shown or not."""

    pictures: Pictures
    pictured: bool = False
    """Whether a card has a picture."""
    texts: int = 0
    pieces: list[str] = field(default_factory=list[str])
    length: int = 0
    """Code points of these articles."""
    forms: set[str] = field(default_factory=set[str])
    """Forms of the references in them."""
    compared: int = 0
    """Texts in which, and in their translations, nothing was found."""
    alone: set[int] = field(default_factory=set[int])
    """Texts that stand alone, and in which nothing was found, by what they say."""
    left: int = 0
    """Cards that are not shown as there are too many."""
    left_findings: int = 0
    """Findings in these."""

    @property
    def clean(self) -> int:
        """How many cards are not shown as nothing was found in them."""
        return self.compared + len(self.alone)

    def note(self, inspection: Inspection) -> None:
        """Count what was looked at."""
        self.texts += len(inspection.texts)
        super().note(inspection)

    def add(self, article: Article, path: str) -> None:
        """Show an article of a file, or count it as one that is not."""
        first = article.subjects[0].card if article.subjects else None
        what = hash((first.lang, first.name, first.text)) if first else 0
        if len(article.subjects) == 1 and not article.findings:
            self.alone.add(what)
            return
        self.alone.discard(what)  # an original of another file belongs to its translation
        if not article.findings:
            self.compared += 1
        elif len(self.pieces) >= MAX_CARDS or self.length >= MAX_CHARACTERS:
            self.left += 1
            self.left_findings += len(article.findings)
        else:
            picture = self.pictures.link(on_disk(path), article.names())
            self.pictured |= picture != ""
            self.pieces.append(article.html(len(self.pieces) + 1, picture))
            self.length += len(self.pieces[-1])
            for subject in article.subjects:
                self.forms.update(reference.form for reference in subject.references)
