"""What a renaming changes in a file, and what it leaves as it is."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from nanori.model.values import Edit, Form

# The form of a name in a field of its own.
NAME = "name"


class FieldChange(Struct, frozen=True):
    """Other words in a field of a card."""

    field: str
    """The field of the card record, `text`, `name`, `faces/1`; `related/0` for one beside them."""
    start: int
    """First code point of the field's words."""
    end: int
    """One past the last code point."""
    text: str
    """The words as they are now."""
    new: str
    """The words that take their place."""
    form: Form | Literal["name"]
    """The form of the reference, or `name` where the field holds the name itself."""
    card: int = 0
    """Which of the cards given, from 0."""

    @property
    def edit(self) -> Edit:
        """The change as an edit of the field's words."""
        return Edit(self.start, self.end, self.new)


class Leftover(Struct, frozen=True):
    """Words like the old name that stay, and why."""

    field: str
    """The field of the card record; empty for what is in none."""
    start: int
    """First code point of the field's words."""
    end: int
    """One past the last code point."""
    text: str
    """The words."""
    reason: str
    """Why they stay: a clause for people."""
    card: int = 0
    """Which of the cards given, from 0."""


class Plan(Struct, frozen=True):
    """A renaming of one object in a list of cards."""

    changes: tuple[FieldChange, ...]
    """What is to change, by card; in a field in order and without overlap."""
    left: tuple[Leftover, ...]
    """What stays."""
