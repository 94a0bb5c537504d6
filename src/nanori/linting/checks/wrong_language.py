"""Finds a text that is plainly in another language than its record or `--lang` says.

Why: a text read with the words of another language is misread: no “this creature” is found in it.
Perhaps two columns are swapped, or a file is not in the language its name says. A translation that
was not translated is left to `untranslated-text`.

Fix: none.

ja: 記録と異なる言語
"""

from collections.abc import Iterator

from nanori.grammar import language_detection, languages
from nanori.linting.context import Finding, Subject
from nanori.model.diagnostics import Severity

SEVERITY: Severity = "warning"


def check(subject: Subject) -> Iterator[Finding]:
    """Yield a finding for a text of which most words are another language's."""
    card = subject.card
    told = language_detection.contradicting(card.text, card.lang) if subject.foreign else ""
    if told and (told != languages.original_language() or not card.name_en):
        known = languages.load(told).lexicon.name
        message = (
            f"the text is in {known}, its language is said to be {subject.language.lexicon.name}"
        )
        yield Finding(0, len(card.text), message)
