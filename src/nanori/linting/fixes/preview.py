"""What is to be mended in a file to a unified diff of it, without writing anything."""

from __future__ import annotations

from collections.abc import Iterator

from nanori.formats import diffs, reader
from nanori.formats.edit_plans import EditedElement
from nanori.formats.entries import Element
from nanori.linting.fixes.files import Mended
from nanori.model.values import Edit

# How a terminal is told to show a line of a diff, by its first sign.
COLOURS = {b"+": b"32", b"-": b"31", b"@": b"36"}


def unified(mended: Mended, *, colour: bool = False) -> Iterator[bytes]:
    """Yield the lines of a diff in UTF-8 for each file inside, in their order."""
    for line in _unified(mended):
        kind = COLOURS.get(line[:1]) if colour else None
        words = line.rstrip(b"\r\n")
        yield b"\033[%sm%s\033[0m%s" % (kind, words, line[len(words) :]) if kind else line


def _unified(mended: Mended) -> Iterator[bytes]:
    target = mended.target
    by_member: dict[str, list[Edit]] = {}
    for (member, start), edits in sorted(mended.edits.items()):
        change = EditedElement(Element(1, 1, start, b""), edits)
        by_member.setdefault(member, []).extend(change.in_file())
    for member, edits in by_member.items():
        shown = reader.where(target.shown, Element(1, 1, 0, b"", member=member))
        yield from diffs.of_file(target.path, member, shown, mended.file.head, edits)
