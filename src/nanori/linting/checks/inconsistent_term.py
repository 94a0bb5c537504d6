"""Finds a word in a bilingual document that one paragraph translates differently than the others.

Why: in rules, two words are taken for two things. What a word is called in the other language is
learned from the document itself, because both occur in the same paragraphs. Ambiguous words and
words that occur in only a few paragraphs are not compared.

Fix: none. The document does not say where the word was meant.

ja: 一貫しない用語
"""

from collections.abc import Iterator

from nanori.linting.context import Finding
from nanori.linting.evidence import document_terms
from nanori.linting.prose import Prose
from nanori.model.diagnostics import Severity

SEVERITY: Severity = "warning"


def check_rules(prose: Prose) -> Iterator[Finding]:
    """Yield a finding for each paragraph that has a word without its translation."""
    for known in document_terms.learnt(prose):
        for place in known.otherwise:
            halves = prose.pairs[place]
            end = halves.translation + len(halves.pair.translation.card.text)
            message = (
                f"“{known.word}” is “{known.meant}” in {known.times} other paragraphs, "
                "this does not say it"
            )
            yield Finding(halves.translation, end, message)
