"""A card to rows, one per ability with what it means."""

import hashlib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple, cast

from msgspec import Struct

from nanori.annotation import quotations
from nanori.game.abilities import Ability, of_card
from nanori.game.scenarios import lines
from nanori.game.scenarios.lines import DetailedKind
from nanori.grammar import language_detection, places
from nanori.grammar.languages import Language
from nanori.model import edits
from nanori.model.values import Card, Form, Reference, Target, Token
from nanori.rewriting import slots
from nanori.rewriting.slots import AbilityPart, Slot, SlotMeaning, SlotRole

# Version of the columns.
VERSION = 1


class ReferenceRow(Struct, frozen=True, kw_only=True):
    """A reference of an ability."""

    start: int
    """First code point in the ability's text."""
    end: int
    text: str
    form: Form
    target: Target
    role: SlotRole
    level: int
    """How many grants lead to the object meant; 0 for the source."""
    quotes: tuple[int, ...]
    """The quotations around it, outermost first, each by its number from 0."""
    part: AbilityPart
    clause_role: str
    """Its role in its clause: subject, object, owner or other."""
    verb: str
    """The class of the clause's verb."""
    rule: str


class AbilityRow(Struct, frozen=True, kw_only=True):
    """An ability of a face in a language."""

    version: int = VERSION
    id: str
    """The record's own key."""
    oracle_id: str = ""
    """Scryfall's key of the card, where its record has it."""
    name: str
    name_en: str = ""
    lang: str
    type: str
    layout: str = ""
    printed: str = ""
    """Code of the set whose wording this is."""
    released: str = ""
    """Date of the wording."""
    number: int
    """Its place among the abilities of the face, from 0."""
    ability_id: str
    """The same as long as it says the same, whatever the card is called and wherever it stands."""
    kind: DetailedKind
    section: str = ""
    """The levels at which it applies, such as “LEVEL 1-4”."""
    text: str
    slots: str
    """The text with slots in place of references: “{T}, Sacrifice {granter}: …”."""
    text_hash: str
    """Of the whole text of the face."""
    references: tuple[ReferenceRow, ...] = ()
    pronouns: int = 0
    """How often it refers to an object by a pronoun, which no reference here covers."""


class AbilitySpan(Struct, frozen=True, omit_defaults=True):
    """An ability where it stands in a card's text."""

    start: int
    """First code point in the card's text."""
    end: int
    id: str
    """The `ability_id` of its row."""
    kind: DetailedKind
    section: str = ""
    """The levels at which it applies, such as “LEVEL 1-4”."""


class ReferenceInAbility(SlotMeaning, frozen=True):
    """What `annotate --abilities` says about a reference besides the reference itself."""

    ability: int
    """The number of its ability, from 0."""


def spans(
    card: Card, references: Sequence[Reference]
) -> tuple[list[AbilitySpan], list[ReferenceInAbility | None]]:
    """Return a card's abilities in order, and for each reference its role in its own.

    None for a reference in a line that is not an ability, such as the heading of a level. CR
    113.2c, 113.3.
    """
    language = language_detection.of_card(card)
    abilities: list[AbilitySpan] = []
    by_start: dict[int, ReferenceInAbility] = {}
    place = 0
    for number, known in enumerate(_known_abilities(card, references, language)):
        ability, meanings = known.ability, known.slots
        start = card.text.index(ability.text, place)
        place = start + len(ability.text)
        abilities.append(AbilitySpan(start, place, known.id, known.kind, ability.section))
        for slot in meanings:
            by_start[start + slot.start] = ReferenceInAbility(number, **slot.meaning())
    return abilities, [by_start.get(reference.start) for reference in references]


class _KnownAbility(NamedTuple):
    ability: Ability
    kind: DetailedKind
    slots: Sequence[Slot]
    id: str
    """One that no other ability of the card has."""


def _known_abilities(
    card: Card, references: Sequence[Reference], language: Language
) -> Iterator[_KnownAbility]:
    """Yield what is said of each ability of a card."""
    ids: Counter[str] = Counter()
    abilities = of_card(card, references, language)
    kinds = lines.detailed_kinds(abilities, card.type)
    for ability, kind in zip(abilities, kinds, strict=True):
        meanings = slots.find(ability.text, ability.references, language)
        ability_id = slots.ability_id(ability.text, meanings, language.code)
        ids[ability_id] += 1
        count = ids[ability_id]
        yield _KnownAbility(
            ability, kind, meanings, ability_id if count == 1 else f"{ability_id}-{count}"
        )


def of_record(
    card: Card, references: Sequence[Reference], extra: Mapping[str, object]
) -> Iterator[AbilityRow]:
    """Yield the row of each ability of a card's text, in order. CR 113.2c, 201.5a."""
    language = language_detection.of_card(card)
    whole = hashlib.blake2b(card.text.encode(), digest_size=8).hexdigest()
    for number, known in enumerate(_known_abilities(card, references, language)):
        ability, meanings = known.ability, known.slots
        yield AbilityRow(
            id=str(card.id),
            oracle_id=_oracle_id(extra),
            name=card.name,
            name_en=card.name_en,
            lang=language.code,
            type=card.type,
            layout=card.layout,
            printed=card.printed,
            released=card.released or str(extra.get("date") or ""),
            number=number,
            ability_id=known.id,
            kind=known.kind,
            section=ability.section,
            text=ability.text,
            slots=edits.apply(
                ability.text, slots.edits(ability.text, meanings, card.name, language)
            ),
            text_hash=whole,
            references=tuple(
                ReferenceRow(
                    start=slot.start,
                    end=slot.end,
                    text=slot.text,
                    form=reference.form,
                    target=reference.target,
                    rule=reference.rule,
                    **slot.meaning(),
                )
                for slot, reference in zip(meanings, ability.references, strict=True)
            ),
            pronouns=_pronouns(ability) if meanings else 0,
        )


def _oracle_id(extra: Mapping[str, object]) -> str:
    """Return Scryfall's key of a card, as Scryfall's records have it, or MTGJSON's."""
    identifiers = extra.get("identifiers")
    known = cast("dict[str, object]", identifiers) if isinstance(identifiers, dict) else {}
    return str(extra.get("oracle_id") or known.get("scryfallOracleId") or "")


def _pronouns(ability: Ability) -> int:
    """Return how many pronouns follow the first reference of an ability to an object."""
    objects = [each.start for each in ability.references if each.target != "name"]
    if not objects:
        return 0
    tree = quotations.tree(ability.text, ability.language, ability.references)
    return sum(
        isinstance(leaf, Token) and leaf.type == "PRONOUN" and leaf.start > objects[0]
        for _, leaf in places.leaves(tree)
    )
