"""A fresh process whose threads are the first to use nanori, all at once; prints what differs.

Arguments: how many threads there are, and how they come to be: `threads` (together, from a
barrier), `pool` (an executor's), `spawned` or `forked` (two processes of so many threads each, of
which the forked ones begin where the parent's threads have ended).
"""

from __future__ import annotations

import multiprocessing
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import nanori

TEXT = 'Enchanted creature has "Sacrifice Gull Brand: Tap this creature." Gull Brand enters tapped.'
CARD = nanori.Card(name="Gull Brand", text=TEXT, lang="en", type="Enchantment — Aura")
JAPANESE = nanori.Card(
    name="灯の壷", text="灯の壷が戦場に出たとき、このクリーチャーを破壊する。", lang="ja"
)
FILE = b'{"name": "Gull Brand", "text": "Tap Gull Brand."}\n'
SCENARIO: dict[str, object] = {
    "objects": [{"id": "W", "card": {"name": "Gull Brand", "text": "{R}: Untap Gull Brand."}}],
    "questions": [{"state": "W"}],
}


def annotated() -> object:
    return [len(nanori.annotate(card)) for card in (CARD, JAPANESE)]


def linted() -> object:
    return [finding.rule for finding in nanori.lint([CARD, JAPANESE])]


def restyled() -> object:
    return nanori.apply(TEXT, nanori.restyle(CARD, "oracle"))


def was_read() -> object:
    return [record.card.name for record in nanori.read(FILE)]


def bound() -> object:
    (answer,) = nanori.bind(SCENARIO)
    return [ability["text"] for ability in answer["abilities"]]


def looked_up() -> object:
    with nanori.Names.open() as names:
        return [hit.name_en for hit in names.find("静かな灯、アル")]


WORK: list[Callable[[], object]] = [annotated, linted, restyled, was_read, bound, looked_up]


def outcome(number: int) -> str:
    """Do one kind of work, and return what came of it."""
    try:
        return f"{WORK[number % len(WORK)].__name__}: {WORK[number % len(WORK)]()}"
    except Exception as error:
        return f"{error!r}"


def together(count: int) -> list[str]:
    """Return what so many threads get that begin at the same moment."""
    barrier = threading.Barrier(count)
    outcomes: list[str] = []

    def work(number: int) -> None:
        barrier.wait()
        outcomes.append(outcome(number))

    threads = [threading.Thread(target=work, args=(number,)) for number in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return outcomes


def pooled(count: int) -> list[str]:
    """Return what an executor of so many threads gets."""
    with ThreadPoolExecutor(count) as pool:
        return list(pool.map(outcome, range(count * len(WORK))))


def main() -> None:
    """Print each outcome once, in order."""
    count, how = int(sys.argv[1]), sys.argv[2]
    if how == "threads":
        outcomes = together(count)
    elif how == "pool":
        outcomes = pooled(count)
    else:
        if how == "forked":
            together(count)
        with multiprocessing.get_context(how.removesuffix("ed")).Pool(2) as pool:
            outcomes = [said for part in pool.map(together, [count] * 2) for said in part]
    print("\n".join(sorted(set(outcomes))))


if __name__ == "__main__":
    main()
