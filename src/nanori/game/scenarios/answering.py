"""A scenario to the answers to its questions: the shell around reading, events and questions."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Any

from nanori.game.queries import QUESTIONS, Reply, Scene, answer
from nanori.game.scenarios import (
    event_fields,
    events,
    files,
    glossary,
    limits,
    reading,
    shelf,
    states,
    warnings,
)
from nanori.game.scenarios.games import Game
from nanori.game.scenarios.given import NOTES, Given, of_python
from nanori.model.errors import NanoriError, OnError

if TYPE_CHECKING:
    from nanori.formats.io.streams import PathOrContent, Source
    from nanori.names.database import Database

LEAVING = frozenset({"move", "cast", "meld", "mutate", "merge"})
"""Events by which an object becomes another, which may have an id of its own."""
PARTS = ("objects", "events", "questions", "cards")
"""The keys of a scenario; others are remarks, unless they look like slips of these."""


def played(scenario: Given, register: Database | None, warn: OnError | None = None) -> Game:
    """Return the objects of a scenario after all that happens in it.

    `warn` takes what is odd and changes no answer: an event without effect, a card without text.

    NanoriError names the place of what is wrong.
    """
    if not scenario.has(dict):
        scenario.fail("a scenario was wanted, a mapping of objects, events and questions")
    table = scenario.table()
    for key in table.keys() - set(PARTS):
        if meant := get_close_matches(key.lower(), PARTS, 1, 0.8):
            table[key].fail(f"unknown key, perhaps {meant[0]}")
    objects = reading.objects(table.get("objects"), register)
    own = glossary.of_objects(objects.values(), register)
    objects = {id: own.completed(thing) for id, thing in objects.items()}
    game = Game(objects, register, own)
    happened = table.get("events")
    warn = warn or _unheard
    for warning in warnings.of_objects(table.get("objects")):
        warn(warning)
    left: dict[str, str] = {}
    for event in happened.items("a list of events") if happened else ():
        changed = events.happen(event, game)
        kind = event_fields.kind_of(event)
        for warning in warnings.of_event(event, kind, left):
            warn(warning)
        if not changed:
            warn(warnings.without_effect(event))
        if kind in LEAVING:
            gone = _left(event, kind, [thing.id for thing in changed])
            left.update(gone)
            for id in gone:
                game.leave(id)
        for thing in changed:
            game.put(thing)
            left.pop(thing.id, None)
    game.give_linked_names()
    return game


def _unheard(_: NanoriError) -> None:
    """Pass over a warning that nobody wants to hear."""


def _left(event: Given, kind: str, new: Sequence[str]) -> dict[str, str]:
    """Return the ids of objects that leave by an event, with that of what they become."""
    fields = event.table()[kind]
    table = fields.table() if fields.has(dict) else {}
    named = table.get("objects") or table.get("object") or table.get("card")
    old = [item.text() for item in named.items()] if named is not None else []
    fresh = [id for id in new if id not in old and table.keys() & {"id", "ids", "into", "onto"}]
    given = [
        item.text() for key in ("id", "ids") if (ids := table.get(key)) for item in ids.items()
    ]
    fresh = [id for id in fresh if id in given] or fresh[-1:]
    return {id: fresh[0] for id in old if id not in new} if fresh else {}


def questions(scenario: Given) -> list[Given]:
    """Return the questions of a scenario, in their order.

    Where none are there it is asked for the state of whatever its events name.
    """
    table = scenario.table()
    given = table.get("questions")
    if given is not None and not given.absent:
        return given.items("a list of questions")
    if given is not None or (happened := table.get("events")) is None:
        return []
    changed = dict.fromkeys(id for event in happened.items() for id in event_fields.changes(event))
    return [Given({"state": Given(id)}) for id in changed]


def answers(scenario: Given, game: Game) -> list[Reply]:
    """Return an answer for each question, in their order; NanoriError names the place."""
    replies: list[Reply] = []
    length = 0
    for question in questions(scenario):
        reply = _answer(question, game)
        length += _length(reply)
        if length > limits.ANSWER:
            question.fail(f"the answers are longer than {limits.ANSWER} characters")
        replies.append(reply)
    return replies


def _length(reply: Reply) -> int:
    """Return about how long an answer is when it is written."""
    return sum(map(len, reply.get("names", ()))) + sum(
        2 * len(ability["text"]) + limits.REFERENCE * len(ability["references"])
        for ability in reply.get("abilities", ())
    )


def _answer(question: Given, game: Game) -> Reply:
    table = question.table("a question")
    kinds = [key for key in table if key == "state" or key in QUESTIONS]
    others = [key for key in table if key not in kinds and key not in NOTES]
    if len(kinds) != 1 or others:
        there = f"“{others[0]}” is there" if others else f"{len(kinds)} questions are there"
        question.fail(f"{there}, one of these was wanted: state, {', '.join(QUESTIONS)}")
    kind = kinds[0]
    if kind == "state":
        return states.state(game.thing(table[kind]))
    try:
        return answer(
            {kind: table[kind].words()}, Scene(game.objects, game.register, game.glossary.english)
        )
    except NanoriError as error:
        table[kind].fail(error.message.removeprefix(f"{kind}: "))


def answered(
    given: Given,
    path: str | None,
    names: str | os.PathLike[str] | Database | None = None,
    on_warning: OnError | None = None,
    cards: Sequence[PathOrContent] = (),
) -> list[Reply]:
    """Return the answers of a scenario that is read already; `path` is said where it is wrong.

    `cards` are files of the cards that its objects name, besides those that it names itself.
    """
    warned: list[NanoriError] = []
    from nanori.names.database import Database

    try:
        furnish(given, path, cards)
        if isinstance(names, Database):
            replies = answers(given, played(given, names, warned.append))
        else:
            with Database.open(None if names is None else os.fspath(names)) as register:
                replies = answers(given, played(given, register, warned.append))
    except NanoriError as error:
        raise placed(error, path) from None
    if on_warning is not None:
        for warning in warned:
            on_warning(placed(warning, path))
    return replies


def furnish(given: Given, path: str | None, cards: Sequence[PathOrContent] = ()) -> None:
    """Give the objects of a scenario the cards that they name, from card files.

    Files that the scenario names under `cards` lie beside it, or where nanori runs.
    """
    table = given.table() if given.has(dict) else {}
    objects, listed = table.get("objects"), table.get("cards")
    own = [_beside(item.text("a file"), path) for item in listed.items()] if listed else []
    shelf.fill(objects, shelf.of_files([*own, *cards], shelf.named(objects)))


def _beside(file: str, path: str | None) -> str:
    beside = Path(path or "").parent / file
    return str(beside) if beside.exists() else file


def load(scenario: PathOrContent | Mapping[str, Any]) -> Given:
    """Return what a file or a mapping gives; NanoriError if it cannot be read."""
    if isinstance(scenario, Mapping):
        return of_python(scenario)
    from nanori.formats.io.in_memory import path_of
    from nanori.formats.io.streams import opened

    try:
        with opened(scenario) as source:
            return files.read(source.mark + b"".join(_blocks(source)))
    except NanoriError as error:
        raise placed(error, path_of(scenario)) from None


def _blocks(source: Source) -> Iterator[bytes]:
    """Yield the bytes of a file, no more than a scenario may have."""
    read = 0
    while read <= limits.LARGEST and (block := source.read()):
        read += len(block)
        yield block


def placed(error: NanoriError, path: str | None) -> NanoriError:
    """Return an error as one line, with the path of the file that it is about."""
    message = " ".join("".join(map(_shown, error.message)).split())
    return NanoriError(message, path=error.path or path, line=error.line, column=error.column)


def _shown(character: str) -> str:
    """Return a character as a message may have it: none that steers a terminal, no surrogate."""
    return character if character.isprintable() or character.isspace() else "�"
