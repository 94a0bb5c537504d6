"""How an ability of a card reads, and whom it means, on another object."""

from typing import Any

from msgspec import Struct, to_builtins

from nanori.game.queries import Reply
from nanori.game.scenarios import answering, explaining
from nanori.game.scenarios.answering import ReadScenario
from nanori.game.scenarios.given import of_python
from nanori.grammar import languages
from nanori.model.errors import NanoriError
from nanori.model.values import Card, Edit
from nanori.names.lookup import Names
from nanori.names.model import How
from nanori.surfaces.web.answers import card_sets, cards
from nanori.surfaces.web.answers.card_sets import AboutFile

# What an object without a name is called.
NOBODY = "–"
# What the record of a card in a scenario contains.
RECORDED = ("name", "text", "type", "lang", "name_en", "reading", "faces", "layout", "game")


class AskedGrant(AboutFile, frozen=True, kw_only=True):
    """A question for an ability on another object."""

    key: int
    """That of the text with the ability."""
    ability: int = 0
    """Its place among those of the card."""
    to: int = -1
    """The key of the receiver's text; without it an object with only a name."""
    name: str = ""
    """That object's name."""


class GivenAbility(Struct, frozen=True):
    """An ability as it reads on the object that now has it."""

    text: str
    was: str
    """How it read before; empty if it reads the same."""
    edits: tuple[Edit, ...]
    """What makes the text from that; code points of the text before."""
    references: list[dict[str, Any]]
    """With `start`, `end` and `text`, and in `binds_to` the name of the object meant."""


class Granted(Struct, frozen=True):
    """What a card can give, and the result."""

    abilities: tuple[str, ...]
    """All abilities of the card, in order."""
    receiver: str
    given: tuple[GivenAbility, ...]
    steps: dict[str, list[str]]
    """What happens, in sentences, by language."""
    rules: dict[str, dict[str, str]]
    """What the cited rules say, by language."""


def granted(asked: AskedGrant) -> Granted:
    """Return an ability on its receiver; NanoriError if the file lacks a text.

    An ability that grants what it quotes does so, any other is gained itself. CR 201.5a, 201.5b.
    """
    every = card_sets.read(asked.document)
    source = every.card(asked.key)
    # Without one, an object with only a name.
    bare = Card(text="", name=asked.name.strip(), lang=source.lang, type=source.type)
    receiver = every.card(asked.to) if asked.to >= 0 else bare
    # They are called by their names, if these differ.
    giver, taker = source.name.strip() or NOBODY, receiver.name.strip() or NOBODY
    taker = taker if taker != giver else f"{taker} 2"
    objects = [
        {"id": giver, "card": _record(source)},
        {"id": taker, "card": _record(receiver)},
    ]
    _, before = _state({"objects": objects[:1], "questions": [{"state": giver}]})
    abilities = tuple(ability["text"] for ability in before["abilities"])
    if not abilities or not receiver.name:
        return Granted(abilities, receiver.name, (), {}, {})
    number = min(max(asked.ability, 0), len(abilities) - 1)
    grant = {"grant": {"source": giver, "ability": number, "to": [taker]}}
    gain = {"gain": {"object": taker, "from": giver, "abilities": [number]}}
    script, state = _played(objects, grant, gain)
    called = {giver: source.name, taker: receiver.name}
    new = [each for each in state["abilities"] if each["origin"] != "printed"]
    rules = dict.fromkeys(
        [
            *(rule for each in new for rule in each["rules"]),
            *(reference["rule"] for each in new for reference in each["references"]),
        ]
    )
    return Granted(
        abilities,
        receiver.name,
        tuple(_given(each, called) for each in new),
        {
            code: [said for said, _ in explaining.steps(script.scenario, code)]
            for code in languages.codes()
        },
        {rule: cards.said(rule) for rule in rules},
    )


def _record(card: Card) -> dict[str, Any]:
    """Return a card for a scenario, without empty fields."""
    record: dict[str, Any] = to_builtins(card)
    record["name"] = card.name.strip() or NOBODY
    return {name: record[name] for name in RECORDED if record[name] or name == "text"}


def _played(objects: list[dict[str, Any]], *events: dict[str, Any]) -> tuple[ReadScenario, Reply]:
    """Return the scenario with the first possible event, and what the receiver then is."""
    for event in events:
        scenario = {
            "objects": objects,
            "events": [event],
            "questions": [{"state": objects[1]["id"]}],
        }
        try:
            return _state(scenario)
        except NanoriError:
            if event is events[-1]:
                raise
    raise AssertionError("an event was given")


def _state(scenario: dict[str, Any]) -> tuple[ReadScenario, Reply]:
    """Return a scenario as it is read, and the answer to its one question."""
    script = answering.read(of_python(scenario))
    (answer,) = answering.answers(script)
    return script, answer


def _given(ability: dict[str, Any], called: dict[str, str]) -> GivenAbility:
    """Return an ability with the names of the objects that it means."""
    references = [
        {**reference, "binds_to": called.get(reference["binds_to"] or "", "")}
        for reference in ability["references"]
    ]
    was = ability.get("was", "")
    new = ability["text"]
    changed = explaining.changed_words(was, new) if was else ()
    edits = tuple(Edit(*before, new[slice(*after)]) for before, after in changed)
    return GivenAbility(new, was, edits, references)


# Cards that are sent.
MOST = 12


class AskedName(Struct, frozen=True, kw_only=True):
    """A question for a name."""

    query: str
    lang: str = ""
    """The only language to look in; empty for all."""


class WrittenName(Struct, frozen=True):
    """A name that a card has in a language."""

    lang: str
    name: str
    reading: str
    guessed: bool
    """Whether the reading is a guess."""


class NamedCard(Struct, frozen=True):
    """A card that may be meant."""

    name: str
    """The name that matched."""
    lang: str
    how: How
    score: float
    names: tuple[WrittenName, ...]
    """Its current name in each language."""


class NamedCards(Struct, frozen=True):
    """The cards that may be meant, likeliest first."""

    hits: tuple[NamedCard, ...]
    source: str
    """The database's file."""


def found(asked: AskedName) -> NamedCards:
    """Return the cards that a name may mean; NanoriError if the database cannot be read."""
    with Names.open() as names:
        hits = names.find(asked.query, asked.lang or None, MOST) if asked.query.strip() else []
        cards = tuple(
            NamedCard(hit.name, hit.lang, hit.how, hit.score, _names(names, hit.name_en))
            for hit in hits
        )
        return NamedCards(cards, names.path.name)


def _names(names: Names, face: str) -> tuple[WrittenName, ...]:
    """Return the first name of a face in each language: the official one."""
    entry = names.entry(face)
    first: dict[str, WrittenName] = {}
    for form in entry.forms if entry else ():
        if form.lang not in first and form.form != "reading":
            guessed = form.reading_source == "guessed"
            first[form.lang] = WrittenName(form.lang, form.name, form.reading, guessed)
    return tuple(first.values())
