"""What checks know about all files, gathered by one process or by several."""

import pytest

from nanori import Card
from nanori.annotation.name_fields import NameCodes
from nanori.linting import house_styles, indexes
from nanori.linting.house_styles import House

CARDS = [
    Card(id=number, lang="en", name=f"Ember Pot {number % 7}", type="Artifact", text=text)
    for number, text in enumerate(
        [
            "{T}: Add {R}. (This is a mana ability that everybody knows.)",
            "When this artifact enters, put an ash counter on it.",
            "Kindle {2} (Put an ember counter on this artifact as it enters.)",
            "Create a token named Cinder.\nEmber Pot burns\nand glows.",
        ]
        * 5
    )
]


@pytest.mark.parametrize(("count", "other"), [(4, False), (5, True)])
@pytest.mark.parametrize("kind", ["Hero", ""])
def test_cards_without_a_file_are_counted_once(kind: str, count: int, other: bool) -> None:
    heroes = [
        Card(name=f"Orsin {number}", lang="en", type=kind, text="Draw.") for number in range(count)
    ]
    assert indexes.Index(heroes).is_of_other_game("") == other


def test_parts_that_are_joined_in_order_are_the_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(house_styles, "MAX_CARDS_OF_SET", 10)
    whole, joined = indexes.Index(), indexes.Index()
    for part in (CARDS[:3], CARDS[3:]):
        single = indexes.Index()
        for index in (whole, single):
            index.add([[card] for card in part], "cards.jsonl")
        joined.join(single)
    assert _known(joined) == _known(whole)


def _known(gathered: object) -> dict[str, object]:
    """Return all that was gathered, the order in which it was met included."""
    return {
        name: _known(value) if isinstance(value, NameCodes) else _ordered(value)
        for name, value in vars(gathered).items()
    }


def _ordered(value: object) -> object:
    if isinstance(value, House):
        return _known(value)
    if isinstance(value, dict):
        # One kind of thing is noted of all cards of a batch before the next, each in order.
        items = sorted(
            value.items(), key=lambda item: item[0][:1] if type(item[0]) is tuple else ()
        )
        return [(key, _ordered(each)) for key, each in items]
    return value
