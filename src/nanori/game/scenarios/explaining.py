"""A scenario to sentences of a language: what happens, object by object, and the rules of it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import cast

import msgspec
from msgspec import Struct

from nanori.game.scenarios.door import kind_of
from nanori.game.scenarios.events import PLAYED
from nanori.game.scenarios.given import Given
from nanori.game.scenarios.typed import Scenario, ScenarioObject
from nanori.grammar import languages
from nanori.grammar.lexicon.scenarios import ExplainedWords


def explained_words(lang: str = "") -> ExplainedWords:
    """Return what a language says to people of scenarios; the reference language if it has none."""
    own = languages.load(lang or languages.reference_language()).lexicon.scenarios.explained
    if own.words:
        return own
    return languages.load(languages.reference_language()).lexicon.scenarios.explained


def sentence(rule: str, lang: str = "") -> str:
    """Return what a rule says; of one that is not listed, what the rule above it says."""
    known = explained_words(lang).rules
    number = rule
    while number and number not in known:
        number = number[:-1]
    return known.get(number, "")


def steps(scenario: Scenario, lang: str = "") -> Iterator[tuple[str, str]]:
    """Yield for each event a sentence in that language, and the number of its rule."""
    said = explained_words(lang).steps
    names = {thing.id: name for thing in scenario.objects if (name := _name(thing))}
    for event in scenario.events:
        words: dict[str, str] = defaultdict(lambda: "…")
        for field in msgspec.structs.fields(event):
            words[field.encode_name] = _words(getattr(event, field.name), names)
        kind = kind_of(event)
        yield said[kind].format_map(words), PLAYED[kind].rule


def _name(thing: ScenarioObject) -> str:
    """Return what the card of an object is called; "" where that is not said."""
    card = thing.card
    while isinstance(card, Given) and card.has(list):
        card = card.items()[0]
    if not isinstance(card, Given):
        return ""
    name = card if card.has(str) else card.table().get("name")
    return name.text().strip() if name is not None and name.has(str) else ""


def _words(value: object, names: Mapping[str, str]) -> str:
    """Return a field as a sentence has it: objects by name and id, lists with commas."""
    if isinstance(value, Given):
        value = value.table().get("name", Given(None)).value if value.has(dict) else value.value
    elif isinstance(value, Struct):
        value = getattr(value, "name", None)
    if value is None:
        return "…"
    if isinstance(value, Sequence) and not isinstance(value, str):
        return ", ".join(_words(item, names) for item in cast("Sequence[object]", value))
    word = str(value).lower() if isinstance(value, bool) else str(value)
    name = names.get(word, word)
    return name if name == word else f"{name} ({word})"
