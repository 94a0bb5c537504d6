"""How words are written in a stretch of a file, one way a module: escapes, tags, quotation marks.

An escaping has `decode`, what a stretch says and where each character of that stands in it, and
`encode`, how words are written in such a stretch. One whose stretch must change as a whole when
its words do, as a cell that needs quotation marks then, also has `edited`.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Sequence
from functools import cache
from importlib import import_module
from typing import Protocol, cast

from nanori.formats.entries import SourceMap
from nanori.model.edits import apply
from nanori.model.values import Edit


class Escaping(Protocol):
    """What a module of this folder has.

    It may also have `edited(raw: str, edits: Sequence[Edit], newline: str) -> str`, where the
    function of that name here does not do: the stretch with those edits of its words made; and
    `prove(old: str, new: str)`, which raises NanoriError for words that it may not have instead.
    """

    def decode(self, raw: str) -> SourceMap:
        """Return what a stretch says; spans of the stretch in ascending order."""
        ...

    def encode(self, words: str, raw: str) -> str:
        r"""Return how words are written in that stretch; `\n` where the file has a line end."""
        ...


@cache
def listed() -> dict[str, Escaping]:
    """Return the escapings by name."""
    names = sorted(module.name for module in pkgutil.iter_modules(__path__))
    return {name: cast("Escaping", import_module(f"{__name__}.{name}")) for name in names}


@cache
def named(name: str) -> Escaping:
    """Return the escaping of that name, of which it is known that there is one."""
    return cast("Escaping", import_module(f"{__name__}.{name}"))


def decode(name: str, raw: str) -> SourceMap:
    """Return what a stretch of a file says in the escaping of that name, and where."""
    return named(name).decode(raw)


def edits(name: str, raw: str, of_words: Sequence[Edit], newline: str) -> list[Edit]:
    r"""Return edits of words as edits of the stretch of a file that stands for them.

    Edits are in order, do not overlap, and count code points of the words; ValueError otherwise.
    Tags between the characters that an edit replaces are kept behind the new words. `newline` is
    the line end of the file.
    """
    module = named(name)
    if proof := getattr(module, "prove", None):
        old = module.decode(raw).text
        proof(old, apply(old, of_words))
    if own := getattr(module, "edited", None):
        return _difference(raw, cast("str", own(raw, of_words, newline)))
    source_map = module.decode(raw)
    made = [_in_stretch(edit, source_map, raw, module, newline) for edit in of_words]
    apply(raw, made)  # raises where they overlap
    return made


def _difference(old: str, new: str) -> list[Edit]:
    """Return the one edit from the first to the last character that differs; none if none does."""
    if old == new:
        return []
    start = _alike(old, new)
    behind = _alike(old[start:][::-1], new[start:][::-1])
    return [Edit(start, len(old) - behind, new[start : len(new) - behind])]


def _alike(first: str, second: str) -> int:
    """Return how many code points two stretches begin with alike."""
    pairs = enumerate(zip(first, second, strict=False))
    return next((place for place, (a, b) in pairs if a != b), min(len(first), len(second)))


def _in_stretch(
    edit: Edit, source_map: SourceMap, raw: str, module: Escaping, newline: str
) -> Edit:
    """Return an edit of words as an edit of the stretch that stands for them."""
    words = module.encode(edit.text, raw) if edit.text else ""
    if newline != "\n":
        words = words.replace("\n", newline)
    if edit.end > len(source_map.text):
        raise ValueError(f"edit {edit.start}–{edit.end} is beyond the text")
    if edit.start == edit.end:
        place = _insertion(edit.start, source_map)
        return Edit(place, place, words)
    between = zip(
        source_map.ends[edit.start : edit.end - 1],
        source_map.starts[edit.start + 1 : edit.end],
        strict=True,
    )
    kept = "".join(raw[end:start] for end, start in between)
    return Edit(source_map.starts[edit.start], source_map.ends[edit.end - 1], words + kept)


def _insertion(place: int, source_map: SourceMap) -> int:
    """Return where in the stretch words go that are put in before a character, or at the end."""
    if place < len(source_map.starts):
        return source_map.starts[place]
    return source_map.ends[-1] if source_map.ends else 0
