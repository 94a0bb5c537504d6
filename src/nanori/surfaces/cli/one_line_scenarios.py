"""The options of `nanori bind` to a scenario: cards by name, what happens in the order typed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from msgspec import Struct

from nanori.game.scenarios import cards as card_files
from nanori.game.scenarios.given import Given, of_python
from nanori.model.errors import NanoriError

# What each option makes happen, or asks, and what its words are to it.
OPTIONS: dict[str, tuple[str, ...]] = {
    "card": ("object",),
    "gain": ("object", "from"),
    "grant": ("source", "to"),
    "copy": ("object", "of"),
    "splice": ("card", "onto"),
    "rename": ("object", "name"),
    "token": ("source",),
    "change": ("words",),
    "same_name": ("first", "second"),
}
# Words of options that name no card.
FREE = ("name", "words")
# What tells two objects of one card apart: `Clone#1`.
_NUMBER = re.compile(r"#\d+$")


class OneLine(Struct, frozen=True):
    """What a command line says: each option with its words, in the order typed."""

    options: tuple[tuple[str, tuple[str, ...]], ...]

    @property
    def ids(self) -> list[str]:
        """The objects that are named, each once."""
        named = (
            word
            for option, words in self.options
            for field, word in zip(OPTIONS[option], words, strict=True)
            if field not in FREE
        )
        return list(dict.fromkeys(named))


def read(options: Iterable[tuple[str, Any]]) -> OneLine | None:
    """Return what happens by the options of a command line; None where there is none of them."""
    made = tuple(
        (option, (words,) if isinstance(words, str) else tuple(words))
        for option, words in options
        if option in OPTIONS
    )
    return OneLine(made) if made else None


def given(line: OneLine, files: Sequence[str], names: str | None) -> Given:
    """Return the scenario; NanoriError for a card that is in none of the files, with the nearest.

    Where only names are compared the database of names knows cards, too.
    """
    cards = {id: _NUMBER.sub("", id) for id in line.ids}
    shelf = card_files.of_files(files, set(cards.values()))
    compared = all(option == "same_name" for option, _ in line.options)
    for name in dict.fromkeys(cards.values()):
        if name not in shelf and not (compared and _is_known(name, names)):
            raise NanoriError(_unknown(name, files, names if compared else None))
    events: list[dict[str, Any]] = []
    questions: list[dict[str, Any]] = []
    for number, (option, words) in enumerate(line.options):
        if option == "same_name":
            questions.append({"same_name": list(words)})
        elif option == "change":
            events += _changes(words[0], line.ids)
        elif option != "card":
            fields: dict[str, Any] = dict(zip(OPTIONS[option], words, strict=True))
            if option == "token":
                fields["ids"] = _token_id(words[0], line.options[:number])
            events.append({"create" if option == "token" else option: fields})
    scenario: dict[str, Any] = {
        "objects": [{"id": id, "card": name} for id, name in cards.items()],
        "events": events,
    }
    if not events and not questions:
        questions = [{"state": id} for id in cards]
    if questions:
        scenario["questions"] = questions
    return of_python(scenario)


def _token_id(card: str, before: Sequence[tuple[str, tuple[str, ...]]]) -> str:
    """Return the id of a token: `token of Muster`, the second of which is `token of Muster#2`."""
    count = before.count(("token", (card,)))
    return f"token of {card}" + (f"#{count + 1}" if count else "")


def _changes(words: str, ids: Sequence[str]) -> list[dict[str, Any]]:
    """Return the events that change a word of all cards of the line; NanoriError if none is."""
    old, equals, new = words.partition("=")
    if not equals:
        raise NanoriError(f"“{words}” is there, --change OLD=NEW was wanted")
    if not ids:
        raise NanoriError("--change was there without a card; --card CARD names one")
    return [{"change_text": {"object": id, "from": old, "to": new}} for id in ids]


def _is_known(name: str, path: str | None) -> bool:
    from nanori.names.database import Database

    with Database.open(path) as names:
        return bool(names.exact(name))


def _unknown(name: str, files: Sequence[str], names: str | None) -> str:
    near = card_files.nearest(files, name) if files else _nearest(name, names)
    meant = f", perhaps “{near}” is meant" if near else ""
    if files:
        return f"no card “{name}” in {', '.join(files)}{meant}"
    return f"no card “{name}” is known{meant}; --cards FILE was wanted, a file that has it"


def _nearest(name: str, path: str | None) -> str:
    """Return the name of a database that is nearest to one that is not there, "" if none is."""
    from nanori.names.database import Database

    with Database.open(path) as names:
        return next((hit.name for hit in names.find(name, None, 1)), "")
