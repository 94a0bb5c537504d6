"""A scenario, plain or typed, from a file or a value, to the answers to its questions.

What is odd in it but changes no answer is told too: keys nobody reads, cards without text.
"""

import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NoReturn, cast, overload

import msgspec
from msgspec import Struct

from nanori.formats.io.in_memory import Readable, file_of, path_of
from nanori.formats.io.streams import PathOrContent, Source, opened
from nanori.game import naming
from nanori.game.abilities import BEARER, Ability
from nanori.game.objects import Object
from nanori.game.queries import Question, Reply, Scene, StateOf, Verdict, answer
from nanori.game.scenarios import cards as card_files
from nanori.game.scenarios import door, games, lines, typed
from nanori.game.scenarios.events import CREATURES, happen
from nanori.game.scenarios.games import Game, Impossible, glossary_of, type_line
from nanori.game.scenarios.given import (
    LONGEST_ANSWERS,
    MOST_BYTES,
    NOTES,
    REFERENCE_LENGTH,
    Given,
    of_bytes,
    of_python,
)
from nanori.game.scenarios.lines import DetailedKind
from nanori.game.scenarios.typed import Happening
from nanori.model.errors import NanoriError, OnError
from nanori.names.database import SAMPLE, Database
from nanori.names.lookup import Names
from nanori.rewriting import slots

ONLY_INVENTED = "only names of this scenario count, and invented ones; --names has more"
# Fields of events that name what is changed, or new.
CHANGED = ("object", "objects", "to", "ids", "onto", "id")


class ReadScenario(Struct, frozen=True):
    """A scenario that has been read: its values, what they were read from, and its file."""

    scenario: typed.Scenario
    given: Given
    path: str | None = None

    def event(self, number: int) -> Given:
        """Return what an event was read from."""
        return self.given.table()["events"].items()[number]


@overload
def bind(
    scenario: typed.Scenario,
    *,
    names: str | os.PathLike[str] | Names | None = None,
    cards: Sequence[str | os.PathLike[str]] = (),
    on_warning: OnError | None = None,
) -> list[typed.ScenarioAnswer]: ...


@overload
def bind(
    scenario: Readable | Mapping[str, Any],
    *,
    names: str | os.PathLike[str] | Names | None = None,
    cards: Sequence[str | os.PathLike[str]] = (),
    on_warning: OnError | None = None,
) -> list[Reply]: ...


def bind(
    scenario: Readable | Mapping[str, Any] | typed.Scenario,
    *,
    names: str | os.PathLike[str] | Names | None = None,
    cards: Sequence[str | os.PathLike[str]] = (),
    on_warning: OnError | None = None,
) -> list[Reply] | list[typed.ScenarioAnswer]:
    """Return an answer for each question of a scenario, in order (CR 201.5a, 201.5b).

    Without `questions` the answers are the states of all objects that events have changed.
    `scenario` is a mapping of `objects`, `events` and `questions`, as the interchange format has
    them; or a YAML or JSON file of the same: its path, its bytes, or its text, which is a `str`
    with a line end or one that begins like JSON. `names` is a database of names, or its path;
    without it the user's is asked, else the small one that comes with nanori. `cards` are card
    files in any format, from which objects take the cards that they name: `card: Ash Wolf`.

    An answer to `state` is `{"object": id, "names": [str], "abilities": [ability], "rules":
    [str]}`, an ability `{"text": str, "references": [reference], "origin": str, "rules": [str]}`
    and, where it came from another object, `"from": id`, where its words have changed, `"was":
    str`. A reference is `{"start", "end", "text", "form", "target", "binds_to": id or None,
    "rule"}`; start and end count code points of the ability's text. Answers to the other
    questions have `answer` and `rule`. A `nanori.scenarios.Scenario` is answered by values:
    `State`, `Verdict` and `Choice`.

    `on_warning` takes what is odd and changes no answer, each with its place. NanoriError for a
    scenario that cannot be read or played: its message names the place, as `events[3].gain.from:
    no object “XY”`, its path and line the file.

        >>> wolf = {"name": "Ash Wolf", "text": "{R}: Untap Ash Wolf."}
        >>> eel = {"name": "Mist Eel", "text": "Flying"}
        >>> (answer,) = nanori.bind({
        ...     "objects": [{"id": "W", "card": wolf}, {"id": "E", "card": eel}],
        ...     "events": [{"gain": {"object": "E", "from": "W", "abilities": "activated"}}],
        ... })
        >>> print(answer["abilities"][1]["text"])
        {R}: Untap Mist Eel.

    Sources: CR 111, 201, 400.7, 612, 613, 702.47, 707–712; Duel Masters 202.
    """
    files = [os.fspath(file) for file in cards]
    if isinstance(scenario, typed.Scenario):
        script = read(of_python(door.plain(scenario)), None, files)
        return _answers(script, names, on_warning)
    source = scenario if isinstance(scenario, Mapping) else file_of(scenario, what="scenario")
    path = None if isinstance(source, Mapping) else path_of(source)
    return answers(read(load(source), path, files), names, on_warning)


def read(
    given: Given, path: str | None = None, files: Sequence[PathOrContent] = ()
) -> ReadScenario:
    """Return a scenario validated; NanoriError, with path and place, for what is wrong in it.

    Its objects take the cards that they name from `files`, and from the files that the scenario
    names under `cards`, which are beside it, or where nanori runs.
    """
    try:
        table = given.table() if given.has(dict) else {}
        objects, listed = table.get("objects"), table.get("cards")
        own = [_beside(item.text("a file"), path) for item in listed.items()] if listed else []
        if objects is not None:
            door.spread(objects)
        shelf = card_files.of_files([*own, *files], card_files.named(objects))
        card_files.prove_known(objects, shelf, [*own, *files])
        card_files.fill(objects, shelf)
        return ReadScenario(door.scenario(given), given, path)
    except NanoriError as error:
        raise placed(error, path) from None


def _beside(file: str, path: str | None) -> str:
    beside = Path(path or "").parent / file
    return str(beside) if beside.exists() else file


def answers(
    script: ReadScenario,
    names: str | os.PathLike[str] | Database | None = None,
    on_warning: OnError | None = None,
) -> list[Reply]:
    """Return an answer for each question of a scenario, in order, in plain Python types.

    NanoriError, with path and place, for what cannot be played or asked.
    """
    return [plain(each) for each in _answers(script, names, on_warning)]


# Keys of an answer that are left out if they are empty.
_LEFT_OUT = ("from", "was", "section", "predefined")


def plain(answer: typed.ScenarioAnswer) -> Reply:
    """Return an answer in plain Python types, as it is written."""
    reply: Reply = msgspec.json.decode(msgspec.json.encode(answer))
    reply.pop("said", None)
    for table in (reply, *reply.get("abilities", ()), *reply.get("predefined", ())):
        for key in _LEFT_OUT:
            if not table.get(key, True):
                del table[key]
    return reply


def _answers(
    script: ReadScenario,
    names: str | os.PathLike[str] | Database | None,
    on_warning: OnError | None,
) -> list[typed.ScenarioAnswer]:
    warned: list[NanoriError] = []
    try:
        if isinstance(names, Database):
            replies = _answered(script, played(script, names, warned.append))
        else:
            with Database.open(None if names is None else os.fspath(names)) as register:
                replies = _answered(script, played(script, register, warned.append))
    except NanoriError as error:
        raise placed(error, script.path) from None
    if on_warning is not None:
        for warning in warned:
            on_warning(placed(warning, script.path))
    return replies


def played(script: ReadScenario, register: Database | None, warn: OnError) -> Game:
    """Return the objects of a scenario after everything that happens in it.

    `warn` takes what is odd but changes no answer: an event without effect, a card without text.
    NanoriError names the place of what is wrong.
    """
    said = script.given.table().get("objects", Given(None))
    records = [record for record, _ in door.listed(said)]
    objects: dict[str, Object] = {}
    for thing, record in zip(script.scenario.objects, records, strict=True):
        try:
            objects[thing.id] = games.read(thing, register)
        except Impossible as reason:
            _refuse(reason, record, thing)
    glossary = glossary_of(objects.values(), register)
    objects = {id: glossary.completed(thing) for id, thing in objects.items()}
    game = Game(objects, register, glossary, {}, {}, {})
    for record in records:
        for warning in _odd_object(record):
            warn(warning)
    # The small database that comes with nanori has no real card.
    invented = register is None or register.path == SAMPLE
    for number, event in enumerate(script.scenario.events):
        given = script.event(number)
        left = dict(game.left)
        changed = _happened(event, game, given)
        for warning in _odd_event(event, given, left, changed):
            warn(warning)
        if isinstance(event, typed.AddNames) and event.names == CREATURES and invented:
            warn(given.error(ONLY_INVENTED))
        for thing in changed:
            before = game.objects.get(thing.id)
            for warning in (*_odd_grant(thing, given, game), *_odd_forms(thing, given, before)):
                warn(warning)
            game.put(thing)
    game.give_linked_names()
    return game


def _happened(event: typed.Happening, game: Game, given: Given) -> list[Object]:
    try:
        return happen(event, game)
    except Impossible as reason:
        _refuse(reason, given, event)
    except NanoriError as error:
        if error.line is None and not error.message.startswith(given.place):
            door.place(given, type(event), ()).fail(error.message)
        raise


def _refuse(reason: Impossible, given: Given, about: Struct) -> NoReturn:
    door.place(given, type(about), reason.at).fail(reason.message)


def questions(scenario: typed.Scenario) -> Sequence[Question]:
    """Return the questions of a scenario, in order.

    Without any, it is asked for the state of everything that its events name.
    """
    if scenario.questions is not None:
        return scenario.questions
    changed = dict.fromkeys(id for event in scenario.events for id in _changes(event))
    return [StateOf(id) for id in changed]


def _changes(event: typed.Happening) -> Iterator[str]:
    """Yield the ids of the objects that an event changes, as far as it names them."""
    fields = ("id",) if getattr(event, "id", None) else CHANGED
    for key in fields:
        ids = getattr(event, key, None)
        if ids is not None and (key != "to" or door.kind_of(event) == "grant"):
            yield from [ids] if isinstance(ids, str) else ids


def _answered(script: ReadScenario, game: Game) -> list[typed.ScenarioAnswer]:
    scene = Scene(game.objects, game.register, game.glossary.english, game.glossary.alike)
    asked = script.given.table().get("questions")
    places = asked.items() if asked else []
    replies: list[typed.ScenarioAnswer] = []
    length = 0
    for number, question in enumerate(questions(script.scenario)):
        given = places[number] if number < len(places) else Given(None)
        try:
            if isinstance(question, StateOf):
                reply = _state(scene.thing(question.object))
            else:
                reply = answer(question, scene)
        except NanoriError as error:
            door.place(given, type(question), ()).fail(error.message)
        length += _length(reply)
        if length > LONGEST_ANSWERS:
            given.fail(f"the answers are longer than {LONGEST_ANSWERS} characters")
        replies.append(reply)
    return replies


def _length(reply: typed.ScenarioAnswer) -> int:
    """Return the approximate length of an answer as written."""
    if isinstance(reply, Verdict):
        return 0
    return sum(map(len, reply.names)) + sum(
        2 * len(ability.text) + REFERENCE_LENGTH * len(ability.references)
        for ability in (reply.abilities if isinstance(reply, typed.State) else ())
    )


def _state(thing: Object) -> typed.State:
    """Return an object's names, as its print has them, and its abilities as they read now.

    `rules` are those of the events that made it what it is, and of each ability.
    """
    abilities = lines.abilities(thing)
    said = sum(ability.origin != "predefined" for ability in abilities)
    kinds = lines.detailed_kinds(abilities, type_line(thing))
    described = tuple(_ability(*pair, thing) for pair in zip(abilities, kinds, strict=True))
    return typed.State(
        thing.id, naming.shown(thing), described[:said], thing.rules, predefined=described[said:]
    )


def _ability(ability: Ability, kind: DetailedKind, thing: Object) -> typed.StateAbility:
    given = ability.origin in ("granted", "created")
    meanings = slots.find(ability.text, ability.references, ability.language, granted=int(given))
    return typed.StateAbility(
        text=ability.text,
        references=tuple(
            typed.StateReference(
                each.start,
                each.end,
                each.text,
                each.form,
                each.target,
                thing.id if each.means == BEARER else each.means,
                each.rule,
                **slot.meaning(),
            )
            for each, slot in zip(ability.references, meanings, strict=True)
        ),
        origin=ability.origin,
        id=slots.ability_id(ability.text, meanings, ability.language.code),
        kind=kind,
        from_=ability.giver,
        was=ability.was,
        section=ability.section,
        rules=ability.rules,
    )


def load(scenario: PathOrContent | Mapping[str, Any]) -> Given:
    """Return the contents of a file or a mapping; NanoriError if it cannot be read."""
    if isinstance(scenario, Mapping):
        return of_python(scenario)
    try:
        with opened(scenario) as source:
            return of_bytes(source.mark + b"".join(_blocks(source)))
    except NanoriError as error:
        raise placed(error, path_of(scenario)) from None


def _blocks(source: Source) -> Iterator[bytes]:
    """Yield the bytes of a file, as many as a scenario may have."""
    read = 0
    while read <= MOST_BYTES and (block := source.read()):
        read += len(block)
        yield block


def placed(error: NanoriError, path: str | None) -> NanoriError:
    """Return an error as one line, with the path of its file."""
    # Nothing that steers a terminal, and no half of a surrogate pair.
    shown = (sign if sign.isprintable() or sign.isspace() else "�" for sign in error.message)
    message = " ".join("".join(shown).split())
    return NanoriError(message, path=error.path or path, line=error.line, column=error.column)


# Keys of a card record that are read, or that records have for other programs.
READ = frozenset(
    {
        "name", "text", "type", "lang", "name_en", "reading", "layout", "type_en", "game", "faces",
        "alternate", "interchangeable", "id", "printed", "released", "card_faces", "object", "uuid",
    }
)  # fmt: skip
# Keys that mark another program's record, which has many keys that nothing here reads.
FOREIGN = frozenset({"object", "uuid", "oracle_id", "identifiers"})
# Fields of events that name objects.
OBJECTS = ("object", "objects", "from_", "of", "source", "onto", "to", "card")


def _odd_object(record: Given) -> Iterator[NanoriError]:
    """Yield what is odd about an object of a scenario, each with its place."""
    table = record.table()
    cards = [card for key in ("card", "front", "record") if (card := table.get(key))]
    if not cards and set(door.CARD_KEYS) & table.keys():
        cards = [record]
    for card in cards:
        if card.has(str):
            yield card.error("a name alone is there, so the object has no text")
        elif card.has(dict):
            yield from _odd_card(card, own=card is record)


def _odd_card(card: Given, *, own: bool) -> Iterator[NanoriError]:
    table = card.table()
    name = table.get("name")
    if name is not None and name.has(str) and name.text() != name.text().strip():
        yield name.error("the name has blanks around it, which are left out")
    if "text" not in table and not {"faces", "oracle_text", "card_faces"} & table.keys():
        yield card.error('no text is there; text: "" says that it has none')
    for key, value in table.items() if not own and not FOREIGN & table.keys() else ():
        if key not in READ and key not in NOTES:
            yield value.error("nobody reads this key")


def _odd_event(
    event: Happening, given: Given, left: Mapping[str, str], changed: Sequence[Object]
) -> Iterator[NanoriError]:
    """Yield what became of each object that an event names though it has left.

    Also a warning if the event changes nothing.
    """
    for key in OBJECTS if left else ():
        named: object = getattr(event, key, None)
        ids = [named] if isinstance(named, str) else named
        listed = cast("Sequence[str]", ids) if isinstance(ids, Sequence) else ()
        for place, id in enumerate(listed):
            if id in left:
                item = door.place(given, type(event), (key, place))
                yield item.error(f"“{id}” has left and is “{left[id]}” now")
    if not changed:
        yield given.error("this event changes nothing")


def _odd_grant(thing: Object, given: Given, game: Game) -> Iterator[NanoriError]:
    """CR 611.3a. Yield where a static ability that has granted something reads differently now.

    What was granted stays as it was read; the rules say that it reads as the ability does now.
    """
    text = game.granted.get(thing.id)
    if text is not None and all(ability.text != text for ability in lines.abilities(thing)):
        del game.granted[thing.id]
        what = f"“{thing.id}” has granted what it said before"
        yield given.error(f"{what}; let it grant again for what it says now (CR 611.3a)")


def _odd_forms(thing: Object, given: Given, before: Object | None) -> Iterator[NanoriError]:
    """Yield each case in which a new ability should have a name whose form is not sure."""
    known = {ability.text for ability in lines.abilities(before)} if before else set[str]()
    for ability in lines.abilities(thing):
        for case in ability.unformed if ability.text not in known else ():
            what = f"“{ability.text}” wants {case} of a name whose form is not sure"
            yield given.error(f"{what}: it was put as it is")
