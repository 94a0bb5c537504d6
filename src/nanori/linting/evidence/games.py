"""Which game a text is of, where its file does not say."""

from __future__ import annotations

from nanori.annotation.own_names import TWINPACTS
from nanori.linting.context import Subject


def is_of_duel_masters(subject: Subject) -> bool:
    """Tell whether a card is one of Duel Masters: its file says so, or its text has its words."""
    text = subject.card.text.lower()
    words = subject.language.lexicon.duel_masters.words
    return subject.card.game == TWINPACTS or any(word in text for word in words)
