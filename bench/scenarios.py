"""Measures scenarios of many objects and events: the time of an event must not grow with them."""

from __future__ import annotations

import random
from itertools import pairwise
from typing import Any

import material
import nanori
from measuring import limited, timed
from nanori import Card

SIZES = ((100, 1_000), (1_000, 10_000), (2_000, 20_000))
"""Objects and events of each scenario."""
ROUNDS = 3
"""How often each is measured; the quickest counts."""
MOST = 1.5
"""How many times as long an event may take as at the middle size."""
LINKS = (400, 800)
"""Links in a row, of Duel Masters' gods."""
MOST_OF_LINKS = 2.2
"""How many times as long twice the links may take."""
GAINS = 10_000
"""Objects, all of different cards, and as many gains."""
Table = dict[str, Any]


def scenarios() -> int:
    """Print the time of an event at each size against that at the middle one."""
    missed = 0
    for lang in material.measured():
        cards = [card for card in material.cards(lang) if card.text][:500]
        costs = [cost(cards, objects, events) for objects, events in SIZES]
        for (objects, events), each in zip(SIZES, costs, strict=True):
            what = f"{lang}: an event of {events}, {objects} objects, against one of {SIZES[1][1]}"
            missed += limited(what, each / costs[1], MOST)
    few, many = (best(linked(number)) for number in LINKS)
    missed += limited(f"{LINKS[1]} links against {LINKS[0]}", many / few, MOST_OF_LINKS)
    print(f"  {GAINS} objects and gains: {best(gained(GAINS)):.1f} s")
    return missed


def cost(cards: list[Card], objects: int, events: int) -> float:
    """Return the seconds that an event takes, reading and annotating the objects included."""
    nanori.bind(made(cards, 10, 10))  # what is loaded once
    return best(made(cards, objects, events)) / events


def best(scenario: Table) -> float:
    """Return the seconds that the quickest of several runs takes."""
    return min(timed(lambda: nanori.bind(scenario)) for _ in range(ROUNDS))


def linked(links: int) -> Table:
    """Return a scenario in which each object is linked with the next."""
    ids = [f"D{n}" for n in range(links + 1)]
    cards = [{"game": "duelmasters", "name": f"神{n}", "text": ""} for n in range(links + 1)]
    return {
        "objects": [{"id": id, "card": card} for id, card in zip(ids, cards, strict=True)],
        "events": [{"link": {"objects": list(pair)}} for pair in pairwise(ids)],
        "questions": [{"same_name": [ids[0], ids[-1]]}],
    }


def gained(gains: int) -> Table:
    """Return a scenario in which every object gains an ability of another card."""
    names = [f"Fen Wolf {n}" for n in range(gains)]
    texts = [f"{{G}}: Untap {name}." for name in names]
    givers = [names[(7 * n + 1) % gains] for n in range(gains)]
    return {
        "objects": [
            {"id": name, "card": {"name": name, "type": "Creature — Wolf", "text": text}}
            for name, text in zip(names, texts, strict=True)
        ],
        "events": [
            {"gain": {"object": name, "from": giver, "abilities": "activated"}}
            for name, giver in zip(names, givers, strict=True)
        ],
        "questions": [{"state": name} for name in names[:10]],
    }


def made(cards: list[Card], objects: int, events: int) -> Table:
    """Return a scenario drawn with a fixed seed: half of the objects only give, half receive."""
    draw = random.Random(events)
    ids = [f"O{n}" for n in range(objects)]
    givers, takers = ids[::2], ids[1::2]
    return {
        "objects": [{"id": id, "card": _record(cards[n % len(cards)])} for n, id in enumerate(ids)],
        "events": [_event(draw, draw.choice(givers), draw.choice(takers)) for _ in range(events)],
        "questions": [{"state": id} for id in takers[:10]],
    }


def _event(draw: random.Random, giver: str, taker: str) -> Table:
    return draw.choice(
        [
            {"gain": {"object": taker, "from": giver, "abilities": "all"}},
            {"gain": {"object": taker, "from": giver, "abilities": "activated"}},
            {"rename": {"object": taker, "name": "Reed Warden"}},
            {"copy": {"object": taker, "of": giver}},
            {"face_down": {"object": giver}},
            {"face_up": {"object": giver}},
            {"add_names": {"object": giver, "names": ["Tarn Adder"]}},
        ]
    )


def _record(card: Card) -> Table:
    return {"lang": card.lang, "name": card.name, "type": card.type, "text": card.text}
