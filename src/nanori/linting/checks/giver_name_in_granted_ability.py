"""Finds the name of the card that grants an ability inside that ability, where its holder is meant.

Why: a name in a granted ability still means the card that grants it (CR 201.5a). That is right if
counters on it are counted, if it is unattached, or if an Equipment or Aura is sacrificed or
untapped. If it attacks, gets +1/+1, or is sacrificed for something a whole group has, “this
creature” was meant.

Fix: unsafe. The name becomes “this creature”, or whatever else gets the ability, if that is clear.

ja: 与える能力の中の、与える側の名前
"""

from collections.abc import Iterator

from nanori.linting.context import Finding, Subject, replaced
from nanori.linting.evidence import roles, self_references
from nanori.linting.lexicon import lint_words
from nanori.model.diagnostics import Severity
from nanori.model.values import Reference
from nanori.rewriting.styles import cased

SEVERITY: Severity = "info"
OF_THIS_GAME = True

# The rule by which such a name means the giver.
GRANTED = "201.5a"


def check(subject: Subject) -> Iterator[Finding]:
    """Yield a finding for each own name that does what the holder of the ability would."""
    for reference in subject.references:
        named = reference.form in ("full", "short") and reference.scope == "quote"
        suspicious = named and reference.rule == GRANTED and not _says_itself(reference, subject)
        if suspicious and _is_suspicious(reference, subject):
            noun = roles.receiver_noun(reference, subject)
            message = f"“{reference.text}” is the giver of this ability, not what has it"
            if not noun:
                yield Finding(reference.start, reference.end, message)
                continue
            words = self_references.with_noun(noun, "", subject.language)
            words = cased(words, subject.card.text, reference.start, subject.language)
            message += f", which would be “{words}”"
            yield replaced(reference.start, reference.end, words, message, safe=False)


def _says_itself(reference: Reference, subject: Subject) -> bool:
    """Tell whether its line names the giver before, too: “have X gain "X can't block"”."""
    begin = subject.card.text.rfind("\n", 0, reference.start) + 1
    return any(
        begin <= other.start < reference.start
        and other.scope == "rules"
        and other.text == reference.text
        for other in subject.own
    )


def _is_suspicious(reference: Reference, subject: Subject) -> bool:
    """Tell whether a name stands where nearly always the holder of the ability does."""
    selves = lint_words(subject.language).selves
    place = roles.place_of(subject, reference.start)
    if place is None:
        return False
    if roles.in_play(place, subject) or roles.gains(place):
        return True
    if selves.measured.search(roles.owned(place)):
        return True
    if any(word in subject.card.type for word in selves.attached):
        return False
    return roles.suffers(place, selves.readied) or roles.suffers(place, selves.sacrificed)
