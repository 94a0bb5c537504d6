"""Finds a word of a bilingual document that one paragraph translates otherwise than the others.

Why: what is called by two names in rules is taken for two things. What a word is in the other
language is learnt from the document itself: it stands in the same paragraphs. A word that may be
several, or that a few paragraphs alone have, is not compared.

Fix: none. Where the word was meant the document does not say.

ja: 一貫しない用語
"""

from collections.abc import Iterator

from nanori.linting.context import Finding
from nanori.linting.evidence import distinctions
from nanori.linting.prose import Prose
from nanori.model.diagnostics import Severity

SEVERITY: Severity = "warning"


def check_rules(prose: Prose) -> Iterator[Finding]:
    """Yield a finding for each paragraph that has a word without its translation."""
    for known in distinctions.learnt(prose):
        for place in known.otherwise:
            halves = prose.pairs[place]
            end = halves.translation + len(halves.pair.translation.card.text)
            message = (
                f"“{known.word}” is “{known.meant}” in {known.times} other paragraphs, "
                "this does not say it"
            )
            yield Finding(halves.translation, end, message)
