"""Findings in a field of a record to their lines and columns in the file."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from nanori.formats import escaping
from nanori.formats.entries import Element, Entry, SourceMap, SourceSpan, position
from nanori.formats.proving import field_text
from nanori.linting.findings import Finding
from nanori.linting.reports import NOTHING, Report, excerpt
from nanori.model.diagnostics import Diagnostic, Severity
from nanori.model.values import Card

SIGN = "noqa"
"""What every remark that turns checks off has in it."""

Position = tuple[int, int]
"""Line and column, from 1."""


class Sheet:
    """An element of a file with what stands where in it, worked out when a finding asks."""

    def __init__(self, path: str, element: Element) -> None:
        """Keep the element; its text is decoded once for all findings in it."""
        self.path = path
        self.element = element
        self._text = element.text.decode(errors="surrogatepass")
        self._spelt: dict[SourceSpan, SourceMap] = {}

    def position(self, place: int) -> Position:
        """Return where that code point of the element stands in the file."""
        return position(self.element, self._text, place)

    def span(self, place: SourceSpan | None, start: int, end: int) -> tuple[Position, Position]:
        """Return where a span of a field stands; the begin of the element if it has no place."""
        if place is None:
            here = self.position(0)
            return here, here
        spelt = self._spelt.get(place)
        if spelt is None:
            raw = self._text[place.start : place.end]
            spelt = self._spelt[place] = escaping.decode(place.escaping, raw)
        if start < end <= len(spelt.ends):
            first, last = spelt.starts[start], spelt.ends[end - 1]
        else:  # nothing stands there, or the field is shown otherwise than it is written
            first = last = spelt.starts[start] if start < len(spelt.starts) else _end(spelt)
        return self.position(place.start + first), self.position(place.start + last)

    def report(
        self, finding: Finding, check: str, severity: Severity, card: Card, entry: Entry | None
    ) -> Report:
        """Return what is reported of a finding in a field of a card."""
        text = field_text(card, finding.field)
        places: Mapping[str, SourceSpan] = entry.places if entry else {}
        begin, end = self.span(places.get(finding.field), finding.start, finding.end)
        found = Diagnostic(
            check=check,
            severity=severity,
            path=self.path,
            line=begin[0],
            column=begin[1],
            end_line=end[0],
            end_column=end[1],
            card=str(card.id) if card.id not in ("", None) else card.name,
            field=finding.field,
            lang=card.lang,
            start=finding.start,
            end=finding.end,
            text=text[finding.start : finding.end],
            message=finding.message,
            fix=finding.fix,
        )
        return Report(found, excerpt(text, finding.start, finding.end))

    def remark(self, finding: Finding, check: str, severity: Severity, card: Card) -> Report:
        """Return what is reported of a remark in the file; the element stands for its place."""
        report = self.report(finding, check, severity, card, None)
        report = msgspec.structs.replace(report, excerpt=NOTHING)
        place = self._text.find(SIGN)
        if place < 0:
            return report
        begin, end = self.position(place), self.position(place + len(SIGN))
        found = msgspec.structs.replace(
            report.found, line=begin[0], column=begin[1], end_line=end[0], end_column=end[1]
        )
        return Report(found, NOTHING)


def _end(spelt: SourceMap) -> int:
    return spelt.ends[-1] if spelt.ends else 0
