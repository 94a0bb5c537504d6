"""What is to be done to a card file: edits of its entries, and of the names that are no fields."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from msgspec import Struct

from nanori.formats.entries import Element, Entry, RelatedName
from nanori.formats.entry_edits import in_stretches
from nanori.model.values import Edit

EditsOf = Callable[[Entry], Mapping[str, Sequence[Edit]]]
"""The edits of an entry's fields, by the keys of its places; of each in order, without overlap."""

EditsOfName = Callable[[RelatedName], Sequence[Edit]]
"""The edits of a name that is no field of an entry."""


class EditedElement(NamedTuple):
    """A card of a file, changed or not: all of them are looked at again in the new file."""

    element: Element
    edits: Sequence[Edit]
    """Of the element's text; none where the card stays as it is."""

    def in_file(self) -> list[Edit]:
        """Return the edits as those of the file that the card is in."""
        start = self.element.start
        edits = self.edits
        if self.element.row and self.element.row.stretches:
            edits = in_stretches(self.element, edits, self.element.row.stretches)
        return [Edit(start + edit.start, start + edit.end, edit.text) for edit in edits]


class EditPlan(Struct, frozen=True):
    """What is to be done to a card file."""

    edits_of: EditsOf
    edits_of_name: EditsOfName | None = None
    """For the names that are no fields; without it they stay."""
    escaping_of: Callable[[str], str] | None = None
    """The escaping that the words of edits are written in, by that of their place."""
    strict: bool = False
    """Whether a card that cannot hold its edits is an error; else it is reported and stays."""
    passes_over: Callable[[Element], bool] | None = None
    """Which elements need not be read: their text alone tells that nothing is edited."""
    partial: bool = False
    """Whether one whose words have no place in the file is reported and stays all the same."""
