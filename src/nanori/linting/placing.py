"""Findings in a field of a record to their lines and columns in the file."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from nanori.formats.entries import Element, Entry, SourceSpan
from nanori.formats.locations import Layout, Position
from nanori.formats.proving import field_text
from nanori.linting.findings import Finding
from nanori.linting.reports import NOTHING, Report, excerpt, heading
from nanori.model.diagnostics import Diagnostic, Severity
from nanori.model.values import Card

# What every remark that turns checks off has in it.
SIGN = "noqa"


class Sheet(Layout):
    """An element of a file with what stands where in it, for what is reported of it."""

    def __init__(self, path: str, element: Element) -> None:
        """Keep the element and the path of its file."""
        super().__init__(element)
        self.path = path

    def placed(self, place: SourceSpan | None, start: int, end: int) -> tuple[Position, Position]:
        """Return where a span of a field stands; the begin of the element if it has no place."""
        first, last = (0, 0) if place is None else self.span(place, start, end)
        return self.position(first), self.position(last)

    def report(
        self, finding: Finding, check: str, severity: Severity, card: Card, entry: Entry | None
    ) -> Report:
        """Return what is reported of a finding in a field of a card."""
        text = field_text(card, finding.field)
        places: Mapping[str, SourceSpan] = entry.places if entry else {}
        begin, end = self.placed(places.get(finding.field), finding.start, finding.end)
        placed = diagnostic(finding, check, severity, card, self.path, (begin, end))
        return Report(placed, excerpt(text, finding.start, finding.end), heading(card))

    def remark(self, finding: Finding, check: str, severity: Severity, card: Card) -> Report:
        """Return what is reported of a remark in the file; the element stands for its place."""
        report = self.report(finding, check, severity, card, None)
        report = msgspec.structs.replace(report, excerpt=NOTHING)
        place = self.text.find(SIGN)
        if place < 0:
            return report
        begin, end = self.position(place), self.position(place + len(SIGN))
        placed = msgspec.structs.replace(
            report.diagnostic, line=begin[0], column=begin[1], end_line=end[0], end_column=end[1]
        )
        return Report(placed, NOTHING, heading(card))


def _called(card: Card) -> str:
    """Return what tells people and programs the card: its id; its name, where that is a key.

    Translators' files have keys, to which the language is put that the text is in.
    """
    number = str(card.id)
    if card.name and (not number or number.endswith(f"/{card.lang}")):
        return card.name
    return number


def diagnostic(
    finding: Finding,
    check: str,
    severity: Severity,
    card: Card,
    path: str,
    place: tuple[Position, Position],
) -> Diagnostic:
    """Return a finding in a field of a card as one at a place, from here to there, of a file."""
    (line, column), (end_line, end_column) = place
    return Diagnostic(
        check=check,
        severity=severity,
        path=path,
        line=line,
        column=column,
        end_line=end_line,
        end_column=end_column,
        card=_called(card),
        field=finding.field,
        lang=card.lang,
        start=finding.start,
        end=finding.end,
        text=field_text(card, finding.field)[finding.start : finding.end],
        message=finding.message,
        fix=finding.fix,
    )
