"""Finds a particle that does not agree with the last sound of the name before it.

Why: if particles have one form after a consonant and another after a vowel, the wrong one is left
behind when a name is replaced. A name that ends in a sign or a foreign letter accepts both.

Fix: safe. The particle becomes its other form.

ja: 名前の後の助詞の形の誤り
"""

from collections.abc import Iterator

from nanori.linting.context import Finding, Subject, replaced
from nanori.model.diagnostics import Severity
from nanori.model.values import NAMES
from nanori.rewriting import inflecting

SEVERITY: Severity = "warning"
EXPECTED_ON_REAL: dict[str, tuple[int, int]] = {}


def check(subject: Subject) -> Iterator[Finding]:
    """Yield a finding for each particle behind a name or a demonstrative that does not fit."""
    if not subject.language.lexicon.particles.pairs:
        return
    text = subject.card.text
    for reference in subject.references:
        if reference.form not in NAMES and reference.form != "this":
            continue
        edit = inflecting.misfit(text, reference.end, reference.text, subject.language)
        said, name = text[edit.start : edit.end] if edit else "", reference.text
        # A copula may keep its first syllable behind a vowel: 「카드이며」 is 「카드며」.
        if edit is not None and not said.endswith(edit.text):
            message = f"“{said}” does not go with the last sound of “{name}”, “{edit.text}” does"
            yield replaced(edit.start, edit.end, edit.text, message, safe=True)
