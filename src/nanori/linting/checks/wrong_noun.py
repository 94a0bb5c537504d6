"""Finds “this creature” on a card that isn't a creature, and other nouns that do not fit.

Why: on such a card the words mean nothing, or seem to mean another object: “this creature” on an
Aura could be the creature it enchants. A card that becomes a creature, such as some lands and every
Vehicle, is right to say it, and so is an ability granted to others in quotation marks or square
brackets. Reminder text is worded for many cards and is not checked.

Also “this enchantment” on an Aura, and the like, if more cards of the set say “this Aura”.

Fix: unsafe. The noun becomes that of the type line, or “this spell” for something an instant or
sorcery does; there is no fix where “that creature” may be meant.

ja: 誤った名詞
"""

from collections.abc import Iterator, Sequence

from nanori.grammar import type_lines
from nanori.linting.context import Finding, Subject, replaced
from nanori.linting.evidence import own_names, roles, self_references
from nanori.model.diagnostics import Severity
from nanori.model.values import Reference
from nanori.rewriting import nouns as kinds

SEVERITY: Severity = "warning"
OF_THIS_GAME = True
EXPECTED_ON_REAL = {"sets of designers": (7, 7)}


def check(subject: Subject) -> Iterator[Finding]:
    """Yield a finding for each noun of a permanent that the card is not and does not become."""
    card, language = subject.card, subject.language
    said = [
        (reference, noun)
        for reference, noun in self_references.said(subject)
        if reference.scope == "rules"
        and not own_names.is_bracketed(subject, reference.start, quoted=True)
        and not _is_of_other_card(subject, reference.start)
    ]
    yield from _general(subject, said)
    nouns = {noun for _, noun in said}
    unfit = {noun for noun in nouns if not self_references.fits(noun, subject)}
    if not unfit:
        return
    wrong = [reference for reference, noun in said if noun in unfit]
    fitting = self_references.fitting(card, language)
    for reference, zone in zip(wrong, self_references.zones_of(subject, wrong), strict=True):
        if zone in self_references.OUT_OF_PLAY:
            continue  # `wrong-zone-noun` says so
        words = self_references.with_noun(fitting, reference.text, language)
        message = f"“{reference.text}” stands on what is “{card.type}”"
        if _may_be_another(reference, subject):
            yield Finding(reference.start, reference.end, message)
        else:
            message += f", “{words}” was wanted"
            yield replaced(reference.start, reference.end, words, message, safe=False)


def _general(subject: Subject, said: Sequence[tuple[Reference, str]]) -> Iterator[Finding]:
    """Yield a finding for “this enchantment” on an Aura whose set says “this Aura” elsewhere."""
    card, language = subject.card, subject.language
    own = kinds.noun(card, language)
    general = kinds.general(card, language) if said else own
    if own == general or not subject.index.says_noun(card, own, general, subject.path):
        return
    for reference, noun in said:
        if noun == general:
            words = self_references.with_noun(own, reference.text, language)
            message = f"“{reference.text}” is “{words}” on other cards of this set"
            yield replaced(reference.start, reference.end, words, message, safe=False)


def _is_of_other_card(subject: Subject, place: int) -> bool:
    """Tell whether a line above begins a card that this one makes: “Reed Ox {1} | Enchantment”."""
    above = subject.card.text[:place].split("\n")[:-1]
    return any("|" in line and type_lines.has_type(line, subject.card.lang) for line in above)


def _may_be_another(reference: Reference, subject: Subject) -> bool:
    """Tell whether “that creature” may be meant: a spell is spoken of that does nothing there."""
    if not kinds.is_spell(subject.card, subject.language):
        return False
    place = roles.place_of(subject, reference.start)
    return place is None or not roles.is_subject(place)
