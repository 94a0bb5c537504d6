"""An object to its state as it is answered: names, abilities, whom their references mean."""

from __future__ import annotations

from nanori.game import naming
from nanori.game.abilities import BEARER, Ability, Bound
from nanori.game.objects import Object
from nanori.game.queries import Reply
from nanori.game.scenarios import lines


def state(thing: Object) -> Reply:
    """Return the names an object has, as its print writes them, and its abilities as they read.

    `rules` are those of the events that made it what it is, and of each ability.
    """
    return {
        "object": thing.id,
        "names": list(naming.shown(thing)),
        "abilities": [_ability(ability, thing) for ability in lines.abilities(thing)],
        "rules": list(thing.rules),
    }


def _ability(ability: Ability, thing: Object) -> Reply:
    reply: Reply = {
        "text": ability.text,
        "references": [_reference(reference, thing) for reference in ability.references],
        "origin": ability.origin,
    }
    if ability.giver:
        reply["from"] = ability.giver
    if ability.was:
        reply["was"] = ability.was
    return {**reply, "rules": list(ability.rules)}


def _reference(reference: Bound, thing: Object) -> Reply:
    return {
        "start": reference.start,
        "end": reference.end,
        "text": reference.text,
        "form": reference.form,
        "target": reference.target,
        "binds_to": thing.id if reference.means == BEARER else reference.means,
        "rule": reference.rule,
    }
