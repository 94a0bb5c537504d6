"""Finds a name that a file gives to two cards of one set with different texts.

Why: cards are identified by name (CR 201.2), so a deck list, a search or a rules engine cannot tell
the two apart. It is fine to print one text twice, to word a card differently in another set, and to
keep one set in files of several formats. Tokens, emblems and the faces of one card may share a
name.

Fix: none. `nanori rename` renames one of them everywhere.

ja: 重複した名前
"""

from collections.abc import Iterator

from nanori.annotation.name_fields import is_token
from nanori.linting.context import Finding, Subject
from nanori.model.diagnostics import Severity

SEVERITY: Severity = "warning"
OF_THIS_GAME = True
EXPECTED_ON_REAL = {"custom cards": (2, 2)}


def check(subject: Subject) -> Iterator[Finding]:
    """Yield a finding for a card whose name another text has, too."""
    card = subject.card
    if card.name_en:
        return  # a translation; `duplicate-translation` looks at those
    if is_token(card) or card.name in card.type.split() or not any(map(str.isalnum, card.name)):
        return  # “Emblem” is its type, and a sign such as “-” a place for a name in a set's plan
    if len(card.faces) > 1 and card.faces[0] != card.name:
        return
    count = subject.index.texts(card, subject.path)
    if count > 1:
        message = f"“{card.name}” is the name of {count} different texts"
        yield Finding(0, len(card.name), message, field="name")
