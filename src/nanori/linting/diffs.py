"""What is to be mended in a file to a unified diff of it, without writing anything."""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Sequence

from nanori import containers, formats, streams
from nanori.edits import apply
from nanori.entries import Element
from nanori.linting.repairs import Mended, in_file
from nanori.model import Edit

ALL = 1 << 40
"""Bytes of a file at most: there is no end to what can be shown."""

_NO_END = "\\ No newline at end of file\n"


def unified(mended: Mended) -> Iterator[str]:
    """Yield the lines of a diff for each file inside, in their order."""
    by_member: dict[str, list[Edit]] = {}
    for (member, start), edits in sorted(mended.edits.items()):
        by_member.setdefault(member, []).extend(in_file(start, edits))
    for member, edits in by_member.items():
        old = _text(mended, member)
        shown = formats.where(mended.target.shown, Element(1, 1, 0, b"", member=member))
        yield from _lines(old, apply(old, edits), shown)


def _text(mended: Mended, member: str) -> str:
    """Return the text of a file, or of one inside it, without its byte order mark."""
    path = mended.target.path
    with streams.opened(path, folder=True) as source:
        if not member:
            return source.whole(ALL).decode(mended.head.encoding, "surrogateescape")
        if source.folder or containers.is_archive(source.head):
            with containers.opened(source) as container:
                return container.read(member).decode("utf-8-sig")
    beside = containers.beside(path)
    assert beside is not None, "a file that includes others has a folder"
    return beside.read(member).decode("utf-8-sig")


def _lines(old: str, new: str, shown: str) -> Iterator[str]:
    """Yield a diff with three lines around each change; carriage returns are part of the lines."""
    before, after = _divided(old), _divided(new)
    for line in difflib.unified_diff(before, after, shown, shown):
        if line.endswith("\n"):
            yield line
        else:
            yield f"{line}\n"
            yield _NO_END


def _divided(text: str) -> Sequence[str]:
    """Return the lines of a text with the line feeds that end them, and only these."""
    lines = [f"{line}\n" for line in text.split("\n")]
    last = lines.pop().removesuffix("\n")
    return [*lines, last] if last else lines
