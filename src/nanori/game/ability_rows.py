"""A card to the spans of its abilities, each with its kind, and the role of each reference."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from msgspec import Struct

from nanori.game.abilities import Ability, of_card
from nanori.game.scenarios import lines
from nanori.game.scenarios.lines import DetailedKind
from nanori.grammar import language_detection
from nanori.grammar.languages import Language
from nanori.model.values import Card, Reference
from nanori.rewriting import slots
from nanori.rewriting.slots import Slot, SlotMeaning


class AbilitySpan(Struct, frozen=True, omit_defaults=True):
    """An ability where it stands in a card's text."""

    start: int
    """First code point in the card's text."""
    end: int
    id: str
    """The same as long as it says the same, whatever the card is called and wherever it stands."""
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
