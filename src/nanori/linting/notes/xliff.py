"""Units of XLIFF to edits that put issues of ITS 2.0 into them, standing off from the words.

The issues stand in the unit that they are about: at its end in XLIFF 1.2, where the target refers
to them, and at its beginning in XLIFF 2, where other modules stand and the unit itself refers to
them (“XLIFF 1.2 Mapping” of the ITS interest group; XLIFF 2.1, ITS Module). What stands in a source
or a target is not touched. Notes say the same for programs that know no ITS.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from hashlib import blake2b
from xml.sax.saxutils import escape, quoteattr

from nanori.formats.entries import Element
from nanori.formats.xml.positions import XmlElement, tree
from nanori.linting.notes import issue_types
from nanori.linting.reports import Report
from nanori.model.edits import apply, composed
from nanori.model.values import Edit
from nanori.model.visible import visible_in_xml

ITS = "http://www.w3.org/2005/11/its"
# Where a reader learns what a check finds.
CHECKS = "https://github.com/nanori/nanori/blob/main/docs/checks.md"

# What the ids of our issues begin with; those of other programs stay.
_SIGN = "nanori-"

# Who the notes are from that programs show which know no ITS.
_NOTED = "nanori"

_MARKUP = re.compile(
    rf"""
      <!--.*?--> | <!\[CDATA\[.*?\]\]>
    | (?P<issues> (?<!\s)\s*+ <(?:[\w.-]+:)?locQualityIssues\s [^<>]*? xml:id=["']{_SIGN}[^<>]*+ >
        (?:[^<]|<(?!/(?:[\w.-]+:)?locQualityIssues\s*>))*+ </(?:[\w.-]+:)?locQualityIssues\s*> )
    | (?P<notes> (?<!\s)\s*+ <notes> (?:\s*+ <note\ category="{_NOTED}"> [^<]*+ </note>)++ \s*+
        </notes> )
    | (?P<note> (?<!\s)\s*+ <note\s [^<>]*? (?:from|category)=["']{_NOTED}["'] [^<>]*+ > [^<]*+
        </note\s*> )
    | <[\w.:-]+ (?P<attributes> (?:[^<>"']|"[^"]*"|'[^']*')*+ ) >
    """,
    re.VERBOSE | re.DOTALL,
)
_ATTRIBUTE = re.compile(r"""\s++(?P<name>[^\s=<>"'/]++)\s*+=\s*+(?P<value>"[^"]*"|'[^']*')""")
_REFERENCE = "its:locQualityIssuesRef"
_CLOSING = re.compile(r"(?P<blanks>\s*)</[^<>]*>\s*$")
_CLOSED = re.compile(r"</(?:[\w.-]+:)?(?:target|source)\s*>")
_BLANKS = re.compile(r"\s*")


class UnitNotes:
    """Gives the edits of the units of one file, in their order."""

    def __init__(self) -> None:
        """Begin with the first unit."""
        self._seen: Counter[str] = Counter()

    def edits(self, element: Element, reports: Sequence[Report]) -> list[Edit]:
        """Return edits of a unit after which it has these issues of ours, and no other."""
        text = element.text.decode()
        before = [Edit(*span, "") for span in _ours(text)]
        bare = apply(text, before)
        if not reports:
            return before
        after = list(_issues(bare, reports, self._id(bare)))
        if apply(bare, after) == text:
            return []
        return list(composed(text, before, after))

    def _id(self, bare: str) -> str:
        """Return an id that is the same as long as the unit is, and not another one's."""
        digest = blake2b(bare.encode(), digest_size=6).hexdigest()
        self._seen[digest] += 1
        number = self._seen[digest]
        return f"{_SIGN}{digest}{f'-{number}' if number > 1 else ''}"


def _ours(text: str) -> Iterator[tuple[int, int]]:
    """Yield where something stands that was put there before."""
    for match in _MARKUP.finditer(text):
        if match["issues"] or match["note"] or match["notes"]:
            yield match.span()
        elif match["attributes"] and _REFERENCE in match["attributes"]:
            yield from _our_attributes(text, *match.span("attributes"))


def _our_attributes(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield where a tag refers to our issues, with what was put behind that to declare it."""
    attributes = list(_ATTRIBUTE.finditer(text, start, end))
    for place, attribute in enumerate(attributes):
        target = attribute["value"][1:-1].removeprefix("#").removeprefix("its=")
        if attribute["name"] != _REFERENCE or not target.startswith(_SIGN):
            continue
        last = attribute.end()
        for following in attributes[place + 1 :]:
            if following["name"] not in ("its:version", "xmlns:its"):
                break
            last = following.end()
        yield attribute.start(), last


def _issues(text: str, reports: Iterable[Report], name: str) -> Iterator[Edit]:
    """Yield edits of a unit that puts issues of that id into it, in their order."""
    unit = tree(text)
    if unit.tag == "unit":
        yield from _reference(text, unit, f"#its={name}", version="")
        end = unit.start
        blanks = _blanks_behind(text, end)
        issues = _standoff(reports, name, blanks, version="")
        notes = next(unit.named("notes"), None)
        if notes is None or notes.closed:
            inner = _listed(reports, f"{blanks} " if "\n" in blanks else blanks)
            yield Edit(end, end, f"{issues}{blanks}<notes>{inner}{blanks}</notes>")
            return
        yield Edit(end, end, issues)
        place = notes.start
        yield Edit(place, place, _listed(reports, _blanks_behind(text, place)))
        return
    target = next(unit.named("target"), unit)
    yield from _reference(text, target, f"#{name}", version=' its:version="2.0"')
    closing = _CLOSING.search(text)
    end = closing.start() if closing else unit.end
    blanks = closing["blanks"] if closing else ""
    inner = f"{blanks} " if "\n" in blanks else ""
    issues = _standoff(reports, name, inner, version=' version="2.0"')
    place, notes = _notes(text, unit, reports)
    if place < end:
        yield Edit(place, place, notes)
        notes = ""
    yield Edit(end, end, notes + issues)


def _notes(text: str, unit: XmlElement, reports: Iterable[Report]) -> tuple[int, str]:
    """Return where notes stand in a unit of XLIFF 1.2, behind its texts, and notes of findings."""
    last = next(unit.named("target"), None) or next(unit.named("source"), unit)
    closing = None if last.closed or last is unit else _CLOSED.search(text, last.start)
    opening = text.rfind("<", 0, last.start)
    blanks = text[len(text[:opening].rstrip()) : opening]
    comments = (escape(_writable(issue_types.comment(report))) for report in reports)
    notes = "".join(f'{blanks}<note from="{_NOTED}">{comment}</note>' for comment in comments)
    return closing.end() if closing else last.start, notes


def _listed(reports: Iterable[Report], blanks: str) -> str:
    """Return the notes of XLIFF 2, which say by their category who they are from."""
    comments = (escape(_writable(issue_types.comment(report))) for report in reports)
    return "".join(f'{blanks}<note category="{_NOTED}">{comment}</note>' for comment in comments)


def _blanks_behind(text: str, place: int) -> str:
    match = _BLANKS.match(text, place)
    return match[0] if match else ""


def _reference(text: str, node: XmlElement, target: str, version: str) -> Iterator[Edit]:
    """Yield the edit that makes an element refer to issues, unless it refers to others."""
    tag = text[text.rfind("<", 0, node.start) : node.start]
    if "locQualityIssuesRef" in tag:
        return
    place = node.start - (2 if node.closed else 1)
    declared = "" if "xmlns:its=" in tag else f'{version} xmlns:its="{ITS}"'
    yield Edit(place, place, f' {_REFERENCE}="{target}"{declared}')


def _standoff(reports: Iterable[Report], name: str, blanks: str, version: str) -> str:
    """Return the element that holds issues, each on a line of its own where there are lines."""
    inner = f"{blanks} " if "\n" in blanks else blanks
    issues = "".join(f"{inner}{_issue(report)}" for report in reports)
    return (
        f'{blanks}<its:locQualityIssues xmlns:its="{ITS}"{version} xml:id="{name}">'
        f"{issues}{blanks}</its:locQualityIssues>"
    )


def _issue(report: Report) -> str:
    diagnostic = report.diagnostic
    said = {
        "locQualityIssueType": issue_types.type_of(diagnostic.check),
        "locQualityIssueComment": _writable(issue_types.comment(report)),
        "locQualityIssueSeverity": str(issue_types.SEVERITIES[diagnostic.severity]),
        "locQualityIssueProfileRef": f"{CHECKS}#{diagnostic.check}",
    }
    attributes = " ".join(f"{key}={quoteattr(words)}" for key, words in said.items())
    return f"<its:locQualityIssue {attributes}/>"


def _writable(words: str) -> str:
    """Return words on one line, without what XML cannot have."""
    return visible_in_xml(words).replace("\n", " ")
