"""How many names a card may have, and how long: far more than any card there is.

Work on a text takes a look at it for each name, so without a limit a file could make it take the
square of its length. The longest name printed has 141 code points, and five faces are the most.
"""

from __future__ import annotations

from nanori.model.errors import NanoriError
from nanori.model.values import Card

LONGEST_NAME = 500
"""Code points of a name."""

MOST_FACES = 32
MOST_ALTERNATES = 32


def prove_names(card: Card) -> None:
    """Raise NanoriError, without a place, if a card's names are more or longer than they may be."""
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
