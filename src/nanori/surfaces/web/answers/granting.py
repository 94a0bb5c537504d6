"""How an ability of a card reads, and whom it means, on another object."""

from typing import Any

from msgspec import Struct, to_builtins

from nanori.game import answering, explaining
from nanori.game.answering import ReadScenario, Reply
from nanori.grammar import languages
from nanori.model.errors import NanoriError
from nanori.model.values import Card, Edit
from nanori.names.lookup import Names
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


def granted(request: AskedGrant) -> dict[str, object]:
    """Return an ability on its receiver, with what happens and the rules that say so.

    An ability that grants what it quotes does so, any other is gained itself. NanoriError if the
    file lacks a text. CR 201.5a, 201.5b.
    """
    every = card_sets.read(request.document)
    source = every.card(request.key)
    # Without one, an object with only a name.
    bare = Card(text="", name=request.name.strip(), lang=source.lang, type=source.type)
    receiver = every.card(request.to) if request.to >= 0 else bare
    # They are called by their names, if these differ.
    giver, taker = source.name.strip() or NOBODY, receiver.name.strip() or NOBODY
    taker = taker if taker != giver else f"{taker} 2"
    objects = [
        {"id": giver, "card": _record(source)},
        {"id": taker, "card": _record(receiver)},
    ]
    _, first_reply = _state({"objects": objects[:1], "questions": [{"state": giver}]})
    abilities = tuple(ability["text"] for ability in first_reply["abilities"])
    if not abilities or not receiver.name:
        return {"abilities": abilities, "receiver": receiver.name, "given": []}
    number = min(max(request.ability, 0), len(abilities) - 1)
    grant = {"grant": {"source": giver, "ability": number, "to": [taker]}}
    gain = {"gain": {"object": taker, "from": giver, "abilities": [number]}}
    scenario = {"objects": objects, "questions": [{"state": taker}]}
    try:
        script, state = _state({**scenario, "events": [grant]})
    except NanoriError:
        script, state = _state({**scenario, "events": [gain]})
    called = {giver: source.name, taker: receiver.name}
    new = [each for each in state["abilities"] if each["origin"] != "printed"]
    rules = [rule for each in new for rule in each["rules"]]
    rules += [reference["rule"] for each in new for reference in each["references"]]
    return {
        "abilities": abilities,
        "receiver": receiver.name,
        "given": [_given(each, called) for each in new],
        "steps": {
            code: [step for step, _ in explaining.steps(script.scenario, code)]
            for code in languages.codes()
        },
        "rules": {rule: cards.said(rule) for rule in rules},
    }


def _record(card: Card) -> dict[str, Any]:
    record: dict[str, Any] = to_builtins(card)
    record["name"] = card.name.strip() or NOBODY
    return {name: record[name] for name in RECORDED if record[name] or name == "text"}


def _state(scenario: dict[str, Any]) -> tuple[ReadScenario, Reply]:
    """Return a scenario as it is read, and the answer to its one question."""
    script = answering.read(scenario)
    (answer,) = answering.answers(script)
    return script, answer


def _given(ability: dict[str, Any], called: dict[str, str]) -> dict[str, object]:
    references = [
        {**reference, "binds_to": called.get(reference["binds_to"] or "", "")}
        for reference in ability["references"]
    ]
    was, new = ability.get("was", ""), ability["text"]
    changed = explaining.changed_words(was, new) if was else ()
    edits = [Edit(*before, new[slice(*after)]) for before, after in changed]
    return {"text": new, "was": was, "edits": edits, "references": references}


# Cards that are sent.
MAX_CARDS = 12


class AskedName(Struct, frozen=True, kw_only=True):
    """A question for a name."""

    query: str
    lang: str = ""
    """The only language to look in; empty for all."""


def found(request: AskedName) -> dict[str, object]:
    """Return the cards that a name may mean, likeliest first, each with its name in each language.

    NanoriError if the database cannot be read.
    """
    with Names.open() as names:
        hits = (
            names.find(request.query, request.lang or None, MAX_CARDS)
            if request.query.strip()
            else []
        )
        cards = [{**to_builtins(hit), "names": _names(names, hit.name_en)} for hit in hits]
        return {"hits": cards, "source": names.path.name}


def _names(names: Names, face: str) -> list[dict[str, object]]:
    entry = names.entry(face)
    first: dict[str, dict[str, object]] = {}
    for form in entry.forms if entry else ():
        if form.form != "reading":
            guessed = form.reading_source == "guessed"
            written = {"lang": form.lang, "name": form.name, "reading": form.reading}
            first.setdefault(form.lang, {**written, "guessed": guessed})
    return [*first.values()]
