"""Findings to where they stand in a file, with what is shown around them: the line of the text."""

import hashlib
from collections.abc import Iterable, Iterator
from itertools import groupby, islice
from pathlib import PurePath

import msgspec
from msgspec import Struct

from nanori.formats.entries import Element, Entry
from nanori.formats.locations import Layout, Position
from nanori.formats.proving import field_text
from nanori.linting.check import Rule
from nanori.linting.context import Finding, line_around
from nanori.model.diagnostics import Diagnostic
from nanori.model.values import Card


class Excerpt(Struct, frozen=True):
    """The line of a field's text that a finding begins on, or what is near of a long one."""

    line: str
    """That line, or part of it, without its end."""
    start: int
    """First code point of the finding in it."""
    end: int
    """One past the last in it; the end of the line where the finding goes on behind it."""


# What is shown around a finding that is about no words of a card.
NOTHING = Excerpt("", 0, 0)


class Report(Struct, frozen=True):
    """A finding as it is reported."""

    diagnostic: Diagnostic
    excerpt: Excerpt
    heading: str = ""
    """What the card is called: its name, and its number where it has one."""
    occurrence: int = 0
    """How many findings with the same words in the same field of the same card came before."""
    alike: int = 0
    """How many findings of its file say the same and are not listed."""
    text: int = -1
    """Which of the texts of its element it is about; -1 for none."""
    span: tuple[int, int] = (0, 0)
    """Where it is in its element; the begin of that if its words have no place there."""

    @property
    def fingerprint(self) -> str:
        """What stays when lines move: the check, the card, the field and the words."""
        return fingerprint(self.diagnostic, self.occurrence)


def fingerprint(diagnostic: Diagnostic, occurrence: int) -> str:
    """Return what tells a finding from others, wherever in the file it stands."""
    card = "" if diagnostic.card is None else str(diagnostic.card)
    file = PurePath(diagnostic.path).name  # the same from whatever folder it is called
    parts = (diagnostic.rule, file, card, diagnostic.lang, diagnostic.field, diagnostic.text)
    parts = (*parts, str(occurrence))
    return hashlib.sha256("\0".join(parts).encode(errors="surrogatepass")).hexdigest()[:20]


# Findings of a file that say the same and are all listed: “and 1 more” would be no shorter.
MAX_ALIKE_LISTED = 3
# Of more than these so many are listed, as examples; the others are counted.
LISTED_OF_MANY_ALIKE = 2
# Findings held in memory to count those alike; a longer listing is written in such parts.
FINDINGS_AT_ONCE = 10_000


def grouped(reports: Iterable[Report]) -> Iterator[Report]:
    """Yield findings, of those of a file that say the same the first two, with how many there are.

    The second stands behind the first, wherever it is in the file.
    """
    for _, of_file in groupby(reports, key=lambda report: report.diagnostic.path):
        while at_once := list(islice(of_file, FINDINGS_AT_ONCE)):
            alike: dict[object, list[Report]] = {}
            for report in at_once:
                alike.setdefault(_said(report), []).append(report)
            for report in at_once:
                same = alike[_said(report)]
                if len(same) <= MAX_ALIKE_LISTED:
                    yield report
                elif report is same[0]:
                    *first, last = same[:LISTED_OF_MANY_ALIKE]
                    yield from first
                    yield msgspec.structs.replace(last, alike=len(same) - LISTED_OF_MANY_ALIKE)


def _said(report: Report) -> tuple[object, ...]:
    """Return what findings that say the same have in common: the check, and all words of it."""
    diagnostic = report.diagnostic
    edits = diagnostic.fix.edits if diagnostic.fix else ()
    return diagnostic.rule, diagnostic.message, *(edit.text for edit in edits)


# Code points of a line that are kept on either side of a finding: a text may be one long line.
CONTEXT_OF_EXCERPT = 100


def heading(card: Card) -> str:
    """Return what a card is called in a listing: “Elder Heron #12”, if its key is a number."""
    number = str(card.id)
    return f"{card.name} #{number}" if number.isdecimal() and card.name else card.name


def excerpt(text: str, start: int, end: int) -> Excerpt:
    """Return the line of the text that the span begins on, or what is near of a long one."""
    first, last = line_around(text, start, max(start, end), CONTEXT_OF_EXCERPT)
    after = text[start:last].partition("\n")[0]
    line = text[first:start] + after
    return Excerpt(line, start - first, max(start, min(end, start + len(after))) - first)


# What every remark that turns checks off has in it.
SIGN = "noqa"


class Sheet(Layout):
    """An element of a file with what stands where in it, for what is reported of it."""

    def __init__(self, path: str, element: Element) -> None:
        """Keep the element and the path of its file."""
        super().__init__(element)
        self.path = path

    def report(
        self, finding: Finding, rule: Rule, card: Card, entry: Entry | None, text: int = -1
    ) -> Report:
        """Return what is reported of a finding in a field of a card, one text of its element."""
        field_span = entry.places.get(finding.field) if entry else None
        span = self.span(field_span, finding.start, finding.end) if field_span else (0, 0)
        placed = diagnostic(finding, rule, card, self.path, *map(self.position, span))
        line = excerpt(field_text(card, finding.field), finding.start, finding.end)
        return Report(placed, line, heading(card), text=text, span=span)

    def remark(self, finding: Finding, rule: Rule, card: Card) -> Report:
        """Return what is reported of a remark in the file; the element stands for its place."""
        offset = self.text.find(SIGN)
        span = (offset, offset + len(SIGN)) if offset >= 0 else (0, 0)
        placed = diagnostic(finding, rule, card, self.path, *map(self.position, span))
        return Report(placed, NOTHING, heading(card), span=span)


def _label(card: Card) -> str:
    """Return a card's id; its name if the id is a translator's key, with a language, or missing.

    Such keys are no name to anyone: “intro.wall/de”.
    """
    number = str(card.id)
    if card.name and (not number or number.endswith(f"/{card.lang}")):
        return card.name
    return number


def diagnostic(
    finding: Finding, rule: Rule, card: Card, path: str, begin: Position, end: Position
) -> Diagnostic:
    """Return a finding in a field of a card as one at a place, from here to there, of a file."""
    return Diagnostic(
        check=rule.check,
        rule=rule.of(finding),
        severity=rule.severity,
        path=path,
        line=begin[0],
        column=begin[1],
        end_line=end[0],
        end_column=end[1],
        card=_label(card),
        field=finding.field,
        lang=card.lang,
        start=finding.start,
        end=finding.end,
        text=field_text(card, finding.field)[finding.start : finding.end],
        message=finding.message,
        fix=finding.fix,
    )
