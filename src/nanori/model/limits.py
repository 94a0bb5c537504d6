"""How long a card's text may be, how many names it may have: far more than any card there is.

Work on a text takes a look at it for each name, so without a limit a file could make it take the
square of its length. The longest name printed has 141 code points, and five faces are the most.
The longest text has less than two thousand; one that is nothing but references takes a hundred
times its length of memory.
"""

from nanori.model.errors import NanoriError
from nanori.model.values import Card

# Code points of a text.
LONGEST_TEXT = 1 << 18

# Code points of a name.
LONGEST_NAME = 500

MOST_FACES = 32
MOST_ALTERNATES = 32


def prove_card_limits(card: Card) -> None:
    """Raise NanoriError, without a place, if a card's names are more or longer than they may be.

    The same for its text.
    """
    said = card.name + card.name_en + card.reading
    if card.faces or card.alternate:
        said = "".join((said, *card.faces, *card.alternate))
    if (
        len(card.text) <= LONGEST_TEXT
        and len(said) <= LONGEST_NAME
        and len(card.faces) <= MOST_FACES
        and len(card.alternate) <= MOST_ALTERNATES
    ):
        return  # every card is asked several times, and all its names are rarely so long
    if len(card.text) > LONGEST_TEXT:
        reason = f"a text of {len(card.text)} code points, no more than {LONGEST_TEXT} were wanted"
        raise NanoriError(reason)
    if len(card.faces) > MOST_FACES:
        raise NanoriError(f"{len(card.faces)} faces, no more than {MOST_FACES} were wanted")
    if len(card.alternate) > MOST_ALTERNATES:
        reason = (
            f"{len(card.alternate)} alternate names, no more than {MOST_ALTERNATES} were wanted"
        )
        raise NanoriError(reason)
    for name in (card.name, card.name_en, card.reading, *card.faces, *card.alternate):
        if len(name) > LONGEST_NAME:
            reason = f"a name of {len(name)} code points, no more than {LONGEST_NAME} were wanted"
            raise NanoriError(reason)
