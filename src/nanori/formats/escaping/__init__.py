"""How words are written in a stretch of a file: escapes, tags, quotation marks.

A way of writing is an instance of a class of `Escaping`, known by name; a module here has the ways
of one family of files.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib import import_module
from typing import cast

from nanori.formats.entries import SourceMap, as_written, composed, replaced
from nanori.model.edits import apply
from nanori.model.errors import NanoriError
from nanori.model.values import Edit


class Escaping(ABC):
    r"""A way in which words are written in a stretch of a file.

    stretch   Ash\nWolf        offsets 0 … 8
    words     Ash↵Wolf         starts 0 1 2 3 5 6 7 8, ends 1 2 3 5 6 7 8 9
    """

    @abstractmethod
    def decode(self, raw: str) -> SourceMap:
        """Return what a stretch says; spans of the stretch in ascending order."""

    @abstractmethod
    def encode(self, words: str, raw: str = "", offset: int = 0) -> str:
        r"""Return words as written at an offset of that stretch; `\n` where it has a line end."""

    def said(self, words: str) -> str:
        """Return what words that are given for an edit say: they may have marks of their own."""
        return words

    part_way = ""
    """The name of the way in which a part of a stretch is written, if another than the whole."""

    def edits(self, raw: str, edits: Sequence[Edit], newline: str = "\n") -> list[Edit]:
        """Return edits of words as edits of the stretch of a file that stands for them.

        Edits are in order, do not overlap, and count code points of the words; ValueError
        otherwise. Tags between the characters that an edit replaces are kept after the new words;
        those around nothing are not. `newline` is the line end of the file. NanoriError if it
        would say anything else.
        """
        written = self.written(raw, edits, newline)
        as_read = [Edit(edit.start, edit.end, self.said(edit.text)) for edit in edits]
        wanted, read = apply(self.decode(raw).text, as_read), self.decode(apply(raw, written)).text
        if wanted != read:
            other = difference(wanted, read)
            sign = wanted[other.start : other.end]
            reason = f"“{sign}” would be read as “{other.text}” where it is to be written"
            raise NanoriError(reason)
        return written

    def edited(self, raw: str, edits: Sequence[Edit], newline: str = "\n") -> str:
        """Return the stretch with edits of its words; errors as for `edits`."""
        return apply(raw, self.edits(raw, edits, newline))

    def written(self, raw: str, edits: Sequence[Edit], newline: str) -> list[Edit]:
        """Return what `edits` does, before it is read again."""
        source_map = self.decode(raw)
        return [self._in_stretch(edit, source_map, raw, newline) for edit in edits]

    def _in_stretch(self, edit: Edit, source_map: SourceMap, raw: str, newline: str) -> Edit:
        if edit.end > len(source_map.text):
            raise ValueError(f"edit {edit.start}–{edit.end} is beyond the text")
        starts, ends = source_map.starts, source_map.ends
        # At the end of the words it is put after the last of them, inside what may close there.
        start = starts[edit.start] if edit.start < len(starts) else (ends[-1] if ends else 0)
        words = self.encode(edit.text, raw, start).replace("\n", newline) if edit.text else ""
        if edit.start == edit.end:
            return Edit(start, start, words)
        end, kept = ends[edit.end - 1], between(raw, source_map, edit)
        if not words:  # “Flying [i](It flies.)[/i]” without its remark has no [i][/i] either
            first = ends[edit.start - 1] if edit.start else 0
            after = starts[edit.end] if edit.end < len(starts) else len(raw)
            around = raw[first:start] + kept + raw[end:after]
            if (left := _EMPTY.sub("", around)) != around:
                return Edit(first, after, left)
        return Edit(start, end, words + kept)


# Tags with nothing between.
_EMPTY = re.compile(r"\[(\w+)\]\[/\1\]|<(\w+)></\2>|\{(\w+)\}\{/\3\}")


class Signs(Escaping):
    """A way that is a row: what signs say, and how words are written instead."""

    def __init__(
        self,
        read: str = "(?!)",
        decoding: Mapping[str, str] | Callable[[re.Match[str]], str] | None = None,
        written: Mapping[str, str] | None = None,
        within: Escaping | None = None,
    ) -> None:
        r"""Keep the row.

        `read` is the pattern of signs, of which `decoding` tells what they say; nothing without it.
        `written` replaces words, one after another. `within` is the way around this one.
        """
        self._read = re.compile(read)
        self._said = decoding if callable(decoding) else _by(decoding or {})
        self._written = written or {}
        self._within = within

    def decode(self, raw: str) -> SourceMap:
        """Return what a stretch says; spans of the stretch in ascending order."""
        outer = self._within.decode(raw) if self._within else as_written(raw)
        if not self._read.search(outer.text):
            return outer
        inner = replaced(outer.text, self._read, self._said)
        return composed(outer, inner) if self._within else inner

    def encode(self, words: str, raw: str = "", offset: int = 0) -> str:
        """Return words as written there."""
        for meaning, written in self._written.items():
            words = words.replace(meaning, written)
        return self._within.encode(words, raw, offset) if self._within else words


class Rewriting(Escaping):
    """A way in which the whole stretch may change when its words do, as a cell that gets marks."""

    @abstractmethod
    def rewritten(self, raw: str, edits: Sequence[Edit], newline: str) -> str:
        """Return the stretch with edits of its words."""

    def written(self, raw: str, edits: Sequence[Edit], newline: str) -> list[Edit]:
        """Return the one edit from the first to the last character that differs, if any."""
        new = self.rewritten(raw, edits, newline)
        return [] if raw == new else [difference(raw, new)]


def _by(table: Mapping[str, str]) -> Callable[[re.Match[str]], str]:
    return lambda match: table.get(match[0], "")


def between(raw: str, source_map: SourceMap, edit: Edit) -> str:
    """Return the tags between the characters that an edit replaces: of “A<b>s</b>h” <b></b>."""
    pairs = zip(
        source_map.ends[edit.start : edit.end - 1],
        source_map.starts[edit.start + 1 : edit.end],
        strict=True,
    )
    return "".join(raw[end:start] for end, start in pairs)


def difference(old: str, new: str) -> Edit:
    """Return the edit from the first to the last character in which two texts differ.

    Untap Ash Wolf.
    Untap it.
          ^start 6  “.” at both ends is alike: Edit(6, 14, "it")
    """
    start = _alike(old, new)
    same_at_end = _alike(old[start:][::-1], new[start:][::-1])
    return Edit(start, len(old) - same_at_end, new[start : len(new) - same_at_end])


def _alike(first: str, second: str) -> int:
    """Return how many code points two stretches have in common at their beginning."""
    pairs = enumerate(zip(first, second, strict=False))
    return next((offset for offset, (a, b) in pairs if a != b), min(len(first), len(second)))


# The names of the ways by the module that has them, which is imported on first use.
WAYS = {
    "json": ("json", "listed", "bracketed", "starred", "conjured"),
    "xml": ("xml", "cdata", "inline", "html", "sheet"),
    "cells": ("quoted", "delimited", "tabbed", "unquoted"),
    "strings": ("po", "script", "piped", "piped_cell", "keyword", "condition"),
    "lines": ("plain", "line"),
    "tagged": ("tagged", "marked", "tagged_string"),
}

_MODULES = {name: module for module, names in WAYS.items() for name in names}


@cache
def named(name: str) -> Escaping:
    """Return the way with that name, which is known to exist."""
    module = import_module(f"{__name__}.{_MODULES[name]}")
    return cast("Escaping", getattr(module, name.upper()))


def decode(name: str, raw: str) -> SourceMap:
    """Return what a stretch of a file says in the way with that name, and where."""
    return named(name).decode(raw)


def edits(name: str, raw: str, of_words: Sequence[Edit], newline: str) -> list[Edit]:
    """Return edits of words as edits of the stretch of a file, as by `Escaping.edits`."""
    return named(name).edits(raw, of_words, newline)
