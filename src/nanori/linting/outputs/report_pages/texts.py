"""A rules text to HTML: its references are coloured by form, what was found in it is underlined."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from nanori.linting.outputs.report_pages.words import counted, escaped
from nanori.model.diagnostics import Severity
from nanori.model.values import Reference

LONGEST = 20_000
"""Code points of a text that are shown."""

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
"""What the forms of references are, for the key of colours."""

TARGETS = {"self": "this object", "holder": "the object that has the ability", "name": "a name"}
"""What a reference denotes, for those who point at it."""


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
