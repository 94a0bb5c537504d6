"""Finds a legend that says “this creature” where legends use their name.

Why: prints refer to a legend by its name, whatever the age of their wording. If most legends of the
set do, or the rest of the text does, one that says “this creature” was forgotten.

Fix: unsafe. The words become the name, in Japanese これ.

ja: 名前で呼ばれない伝説
"""

from collections.abc import Iterator

from nanori.linting.checks import TEMPLATING
from nanori.linting.context import Finding, Subject
from nanori.linting.evidence import brackets, own_names
from nanori.linting.lexicon import lint_words
from nanori.model.diagnostics import Fix, Severity
from nanori.rewriting import nouns, restyling

SEVERITY: Severity = "info"
GROUP = TEMPLATING
EXPECTED_ON_REAL = {"sets of designers": (18, 18)}

# So many legends of a set at least say their names, …
MOST = 4
# … so many times as many as say a noun.
RATIO = 2


def check(subject: Subject) -> Iterator[Finding]:
    """Yield a finding for each demonstrative in whose place prints have the name."""
    card, style = subject.card, subject.settings.style
    if not subject.legend or style == restyling.FOUNDATIONS:  # `restyle` does so
        return
    if all(reference.form != "this" for reference in subject.own):
        return
    if nouns.is_of_duel_masters(card, subject.language):
        return
    if lint_words(subject.language).templating.handed.search(card.text):
        return
    named, shown = subject.index.legend_styles(card, subject.path)
    said = any(reference.form in ("full", "short") for reference in subject.own)
    if not said and (named < MOST or named < shown * RATIO):
        return
    for change in restyling.of_references(card, subject.references, restyling.FOUNDATIONS):
        reference, edit = change.reference, change.edit
        if own_names.is_bracketed(subject, reference.start, quoted=True) or brackets.is_unclosed(
            card.text, reference.start, subject.language.lexicon.pairs
        ):
            continue  # what others may have, or what it is while it is a copy; a reminder cut off
        if reference.form == "this" and change.form in ("full", "short", "bare"):
            message = f"“{reference.text}” is a legend, “{edit.text}” was wanted"
            if not said:
                message += f": {named} legends of this set say their name"
            yield Finding(edit.start, edit.end, message, Fix(False, (edit,)))
