"""Entries of PO files to edits that put findings into them, as comments of the translator.

Comments of that kind stay when the file is merged with newer originals. An entry whose translation
has a warning or an error is marked as fuzzy, which translators know as “to be looked at”; the mark
is taken away with the last finding, unless the translators had set it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from nanori.formats.entries import Element
from nanori.formats.translation.po import entry_blocks, original_of
from nanori.linting.notes import issue_types
from nanori.linting.reports import Report
from nanori.model.values import Edit
from nanori.model.visible import visible

# What our comments begin with.
SIGN = "# nanori: "

_MARKED = f"{SIGN}marked as fuzzy"
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
    """Gives the edits of the entries of one file."""

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
    lines = [line for line in lines if not line.startswith(SIGN)]
    if ours:
        lines = list(_without_flag(lines))
    end = "\r\n" if "\r\n" in head else "\n"
    notes = [f"{SIGN}{_in_a_line(issue_types.comment(report))}{end}" for report in reports]
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


def _in_a_line(words: str) -> str:
    return " ".join(visible(words).split())
