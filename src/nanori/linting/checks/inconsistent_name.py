"""Finds a card whose translated name differs from that of the same card elsewhere.

Why: the same English name is the same card (CR 201.2), so its translation should be the same in all
files. The expected name is the official one if a name database is set, otherwise the most frequent
in the files, the first if equally frequent. Another printed name that no announced one has replaced
is accepted if all files use it.

Fix: unsafe. The name becomes the expected one; the text is not changed.

ja: 一貫しない名前
"""

from collections.abc import Iterator

from nanori.annotation.name_fields import bare
from nanori.grammar import languages
from nanori.linting.context import Finding, Subject
from nanori.linting.evidence.translations import (
    is_also_printed,
    official_names,
    shown,
    translated_names,
)
from nanori.model.diagnostics import Fix, Severity
from nanori.model.values import Edit

SEVERITY: Severity = "warning"
EXPECTED_ON_REAL = {"official Japanese": (39, 39)}

# Names that are shown.
SHOWN = 3


def check(subject: Subject) -> Iterator[Finding]:
    """Yield a finding for a name that is not the one used for that card."""
    card, index = subject.card, subject.index
    if not card.name_en or card.name == card.name_en:
        return
    name = bare(card, subject.language)
    alone = len(index.translations(card.name_en, card.lang)) < 2
    if alone and (index.register is None or is_also_printed(name, card.name_en, subject)):
        return
    known = [
        translated
        for translated in translated_names(card.name_en, subject)
        if translated != card.name_en
    ]
    if known and name != known[0]:
        counted = index.counted_translations(card.name_en, card.lang)[:SHOWN]
        counts = shown(counted, official_names(card.name_en, subject))
        original = languages.load(languages.original_language()).lexicon.name
        message = f"“{name}” is “{card.name_en}” in {original}, {counts}"
        fix = Fix(False, (Edit(0, len(card.name), known[0]),))
        yield Finding(0, len(card.name), message, fix, field="name")
