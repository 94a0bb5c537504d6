"""Edits of a file's texts to the file with them made, byte for byte as it was elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from msgspec import Struct

from nanori.formats import patching
from nanori.formats.edit_plans import EditPlan
from nanori.formats.entries import Entry
from nanori.model.edits import apply
from nanori.model.errors import NanoriError
from nanori.model.values import Edit
from nanori.surfaces.web.answers import card_sets
from nanori.surfaces.web.answers.documents import SentFile, on_disk, output_beside


class ChangedFile(Struct, frozen=True):
    """A file that was changed."""

    data: bytes
    changes: int
    """How many findings are mended, or cards worded otherwise."""
    problems: tuple[str, ...] = ()
    """What could not be changed, a line each."""


EditsOfKey = Callable[[int, Entry], Mapping[str, Sequence[Edit]]]
"""The edits of a text's fields, by its key."""


def written(document: SentFile, edits_of: EditsOfKey, changes: int) -> ChangedFile:
    """Return the file with edits made, byte for byte as it was elsewhere.

    NanoriError if it cannot hold them.
    """
    cards = card_sets.read(document)
    if cards.format == card_sets.BARE:
        edits = edits_of(0, cards.entries[0]).get("text", ())
        return ChangedFile(apply(cards.card(0).text, edits).encode(), changes)
    number = 0

    def of_entry(entry: Entry) -> Mapping[str, Sequence[Edit]]:
        nonlocal number
        key, number = number, number + 1  # a file is rewritten in the order in which it is read
        if entry.card != cards.card(key):
            raise NanoriError(f"text {key} is another than before")
        return edits_of(key, entry)

    with on_disk(document) as path:
        out = output_beside(path)
        patching.rewrite(path, str(out), EditPlan(of_entry, strict=True), patching.ignored)
        return ChangedFile(out.read_bytes(), changes)
