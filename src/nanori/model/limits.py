"""How long a card's text and how many its names may be: far beyond any real card.

A text is searched once for each name, so without limits a file could make that take time quadratic
in its length. The longest printed name has 141 code points, and five faces are the most. The
longest text has under two thousand; a text that is nothing but references takes a hundred times its
length in memory.
"""

from typing import Final

from nanori.model.errors import NanoriError
from nanori.model.values import Card

# Code points: 130 times the longest text.
LONGEST_TEXT: Final = 1 << 18
# Code points: three times the longest name.
LONGEST_NAME: Final = 500
# Six times the most that a card has.
MOST_FACES: Final = 32
MOST_ALTERNATES: Final = 32


def prove_card_limits(card: Card) -> None:
    """Raise NanoriError, without a place, if a card's names or text exceed the limits."""
    letters = len(card.name) + len(card.name_en) + len(card.reading)
    for name in card.faces:
        letters += len(name)
    for name in card.alternate:
        letters += len(name)
    if (
        len(card.text) <= LONGEST_TEXT
        and letters <= LONGEST_NAME
        and len(card.faces) <= MOST_FACES
        and len(card.alternate) <= MOST_ALTERNATES
    ):
        return  # checked several times per card, and names are hardly ever this long
    names = (card.name, card.name_en, card.reading, *card.faces, *card.alternate)
    for there, most, what in (
        (len(card.text), LONGEST_TEXT, "a text of {} code points"),
        (len(card.faces), MOST_FACES, "{} faces"),
        (len(card.alternate), MOST_ALTERNATES, "{} alternate names"),
        (max(map(len, names)), LONGEST_NAME, "a name of {} code points"),
    ):
        if there > most:
            raise NanoriError(f"{what.format(there)}, no more than {most} were wanted")
