"""Finds “this creature” for a card or spell, and “this card” for something on the battlefield.

Why: only a permanent on the battlefield is a creature. In a graveyard or exiled from a hand it is a
card, while being cast it is a spell (CR 109.2), and what attacks is not a card. In Duel Masters a
creature is called a creature in every zone.

Fix: unsafe. The noun becomes that of the zone.

ja: 領域に合わない名詞
"""

import re
from collections.abc import Iterator
from functools import cache

from nanori.annotation.surroundings import surroundings
from nanori.grammar.languages import Language
from nanori.linting.context import Finding, Subject, replaced
from nanori.linting.evidence import amounts, roles, self_references
from nanori.linting.lexicon import lint_words
from nanori.model.diagnostics import Severity
from nanori.model.values import Reference
from nanori.rewriting import nouns
from nanori.rewriting.lexicon import restyling_words

SEVERITY: Severity = "warning"
OF_THIS_GAME = True
EXPECTED_ON_REAL = {"custom cards": (7, 7), "sets of designers": (6, 6)}

# Lists of what only an object in play does: it acts, leaves, or is acted on.
ACTS = ("act", "leave", "affect")
# Terminals behind what is no subject, where these are marked.
ACTED_ON = frozenset({"ACCUSATIVE", "GENITIVE", "FROM"})


def check(subject: Subject) -> Iterator[Finding]:
    """Yield a finding for each noun that does not fit the zone that its clause tells."""
    said = self_references.said(subject)
    if not said or nouns.is_of_duel_masters(subject.card, subject.language):
        return
    card, language = subject.card, subject.language
    given = restyling_words(language)
    permanents = language.lexicon.permanent_nouns
    out_of_play = (given.card, given.spell)
    if not any(
        noun in permanents or (noun in out_of_play and _may_act(reference, subject))
        for reference, noun in said
    ):
        return  # what does nothing that only permanents do needs no tree
    zones = self_references.zones_of(subject, [reference for reference, _ in said])
    for (reference, noun), zone in zip(said, zones, strict=True):
        if noun in permanents and not _is_in_play(reference, subject):
            fitting = {"elsewhere": given.card, "stack": given.spell}.get(zone, "")
        elif noun in out_of_play and zone == "battlefield":
            if not _is_in_play(reference, subject):
                continue
            fitting = nouns.noun(card, language)
        else:
            fitting = ""
        if fitting:
            words = self_references.with_noun(fitting, reference.text, language)
            message = f"“{reference.text}” is not in play there, “{words}” was wanted"
            if noun not in permanents:
                message = f"“{reference.text}” is in play there, “{words}” was wanted"
            yield replaced(reference.start, reference.end, words, message, safe=False)


def _may_act(reference: Reference, subject: Subject) -> bool:
    """Tell whether what stands behind words in their line may be what a permanent does."""
    text, rules = subject.card.text, surroundings(subject.language)
    if not rules.divided:  # verbs are no words of a list there
        return rules.behind(text, reference.end)[0] not in ACTED_ON
    if rules.before(text, reference.start)[0] == "CAST":
        return False
    end = text.find("\n", reference.end)
    said = text[reference.end : end if end >= 0 else len(text)]
    return bool(
        _acts(subject.language).search(said)
        or amounts.CHANGE.search(said.translate(amounts.NARROW))
        or lint_words(subject.language).selves.in_play.search(said)
    )


@cache
def _acts(language: Language) -> re.Pattern[str]:
    """Return the pattern of the verbs of what only an object in play does."""
    words = {word for name in ACTS for word in language.lexicon.words.get(name, ())}
    return re.compile("|".join(map(re.escape, sorted(words, key=len, reverse=True))) or "(?!)")


def _is_in_play(reference: Reference, subject: Subject) -> bool:
    """Tell whether an object does what only one on the battlefield does."""
    place = roles.place_of(subject, reference.start)
    return place is not None and roles.in_play(place, subject)
