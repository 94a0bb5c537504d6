"""A style to what is to be done to a card file so that its texts are worded in it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from nanori.annotation.known_names import KnownNames
from nanori.formats.edit_plans import EditPlan
from nanori.formats.entries import Entry
from nanori.model.errors import NanoriError
from nanori.model.values import Edit
from nanori.rewriting import restyling
from nanori.rewriting.restyling import placeholders

# The escaping of keywords that a program knows by the sign for the card's name in them.
KEYWORD = "keyword"

# The escaping of Magic Set Editor's texts, and that of words which have tags of their own.
TAGGED, MARKED = "tagged", "marked"


def edits(style: str, edition: str = "", names: KnownNames | None = None) -> EditPlan:
    """Return what is to be done to a file; a card that cannot hold its edits is an error.

    One whose text has no place in the file, as a formula of a spreadsheet, is reported and stays.

    Words that the program which wrote the file marked as the card's own name stay, as it words
    them anew itself; so do keywords that it knows by the sign for the name in them. NanoriError
    for a style or edition that there is none of.
    """
    restyling.check(style, edition)

    def edits_of(entry: Entry) -> Mapping[str, Sequence[Edit]]:
        place = entry.places.get("text")
        if entry.fixed:
            return {}
        if place is not None and place.escaping == KEYWORD and style != placeholders.FORGE:
            return {}
        rewordings = restyling.changes(entry.card, style, edition=edition, names=names)
        made = [rewording.edit for rewording in rewordings]
        for anchor in entry.markup:
            if anchor.kind == "spelling":
                continue  # whatever the word becomes, it may still be one to look at
            made = [edit for edit in made if edit.end <= anchor.start or anchor.end <= edit.start]
        return {"text": made} if made else {}

    escaping_of = _marked if style == placeholders.MSE else None
    return EditPlan(edits_of, None, escaping_of, strict=True, partial=True)


def _marked(escaping: str) -> str:
    """Return the escaping in which marks can be written beside words."""
    if escaping != TAGGED:
        raise NanoriError("marks of Magic Set Editor were asked for, which this file cannot have")
    return MARKED
