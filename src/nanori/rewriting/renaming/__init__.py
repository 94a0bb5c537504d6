"""Renames a card: what changes in it and in every card that names it."""

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from nanori.grammar import language_detection
from nanori.model import arguments
from nanori.model.values import Card, NameMarkup
from nanori.rewriting.renaming import renames, texts
from nanori.rewriting.renaming.renames import FieldChange, Leftover, Plan, Renaming, renamings
from nanori.rewriting.renaming.surveys import Survey

__all__ = [
    "FieldChange",
    "Leftover",
    "Plan",
    "Renaming",
    "Survey",
    "of_card",
    "rename",
    "renamings",
]


def rename(
    cards: Sequence[Card],
    old: str,
    new: str,
    others: Mapping[str, tuple[str, str]] | None = None,
    *,
    force: bool = False,
) -> Plan:
    """Return what changes where the card called `old` is called `new`, and what stays and why.

    In every card the fields of names, in the card's own text its full and short names, in all
    texts its name as such. Spans are code points of the field. `others` are the old and the new
    name in further languages, by code. NanoriError if no card is called so, if a card is called
    `new`, or if the short name would mean another legend too, which `force` allows. CR 201.

        >>> cards = [nanori.Card(name="Ash Wolf", text="Untap Ash Wolf.")]
        >>> for change in nanori.rename(cards, "Ash Wolf", "Soot Wolf").changes:
        ...     print(change.card, change.field, change.edit)
        0 name Edit(start=0, end=8, text='Soot Wolf')
        0 text Edit(start=6, end=14, text='Soot Wolf')
    """
    arguments.prove_all("cards", cards, Card)
    arguments.prove("old", old, str)
    arguments.prove("new", new, str)
    survey = Survey(renamings(old, new, others))
    for card in cards:
        survey.add(card)
    survey.check(force=force)
    changes: list[FieldChange] = []
    left: list[Leftover] = []
    for number, card in enumerate(cards):
        plan = of_card(card, survey)
        changes += (replace(change, card=number) for change in plan.changes)
        left += (replace(leftover, card=number) for leftover in plan.left)
    return Plan(tuple(changes), tuple(left))


def of_card(card: Card, survey: Survey, markup: Sequence[NameMarkup] = ()) -> Plan:
    """Return what changes and what stays in one card of the survey."""
    language = language_detection.of_card(card)
    changes = list(renames.field_changes(card, survey.renamings))
    left: list[Leftover] = []
    for number, name in enumerate(card.alternate):
        if any(name in renaming.words() for renaming in survey.renamings):
            reason = "an alternate name of the card"
            left.append(Leftover(f"alternate/{number}", 0, len(name), name, reason))
    if card.reading and any(change.field == "name" for change in changes):
        reason = "the reading of the old name"
        left.append(Leftover("reading", 0, len(card.reading), card.reading, reason))
    own = renames.concerning(card, language, survey.renamings)
    concerned = survey.forms()
    if own or any(form in card.text for form in concerned):
        renamed = texts.renamed(card, language, survey, own, markup)
        changes += renamed.changes
        left += renamed.unformed
        like = [*concerned, *(survey.words() if own else ())]
        left += texts.leftovers(card, language, renamed, like, survey.whole(), own=bool(own))
    return Plan(tuple(changes), tuple(left))
