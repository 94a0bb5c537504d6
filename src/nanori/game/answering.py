"""A scenario, plain or typed, from a file or a value, to the answers to its questions.

What is odd in it but changes no answer is told too: keys nobody reads, cards without text.
"""

import os
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, cast, overload

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from nanori.formats.io.in_memory import Readable, file_of, path_of
from nanori.formats.io.streams import PathOrContent
from nanori.game import cards as card_files
from nanori.game import door, games, kinds, lines, naming, scenarios
from nanori.game.abilities import BEARER, Ability
from nanori.game.events import CREATURES, happen
from nanori.game.games import Game, glossary_of, type_line
from nanori.game.kinds import DetailedKind
from nanori.game.objects import Object
from nanori.game.plain_values import (
    MAX_ANSWERS_LENGTH,
    REFERENCE_LENGTH,
    Plain,
    ScenarioError,
    Step,
    contents,
    line_of,
    of_python,
    of_text,
    within,
)
from nanori.game.queries import Question, Reply, Scene, StateOf, Verdict, answer
from nanori.game.scenarios import Happening, ScenarioObject
from nanori.model.errors import NanoriError, OnError
from nanori.names.database import SAMPLE, Database
from nanori.names.lookup import Names
from nanori.rewriting import slots

ONLY_INVENTED = "only names of this scenario count, and invented ones; --names has more"
# Fields of events that name what is changed, or new.
CHANGED = ("object", "objects", "to", "ids", "onto", "id")


class ReadScenario(Struct, frozen=True):
    """A scenario that has been read: its values, what they were read from, and its file."""

    scenario: scenarios.Scenario
    given: dict[str, Plain]
    path: str | None = None
    words: str = ""
    """The text of the file."""

    def place(self, part: str, number: int, value: Struct, *at: Step) -> tuple[Step, ...]:
        """Return the way to a field of an object, event or question, as far as it is given.

        `events: [{grant: {to: x}}]`: of field `to` of event 0 (“events”, 0, “grant”, “to”)
        """
        every = self.given.get(part)
        if not isinstance(every, dict | list):
            return ()
        step: Step = list(every)[number] if isinstance(every, dict) else number
        kinds = () if part == "objects" else (door.kind_of(value),)
        part_there = list(every.values())[number] if isinstance(every, dict) else every[number]
        for kind in kinds:
            part_there = part_there[kind] if isinstance(part_there, dict) else None
        return (part, step, *kinds, *door.place(part_there, type(value), at))

    @contextmanager
    def at(self, part: str, number: int, value: Struct) -> Generator[None]:
        """Say of what is wrong with an object, event or question where it is given."""
        try:
            with within():
                yield
        except ScenarioError as error:
            location = self.place(part, number, value, *error.at)
            raise ScenarioError(error.reason, *location) from None

    def error(self, error: NanoriError) -> NanoriError:
        """Return an error, or a warning, as one line, with the path of its file and the line."""
        # Nothing that steers a terminal, and no half of a surrogate pair.
        shown = (sign if sign.isprintable() or sign.isspace() else "�" for sign in error.message)
        message = " ".join("".join(shown).split())
        at = error.at if isinstance(error, ScenarioError) else None
        line = error.line if at is None or not self.words else line_of(self.words, at)
        return NanoriError(message, path=error.path or self.path, line=line, column=error.column)


@overload
def bind(
    scenario: scenarios.Scenario,
    *,
    names: str | os.PathLike[str] | Names | None = None,
    cards: Sequence[str | os.PathLike[str]] = (),
    on_warning: OnError | None = None,
) -> list[scenarios.ScenarioAnswer]: ...


@overload
def bind(
    scenario: Readable | Mapping[str, Any],
    *,
    names: str | os.PathLike[str] | Names | None = None,
    cards: Sequence[str | os.PathLike[str]] = (),
    on_warning: OnError | None = None,
) -> list[Reply]: ...


def bind(
    scenario: Readable | Mapping[str, Any] | scenarios.Scenario,
    *,
    names: str | os.PathLike[str] | Names | None = None,
    cards: Sequence[str | os.PathLike[str]] = (),
    on_warning: OnError | None = None,
) -> list[Reply] | list[scenarios.ScenarioAnswer]:
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
    if isinstance(scenario, scenarios.Scenario):
        return _answers(read(scenario, files), names, on_warning)
    source = scenario if isinstance(scenario, Mapping) else file_of(scenario, what="scenario")
    return answers(read(source, files), names, on_warning)


def read(
    scenario: PathOrContent | Mapping[str, Any] | scenarios.Scenario,
    files: Sequence[PathOrContent] = (),
) -> ReadScenario:
    """Return a scenario validated; NanoriError, with path and place, for what is wrong in it.

    Its objects take the cards that they name from `files`, and from the files that the scenario
    names under `cards`, which are beside it, or where nanori runs.
    """
    path, words = None, ""
    try:
        if isinstance(scenario, scenarios.Scenario):
            content = of_python(door.plain(scenario))
        elif isinstance(scenario, Mapping):
            content = of_python(scenario)
        else:
            path = path_of(scenario)
            words = contents(scenario)
            content = of_text(words)
        script = ReadScenario(
            door.scenario(content), cast("dict[str, Plain]", content), path, words
        )
        return _with_cards(script, [*(_beside(own, path) for own in script.scenario.cards), *files])
    except NanoriError as error:
        raise ReadScenario(scenarios.Scenario(objects=()), {}, path, words).error(error) from None


def _with_cards(script: ReadScenario, paths: Sequence[PathOrContent]) -> ReadScenario:
    """Return a scenario whose objects have the cards that they name in card files."""
    objects = list(script.scenario.objects)
    names = [thing.card for thing in objects if isinstance(thing.card, str)]
    shelf = card_files.of_files(paths, names)
    for number, thing in enumerate(objects):
        with script.at("objects", number, thing), within("card"):
            card = card_files.from_files(thing.card, shelf, paths)
            objects[number] = replace(thing, card=card)
    return replace(script, scenario=replace(script.scenario, objects=objects))


def _beside(file: str, path: str | None) -> str:
    neighbour = Path(path or "").parent / file
    return str(neighbour) if neighbour.exists() else file


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


def plain(answer: scenarios.ScenarioAnswer) -> Reply:
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
) -> list[scenarios.ScenarioAnswer]:
    warned: list[NanoriError] = []
    try:
        if isinstance(names, Database):
            replies = _answered(script, played(script, names, warned.append))
        else:
            with Database.open(None if names is None else os.fspath(names)) as register:
                replies = _answered(script, played(script, register, warned.append))
    except NanoriError as error:
        raise script.error(error) from None
    if on_warning is not None:
        for warning in warned:
            on_warning(script.error(warning))
    return replies


def played(script: ReadScenario, register: Database | None, warn: OnError) -> Game:
    """Return the objects of a scenario after everything that happens in it.

    `warn` takes what is odd but changes no answer: an event without effect, a card without text.
    NanoriError names the place of what is wrong.
    """
    objects: dict[str, Object] = {}
    for number, thing in enumerate(script.scenario.objects):
        with script.at("objects", number, thing):
            objects[thing.id] = games.read(thing, register)
    glossary = glossary_of(objects.values(), register)
    objects = {id: glossary.completed(thing) for id, thing in objects.items()}
    game = Game(objects, register, glossary, {}, {}, {})
    for number, thing in enumerate(script.scenario.objects):
        for warning in _odd_object(script, number, thing):
            warn(warning)
    # The small database that comes with nanori has no real card.
    invented = register is None or register.path == SAMPLE
    for number, event in enumerate(script.scenario.events):
        left = dict(game.left)
        with script.at("events", number, event):
            changed = happen(event, game)
        for warning in _odd_event(script, number, event, left):
            warn(warning)
        remarks = [] if changed else ["this event changes nothing"]
        if isinstance(event, scenarios.AddNames) and event.names == CREATURES and invented:
            remarks.append(ONLY_INVENTED)
        for thing in changed:
            remarks += (*_odd_grant(thing, game), *_odd_forms(thing, game.objects.get(thing.id)))
            game.put(thing)
        for words in remarks:
            warn(ScenarioError(words, "events", number))
    game.give_linked_names()
    return game


def questions(scenario: scenarios.Scenario) -> Sequence[Question]:
    """Return the questions of a scenario, in order.

    Without any, it is asked for the state of everything that its events name.
    """
    if scenario.questions is not None:
        return scenario.questions
    changed = dict.fromkeys(id for event in scenario.events for id in _changes(event))
    return [StateOf(id) for id in changed]


def _changes(event: scenarios.Happening) -> Iterator[str]:
    """Yield the ids of the objects that an event changes, as far as it names them."""
    fields = ("id",) if getattr(event, "id", None) else CHANGED
    for key in fields:
        ids = getattr(event, key, None)
        if ids is not None and (key != "to" or door.kind_of(event) == "grant"):
            yield from [ids] if isinstance(ids, str) else ids


def _answered(script: ReadScenario, game: Game) -> list[scenarios.ScenarioAnswer]:
    scene = Scene(game.objects, game.register, game.glossary.english, game.glossary.alike)
    replies: list[scenarios.ScenarioAnswer] = []
    length = 0
    for number, question in enumerate(questions(script.scenario)):
        with script.at("questions", number, question):
            if isinstance(question, StateOf):
                reply = _state(scene.thing(question.object))
            else:
                reply = answer(question, scene)
            length += _length(reply)
            if length > MAX_ANSWERS_LENGTH:
                raise ScenarioError(f"the answers are longer than {MAX_ANSWERS_LENGTH} characters")
        replies.append(reply)
    return replies


def _length(reply: scenarios.ScenarioAnswer) -> int:
    """Return the approximate length of an answer as written."""
    if isinstance(reply, Verdict):
        return 0
    return sum(map(len, reply.names)) + sum(
        2 * len(ability.text) + REFERENCE_LENGTH * len(ability.references)
        for ability in (reply.abilities if isinstance(reply, scenarios.State) else ())
    )


def _state(thing: Object) -> scenarios.State:
    """Return an object's names, as its print has them, and its abilities as they read now.

    `rules` are those of the events that made it what it is, and of each ability.
    """
    abilities = lines.abilities(thing)
    printed_count = sum(ability.origin != "predefined" for ability in abilities)
    pairs = zip(abilities, kinds.detailed(abilities, type_line(thing)), strict=True)
    described = tuple(_ability(ability, kind, thing) for ability, kind in pairs)
    return scenarios.State(
        thing.id,
        naming.shown(thing),
        described[:printed_count],
        thing.rules,
        predefined=described[printed_count:],
    )


def _ability(ability: Ability, kind: DetailedKind, thing: Object) -> scenarios.StateAbility:
    is_given = ability.origin in ("granted", "created")
    meanings = slots.find(ability.text, ability.references, ability.language, granted=int(is_given))
    return scenarios.StateAbility(
        text=ability.text,
        references=tuple(
            scenarios.StateReference(
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


# Keys of a card record that are read, or that records have for other programs.
READ = frozenset(
    {
        "name", "text", "type", "lang", "name_en", "reading", "layout", "type_en", "game", "faces",
        "alternate", "interchangeable", "id", "printed", "released", "card_faces", "object", "uuid",
    }
)  # fmt: skip
# Fields of events that name objects.
OBJECTS = ("object", "objects", "from_", "of", "source", "onto", "to", "card")


def _odd_object(script: ReadScenario, number: int, thing: ScenarioObject) -> Iterator[NanoriError]:
    """Yield what is odd about the card of an object of a scenario, with its place."""
    at = script.place("objects", number, thing, "card")
    if isinstance(thing.card, str):
        yield ScenarioError("a name alone is there, so the object has no text", *at)
    if not isinstance(thing.card, Mapping):
        return
    name = thing.card.get("name")
    if isinstance(name, str) and name != name.strip():
        yield ScenarioError("the name has blanks around it, which are left out", *at, "name")
    if not {"text", "faces"} & thing.card.keys():
        yield ScenarioError('no text is there; text: "" says that it has none', *at)
    for key in thing.card:
        if key not in READ | door.NOTES:
            yield ScenarioError("nobody reads this key", *at, key)


def _odd_event(
    script: ReadScenario, number: int, event: Happening, left: Mapping[str, str]
) -> Iterator[NanoriError]:
    """Yield what became of each object that an event names though it has left."""
    for key in OBJECTS if left else ():
        named: object = getattr(event, key, None)
        ids = [named] if isinstance(named, str) else named
        listed = cast("Sequence[str]", ids) if isinstance(ids, Sequence) else ()
        for index, id in enumerate(listed):
            if id in left:
                at = script.place("events", number, event, key, index)
                yield ScenarioError(f"“{id}” has left and is “{left[id]}” now", *at)


def _odd_grant(thing: Object, game: Game) -> Iterator[str]:
    """CR 611.3a. Yield where a static ability that has granted something reads differently now.

    What was granted stays as it was read; the rules say that it reads as the ability does now.
    """
    text = game.granted.get(thing.id)
    if text is not None and all(ability.text != text for ability in lines.abilities(thing)):
        del game.granted[thing.id]
        what = f"“{thing.id}” has granted what it said before"
        yield f"{what}; let it grant again for what it says now (CR 611.3a)"


def _odd_forms(thing: Object, earlier: Object | None) -> Iterator[str]:
    """Yield each case in which a new ability should have a name whose form is not sure."""
    earlier_texts = (
        {ability.text for ability in lines.abilities(earlier)} if earlier else set[str]()
    )
    for ability in lines.abilities(thing):
        for case in ability.unformed if ability.text not in earlier_texts else ():
            what = f"“{ability.text}” wants {case} of a name whose form is not sure"
            yield f"{what}: it was put as it is"
