"""Finds a translated name shared by two cards with different names.

Why: cards are identified by their English name (CR 201.2), so these are two cards; but readers of
the translation have one name for both, and no search can tell them apart. This has happened in
print, and was corrected in print.

Fix: none. One of them needs another name, everywhere.

ja: 重複した訳名
"""

from collections.abc import Iterator

from nanori.annotation.name_fields import bare
from nanori.linting.context import Finding, Subject
from nanori.model.diagnostics import Severity

SEVERITY: Severity = "warning"
EXPECTED_ON_REAL = {"official Japanese": (7, 7)}


def check(subject: Subject) -> Iterator[Finding]:
    """Yield a finding for a card whose name the files give to another card, too."""
    card = subject.card
    if not card.name_en or card.name == card.name_en:
        return
    others = subject.index.english(bare(card, subject.language), card.lang)
    others -= {card.name_en}
    if others:
        names = "”, “".join(sorted(others))
        message = f"“{card.name}” is the name of “{names}”, too, not of “{card.name_en}” alone"
        yield Finding(0, len(card.name), message, field="name")
