"""A scenario, plain or typed, from a file or a value, to the answers to its questions.

What is odd in it but changes no answer is told too: keys nobody reads, cards without text.
"""

import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, cast, overload

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from nanori.formats.io.in_memory import Readable, file_of, path_of
from nanori.formats.io.streams import PathOrContent
from nanori.game import cards as card_files
from nanori.game import door, games, kinds, lines, naming
from nanori.game.abilities import BEARER, Ability
from nanori.game.events import CREATURES, happen
from nanori.game.games import Game, glossary_of, type_line
from nanori.game.kinds import DetailedKind
from nanori.game.objects import Object
from nanori.game.plain_values import (
    MAX_ANSWERS_LENGTH,
    REFERENCE_LENGTH,
    ScenarioError,
    Step,
    contents,
    line_of,
    of_python,
    of_text,
    within,
)
from nanori.game.queries import answer
from nanori.game.scenarios import (
    AddNames,
    CardRecord,
    Happening,
    Question,
    Scenario,
    ScenarioAnswer,
    ScenarioObject,
    State,
    StateAbility,
    StateOf,
    StateReference,
    Verdict,
)
from nanori.model.errors import NanoriError, OnError
from nanori.names.database import SAMPLE, Database
from nanori.names.lookup import Names
from nanori.rewriting import slots

ONLY_INVENTED = "only names of this scenario count, and invented ones; --names has more"
# Fields of events that name what is changed, or new.
CHANGED = ("object", "objects", "to", "ids", "onto", "id")
# An answer as it is written, its keys in a fixed order: `answer` and `rule`, or a state.
Reply = dict[str, Any]


class ReadScenario(Struct, frozen=True):
    """A scenario that has been read: its values, and its file."""

    scenario: Scenario
    by_id: bool = False
    """Whether its objects are a table by their ids."""
    path: str | None = None
    words: str = ""
    """The text of the file."""

    def place(self, part: str, number: int, *at: Step) -> tuple[Step, ...]:
        """Return the way to a field of an object, event or question.

        `events: [{grant: {to: x}}]`: of field `to` of event 0 (“events”, 0, “grant”, “to”)
        """
        values = getattr(self.scenario, part)
        if values is None:  # what is asked for without questions
            return ()
        if part == "objects":
            return (part, values[number].id if self.by_id else number, *at)
        return (part, number, door.kind_of(values[number]), *at)

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
    scenario: Scenario,
    *,
    names: str | os.PathLike[str] | Names | None = None,
    cards: Sequence[str | os.PathLike[str]] = (),
    on_warning: OnError | None = None,
) -> list[ScenarioAnswer]: ...


@overload
def bind(
    scenario: Readable | Mapping[str, Any],
    *,
    names: str | os.PathLike[str] | Names | None = None,
    cards: Sequence[str | os.PathLike[str]] = (),
    on_warning: OnError | None = None,
) -> list[Reply]: ...


def bind(
    scenario: Readable | Mapping[str, Any] | Scenario,
    *,
    names: str | os.PathLike[str] | Names | None = None,
    cards: Sequence[str | os.PathLike[str]] = (),
    on_warning: OnError | None = None,
) -> list[Reply] | list[ScenarioAnswer]:
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
    questions have `answer` and `rule`. A `nanori.Scenario` is answered by values:
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
    if isinstance(scenario, Scenario):
        return _answers(read(scenario, files), names, on_warning)
    source = scenario if isinstance(scenario, Mapping) else file_of(scenario, what="scenario")
    return answers(read(source, files), names, on_warning)


def read(
    scenario: PathOrContent | Mapping[str, Any] | Scenario,
    files: Sequence[PathOrContent] = (),
) -> ReadScenario:
    """Return a scenario validated; NanoriError, with path and place, for what is wrong in it.

    Its objects take the cards that they name from `files`, and from the files that the scenario
    names under `cards`, which are beside it, or where nanori runs.
    """
    script = ReadScenario(Scenario(objects=()))
    try:
        if isinstance(scenario, Scenario):
            content = of_python(door.plain(scenario))
        elif isinstance(scenario, Mapping):
            content = of_python(scenario)
        else:
            script = replace(script, path=path_of(scenario))
            script = replace(script, words=contents(scenario))
            content = of_text(script.words)
        by_id = isinstance(content, dict) and isinstance(content.get("objects"), dict)
        script = replace(script, scenario=door.scenario(content), by_id=by_id)
        own = [_beside(file, script.path) for file in script.scenario.cards]
        return _with_cards(script, [*own, *files])
    except NanoriError as error:
        raise script.error(error) from None


def _with_cards(script: ReadScenario, paths: Sequence[PathOrContent]) -> ReadScenario:
    """Return a scenario whose objects have the cards that they name in card files."""
    objects = list(script.scenario.objects)
    names = [thing.card for thing in objects if isinstance(thing.card, str)]
    shelf = card_files.of_files(paths, names)
    for number, thing in enumerate(objects):
        with within(*script.place("objects", number, "card")):
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


def plain(answer: ScenarioAnswer) -> Reply:
    """Return an answer in plain Python types, as it is written."""
    reply: Reply = msgspec.json.decode(msgspec.json.encode(answer))
    reply.pop("said", None)
    return reply


def _answers(
    script: ReadScenario,
    names: str | os.PathLike[str] | Database | None,
    on_warning: OnError | None,
) -> list[ScenarioAnswer]:
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
        with within(*script.place("objects", number)):
            objects[thing.id] = games.read(thing, register)
    glossary = glossary_of(objects.values(), register)
    objects = {id: glossary.completed(thing) for id, thing in objects.items()}
    game = Game(objects, register, glossary)
    for number, thing in enumerate(script.scenario.objects):
        for warning in _odd_object(thing, script.place("objects", number, "card")):
            warn(warning)
    # The small database that comes with nanori has no real card.
    invented = register is None or register.path == SAMPLE
    for number, event in enumerate(script.scenario.events):
        left = dict(game.left)
        with within(*script.place("events", number)):
            changed = happen(event, game)
        for warning in _odd_event(script, number, left):
            warn(warning)
        remarks = [] if changed else ["this event changes nothing"]
        if isinstance(event, AddNames) and event.names == CREATURES and invented:
            remarks.append(ONLY_INVENTED)
        for thing in changed:
            if _grants_otherwise(thing, game):
                del game.granted[thing.id]
                what = f"“{thing.id}” has granted what it said before"
                remarks.append(f"{what}; let it grant again for what it says now (CR 611.3a)")
            remarks += _odd_forms(thing, game.objects.get(thing.id))
            game.put(thing)
        for words in remarks:
            warn(ScenarioError(words, "events", number))
    game.give_linked_names()
    return game


def questions(scenario: Scenario) -> Sequence[Question]:
    """Return the questions of a scenario, in order.

    Without any, it is asked for the state of everything that its events name.
    """
    if scenario.questions is not None:
        return scenario.questions
    changed = dict.fromkeys(id for event in scenario.events for id in _changes(event))
    return [StateOf(id) for id in changed]


def _changes(event: Happening) -> Iterator[str]:
    """Yield the ids of the objects that an event changes, as far as it names them."""
    fields = ("id",) if getattr(event, "id", None) else CHANGED
    for key in fields:
        ids = getattr(event, key, None)
        if ids is not None and (key != "to" or door.kind_of(event) == "grant"):
            yield from [ids] if isinstance(ids, str) else ids


def _answered(script: ReadScenario, game: Game) -> list[ScenarioAnswer]:
    replies: list[ScenarioAnswer] = []
    length = 0
    for number, question in enumerate(questions(script.scenario)):
        with within(*script.place("questions", number)):
            if isinstance(question, StateOf):
                reply = _state(game.thing(question.object))
            else:
                reply = answer(question, game)
            length += _length(reply)
            if length > MAX_ANSWERS_LENGTH:
                raise ScenarioError(f"the answers are longer than {MAX_ANSWERS_LENGTH} characters")
        replies.append(reply)
    return replies


def _length(reply: ScenarioAnswer) -> int:
    """Return the approximate length of an answer as written."""
    if isinstance(reply, Verdict):
        return 0
    return sum(map(len, reply.names)) + sum(
        2 * len(ability.text) + REFERENCE_LENGTH * len(ability.references)
        for ability in (reply.abilities if isinstance(reply, State) else ())
    )


def _state(thing: Object) -> State:
    """Return an object's names, as its print has them, and its abilities as they read now.

    `rules` are those of the events that made it what it is, and of each ability.
    """
    abilities = lines.abilities(thing)
    printed_count = sum(ability.origin != "predefined" for ability in abilities)
    pairs = zip(abilities, kinds.detailed(abilities, type_line(thing)), strict=True)
    described = tuple(_ability(ability, kind, thing) for ability, kind in pairs)
    return State(
        thing.id,
        naming.shown(thing),
        described[:printed_count],
        thing.rules,
        predefined=described[printed_count:],
    )


def _ability(ability: Ability, kind: DetailedKind, thing: Object) -> StateAbility:
    is_given = ability.origin in ("granted", "created")
    meanings = slots.find(ability.text, ability.references, ability.language, granted=int(is_given))
    return StateAbility(
        text=ability.text,
        references=tuple(
            StateReference(
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


# Keys that card records have for other programs.
OTHERS = frozenset({"id", "printed", "released", "card_faces", "object", "uuid"})
# Fields of events that name objects.
OBJECTS = ("object", "objects", "from", "of", "source", "onto", "to", "card")


def _odd_object(thing: ScenarioObject, at: tuple[Step, ...]) -> Iterator[NanoriError]:
    """Yield what is odd about the card of an object of a scenario, with its place."""
    if isinstance(thing.card, str):
        yield ScenarioError("a name alone is there, so the object has no text", *at)
    if not isinstance(thing.card, Mapping):
        return
    name = thing.card.get("name")
    if isinstance(name, str) and name != name.strip():
        yield ScenarioError("the name has blanks around it, which are left out", *at, "name")
    if not {"text", "faces"} & thing.card.keys():
        yield ScenarioError('no text is there; text: "" says that it has none', *at)
    read_keys = door.keys_of(CardRecord) | OTHERS | door.NOTES
    for key in thing.card:
        if key not in read_keys:
            yield ScenarioError("nobody reads this key", *at, key)


def _odd_event(script: ReadScenario, number: int, left: Mapping[str, str]) -> Iterator[NanoriError]:
    """Yield what became of each object that an event names though it has left."""
    fields: dict[str, Any] = msgspec.to_builtins(script.scenario.events[number])
    for key in OBJECTS if left else ():
        named = fields.get(key)  # of a card that the scenario describes it is a table
        for id in cast("list[Any]", named) if isinstance(named, list) else [named]:
            if isinstance(id, str) and id in left:
                at = script.place("events", number, key)
                yield ScenarioError(f"“{id}” has left and is “{left[id]}” now", *at)


def _grants_otherwise(thing: Object, game: Game) -> bool:
    """CR 611.3a. Tell whether a static ability that has granted something reads differently now.

    What was granted stays as it was read; the rules say that it reads as the ability does now.
    """
    text = game.granted.get(thing.id)
    return text is not None and all(ability.text != text for ability in lines.abilities(thing))


def _odd_forms(thing: Object, earlier: Object | None) -> Iterator[str]:
    """Yield each case in which a new ability should have a name whose form is not sure."""
    earlier_texts = (
        {ability.text for ability in lines.abilities(earlier)} if earlier else set[str]()
    )
    for ability in lines.abilities(thing):
        for case in ability.unformed if ability.text not in earlier_texts else ():
            what = f"“{ability.text}” wants {case} of a name whose form is not sure"
            yield f"{what}: it was put as it is"
