"""Finds a text that plainly is in another language than its record, or `--lang`, says.

Why: a text that is read by the words of another language is misread: “this creature” is none there.
Two columns may have changed places, or a file is not in the language of its name. Of a translation
that was left as it was `untranslated-text` tells.

Fix: none.

ja: 記録と異なる言語
"""

from collections.abc import Iterator

from nanori.grammar import languages
from nanori.linting.context import Finding, Subject
from nanori.model.diagnostics import Severity

SEVERITY: Severity = "warning"


def check(subject: Subject) -> Iterator[Finding]:
    """Yield a finding for a text of which most words are another language's."""
    card = subject.card
    told = languages.contradicting(card.text, card.lang) if subject.foreign else ""
    if told and (told != languages.original_language() or not card.name_en):
        known = languages.load(told).lexicon.name
        message = (
            f"the text is in {known}, its language is said to be {subject.language.lexicon.name}"
        )
        yield Finding(0, len(card.text), message)
