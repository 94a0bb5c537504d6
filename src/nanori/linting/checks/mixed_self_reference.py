"""Finds a text that refers to its card by name in one place and as “this creature” in another.

Why: two ways of saying one thing look like two things. A legend uses its name whatever its reminder
text says; so does a spell that deals damage, and an ability granted to others, in which “this
creature” would be the object that has it (CR 201.5a). Prints used names until 2024 and “this
creature” since. In Duel Masters a name means every card with that name (202), so nothing is
reported there.

Fix: unsafe. The less frequent wording becomes the more frequent one, or “this creature”; with
`style = "oracle"` it becomes the name.

ja: 混ざった自己の呼び方
"""

from collections.abc import Iterator

from nanori.linting.context import Finding, Subject, replaced
from nanori.linting.evidence import roles, self_references
from nanori.linting.lexicon import lint_words
from nanori.model.diagnostics import Severity
from nanori.model.values import Reference
from nanori.rewriting import nouns, restyling
from nanori.rewriting.lexicon import restyling_words

SEVERITY: Severity = "warning"
OF_THIS_GAME = True
EXPECTED_ON_REAL = {
    "official English": (4, 4),
    "official Japanese": (1, 1),
    "custom cards": (12, 12),
    "sets of designers": (11, 11),
}


def check(subject: Subject) -> Iterator[Finding]:
    """Yield a finding for each name, or else each demonstrative, of a text that has both."""
    style = subject.settings.style
    if subject.legend or style == restyling.FOUNDATIONS:  # `restyle` does so
        return
    again = lint_words(subject.language).selves.said_again
    shown = [] if again else _demonstratives(subject)
    named = _names(subject) if shown else []
    if not named or nouns.is_of_duel_masters(subject.card, subject.language):
        return
    if style == restyling.ORACLE or (not style and len(shown) < len(named)):
        rare, other = (
            [(reference, nouns.full(subject.card, subject.language)) for reference in shown],
            named[0],
        )
    else:
        rare, other = named, (shown[0], "")
    for reference, words in rare:
        message = f"“{reference.text}” and “{other[0].text}” both call this card itself in one text"
        yield replaced(reference.start, reference.end, words, message, safe=False)


def both(subject: Subject) -> tuple[list[tuple[Reference, str]], list[Reference]]:
    """Return the names in whose place prints say “this creature”, with those words, and these."""
    return _names(subject), _demonstratives(subject)


def _demonstratives(subject: Subject) -> list[Reference]:
    """Return those with the noun of such a permanent, but for what turns into a face."""
    language = subject.language
    own_noun = nouns.noun(subject.card, language)
    return [
        reference
        for reference, noun in self_references.said(subject)
        if noun == own_noun and reference.scope == "rules" and not _turns(reference, subject)
        if not nouns.is_worn(subject.card.text, reference, language)
    ]


def _turns(reference: Reference, subject: Subject) -> bool:
    """Tell whether the sentence of an object says that something turns into another face."""
    place = roles.place_of(subject, reference.start)
    return place is not None and roles.turns(place, subject)


def _names(subject: Subject) -> list[tuple[Reference, str]]:
    """Return the names in the place of which prints say “this creature”, each with those words."""
    changes = restyling.of_references(subject.card, subject.references, restyling.FOUNDATIONS)
    language = subject.language
    # “Return this card from your graveyard” stands beside “this creature”, a name does not.
    own_nouns = (nouns.noun(subject.card, language), restyling_words(language).card)
    return [
        (change.reference, change.edit.text)
        for change in changes
        if change.reference.form in ("full", "short") and change.reference.scope == "rules"
        if not _is_alone(change.reference, subject.card.text)
        if self_references.noun_of(change.edit.text, language) in own_nouns
    ]


def _is_alone(reference: Reference, text: str) -> bool:
    """Tell whether a name is a line of its own, as a heading is: it says nothing of the card."""
    before, behind = text[: reference.start], text[reference.end :]
    return before[-1:] in ("", "\n") and behind[:1] in ("", "\n")
