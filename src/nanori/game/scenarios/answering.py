"""A scenario to the answers to its questions: the shell around reading, events and questions."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any

from nanori.game import naming
from nanori.game.abilities import BEARER, Ability, Bound
from nanori.game.objects import Object
from nanori.game.queries import QUESTIONS, Reply, Scene, answer
from nanori.game.scenarios import events, files, lines, reading
from nanori.game.scenarios.games import Game
from nanori.game.scenarios.given import NOTES, Given, of_python
from nanori.model.errors import NanoriError

if TYPE_CHECKING:
    from nanori.formats.io.in_memory import Readable
    from nanori.formats.io.streams import PathOrContent, Source
    from nanori.names.database import Database
    from nanori.names.lookup import Names

PARTS = ("objects", "events", "questions")
"""The keys of a scenario; others are remarks, unless they look like slips of these."""


def played(scenario: Given, register: Database | None) -> Game:
    """Return the objects of a scenario after all that happens in it.

    NanoriError names the place of what is wrong.
    """
    if not scenario.has(dict):
        scenario.fail("a scenario was wanted, a mapping of objects, events and questions")
    table = scenario.table()
    for key in table.keys() - set(PARTS):
        if meant := get_close_matches(key.lower(), PARTS, 1, 0.8):
            table[key].fail(f"unknown key, perhaps {meant[0]}")
    objects = reading.objects(table.get("objects"), register)
    game = Game(objects, register, reading.known(objects.values()))
    happened = table.get("events")
    for event in happened.items("a list of events") if happened else ():
        for thing in events.happen(event, game):
            objects[thing.id] = thing
    return game


def questions(scenario: Given) -> list[Given]:
    """Return the questions of a scenario, in their order."""
    given = scenario.table().get("questions")
    return given.items("a list of questions") if given is not None else []


def answers(scenario: Given, game: Game) -> list[Reply]:
    """Return an answer for each question, in their order; NanoriError names the place."""
    return [_answer(question, game) for question in questions(scenario)]


def _answer(question: Given, game: Game) -> Reply:
    table = question.table("a question")
    kinds = [key for key in table if key == "state" or key in QUESTIONS]
    others = [key for key in table if key not in kinds and key not in NOTES]
    if len(kinds) != 1 or others:
        there = f"“{others[0]}” is there" if others else f"{len(kinds)} questions are there"
        question.fail(f"{there}, one of these was wanted: state, {', '.join(QUESTIONS)}")
    kind = kinds[0]
    if kind == "state":
        return state(game.thing(table[kind]))
    try:
        return answer({kind: table[kind].words()}, Scene(game.objects, game.register))
    except NanoriError as error:
        table[kind].fail(error.message.removeprefix(f"{kind}: "))


def state(thing: Object) -> Reply:
    """Return the names an object has, as its print writes them, and its abilities as they read.

    `rules` are those of the events that made it what it is, and of each ability.
    """
    return {
        "object": thing.id,
        "names": list(naming.shown(thing)),
        "abilities": [_ability(ability, thing) for ability in lines.abilities(thing)],
        "rules": list(thing.rules),
    }


def _ability(ability: Ability, thing: Object) -> Reply:
    reply: Reply = {
        "text": ability.text,
        "references": [_reference(reference, thing) for reference in ability.references],
        "origin": ability.origin,
    }
    if ability.giver:
        reply["from"] = ability.giver
    if ability.was:
        reply["was"] = ability.was
    return {**reply, "rules": list(ability.rules)}


def _reference(reference: Bound, thing: Object) -> Reply:
    return {
        "start": reference.start,
        "end": reference.end,
        "text": reference.text,
        "form": reference.form,
        "target": reference.target,
        "binds_to": thing.id if reference.means == BEARER else reference.means,
        "rule": reference.rule,
    }


def bind(
    scenario: Readable | Mapping[str, Any],
    *,
    names: str | os.PathLike[str] | Names | None = None,
) -> list[Reply]:
    """Return an answer for each question of a scenario, in order (CR 201.5a, 201.5b).

    `scenario` is a mapping of `objects`, `events` and `questions`, as the interchange format has
    them; or a YAML or JSON file of the same: its path, its bytes, or its text, which is a `str`
    with a line end or one that begins like JSON. `names` is a database of names, or its path;
    without it the user's is asked, else the small one that comes with nanori.

    An answer to `state` is `{"object": id, "names": [str], "abilities": [ability], "rules":
    [str]}`, an ability `{"text": str, "references": [reference], "origin": str, "rules": [str]}`
    and, where it came from another object, `"from": id`, where its words have changed, `"was":
    str`. A reference is `{"start", "end", "text", "form", "target", "binds_to": id or None,
    "rule"}`; start and end count code points of the ability's text. Answers to the other
    questions have `answer` and `rule`. Nothing is changed, and the same scenario has the same
    answers.

    NanoriError for a scenario that cannot be read or played: its message names the place, as
    `events[3].gain.from: no object “XY”`, its path and line the file.

        >>> wolf = {"name": "Ash Wolf", "text": "{R}: Untap Ash Wolf."}
        >>> eel = {"name": "Mist Eel", "text": "Flying"}
        >>> (answer,) = nanori.bind({
        ...     "objects": [{"id": "W", "card": wolf}, {"id": "E", "card": eel}],
        ...     "events": [{"gain": {"object": "E", "from": "W", "abilities": "activated"}}],
        ...     "questions": [{"state": "E"}],
        ... })
        >>> print(answer["abilities"][1]["text"])
        {R}: Untap Mist Eel.

    Sources: CR 111, 201, 400.7, 612, 613, 702.47, 707–712; Duel Masters 202.
    """
    from nanori.formats.io.in_memory import file_of, path_of

    given = scenario if isinstance(scenario, Mapping) else file_of(scenario, what="scenario")
    path = None if isinstance(given, Mapping) else path_of(given)
    return answered(load(given), path, names)


def answered(
    given: Given, path: str | None, names: str | os.PathLike[str] | Database | None = None
) -> list[Reply]:
    """Return the answers of a scenario that is read already; `path` is said where it is wrong."""
    from nanori.names.database import Database

    try:
        if isinstance(names, Database):
            return answers(given, played(given, names))
        with Database.open(None if names is None else os.fspath(names)) as register:
            return answers(given, played(given, register))
    except NanoriError as error:
        raise placed(error, path) from None


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
    while read <= files.LARGEST and (block := source.read()):
        read += len(block)
        yield block


def placed(error: NanoriError, path: str | None) -> NanoriError:
    """Return an error as one line, with the path of the file that it is about."""
    message = " ".join("".join(map(_shown, error.message)).split())
    return NanoriError(message, path=error.path or path, line=error.line, column=error.column)


def _shown(character: str) -> str:
    """Return a character as a message may have it: none that steers a terminal, no surrogate."""
    return character if character.isprintable() or character.isspace() else "�"
