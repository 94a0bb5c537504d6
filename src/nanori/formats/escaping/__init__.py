"""How words are written in a stretch of a file, one way a module: escapes, tags, quotation marks.

A spelling has `decode`, what a stretch says and where each character of that stands in it, and
`encode`, how words are written in such a stretch. One whose stretch must change as a whole when
its words do, as a cell that needs quotation marks then, also has `edited`.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Sequence
from functools import cache
from importlib import import_module
from typing import Protocol, cast

from nanori.formats.entries import Spelt
from nanori.model.edits import apply
from nanori.model.values import Edit


class Spelling(Protocol):
    """What a module of this folder has.

    It may also have `edited(raw: str, edits: Sequence[Edit], newline: str) -> str`, where the
    function of that name here does not do: the stretch with those edits of its words made.
    """

    def decode(self, raw: str) -> Spelt:
        """Return what a stretch says; spans of the stretch in ascending order."""
        ...

    def encode(self, words: str, raw: str) -> str:
        r"""Return how words are written in that stretch; `\n` where the file has a line end."""
        ...


@cache
def listed() -> dict[str, Spelling]:
    """Return the spellings by name."""
    names = sorted(module.name for module in pkgutil.iter_modules(__path__))
    return {name: cast("Spelling", import_module(f"{__name__}.{name}")) for name in names}


def decode(spelling: str, raw: str) -> Spelt:
    """Return what a stretch of a file says in that spelling, and where."""
    return listed()[spelling].decode(raw)


def edits(spelling: str, raw: str, of_words: Sequence[Edit], newline: str) -> list[Edit]:
    r"""Return edits of words as edits of the stretch of a file that spells them.

    Edits are in order, do not overlap, and count code points of the words; ValueError otherwise.
    Tags between the characters that an edit replaces are kept behind the new words. `newline` is
    the line end of the file.
    """
    module = listed()[spelling]
    if own := getattr(module, "edited", None):
        return _difference(raw, cast("str", own(raw, of_words, newline)))
    spelt = module.decode(raw)
    made = [_in_stretch(edit, spelt, raw, module, newline) for edit in of_words]
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


def _in_stretch(edit: Edit, spelt: Spelt, raw: str, module: Spelling, newline: str) -> Edit:
    """Return an edit of words as an edit of the stretch that spells them."""
    words = module.encode(edit.text, raw) if edit.text else ""
    if newline != "\n":
        words = words.replace("\n", newline)
    if edit.end > len(spelt.text):
        raise ValueError(f"edit {edit.start}–{edit.end} is beyond the text")
    if edit.start == edit.end:
        place = _insertion(edit.start, spelt)
        return Edit(place, place, words)
    between = zip(
        spelt.ends[edit.start : edit.end - 1], spelt.starts[edit.start + 1 : edit.end], strict=True
    )
    kept = "".join(raw[end:start] for end, start in between)
    return Edit(spelt.starts[edit.start], spelt.ends[edit.end - 1], words + kept)


def _insertion(place: int, spelt: Spelt) -> int:
    """Return where in the stretch words go that are put in before a character, or at the end."""
    if place < len(spelt.starts):
        return spelt.starts[place]
    return spelt.ends[-1] if spelt.ends else 0
