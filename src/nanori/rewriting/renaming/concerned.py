"""Cards of a file to those that a renaming may concern, told before they are read."""

from __future__ import annotations

import re

from nanori.formats.entries import Element
from nanori.grammar import languages
from nanori.rewriting.renaming.renames import Renaming, old_names

# Characters that no escaping writes otherwise, and no misprint of an accent changes.
_RUN = re.compile(r"[0-9A-Za-z]{3,}")
# What stands in an element in which other characters may be written otherwise.
_ESCAPED = (b"\\", b"&", b"%")


class Concerned:
    """Tells which elements of files say no word of the old names."""

    def __init__(self, renamings: tuple[Renaming, ...]) -> None:
        """Keep of each old name the words by which texts may call it."""
        self._runs: set[bytes] = set()
        """Words in small letters."""
        self._whole: set[bytes] = set()
        """Pieces of names without such a word."""
        for old, language in old_names(renamings):
            runs = {run.lower() for run in _RUN.findall(old)}
            rare = {run for run in runs if run not in _plain()} or set(sorted(runs, key=len)[-1:])
            self._runs |= {run.encode() for run in rare}
            if not rare:
                pieces = [old]
                for divider in language.lexicon.short.split:
                    pieces = [piece for whole in pieces for piece in whole.split(divider)]
                self._whole |= {piece.encode() for piece in pieces if piece}

    def may_be(self, element: Element) -> bool:
        """Tell whether an element may say an old name, or a part of it."""
        said = (element.text, element.beside.encode(errors="replace"))
        return any(self._stands(text) for text in said if text)

    def _stands(self, text: bytes) -> bool:
        small = text.lower()
        if any(run in small for run in self._runs):
            return True
        if not self._whole:
            return False
        return any(piece in text for piece in self._whole) or any(sign in text for sign in _ESCAPED)


def _plain() -> frozenset[str]:
    """Return the words of the rules languages, which stand in most texts."""
    return frozenset(
        word.lower() for code in languages.codes() for word in languages.load(code).plain_words
    )
