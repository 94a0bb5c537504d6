"""Finds a name that a translation leaves as it is in the original.

Why: readers of a print look for the name that the other card has in their language. A card whose
own name is untranslated while its text is translated is reported once, at the name.

Fix: safe if the files or the database know exactly one name of that card in the language; otherwise
none.

ja: 訳されていない名前
"""

import re
from collections.abc import Iterator

from nanori.linting.context import Finding, Pair, replaced
from nanori.linting.evidence import typos
from nanori.linting.evidence.translations import has_its_name, is_written, translated_names
from nanori.model.diagnostics import Severity

SEVERITY: Severity = "warning"


def check_pair(pair: Pair) -> Iterator[Finding]:
    """Yield a finding for the name and for each mention of another card that is not translated."""
    original, translation = pair.original, pair.translation
    card, language = translation.card, translation.language
    if not is_written(card.text, language):
        return  # nothing is translated, or nobody could see it
    if has_its_name(pair):
        yield Finding(0, len(card.name), f"“{card.name}” is not translated", field="name")
    names = {
        reference.refers_to or reference.text
        for reference in original.references
        if reference.target == "name"
    }
    names -= {original.card.name, *original.card.faces, ""}
    for name in sorted(names, key=len, reverse=True):
        for match in re.finditer(re.escape(name), card.text) if name in card.text else ():
            if card.text[match.start() - 1 : match.start()] in ("/", "／", "(", "（"):
                continue  # the name in both languages
            if typos.is_foreign(card.text, *match.span(), language):
                continue  # a sentence that is not translated, or a longer name
            known = translated_names(name, translation)
            message = f"“{name}” is not translated"
            if known:
                message = f"{message}, “{known[0]}” was wanted"
                yield replaced(*match.span(), known[0], message, safe=len(known) == 1)
            else:
                yield Finding(*match.span(), message)
