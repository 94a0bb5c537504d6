"""Renaming in cards: the cases of corpus/renaming/, and what is refused."""

import pytest

import corpus
from nanori.model.edits import apply
from nanori.model.errors import NanoriError
from nanori.model.values import Card
from nanori.rewriting.renaming import rename
from nanori.rewriting.renaming.renames import field_words

CASES = [
    case
    for path in corpus.files("renaming")
    for case in corpus.read(path)
    if "rename" in case.settings
]
EXPECTED = {"becomes", "fields", "left"}
"""Keys of a card that say what becomes of it."""


def cards_of(case: corpus.Case) -> list[Card]:
    """Return the cards that are together."""
    records = [corpus.in_tuples(card) for card in case.settings["cards"]]
    return [Card(**{key: card[key] for key in card.keys() - EXPECTED}) for card in records]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.path.stem}: {case.title}")
def test_a_case_of_the_corpus(case: corpus.Case) -> None:
    (_, (old, new)), *others = case.settings["rename"].items()
    cards, wanted = cards_of(case), dict[str, tuple[str, str]](others)
    if error := case.settings.get("error"):
        with pytest.raises(NanoriError, match=r"^") as raised:
            rename(cards, old, new, wanted)
        assert str(raised.value) == error
        return
    plan = rename(cards, old, new, wanted, force=case.settings.get("force", False))
    for number, (card, expected) in enumerate(zip(cards, case.settings["cards"], strict=True)):
        made: dict[str, list[object]] = {}
        for change in plan.changes:
            if change.card == number:
                assert field_words(card, change.field)[change.start : change.end] == change.text
                made.setdefault(change.field, []).append(change.edit)
        became = {field: apply(field_words(card, field), edits) for field, edits in made.items()}  # type: ignore[arg-type]
        assert became.pop("text", card.text) == expected.get("becomes", card.text)
        assert became == expected.get("fields", {})
        left = {leftover.text: leftover.reason for leftover in plan.left if leftover.card == number}
        assert left == expected.get("left", {})


POT = Card(name="Ember Pot", text="Sacrifice Ember Pot.", lang="en")


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("Ember Pot", "", "an empty name"),
        ("", "Ember Pot", "an empty name"),
        ("Ember Pot", "Salt\nJar", "U+000A is in a name"),
        ("Ember Pot", "Salt\u2028Jar", "U+2028 is in a name"),
        ("Ember Pot", "Ember Pot", "is the new name as well"),
        ("Ember Pot", "Salt // Jar", "has 2 names"),
        ("Ember // Pot", "Salt //  // Jar", "has 3 names"),
    ],
)
def test_names_that_cannot_be_are_refused(old: str, new: str, said: str) -> None:
    with pytest.raises(NanoriError) as raised:
        rename([POT], old, new)
    assert said in str(raised.value)


def test_two_names_in_one_language_are_refused() -> None:
    with pytest.raises(NanoriError, match="two names in one language"):
        rename([POT], "Ember Pot", "Salt Jar", {"en": ("Ember Pot", "Jar")})


def test_a_name_may_change_its_case() -> None:
    (name, text) = rename([POT], "Ember Pot", "EMBER Pot").changes
    assert (name.new, text.new) == ("EMBER Pot", "EMBER Pot")
