"""A diagnostic with what is shown around it: the line of the text, and who it is the same as."""

from __future__ import annotations

import hashlib
from pathlib import PurePath

from msgspec import Struct

from nanori.model.diagnostics import Diagnostic
from nanori.model.values import Card


class Excerpt(Struct, frozen=True):
    """The line of a field's text that a finding begins on, or what is near of a long one."""

    line: str
    """That line, or part of it, without its end."""
    start: int
    """First code point of the finding in it."""
    end: int
    """One past the last in it; the end of the line where the finding goes on behind it."""


NOTHING = Excerpt("", 0, 0)
"""What is shown around a finding that is about no words of a card."""


class Report(Struct, frozen=True):
    """A finding as it is reported."""

    diagnostic: Diagnostic
    excerpt: Excerpt
    heading: str = ""
    """What the card is called: its name, and its number where it has one."""
    occurrence: int = 0
    """How many findings with the same words in the same field of the same card came before."""

    @property
    def fingerprint(self) -> str:
        """What stays when lines move: the check, the card, the field and the words."""
        diagnostic = self.diagnostic
        card = "" if diagnostic.card is None else str(diagnostic.card)
        file = PurePath(diagnostic.path).name  # the same from whatever folder it is called
        parts = (diagnostic.check, file, card, diagnostic.lang, diagnostic.field, diagnostic.text)
        parts = (*parts, str(self.occurrence))
        return hashlib.sha256("\0".join(parts).encode(errors="surrogatepass")).hexdigest()[:20]


AROUND = 100
"""Code points of a line that are kept on either side of a finding: a text may be one long line."""


def heading(card: Card) -> str:
    """Return what a card is called in a listing: “Elder Heron #12”, if its key is a number."""
    number = str(card.id)
    return f"{card.name} #{number}" if number.isdecimal() and card.name else card.name


def excerpt(text: str, start: int, end: int) -> Excerpt:
    """Return the line of the text that the span begins on, or what is near of a long one."""
    before = max(0, start - AROUND)
    first = text.rfind("\n", before, start) + 1 or before
    last = text.find("\n", start, max(start, end) + AROUND)
    last = min(len(text), max(start, end) + AROUND) if last < 0 else last
    return Excerpt(text[first:last], start - first, max(start, min(end, last)) - first)
