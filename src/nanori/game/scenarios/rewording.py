"""An ability and the object that has it now to how it reads there (CR 201.5b)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from nanori.annotation.own_names import is_legend
from nanori.game import naming
from nanori.game.abilities import Ability, Bound, names_bearer, ruled
from nanori.game.objects import Name, Object
from nanori.game.scenarios import limits
from nanori.grammar.languages import Language
from nanori.model.edits import apply, moved
from nanori.model.errors import NanoriError
from nanori.rewriting.designations import Designation, designation
from nanori.rewriting.substitution import rewrite

if TYPE_CHECKING:
    from nanori.names.database import Database

RULE = "201.5b"


def designation_of(
    thing: Object, language: Language, register: Database | None = None
) -> Designation | None:
    """Return what texts of a language call an object; None if it has no name.

    Of several names the first is taken. A print of another language has no name in this one but
    what the database says.
    """
    names = naming.names(thing)
    if not names:
        return None
    name, texts = names[0], naming.texts(thing)
    types = " ".join(text.type for text in texts)
    return designation(
        _in_language(name, thing, language, register),
        language,
        legend=is_legend(types),
        english=name.english,
        type=types,
        text="\n".join(line.text for text in texts for line in text.lines),
    )


def _in_language(name: Name, thing: Object, language: Language, register: Database | None) -> str:
    """Return the name as prints of a language have it; empty if there is none."""
    code = language.code
    if thing.lang == code:
        return name.printed
    if language.lexicon.default:
        return name.english
    entry = register.entry(name.english) if register is not None else None
    forms = [form for form in entry.forms if form.lang == code and form.official] if entry else []
    return next((form.name for form in forms if form.form in ("oracle", "printed")), "")


def reworded(ability: Ability, to: Designation | None) -> Ability:
    """CR 201.5b. Return the ability with the bearer's old name read as its present one.

    Demonstratives and what means other objects stay. Without a name there is nothing to read,
    and the words stay.
    """
    chosen = [reference for reference in ability.references if names_bearer(reference)]
    if not chosen:
        return ability
    if to is None:
        return _ruled(ability, ability.references)
    edits = rewrite(ability.text, chosen, to, ability.language, alternates=ability.alternates)
    text = apply(ability.text, edits)
    if len(text) > limits.ABILITY:
        raise NanoriError(f"an ability would be longer than {limits.ABILITY} characters")
    spans = moved([(reference.start, reference.end) for reference in ability.references], edits)
    references = [
        _renamed(replace(reference, start=start, end=end, text=text[start:end]), to)
        for reference, (start, end) in zip(ability.references, spans, strict=True)
    ]
    was = ability.before if text != ability.text else ability.was
    return _ruled(replace(ability, text=text, was=was, alternates=()), references)


def _renamed(reference: Bound, to: Designation) -> Bound:
    """Return a reference with the form that its new words have."""
    if not names_bearer(reference):
        return reference
    return replace(reference, form="short" if reference.text == to.short != to.full else "full")


def _ruled(ability: Ability, references: Sequence[Bound]) -> Ability:
    decided = tuple(
        replace(reference, rule=RULE) if names_bearer(reference) else reference
        for reference in references
    )
    return ruled(replace(ability, references=decided), RULE)
