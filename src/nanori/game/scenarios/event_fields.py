"""An event as it is given: its kind, its fields, and the objects that it names."""

from __future__ import annotations

from nanori.game.scenarios.given import NOTES, Given


def kind_of(event: Given) -> str:
    """Return what kind of event is given; "" for none."""
    return next((key for key in event.table("an event") if key not in NOTES), "")


def fields_of(event: Given) -> dict[str, Given]:
    """Return the fields of an event by their keys."""
    fields = table_of(event.table("an event").get(kind_of(event)) or Given(None))
    return fields.table() if fields.has(dict) else {}


CHANGED = ("object", "objects", "to", "ids", "onto", "id")
"""Fields of events that name what is changed, or new."""


def changes(event: Given) -> list[str]:
    """Return the ids of the objects that an event changes, as far as it names them."""
    table = fields_of(event)
    new = [item.text() for key in ("id", "ids") if (ids := table.get(key)) for item in ids.items()]
    if new and kind_of(event) != "create":
        return new
    return [
        item.text()
        for key in CHANGED
        if (named := table.get(key)) is not None and not named.has(dict)
        for item in named.items()
        if item.has(str) and (key != "to" or kind_of(event) == "grant")
    ]


def table_of(given: Given) -> Given:
    """Return the fields of an event, which an id alone, or several, may stand for."""
    if given.absent or given.has(dict):
        return given
    key = "objects" if given.has(list) else "object"
    return Given({key: given}, given.place, given.line)
