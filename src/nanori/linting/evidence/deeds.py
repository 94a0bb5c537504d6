"""Words of a text to what the objects they denote do there: what only one in play does."""

from __future__ import annotations

from nanori.grammar import clauses, places
from nanori.linting.context import Subject
from nanori.linting.evidence import amounts, roles
from nanori.linting.evidence.roles import Place

TURNED = frozenset({"TURN", "TURNED_INTO"})
"""Terminals of what is said where an object becomes another face."""


def in_play(place: Place, subject: Subject) -> bool:
    """Tell whether what a word denotes does, or becomes, what only an object in play can.

    It attacks; it dies or untaps, and does it to nothing. A spell may deal damage as well.
    """
    if not roles.is_subject(place):
        return False
    selves = subject.language.lexicon.checks.selves
    verbs = [verb.type for verb in roles.verbs(place) if verb.type in clauses.VERBS]
    done = verbs[-1] if verbs else ""
    heads = roles.objects(place)
    dealt = any(head and selves.dealt.match(place.words(head)) for head in heads)
    if (done == "ACT" and not dealt) or (done in ("LEAVE", "AFFECT") and not heads):
        return not _goes_on(place)
    said = roles.deed(place)
    changed = amounts.CHANGE.search(said.translate(amounts.NARROW))
    return bool(changed or selves.in_play.search(said))


def _goes_on(place: Place) -> bool:
    """Tell whether the verb has another behind it, that names a zone: “leaves exile”."""
    clause = roles.acting(place)
    parts = places.node_at(clause).children if clause else ()
    return sum(places.is_node(part, "predicate") for part in parts) > 1


def gains(place: Place) -> bool:
    """Tell whether what a word denotes gets an ability, which is no thing."""
    given = roles.is_subject(place) and any(verb.type == "GIVE" for verb in roles.verbs(place))
    heads = roles.objects(place)
    return given and bool(heads) and all(head is None for head in heads)


def turns(place: Place, subject: Subject) -> bool:
    """Tell whether the sentence around a word says that something turns into another face."""
    turning = subject.language.lexicon.checks.selves.turning
    said = not roles.sentence_terminals(place).isdisjoint(TURNED)
    return said or bool(turning.search(roles.sentence(place)))
