"""Abilities that move from one object to another: granted, gained, spliced, kept by a copy."""

from collections.abc import Iterable, Sequence
from typing import Literal

from msgspec.structs import replace

from nanori.annotation import quotations
from nanori.annotation.own_names import is_legend
from nanori.annotation.quotations import Quotation
from nanori.game import naming
from nanori.game.abilities import (
    BEARER,
    Ability,
    Bound,
    Origin,
    edited,
    names_bearer,
    ruled,
    within,
)
from nanori.game.objects import Name, Object
from nanori.game.plain_values import MAX_ABILITIES, MAX_ABILITY_LENGTH, MAX_GAINED_LENGTH
from nanori.grammar.languages import Language
from nanori.model.errors import NanoriError
from nanori.model.values import NAMES
from nanori.names.database import Database
from nanori.rewriting import inflecting
from nanori.rewriting.substitution import Designation, designation, lacking_case, rewrite

# The rule about names in abilities that another object has gained.
GAINED_RULE = "201.5b"


def quoted(
    ability: Ability, source: str, origin: Origin, parts: Iterable[Quotation], own: str = ""
) -> list[Ability]:
    """CR 201.5a. Return the abilities in those quotations as something else has them.

    A name means the source and no other object, whoever has the ability. “This creature” means
    the bearer, unless it stands in a quotation inside, whose bearer there is not yet. Offsets
    count in the quoted text. `own` is the name of what is created with them, and means just that,
    also in what it grants on.
    """
    abilities: list[Ability] = []
    for part in parts:
        text = ability.text[part.start : part.end]
        inside = list(within(ability, part.start, part.end))
        every = quotations.find(text, ability.language, inside)
        deeper = [quotation for quotation in every if quotation.granted]
        references = [
            replace(reference, means=BEARER)
            if own and reference.text == own and reference.target == "holder"
            else _read(reference, source, deeper)
            for reference in inside
        ]
        abilities.append(
            Ability(
                text=text,
                language=ability.language,
                references=tuple(references),
                origin=origin,
                giver=source,
                alternates=ability.alternates,
                rules=("201.5a",),
            )
        )
    return abilities


def _read(reference: Bound, source: str, deeper: Sequence[Quotation]) -> Bound:
    """Return a reference of a quoted ability as it reads where the ability has a bearer."""
    demonstrative = reference.form in ("this", "bare")
    nested = any(part.start <= reference.start and reference.end <= part.end for part in deeper)
    if reference.means == BEARER and not demonstrative:
        rule = "201.5a" if reference.form in NAMES else reference.rule
        return replace(reference, means=source, rule=rule)
    if reference.target == "name" or nested:
        return reference
    return replace(reference, means=BEARER) if reference.means is None else reference


def granted(ability: Ability, source: str) -> list[Ability]:
    """CR 201.5a. Return the abilities that an ability of that source gives to something else.

    If every quotation goes to the source itself, those are returned; choices and effects are not
    abilities.
    """
    every = quotations.find(ability.text, ability.language, ability.references)
    own = [quotation for quotation in every if not quotation.explained]
    to_others = [quotation for quotation in own if quotation.granted]
    to_itself = [quotation for quotation in own if not quotation.chosen]
    return quoted(ability, source, "granted", to_others or to_itself)


def give(thing: Object, abilities: Sequence[Ability]) -> Object:
    """CR 613.1f. Return the object with abilities that an effect gives it."""
    return replace(thing, gained=_within_limits(thing, (*thing.gained, *abilities)))


def _within_limits(thing: Object, abilities: tuple[Ability, ...]) -> tuple[Ability, ...]:
    """Return what an object is given; NanoriError if it is more than any game comes to."""
    if len(abilities) > MAX_ABILITIES:
        raise NanoriError(f"“{thing.id}” would have more than {MAX_ABILITIES} abilities")
    if len(abilities) > 1 and sum(len(each.text) for each in abilities) > MAX_GAINED_LENGTH:
        raise NanoriError(f"“{thing.id}” would be given more than {MAX_GAINED_LENGTH} characters")
    return abilities


def named(thing: Object, register: Database | None = None) -> Object:
    """CR 201.5b. Return a newly named object; what it gained without a name now reads with it."""
    return replace(
        thing,
        gained=tuple(
            reworded(ability, designation_of(thing, ability.language, register))
            if ability.origin == "gained" and ability.nameless
            else ability
            for ability in thing.gained
        ),
    )


def splice(
    spell: Object, card: Object, lines: Sequence[Ability], register: Database | None = None
) -> Object:
    """CR 702.47, 201.5b. Return the spell with a card's text after its own, read with its name."""
    added = read_anew(spell, card, lines, register, "spliced")
    return replace(spell, spliced=_within_limits(spell, (*spell.spliced, *added)))


def read_anew(
    thing: Object,
    giver: Object,
    abilities: Iterable[Ability],
    register: Database | None,
    origin: Literal["gained", "spliced", "merged"] | None = None,
) -> tuple[Ability, ...]:
    """CR 201.5b. Return abilities of the giver as they read on an object of another name.

    What means the giver means the object that has them now; what means a third one still does.
    `origin` says how the object came by them, if not as it came by its text.
    """
    same = bool(naming.names(thing)) and naming.names(thing) == naming.names(giver)
    read: list[Ability] = []
    for ability in abilities:
        if not same:
            designation = designation_of(thing, ability.language, register)
            ability = ruled(reworded(ability, designation), GAINED_RULE)
            ability = replace(ability, nameless=designation is None)
        if origin:
            ability = replace(ability, origin=origin, giver=giver.id)
        read.append(ability)
    return tuple(read)


def designation_of(
    thing: Object, language: Language, register: Database | None = None
) -> Designation | None:
    """Return what texts of a language call an object; None if it has no name.

    Of several names the first is taken. A print in another language has only the name that the
    database gives.
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
    """Return the name as prints in a language have it; empty if there is none."""
    code = language.code
    if thing.lang == code:
        return name.printed
    if language.lexicon.default:
        return name.english
    entry = register.entry(name.english) if register is not None else None
    form = entry.official(code) if entry else None
    return form.name if form else ""


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
    edits = rewrite(
        ability.text,
        chosen,
        to,
        ability.language,
        alternates=ability.alternates,
        old=ability.names,
    )
    cases = [
        lacking_case(ability.text, span, to, ability.names, ability.language) for span in chosen
    ]
    new = edited(ability, edits)
    if len(new.text) > MAX_ABILITY_LENGTH:
        raise NanoriError(f"an ability would be longer than {MAX_ABILITY_LENGTH} characters")
    references = [_renamed(reference, to, ability.language) for reference in new.references]
    unformed = tuple(dict.fromkeys(filter(None, cases)))
    was = ability.before if new.text != ability.text else ability.was
    names = (to.full, to.short) if ability.names else ()
    new = replace(new, was=was, alternates=(), names=names, unformed=unformed)
    return _ruled(new, references)


def _renamed(reference: Bound, to: Designation, language: Language) -> Bound:
    """Return a reference as the name at the end of its new words, with the form that these have.

    The edit of a name may begin at its article, or at what that is one word with: “qu'” in
    “qu'Ysolde” becomes “que l'” before a name with an article.
    """
    names = sorted({to.full, to.short, f"{to.full}/{to.english}"} - {""}, key=len, reverse=True)
    name = next((name for name in names if reference.text.endswith(name)), reference.text)
    reference = replace(reference, start=reference.end - len(name), text=name)
    if not names_bearer(reference):
        return reference
    short = reference.text == to.short != to.full or (
        reference.form == "short"
        and bool(inflecting.base(reference.text, (to.short,), language))
        and to.short not in ("", to.full)
    )
    return replace(reference, form="short" if short else "full")


def _ruled(ability: Ability, references: Sequence[Bound]) -> Ability:
    decided = tuple(
        replace(reference, rule=GAINED_RULE) if names_bearer(reference) else reference
        for reference in references
    )
    return ruled(replace(ability, references=decided), GAINED_RULE)
