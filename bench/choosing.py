"""Measures what saying real names inexactly chooses: never the wrong card, seldom a question.

Usage: `python bench/choosing.py DATABASE NAMES [COUNT]`; the queries are those of `inexact`.
"""

from __future__ import annotations

import lzma
import sys
import time
from collections import Counter, defaultdict
from pathlib import Path

import msgspec

import inexact
from nanori.names import choosing
from nanori.names.database import Register


def main() -> None:
    """Print how many of the names said were chosen, asked about, or mistaken, by kind."""
    database, names = Path(sys.argv[1]), Path(sys.argv[2])
    count = int(sys.argv[3]) if len(sys.argv) > 3 else 1000
    opened = lzma.open if names.suffix == ".xz" else open
    with opened(names, "rb") as source:
        lines = [msgspec.json.decode(line, type=inexact.Line) for line in source]
    asked = inexact.queries(lines, count)
    found: dict[str, Counter[str]] = defaultdict(Counter)
    with Register.open(database) as register:
        choosing.choose(register, "warm")
        start = time.perf_counter()
        for query in asked:
            choice = choosing.choose(register, query.text)
            wrong = choice.answer == "chosen" and not query.right & set(choice.names)
            kind = "wrong" if wrong else choice.answer
            found[query.kind][kind] += 1
            found["all"][kind] += 1
            if wrong:
                print(f"wrong: {query} chose {choice.names}")
        took = time.perf_counter() - start
    for kind, counts in found.items():
        print(f"{kind:<16}", *(f"{answer} {number}" for answer, number in counts.most_common()))
    share = found["all"]["wrong"] / len(asked)
    print(f"chosen wrongly {share:.2%}; {took / len(asked) * 1000:.2f} ms a name")


if __name__ == "__main__":
    main()
