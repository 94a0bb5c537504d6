"""A card to its abilities, one for each paragraph: of which kind, and what its references mean."""

from collections.abc import Iterator, Sequence
from typing import Literal

from msgspec import Struct
from msgspec.structs import astuple

from nanori.annotation import pipeline
from nanori.annotation.known_names import KnownNames
from nanori.game import kinds
from nanori.game.abilities import Ability, of_card
from nanori.grammar import language_detection
from nanori.model.values import Card, Reference
from nanori.rewriting import slots
from nanori.rewriting.slots import SlotRole


class AbilityReference(Reference, frozen=True, kw_only=True):
    """A reference, and what it means to the ability that it is in."""

    role: SlotRole
    """What it is to the ability: its source, its granter, its host, a token, or only a name."""
    level: int
    """How many grants lead to the object meant: 0 the source, 1 what it grants to, and so on."""


class CardAbility(Struct, frozen=True, kw_only=True):
    """An ability of a card's text (CR 113). Spans count code points of that text."""

    start: int
    end: int
    text: str
    kind: Literal["spell", "activated", "triggered", "static", "reminder"]
    """Its kind (CR 113.3); a paragraph of reminder text alone is no ability, but `reminder`."""
    keyword: str = ""
    """The keyword that it is, as the text has it, with what belongs to its name (CR 702)."""
    section: str = ""
    """The levels at which it applies, such as “LEVEL 1-4” (CR 711.2a, 716.2a)."""
    references: list[AbilityReference] = []


def abilities(card: Card, names: KnownNames | None = None) -> list[CardAbility]:
    """Return the abilities of a card's text, in order. CR 113.2c, 113.3, 201.5a.

    `names` are the names of other cards, as `annotate` takes them. A line with only a level, or
    with the name of the other side, is no ability.

        >>> card = nanori.Card(name="Reed Ox", text="Flying\\n{T}: Untap Reed Ox.")
        >>> [(ability.kind, ability.keyword) for ability in nanori.abilities(card)]
        [('static', 'Flying'), ('activated', '')]
    """
    return of_references(card, pipeline.annotate(card, names))


def of_references(card: Card, references: Sequence[Reference]) -> list[CardAbility]:
    """Return the abilities of a card whose references are known."""
    language = language_detection.of_card(card)
    found: list[CardAbility] = []
    end = 0
    text = slots.unbroken(card.text, references)
    every = of_card(card, references, language)
    for ability, line in zip(every, kinds.of(every, card.type), strict=True):
        start = text.index(ability.text, end)
        end = start + len(ability.text)
        found.append(
            CardAbility(
                start=start,
                end=end,
                text=card.text[start:end],
                kind="reminder" if kinds.is_reminder(ability.text) else line.kind,
                keyword=kinds.named(line.keyword, language) if line.keyword else "",
                section=ability.section,
                references=list(_references(ability, start, card.text))
                if ability.references
                else [],
            )
        )
    return found


def _references(ability: Ability, start: int, text: str) -> Iterator[AbilityReference]:
    """Yield the references of an ability, counted in its card's text."""
    for reference, (role, level) in zip(
        ability.references,
        slots.meanings(ability.text, ability.references, ability.language),
        strict=True,
    ):
        first, last = reference.start + start, reference.end + start
        fields = astuple(reference)[3:-1]  # but for what it means, which is no id here
        yield AbilityReference(first, last, text[first:last], *fields, role=role, level=level)
