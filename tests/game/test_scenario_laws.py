"""What holds for any scenario, whatever cards are in it."""

import functools
import json
import re
from typing import Any

import msgspec
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import nanori
import real
import strategies
from nanori.grammar import languages
from nanori.model.values import Card

Table = dict[str, Any]
FEW, MANY = 1_000, 10_000
"""Gain events drawn over real cards, and so many in a slow run."""
LEAST = 0.999
"""The part of them that must read the same when their new text is annotated."""

cards = st.sampled_from(sorted(strategies.cards(), key=lambda card: (card.lang, card.name)))
pairs = st.tuples(cards, cards).filter(lambda pair: pair[0].name != pair[1].name)
names = st.sampled_from(["Reed Warden", "葦の番人", "The Magistra", "Oru, Who Wrote the Sea"])


def ask(given_cards: dict[str, Card], events: list[Table], *ids: str) -> list[Table]:
    """Return the states of objects after events, as they are written."""
    objects = [{"id": id, "card": record(own_card)} for id, own_card in given_cards.items()]
    questions = [{"state": id} for id in ids]
    scenario = {"objects": objects, "events": events, "questions": questions}
    first, again = (json.dumps(nanori.bind(scenario)) for _ in range(2))
    assert first == again
    return json.loads(first)


def record(card: Card) -> Table:
    """Return a card as the record it is read from."""
    fields = msgspec.to_builtins(card)
    return {key: value for key, value in fields.items() if value or key in ("name", "text")}


def bound(state: Table) -> list[str | None]:
    return [
        reference["binds_to"]
        for ability in state["abilities"]
        for reference in ability["references"]
    ]


def water(ability: Table) -> list[str]:
    """Return the pieces of an ability's text outside its references; checks these on the way."""
    pieces: list[str] = []
    end = 0
    for reference in ability["references"]:
        assert end <= reference["start"] < reference["end"] <= len(ability["text"])
        assert ability["text"][reference["start"] : reference["end"]] == reference["text"]
        pieces.append(ability["text"][end : reference["start"]])
        end = reference["end"]
    return [*pieces, ability["text"][end:]]


def bare(piece: str, lang: str) -> str:
    """Return what stands between names without what goes with them: the comma of an apposition or
    the full stop of “G.L.U.E.” behind one, and an article before one, also in one word with its
    preposition (“du” is “de le”).
    """
    lexicon = languages.load(lang).lexicon
    joined = {
        word if word.endswith("'") else f"{word} ": f"{' '.join(parts)} "
        for word, parts in lexicon.contractions.items()
    }
    joined |= {elided: f"{whole} " for elided, whole in lexicon.articles.elided.items()}
    piece = re.sub(r"^[,.]", "", piece.lower())
    for words, whole in joined.items():
        piece = re.sub(rf"(?<!\w){words}$", whole, piece)
    forms = {article.form for article in lexicon.articles.forms} | set(lexicon.short.articles)
    articles = "|".join(re.escape(form.strip().lower()) for form in forms if form)
    return re.sub(rf"(?<!\w)(?:{articles}) ?$", "", piece) if articles else piece


@given(cards, names)
def test_renaming_changes_no_binding_and_no_text(card: Card, name: str) -> None:
    before, after = (
        ask({"A": card}, events, "A")[0]
        for events in ([], [{"rename": {"object": "A", "name": name}}])
    )
    assert after["abilities"] == before["abilities"]


@given(pairs)
def test_gaining_changes_only_names_that_mean_the_former_object(pair: tuple[Card, Card]) -> None:
    from_, to = pair
    events = [{"gain": {"object": "A", "from": "B", "abilities": "all"}}]
    own, former, now = (
        ask({"A": to, "B": from_}, *rest)[0] for rest in (([], "A"), ([], "B"), (events, "A"))
    )
    gained = now["abilities"][len(own["abilities"]) :]
    assert now["abilities"][: len(own["abilities"])] == own["abilities"]
    assert len(gained) == len(former["abilities"])
    for new, old in zip(gained, former["abilities"], strict=True):
        pieces = zip(water(new), water(old), strict=True)
        assert all(bare(now, from_.lang) == bare(then, from_.lang) for now, then in pieces)
        for reference, other in zip(new["references"], old["references"], strict=True):
            same = other["binds_to"] != "B"
            assert reference["binds_to"] == (other["binds_to"] if same else "A")
            if same or other["form"] in ("this", "bare", "placeholder"):
                assert reference["text"] == other["text"]


DEMONSTRATIVE = ("this", "bare")
"""Forms that depend on what the card is: “this creature” in a choice, on what is no creature."""


def meaning_itself(gainer: Card, text: str) -> int:
    """Return how many names an object has for itself in a text of its own."""
    own = msgspec.structs.replace(gainer, text=text, alternate=())
    references = nanori.annotate(own)
    return sum(
        reference.target == "self" and reference.form not in DEMONSTRATIVE
        for reference in references
    )


def unfaithful(gainer: Card, giver: Card) -> list[str]:
    """Return the gained lines that, annotated as the gainer's own, mean it less or more often."""
    events = [{"gain": {"object": "A", "from": "B", "abilities": "all"}}]
    cards = {"A": gainer, "B": giver}
    objects = [{"id": id, "card": record(own_card)} for id, own_card in cards.items()]
    own, now = (
        nanori.bind({"objects": objects, "events": done, "questions": [{"state": "A"}]})[0]
        for done in ([], events)
    )
    return [
        ability["text"]
        for ability in now["abilities"][len(own["abilities"]) :]
        if meaning_itself(gainer, ability["text"])
        != sum(
            reference["binds_to"] == "A" and reference["form"] not in DEMONSTRATIVE
            for reference in ability["references"]
        )
    ]


@given(pairs)
def test_the_new_text_annotated_again_means_the_new_object_as_often(
    pair: tuple[Card, Card],
) -> None:
    giver, gainer = pair
    assume(giver.lang == gainer.lang and giver.game == gainer.game)
    # An adventure's own record is, in play, the adventurer: a text of that name is another card's.
    assume(ask({"A": gainer}, [], "A")[0]["names"] == [gainer.name])
    assume(gainer.name != "-")  # the place for a name, which no text is read to say
    assert not unfaithful(gainer, giver)


PLAIN = Card(name="Gravel Fay", text="", lang="en")


@functools.cache
def granting() -> list[tuple[Card, int]]:
    """Return the cards of the corpus with an ability that grants one, and its place."""
    hosts: list[tuple[Card, int]] = []
    for card in strategies.cards():
        for place in range(card.text.count("\n") + 1):
            try:
                grant(card, place, ["R"])
            except nanori.NanoriError:
                continue
            hosts.append((card, place))
    return hosts


def grant(card: Card, place: int, ids: list[str]) -> list[Table]:
    """Return the states of objects that a card's ability grants an ability to."""
    events = [{"grant": {"source": "A", "ability": place, "to": ids}}]
    return ask({"A": card, **dict.fromkeys(ids, PLAIN)}, events, *ids)


@pytest.mark.thorough
@given(st.deferred(lambda: st.sampled_from(granting())), st.integers(2, 5))
def test_granting_to_many_differs_only_in_whom_it_means(
    ability: tuple[Card, int], many: int
) -> None:
    ids = [f"R{n}" for n in range(many)]
    written = [json.dumps(granted["abilities"]) for granted in grant(*ability, ids)]
    alike = {state.replace(f'"{id}"', '"-"') for state, id in zip(written, ids, strict=True)}
    assert len(alike) == 1
    texts = [[ability["text"] for ability in json.loads(each)] for each in written]
    assert all(line == texts[0] and line for line in texts)


@given(pairs)
def test_a_copy_means_itself_where_the_other_did(pair: tuple[Card, Card]) -> None:
    copied, copy = pair
    assume(copied.layout != "flip" or copied.name == copied.faces[0])  # CR 707.2: no status
    events = [{"copy": {"object": "A", "of": "B"}}]
    old, new = ask({"A": copy, "B": copied}, events, "B", "A")
    assert [ability["text"] for ability in new["abilities"]] == [
        ability["text"] for ability in old["abilities"]
    ]
    assert bound(new) == ["A" if id == "B" else id for id in bound(old)]


ids = st.sampled_from(["A", "B", "C", "D"])
places = st.integers(0, 2)
"""Ids and abilities of which some are there and some are not."""
EVENTS: dict[str, dict[str, st.SearchStrategy[Any]]] = {
    "gain": {
        "object": ids,
        "from": ids,
        "abilities": st.sampled_from(["all", "activated", "triggered", "static", [0]]),
    },
    "grant": {"source": ids, "ability": places, "to": st.lists(ids, max_size=2)},
    "create": {"source": ids, "ability": places, "ids": st.lists(ids, max_size=2)},
    "copy": {
        "object": ids,
        "of": ids,
        "temporary": st.booleans(),
        "except": st.just({}) | st.fixed_dictionaries({"name": names}),
    },
    "splice": {"card": ids, "onto": ids},
    "transform": {"object": ids},
    "face_down": {"object": ids},
    "face_up": {"object": ids},
    "unlock": {"object": ids, "half": st.sampled_from(["left", "right"])},
    "lock": {"object": ids, "half": st.sampled_from(["left", "right"])},
    "rename": {"object": ids, "name": names},
    "add_names": {"object": ids, "names": st.lists(names, max_size=2)},
    "change_text": {
        "object": ids,
        "from": st.sampled_from(["Goblin", "Island", "red", "島", "赤", "ゴブリン"]),
        "to": st.sampled_from(["Elf", "Swamp", "blue", "山", "青", "エルフ"]),
    },
    "link": {"objects": st.lists(ids, min_size=1, max_size=2)},
    "move": {"object": ids, "id": ids, "by": st.fixed_dictionaries({"object": ids})},
}
happenings = st.one_of(
    *(st.fixed_dictionaries({kind: st.fixed_dictionaries(of)}) for kind, of in EVENTS.items())
)


@given(st.tuples(cards, cards, cards), st.lists(happenings, max_size=6))
def test_whatever_happens_is_answered_or_refused(
    three: tuple[Card, Card, Card], happened: list[Table]
) -> None:
    """Events that cannot be are left out one by one; what is left means objects that there are."""
    given_cards = dict(zip("ABC", three, strict=True))
    possible: list[Table] = []
    refused: list[tuple[str, str]] = []
    for event in happened:
        try:
            ask(given_cards, [*possible, event], "A")
        except nanori.NanoriError as error:
            refused.append((f"events[{len(possible)}]", str(error)))
        else:
            possible.append(event)
    assert all(message.startswith(place) and "\n" not in message for place, message in refused)
    for state in ask(given_cards, possible, "A", "B", "C"):
        assert all(water(ability) for ability in state["abilities"])
        assert set(bound(state)) <= {"A", "B", "C", "D", None}


@pytest.mark.real
@pytest.mark.thorough
@pytest.mark.parametrize("count", [FEW, pytest.param(MANY, marks=pytest.mark.slow)])
@pytest.mark.parametrize("lang", ["en", "ja"])
def test_real_abilities_gained_read_back(lang: str, count: int) -> None:
    every = [real.card(record) for record in real.records(f"data/cards.{lang}.jsonl.xz")]
    wrong: list[str] = []

    @settings(max_examples=count // 2)
    @given(st.tuples(st.sampled_from(every), st.sampled_from(every)))
    def gains(pair: tuple[Card, Card]) -> None:
        for text in unfaithful(*pair)[:1]:
            wrong.append(f"{pair[0].name} gains from {pair[1].name}: {text}")

    gains()
    print(*wrong, sep="\n")
    assert len(wrong) <= (1 - LEAST) * count / 2
