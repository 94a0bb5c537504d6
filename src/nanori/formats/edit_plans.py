"""What is to be done to a card file: edits of its entries, and of names outside them."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from msgspec import Struct

from nanori.formats import escaping
from nanori.formats.entries import Element, Entry, SourceSpan, Stretch
from nanori.formats.words import Words
from nanori.model import edits
from nanori.model.errors import NanoriError
from nanori.model.values import Edit

# The edits of an entry's fields, by the keys of its places; each field's in order, without overlap.
EditsOf = Callable[[Entry], Mapping[str, Sequence[Edit]]]

# The edits of a name that is not a field of an entry.
EditsOfName = Callable[[Words], Sequence[Edit]]


class EditedElement(NamedTuple):
    """A card of a file, changed or not: all of them are compared with the new file."""

    element: Element
    edits: Sequence[Edit]
    """Edits of the element's text; none if the card stays as it is."""

    def in_file(self) -> list[Edit]:
        """Return the edits in code points of the file that the card is in."""
        start = self.element.start
        edits = self.edits
        if self.element.row and self.element.row.stretches:
            edits = in_stretches(self.element, edits, self.element.row.stretches)
        return [Edit(start + edit.start, start + edit.end, edit.text) for edit in edits]


class EditPlan(Struct, frozen=True):
    """What is to be done to a card file."""

    edits_of: EditsOf
    edits_of_name: EditsOfName | None = None
    """For names that are not fields; without it they stay."""
    escaping_of: Callable[[str], str] | None = None
    """The escaping in which the words of edits are written, by that of their place."""
    strict: bool = False
    """Whether a card that cannot hold its edits is an error; otherwise it is reported and stays."""
    passes_over: Callable[[Element], bool] | None = None
    """Which elements need not be read because their bytes already tell that nothing is edited."""
    partial: bool = False
    """Whether a card whose words have no place in the file is reported and stays in any case."""


class NoPlaceError(NanoriError):
    """A field that is to be edited is not in the file in words of its own."""


_CONTRARY = "two edits want different words in one place"


def edits_in(
    element: Element,
    edited: Sequence[tuple[Entry, Mapping[str, Sequence[Edit]]]],
    newline: str,
    escaping_of: Callable[[str], str] | None = None,
) -> list[Edit]:
    """Return edits of entries' fields as edits of the element's text, in order.

    `escaping_of` gives the escaping of the edits' words, by that of their place. NanoriError if two
    of them want different words in one place.
    """
    if b"\n" in element.text:
        newline = "\r\n" if b"\r\n" in element.text else "\n"
    edits_of: dict[SourceSpan, list[Edit]] = {}
    text = ""
    for entry, fields in edited:
        for field, of_field in fields.items():
            if not of_field:
                continue
            if field not in entry.places:
                raise NoPlaceError(f"“{field}” of “{entry.card.name}” has no place in the file")
            text = text or element.text.decode()
            copies = entry.copies if field == "text" else ()
            for span in (entry.places[field], *copies):
                raw = text[span.start : span.end]
                way = escaping_of(span.escaping) if escaping_of else span.escaping
                raw_edits = escaping.edits(way, raw, of_field, newline)
                if edits_of.setdefault(span, raw_edits) != raw_edits:
                    raise NanoriError(_CONTRARY)
    together: list[Edit] = []
    seen: set[Edit] = set()
    for span in sorted(edits_of, key=lambda span: span.start):
        for edit in edits_of[span]:
            moved = Edit(span.start + edit.start, span.start + edit.end, edit.text)
            # A name may be part of another place's words.
            if moved.start == moved.end or moved not in seen:
                together.append(moved)
            seen.add(moved)
    together.sort(key=lambda edit: edit.start)
    try:
        edits.apply(text, together)
    except ValueError:
        raise NanoriError(_CONTRARY) from None
    return together


def in_stretches(
    element: Element, raw_edits: Sequence[Edit], stretches: Sequence[Stretch]
) -> list[Edit]:
    """Return edits of an element's text as edits of the file's own words for it.

        element's text   {"text":"Ash"}        stretch.start 9, .end 12: what stands for words that
        the file's       {"text":"A&#115;h"}   .first 9, .last 17        the file writes otherwise
    An edited stretch is written whole; edits after one are `moved` by what it is longer, 5.
    """
    text = element.text.decode()
    in_file: list[Edit] = []
    moved = 0
    waiting = list(raw_edits)
    for stretch in stretches:
        while waiting and waiting[0].end < stretch.start:
            edit = waiting.pop(0)
            in_file.append(Edit(edit.start + moved, edit.end + moved, edit.text))
        own: list[Edit] = []
        while waiting and waiting[0].start <= stretch.end:
            edit = waiting.pop(0)
            own.append(Edit(edit.start - stretch.start, edit.end - stretch.start, edit.text))
        if own:
            new = edits.apply(text[stretch.start : stretch.end], own)
            in_file.append(Edit(stretch.first, stretch.last, new))
        moved = stretch.last - stretch.end
    in_file += [Edit(edit.start + moved, edit.end + moved, edit.text) for edit in waiting]
    return in_file
