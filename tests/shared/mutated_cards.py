"""Cards with slips in their texts, the safe fixes of these, and what must hold of them."""

import random

from msgspec.structs import replace

from check_examples import TEXT_LETTERS
from nanori.annotation.name_context import name_context
from nanori.annotation.pipeline import annotate
from nanori.grammar import languages
from nanori.linting import checks, fixing
from nanori.linting.context import Subject
from nanori.linting.indexes import Index
from nanori.linting.options import Settings
from nanori.model.edits import apply
from nanori.model.values import Card, Edit


def mutated(card: Card, chance: random.Random) -> Card:
    """Return a card with a letter of its text dropped, doubled, swapped or another one."""
    text = card.text
    for _ in range(chance.randint(1, 3)):
        place = chance.randrange(len(text)) if text else 0
        letter = chance.choice(TEXT_LETTERS)
        text = chance.choice(
            [
                text[:place] + text[place + 1 :],
                text[: place + 1] + text[place:],
                text[:place]
                + text[place + 1 : place + 2]
                + text[place : place + 1]
                + text[place + 2 :],
                text[:place] + letter + text[place + 1 :],
            ]
        )
    return replace(card, text=text)


def safe_edits(card: Card) -> list[Edit]:
    """Return the edits of all safe fixes of a card's text."""
    subject = Subject(card, annotate(card), Index([card]), Settings())
    found = [
        one for rule in checks.rules().values() if rule.in_text for one in rule.in_text(subject)
    ]
    return fixing.together(
        one.fix for one in found if one.fix and one.fix.safe and one.field == "text"
    )


def prove_meaning(card: Card, edits: list[Edit]) -> None:
    """Fail if a reference that no edit touches means something else when they are made."""
    after = annotate(replace(card, text=apply(card.text, edits)))
    for one in annotate(card):
        if any(one.start < edit.end and edit.start < one.end for edit in edits):
            continue
        by = sum(len(edit.text) - edit.end + edit.start for edit in edits if edit.end <= one.start)
        if one.form == "full" and one.text != card.name:
            continue  # a misprint is believed where the name stands nowhere as it should
        place = one.start + by
        here = [other.target for other in after if other.start <= place < other.end]
        assert here == [one.target], (card, edits)


def prove_words(card: Card, edits: list[Edit]) -> None:
    """Fail if an edit makes words of the rules language a name."""
    rules = name_context(languages.load(card.lang))
    for edit in edits:
        words = rules.lexical.word.findall(card.text[edit.start : edit.end])
        if edit.text in (card.name, card.name_en) and words:
            assert not rules.plain.issuperset(map(str.lower, words)), (card, edit)
