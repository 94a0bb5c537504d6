"""An ability and the object that has it now to how it reads there (CR 201.5b)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from nanori.annotation.own_names import is_legend
from nanori.game import naming
from nanori.game.abilities import Ability, Bound, names_bearer, ruled
from nanori.game.objects import Name, Object
from nanori.grammar import languages
from nanori.model.edits import apply, moved
from nanori.rewriting.object_names import Called, called
from nanori.rewriting.substitution import rewrite

if TYPE_CHECKING:
    from nanori.names.database import Database

RULE = "201.5b"


def calling(thing: Object, lang: str, register: Database | None = None) -> Called | None:
    """Return what texts of a language call an object; None if it has no name.

    Of several names the first is taken. A print of another language has no name in this one but
    what the database says.
    """
    names = naming.names(thing)
    if not names:
        return None
    name, sides = names[0], naming.sides(thing)
    types = " ".join(side.type for side in sides)
    text = "\n".join(line.text for side in sides for line in side.lines)
    own = _in_language(name, thing, lang, register)
    return called(own, lang, legend=is_legend(types), english=name.english, type=types, text=text)


def _in_language(name: Name, thing: Object, lang: str, register: Database | None) -> str:
    """Return the name as prints of a language have it; empty if there is none."""
    if thing.lang == lang:
        return name.printed
    if lang == languages.reference_language():
        return name.english
    entry = register.entry(name.english) if register is not None else None
    forms = [form for form in entry.forms if form.lang == lang and form.official] if entry else []
    return next((form.name for form in forms if form.form in ("oracle", "printed")), "")


def reworded(ability: Ability, to: Called | None) -> Ability:
    """CR 201.5b. Return the ability with the bearer's old name read as its present one.

    Demonstratives and what means other objects stay. Without a name there is nothing to read,
    and the words stay.
    """
    chosen = [one for one in ability.references if names_bearer(one)]
    if not chosen:
        return ability
    if to is None:
        return _ruled(ability, ability.references)
    edits = rewrite(ability.text, chosen, to, ability.lang, alternates=ability.alternates)
    text = apply(ability.text, edits)
    spans = moved([(one.start, one.end) for one in ability.references], edits)
    found = [
        _renamed(replace(one, start=start, end=end, text=text[start:end]), to)
        for one, (start, end) in zip(ability.references, spans, strict=True)
    ]
    was = ability.before if text != ability.text else ability.was
    return _ruled(replace(ability, text=text, was=was, alternates=()), found)


def _renamed(one: Bound, to: Called) -> Bound:
    """Return a reference with the form that its new words have."""
    if not names_bearer(one):
        return one
    return replace(one, form="short" if one.text == to.short != to.full else "full")


def _ruled(ability: Ability, references: Sequence[Bound]) -> Ability:
    found = tuple(replace(one, rule=RULE) if names_bearer(one) else one for one in references)
    return ruled(replace(ability, references=found), RULE)
