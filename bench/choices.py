"""Measures what saying real names inexactly chooses: never the wrong card, seldom a question."""

from __future__ import annotations

from collections import Counter, defaultdict

import inexact
import names
from measuring import limited
from nanori.names import choosing
from nanori.names.database import Database

COUNT = 1000
MOST_WRONG = 0.005
"""Share of the names said that may choose another card."""
Counts = dict[str, Counter[str]]


def said_inexactly() -> int:
    """Print how many of the names said were chosen, asked about, or mistaken, by kind."""
    with names.real() as (register, lines):
        if register is None:
            print("  no real names here")
            return 0
        counts = chosen(register, inexact.queries(lines, COUNT))
    for kind, answers in counts.items():
        print(f"  {kind:<16}", *(f"{answer} {count}" for answer, count in answers.most_common()))
    return limited("share chosen wrongly", wrong(counts), MOST_WRONG)


def chosen(register: Database, asked: list[inexact.Query]) -> Counts:
    """Return how often each kind of query, and `all`, has each answer; `wrong` is one of them."""
    counts: Counts = defaultdict(Counter)
    for query in asked:
        choice = choosing.choose(register, query.text)
        mistaken = choice.answer == "chosen" and not query.right & set(choice.names)
        answer = "wrong" if mistaken else choice.answer
        counts[query.kind][answer] += 1
        counts["all"][answer] += 1
    return counts


def wrong(counts: Counts) -> float:
    """Return the share of wrong answers."""
    return counts["all"]["wrong"] / counts["all"].total()
