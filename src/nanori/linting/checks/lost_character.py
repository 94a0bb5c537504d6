"""Finds U+FFFD and 〓, which replace characters that could not be read or typeset.

Why: the original character is lost, and every program that reads the text passes the sign on. The
cause is a file that was read in a different encoding than it was written in.

Fix: none. The file it was made from may still have the character.

ja: 失われた文字
"""

import re
from collections.abc import Iterator

from nanori.linting.context import Finding, Subject
from nanori.linting.prose import Prose
from nanori.model.diagnostics import Severity

SEVERITY: Severity = "error"

# What programs put there, and what printers do where they lack a type.
SIGNS = ("\N{REPLACEMENT CHARACTER}", "\N{GETA MARK}")
LOST = re.compile("|".join(f"{sign}+" for sign in SIGNS))


def check_rules(prose: Prose) -> Iterator[Finding]:
    """Yield the same for a document."""
    yield from _found(prose.document.text, "text")


def check(subject: Subject) -> Iterator[Finding]:
    """Yield a finding for each stretch of lost characters in text, name and type line."""
    card = subject.card
    for field, text in (("text", card.text), ("name", card.name), ("type", card.type)):
        yield from _found(text, field)


def _found(text: str, field: str) -> Iterator[Finding]:
    for match in LOST.finditer(text) if any(sign in text for sign in SIGNS) else ():
        lost = len(match[0])
        count = "a character" if lost == 1 else f"{lost} characters"
        message = f"{count} lost: the file was read in another encoding than it was written in"
        yield Finding(*match.span(), message, field=field)
