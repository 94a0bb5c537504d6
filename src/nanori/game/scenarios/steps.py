"""The events of a scenario, each in a sentence that names the objects, with its rule."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from nanori.game.scenarios import event_fields, events
from nanori.game.scenarios.given import Given
from nanori.grammar import languages


def steps(scenario: Given | None, lang: str = "") -> Iterator[tuple[str, str]]:
    """Yield for each event a sentence in that language, and the number of its rule."""
    if scenario is None or not scenario.has(dict):
        return
    said = languages.load(lang or languages.reference_language()).lexicon.scenarios.explained.steps
    table = scenario.table()
    names = dict(_names(table.get("objects")))
    happened = table.get("events")
    for event in happened.items() if happened is not None else ():
        kind = event_fields.kind_of(event)
        fields = event_fields.fields_of(event)
        words: dict[str, str] = defaultdict(lambda: "…")
        words.update({key: _words(value, names) for key, value in fields.items()})
        yield said[kind].format_map(words), events.EVENTS[kind].rule


def _names(objects: Given | None) -> Iterator[tuple[str, str]]:
    """Yield the id of each object with what it is called."""
    if objects is None:
        return
    listed = (
        objects.table().items()
        if objects.has(dict)
        else [(item.table()["id"].text(), item) for item in objects.items()]
    )
    for id, record in listed:
        table = record.table()
        card = next((table[key] for key in ("card", "front", "record") if key in table), record)
        while card.has(list):
            card = card.items()[0]
        name = card if card.has(str) else card.table().get("name")
        if name is not None and name.has(str):
            yield id, name.text().strip()


def _words(value: Given, names: dict[str, str]) -> str:
    """Return a field as a sentence has it: objects by name and id, lists with commas."""
    if value.has(list):
        return ", ".join(_words(item, names) for item in value.items())
    if value.has(dict):
        name = value.table().get("name")
        return name.text() if name is not None and name.has(str) else "…"
    word = value.text() if value.has(str) else "…"
    name = names.get(word, word)
    return name if name == word else f"{name} ({word})"
