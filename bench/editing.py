"""Measures the language server through its protocol: keystrokes to findings, and memory."""

from __future__ import annotations

import csv
import io
import json
import random
import tempfile
import time
from collections.abc import Callable, Iterator
from itertools import cycle, islice
from pathlib import Path
from xml.sax.saxutils import escape

import material
from editor_client import Editor
from nanori import Card

KEYSTROKES = 60
LIMITS = {300: 0.1, 5000: 0.25}
"""Seconds at the 95th percentile, by how many cards a file has."""

SETS, CARDS_OF_A_SET = 50, 300
MOST_MEMORY = 300
"""MiB that the server may have with a workspace of 50 sets."""


def cards(count: int) -> list[Card]:
    """Return so many cards in all languages; of a short sample some again, by other names."""
    every = [card for lang in ("en", "ja") for card in material.cards(lang)[: count // 2 + 1]]
    again = islice(cycle(every), count)
    if len(every) >= count:
        return list(again)
    return [
        Card(name=f"{card.name} {number}", text=card.text, lang=card.lang, type=card.type)
        for number, card in enumerate(again)
    ]


def _lines(every: list[Card]) -> str:
    return "".join(
        json.dumps(
            {"name": card.name, "lang": card.lang, "type": card.type, "text": card.text},
            ensure_ascii=False,
        )
        + "\n"
        for card in every
    )


def _table(every: list[Card]) -> str:
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(["name", "type", "text"])
    writer.writerows([card.name, card.type, card.text] for card in every)
    return out.getvalue()


def _cockatrice(every: list[Card]) -> str:
    inner = "\n".join(
        f"<card><name>{escape(card.name)}</name><text>{escape(card.text)}</text>"
        f"<prop><type>{escape(card.type)}</type></prop></card>"
        for card in every
    )
    root = "cockatrice_carddatabase"
    return f'<?xml version="1.0"?>\n<{root} version="4"><cards>\n{inner}\n</cards></{root}>\n'


def _spoiler(every: list[Card]) -> str:
    return "\n\n".join(f"{card.name}\n{card.type or 'Creature'}\n{card.text}" for card in every)


FILES: dict[str, Callable[[list[Card]], str]] = {
    "cards.jsonl": _lines,
    "cards.csv": _table,
    "cards.xml": _cockatrice,
    "cards.txt": _spoiler,
}


def editor() -> int:
    """Measure keystrokes and memory."""
    missed = 0
    for count, limit in LIMITS.items():
        every = cards(count)
        for name, write in FILES.items():
            times = sorted(_keystrokes(name, write(every)))
            middle, late = times[len(times) // 2], times[int(len(times) * 0.95)]
            missed += late > limit
            print(
                f"  {name:11} of {count:5,} cards: findings after {middle * 1000:4.0f} ms, "
                f"95 of 100 after {late * 1000:4.0f} ms (limit {limit * 1000:.0f})"
            )
    return missed + _memory()


def _keystrokes(name: str, text: str, seed: int = 7) -> Iterator[float]:
    """Yield how long it takes from each keystroke to the findings of the text with it.

    Letters are typed into words all over the file, a few after one another, with pauses: the
    server is also asked while it looks at the whole set.
    """
    dice = random.Random(seed)
    with tempfile.TemporaryDirectory() as folder, Editor(Path(folder)) as client:
        uri = (Path(folder) / name).as_uri()
        client.open(uri, text)
        client.wait(uri, 1)
        client.settled()
        lines = text.split("\n")
        version = 1
        while version <= KEYSTROKES:
            row = dice.randrange(len(lines))
            words = [place for place, sign in enumerate(lines[row]) if sign == " "]
            if not words:
                continue
            column = len(lines[row][: dice.choice(words)].encode("utf-16-le")) // 2
            for letter in dice.choice(["this", " a", "鳥", "target creature"]):
                version += 1
                place = {"line": row, "character": column}
                column += 1
                begun = time.perf_counter()
                client.change(
                    uri, version, {"range": {"start": place, "end": place}, "text": letter}
                )
                client.wait(uri, version)
                yield time.perf_counter() - begun
                time.sleep(dice.choice([0.0, 0.1, 0.35, 0.5]))


def _memory() -> int:
    """Measure a server with a workspace of many sets, one of them open."""
    every = cards(SETS * CARDS_OF_A_SET)
    with tempfile.TemporaryDirectory() as folder:
        for number in range(SETS):
            own = every[number * CARDS_OF_A_SET : (number + 1) * CARDS_OF_A_SET]
            Path(folder, f"set{number}.jsonl").write_text(_lines(own), "utf-8")
        with Editor(Path(folder)) as client:
            path = Path(folder, "set0.jsonl")
            client.open(path.as_uri(), path.read_text("utf-8"))
            client.wait(path.as_uri(), 1, timeout=300)
            client.settled()
            status = Path(f"/proc/{client.process.pid}/status").read_text("utf-8")
    peak = next(int(line.split()[1]) for line in status.splitlines() if "VmHWM" in line) // 1024
    print(
        f"  a workspace of {SETS} sets of {CARDS_OF_A_SET} cards: {peak} MiB (limit {MOST_MEMORY})"
    )
    return int(peak > MOST_MEMORY)
