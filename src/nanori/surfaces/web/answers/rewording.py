"""The texts of a card in a style, and the whole file in it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Literal

from msgspec import Struct

from nanori.formats import patching
from nanori.formats.edit_plans import EditPlan
from nanori.formats.entries import Entry
from nanori.formats.escaping import difference
from nanori.model.edits import apply
from nanori.model.errors import NanoriError
from nanori.model.values import Edit
from nanori.rewriting import restyling
from nanori.rewriting.renaming import Survey, files, renamings
from nanori.surfaces.web.answers import card_sets


class AskedStyle(card_sets.AboutFile, frozen=True, kw_only=True):
    """A question for texts in a style."""

    style: str
    edition: str = ""
    card: int = 0
    """Its place in the list."""


def restyled(style: AskedStyle) -> dict[str, object]:
    """Return the texts of a card in a style; NanoriError for an unknown style."""
    cards = card_sets.read(style.document)
    sides: list[dict[str, object]] = []
    for key in cards.group(style.card):
        edits, card = _edits(cards, key, style), cards.card(key)
        side = {"key": key, "lang": card.lang, "text": card.text}
        sides.append({**side, "new": apply(card.text, edits), "edits": edits})
    return {"sides": sides}


def restyled_file(style: AskedStyle) -> ChangedFile:
    """Return the file with all texts in a style, as `nanori restyle --in-place` writes it.

    NanoriError for an unknown style, or if the file cannot hold it.
    """
    cards = card_sets.read(style.document)
    if cards.format == card_sets.BARE:
        return written(style.document, lambda key, _: {"text": _edits(cards, key, style)}, 1)
    plan = restyling.edit_plan(style.style, style.edition, cards.names)
    problems: list[str] = []
    with card_sets.on_disk(style.document) as path:
        changed = card_sets.rewritten(path, plan, lambda error: problems.append(error.message))
    return ChangedFile(*changed, tuple(problems[: card_sets.MAX_PROBLEMS]))


def _edits(cards: card_sets.CardSet, key: int, style: AskedStyle) -> tuple[Edit, ...]:
    changes = restyling.changes(
        cards.card(key), style.style, edition=style.edition, names=cards.names
    )
    marks = cards.entries[key].markup
    return tuple(
        change.edit
        for change in changes
        if all(change.edit.end <= mark.start or mark.end <= change.edit.start for mark in marks)
    )


class AskedText(card_sets.AboutFile, frozen=True, kw_only=True):
    """A question for the file with another text, name or type for a card."""

    key: int
    """Which text of the file."""
    text: str
    """What it is to say."""
    field: Literal["text", "name", "type"] = "text"


def written_anew(request: AskedText) -> ChangedFile:
    """Return the file with new words in a field of a card; only what differs is written.

    If no other card has its name, all texts with the name follow, as by `nanori rename`.
    NanoriError for an unknown text, or if the file cannot hold it.
    """
    cards = card_sets.read(request.document)
    card, field, new = cards.card(request.key), request.field, request.text
    old = {"text": card.text, "name": card.name, "type": card.type}[field]
    if old == new:
        return ChangedFile(request.document.data, 0)
    if field != "text" and field not in cards.entries[request.key].places:
        raise NanoriError(f"the {field} of this card stands nowhere by itself in the file")
    if field == "name" and old and sum(entry.card.name == old for entry in cards.entries) == 1:
        found = Survey(renamings(old, new))
        with card_sets.on_disk(request.document) as path:
            files.survey([path], found, patching.ignored, "", "")
            found.check()
            return ChangedFile(*card_sets.rewritten(path, files.edits(found), patching.ignored))
    edit = difference(old, new)
    return written(
        request.document, lambda key, _: {field: (edit,)} if key == request.key else {}, 1
    )


class ChangedFile(Struct, frozen=True):
    """A file that was changed."""

    data: bytes
    changes: int
    """How many findings are fixed, or cards reworded."""
    problems: tuple[str, ...] = ()
    """What could not be changed, one line each."""


# The edits of a text's fields, by its key.
EditsOfKey = Callable[[int, Entry], Mapping[str, Sequence[Edit]]]


def written(document: card_sets.SentFile, edits_of: EditsOfKey, changes: int) -> ChangedFile:
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

    with card_sets.on_disk(document) as path:
        plan = EditPlan(of_entry, strict=True)
        return ChangedFile(card_sets.rewritten(path, plan, patching.ignored)[0], changes)
