"""Measures scenarios of many objects and events: the time of an event must not grow with them."""

from __future__ import annotations

import random
import time
from typing import Any

import material
import nanori
from nanori import Card
from nanori.grammar import languages

SIZES = ((100, 1_000), (1_000, 10_000), (2_000, 20_000))
"""Objects and events of each scenario."""
ROUNDS = 3
"""How often each is measured; the quickest counts."""
Table = dict[str, Any]


def scenarios() -> None:
    """Print the time of an event at each size, and its ratio to that of the middle size."""
    for lang in languages.codes():
        cards = [card for card in material.cards(lang) if card.text][:500]
        costs = [cost(cards, objects, events) for objects, events in SIZES]
        for (objects, events), each in zip(SIZES, costs, strict=True):
            share = each / costs[1]
            print(
                f"  {lang}: {objects} objects, {events} events: {each * 1e6:.0f} µs an event, "
                f"{share:.2f} of that at {SIZES[1][1]}"
            )


def cost(cards: list[Card], objects: int, events: int) -> float:
    """Return the seconds that an event takes, reading and annotating the objects included."""
    scenario = made(cards, objects, events)
    nanori.bind(made(cards, 10, 10))  # what is loaded once
    taken: list[float] = []
    for _ in range(ROUNDS):
        begun = time.process_time()
        nanori.bind(scenario)
        taken.append(time.process_time() - begun)
    return min(taken) / events


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


if __name__ == "__main__":
    scenarios()
