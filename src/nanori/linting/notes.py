"""Findings go in; the files of translators come out with a note of each where it belongs.

A note is what translation programs show: an issue of ITS 2.0 in XLIFF, a comment in PO. Nothing
else is changed; notes of findings that are gone are taken out.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from hashlib import blake2b
from typing import NamedTuple, Protocol
from xml.sax.saxutils import escape, quoteattr

from nanori.formats import catalogue, proving, reader
from nanori.formats.entries import Element
from nanori.formats.records import Batch
from nanori.formats.translation.po import entry_blocks, original_of
from nanori.formats.xml_elements import XmlElement, tree
from nanori.linting import checks, engine
from nanori.linting.discovery import CheckedFile
from nanori.linting.engine import Failures
from nanori.linting.fixing import SILENT, Mended, begun
from nanori.linting.reports import Report
from nanori.linting.runs import Reading, Run
from nanori.model.diagnostics import Severity
from nanori.model.edits import apply, composed
from nanori.model.errors import NanoriError
from nanori.model.values import Edit
from nanori.model.visible import visible, visible_in_xml


class NoteWriter(Protocol):
    """What writes notes into the elements of one file, in their order."""

    def edits(self, element: Element, reports: Sequence[Report]) -> list[Edit]:
        """Return edits of an element after which it has notes of these findings alone."""
        ...


def to_note(
    targets: Iterable[CheckedFile],
    reading: Reading,
    run: Run,
    known: frozenset[str],
    failures: Failures,
    *,
    alone: bool,
) -> dict[str, Mended]:
    """Return by path what is to be changed, so that files have notes of what is found in them.

    Files of other formats are passed over, and so are findings with a fingerprint of `known`. What
    cannot be read is said only where the files are read for nothing else, `alone`. NanoriError if
    no file is of a format that has notes.
    """
    readers = failures if alone else SILENT
    noted: dict[str, Mended] = {}
    possible = False
    for target in targets:
        mended = None if target.rules else begun(target, reading, readers)
        writer = WRITERS.get(mended.file.name) if mended else None
        if mended is None or writer is None:
            continue
        possible = True
        _note(mended, writer(), run, known, readers)
        if mended.edits:
            noted[target.path] = mended
    if not possible:
        raise NanoriError("--annotate writes into XLIFF and PO files, and none is there")
    return noted


def _note(
    mended: Mended, writer: NoteWriter, run: Run, known: frozenset[str], failures: Failures
) -> None:
    """Add to a file's edits those that put notes into it; a broken file stays as it is."""
    try:
        for inspection in engine.of_target(mended.target, run, failures.note):
            if inspection.batch is None:
                continue
            (element,) = inspection.batch.elements
            reports = [each for each in inspection.reports if each.fingerprint not in known]
            edits = writer.edits(element, reports)
            if edits:
                _prove(inspection.batch, element, edits)
                key = element.member, element.start
                mended.edits[key], mended.texts[key] = tuple(edits), element.text
                mended.count += len(reports)
    except NanoriError as error:
        failures.note_file(engine.shown(error, mended.target))
        mended.edits.clear()


def _prove(batch: Batch, element: Element, edits: Sequence[Edit]) -> None:
    """Raise NanoriError if cards would be read otherwise with these notes."""
    module = catalogue.listed()[batch.format]
    before, after = (
        [(entry.card, entry.suppressed) for entry in module.read(each).entries]
        for each in (element, proving.with_edits(element, edits))
    )
    if before != after:
        reason = "the file would be read otherwise with notes of what was found in it"
        raise reader.placed(NanoriError(reason), batch.path, element)


# How severe an issue is, of a hundred.
SEVERITIES: dict[Severity, int] = {"error": 100, "warning": 50, "info": 10}


def type_of(check: str) -> str:
    """Return the type of what a check finds (ITS 2.0, appendix C)."""
    return checks.listed()[check].issue


def comment(report: Report) -> str:
    """Return what is said of a finding in a note: the check, what is wrong, and what mends it."""
    diagnostic = report.diagnostic
    fix = diagnostic.fix
    words = " … ".join(f"“{edit.text}”" for edit in fix.edits) if fix else ""
    return f"{diagnostic.check}: {diagnostic.message}" + (f" (fix: {words})" if words else "")


# What our comments begin with.
PO_SIGN = "# nanori: "

_MARKED = f"{PO_SIGN}marked as fuzzy"
_FUZZY = "fuzzy"
_FLAGS = re.compile(r"#,[ \t]*")
_LINES = re.compile(r"[^\n]*+\n|[^\n]++")
_TRANSLATOR = re.compile(r"#(?:[ \t]|$)")
_TRANSLATION = re.compile(r"[ \t]*msgstr")


class _Block(NamedTuple):
    """An entry in the text of an element."""

    start: int
    text: str
    first: int
    """Number of its first line, from 0."""

    @property
    def lines(self) -> int:
        """How many it has."""
        return len(_lines(self.text))

    def is_translation(self, line: int) -> bool:
        """Tell whether a line, counted from that of the element, is one of its translation."""
        lines = self.text.split("\n")[: line - self.first + 1]
        return any(_TRANSLATION.match(before) for before in lines)


class EntryNotes:
    """Edits that put findings into the entries of one PO file, as comments of the translator.

    Comments of that kind stay when the file is merged with newer originals. An entry whose
    translation has a warning or an error is marked as fuzzy, which translators know as “to be
    looked at”; the mark is taken away with the last finding, unless the translators had set it.
    """

    def edits(self, element: Element, reports: Sequence[Report]) -> list[Edit]:
        """Return edits of a row of entries after which they have these comments, and no other."""
        text = element.text.decode()
        blocks = list(_blocks(text))
        of_block: dict[int, list[Report]] = {}
        fuzzy: set[int] = set()
        for report in reports:
            line = report.diagnostic.line - element.line
            place, translated = _block_of(blocks, line, report)
            of_block.setdefault(place, []).append(report)
            if translated and report.diagnostic.severity != "info":
                fuzzy.add(place)
        edits: list[Edit] = []
        for place, block in enumerate(blocks):
            head = _head(block.text)
            new = _noted(head, of_block.get(place, []), fuzzy=place in fuzzy)
            if new != head:
                edits.append(_edit(block.start, _lines(head), _lines(new)))
        return edits


def _blocks(text: str) -> Iterator[_Block]:
    start = first = 0
    for words in entry_blocks(text):
        block = _Block(start, words, first)
        yield block
        start, first = start + len(words), first + block.lines


def _block_of(blocks: Sequence[_Block], line: int, report: Report) -> tuple[int, bool]:
    """Return which entry a finding is about, and whether about its translation.

    What is about an original has no place of its own: it is in the entry whose original has it.
    """
    for place, block in enumerate(blocks):
        if block.first <= line < block.first + block.lines and block.is_translation(line):
            return place, True
    words = report.diagnostic.text
    having = (place for place, block in enumerate(blocks) if words in original_of(block.text))
    return next(having, 0), False


def _edit(start: int, old: list[str], new: list[str]) -> Edit:
    """Return the edit that makes new lines of old ones, without those that stay at both ends."""
    while old and new and old[0] == new[0]:
        start += len(old.pop(0))
        new.pop(0)
    while old and new and old[-1] == new[-1]:
        old.pop()
        new.pop()
    return Edit(start, start + len("".join(old)), "".join(new))


def _head(text: str) -> str:
    """Return the comments that an entry begins with."""
    lines = _lines(text)
    count = next((at for at, line in enumerate(lines) if not line.startswith("#")), len(lines))
    return "".join(lines[:count])


def _lines(text: str) -> list[str]:
    """Return lines with their ends; only a line feed ends one."""
    return [match[0] for match in _LINES.finditer(text)]


def _noted(head: str, reports: Sequence[Report], *, fuzzy: bool) -> str:
    """Return the comments of an entry with those of its findings in place of older ones."""
    lines = _lines(head)
    ours = any(line.startswith(_MARKED) for line in lines)
    lines = [line for line in lines if not line.startswith(PO_SIGN)]
    if ours:
        lines = list(_without_flag(lines))
    end = "\r\n" if "\r\n" in head else "\n"
    said = (" ".join(visible(comment(report)).split()) for report in reports)
    notes = [f"{PO_SIGN}{words}{end}" for words in said]
    if fuzzy and not any(_flags(line).count(_FUZZY) for line in lines):
        lines = list(_with_flag(lines, end))
        notes.append(f"{_MARKED}{end}")
    remarks = [at for at, line in enumerate(lines) if _TRANSLATOR.match(line.rstrip("\r\n"))]
    place = remarks[-1] + 1 if remarks else 0
    return "".join([*lines[:place], *notes, *lines[place:]])


def _flags(line: str) -> list[str]:
    """Return the flags of a line; none of any other line."""
    match = _FLAGS.match(line)
    return [flag.strip() for flag in line[match.end() :].split(",")] if match else []


def _with_flag(lines: Sequence[str], end: str) -> Iterator[str]:
    """Yield comments with the flag: before the others, else on a line behind the comments."""
    if any(map(_flags, lines)):
        for line in lines:
            yield line.replace("#,", f"#, {_FUZZY},", 1) if _flags(line) else line
        return
    kept = [line for line in lines if line.startswith("#|")]
    yield from (line for line in lines if not line.startswith("#|"))
    yield f"#, {_FUZZY}{end}"
    yield from kept


def _without_flag(lines: Sequence[str]) -> Iterator[str]:
    """Yield comments without the flag."""
    for line in lines:
        if _FUZZY not in _flags(line):
            yield line
        elif len(_flags(line)) > 1:
            yield line.replace(f" {_FUZZY},", "", 1)


ITS = "http://www.w3.org/2005/11/its"
# Where a reader learns what a check finds.
CHECKS = "https://github.com/nanori/nanori/blob/main/docs/checks.md"

# What the ids of our issues begin with; those of other programs stay.
ID_SIGN = "nanori-"

# Who the notes are from that programs show which know no ITS.
NOTED_BY = "nanori"

_MARKUP = re.compile(
    rf"""
      <!--.*?--> | <!\[CDATA\[.*?\]\]>
    | (?P<issues> (?<!\s)\s*+ <(?:[\w.-]+:)?locQualityIssues\s [^<>]*? xml:id=["']{ID_SIGN}[^<>]*+ >
        (?:[^<]|<(?!/(?:[\w.-]+:)?locQualityIssues\s*>))*+ </(?:[\w.-]+:)?locQualityIssues\s*> )
    | (?P<notes> (?<!\s)\s*+ <notes> (?:\s*+ <note\ category="{NOTED_BY}"> [^<]*+ </note>)++ \s*+
        </notes> )
    | (?P<note> (?<!\s)\s*+ <note\s [^<>]*? (?:from|category)=["']{NOTED_BY}["'] [^<>]*+ > [^<]*+
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
    """Edits that put issues of ITS 2.0 into the units of one XLIFF, standing off from the words.

    The issues stand in the unit that they are about: at its end in XLIFF 1.2, where the target
    refers to them, and at its beginning in XLIFF 2, where other modules stand and the unit itself
    refers to them (“XLIFF 1.2 Mapping” of the ITS interest group; XLIFF 2.1, ITS Module). What
    stands in a source or a target is not touched. Notes say the same for programs that know no ITS.
    """

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
        return f"{ID_SIGN}{digest}{f'-{number}' if number > 1 else ''}"


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
        if attribute["name"] != _REFERENCE or not target.startswith(ID_SIGN):
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
    notes = _listed(reports, blanks, "from")
    return closing.end() if closing else last.start, notes


def _listed(reports: Iterable[Report], blanks: str, sender: str = "category") -> str:
    """Return notes, which in XLIFF 2 say by their category who they are from."""
    comments = (escape(_writable(comment(report))) for report in reports)
    return "".join(f'{blanks}<note {sender}="{NOTED_BY}">{words}</note>' for words in comments)


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
        "locQualityIssueType": type_of(diagnostic.check),
        "locQualityIssueComment": _writable(comment(report)),
        "locQualityIssueSeverity": str(SEVERITIES[diagnostic.severity]),
        "locQualityIssueProfileRef": f"{CHECKS}#{diagnostic.check}",
    }
    attributes = " ".join(f"{key}={quoteattr(words)}" for key, words in said.items())
    return f"<its:locQualityIssue {attributes}/>"


def _writable(words: str) -> str:
    """Return words on one line, without what XML cannot have."""
    return visible_in_xml(words).replace("\n", " ")


# By format of a file, what writes notes into it.
WRITERS: dict[str, type[NoteWriter]] = {"po": EntryNotes, "xliff": UnitNotes}
