"""Measures what a repeated piece costs: its time must grow with the length and no faster.

For each piece the processor time of ten times the length is divided by ten times that of the
length, which is 1 where time is linear and 10 where it is quadratic. What takes longer than it may
is ended, so that a fault costs seconds and not minutes.
"""

from __future__ import annotations

import contextlib
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import nanori
from hostile_pieces import ANNOTATED, CHECKED, FILES, PAGES, TEXTS
from measuring import TooLong, at_most, timed
from nanori import Card, NanoriError
from nanori.annotation.pipeline import annotate
from nanori.documents import mentions, rulebook
from nanori.documents.source import Document
from nanori.formats import reader
from nanori.linting import checks
from nanori.linting.context import Pair, Subject
from nanori.linting.indexes import Index
from nanori.linting.options import Settings
from nanori.names.database import Database

LIMIT = 5.0
"""Seconds of processor time for the longest text of a case."""
MOST = 3.0
"""How many times as long a character may take at ten times the length."""
LEAST = 0.02
"""Seconds below which a time is too short to be divided by."""
ROUNDS = 3
"""How often a missed limit is measured again before it counts."""


class Case(NamedTuple):
    """Repeated pieces, and what is done with them."""

    what: str
    piece: str
    lengths: tuple[int, ...]
    work: Callable[[str], object]


def hostile() -> int:
    """Print the growth for every case that is not flat, and how many are."""
    flat = missed = 0
    for case in cases():
        growths, note = grown(case)
        if not note and growths[-1] <= MOST / 2:
            flat += 1
            continue
        missed += bool(note)
        shown = " ".join(f"{growth:.2f}" for growth in growths)
        print(f"  {case.what} {case.piece!r}: {shown}{note}")
    print(f"  {flat} cases grow with their length and no faster, {missed} do")
    return missed


def grown(case: Case) -> tuple[list[float], str]:
    """Return how much longer each length takes than linear, and FAILED with a reason or nothing."""
    growths: list[float] = []
    for _ in range(ROUNDS):
        try:
            times = [run(case, length) for length in case.lengths]
        except TooLong:
            return growths, f"FAILED: more than {LIMIT:.0f} s"
        steps = zip(times, times[1:], case.lengths, case.lengths[1:], strict=False)
        growths = [
            long / max(short, LEAST) * first / second for short, long, first, second in steps
        ]
        if max(growths) <= MOST:
            return growths, ""
    return growths, f"FAILED: more than {MOST:.0f}"


def run(case: Case, length: int) -> float:
    """Return the processor time that a text of that length takes; TooLong if it is too much."""
    text = case.piece * (length // len(case.piece))
    with at_most(LIMIT):
        return timed(lambda: case.work(text))


def cases() -> Iterator[Case]:
    """Yield all cases."""
    for lang, pieces in ANNOTATED.items():
        for piece in pieces:
            yield Case(f"annotate {lang}", piece, (10_000, 100_000), annotating(lang))
    for kind, names in CHECKED.items():
        for name in names:
            for piece in TEXTS[kind]:
                yield Case(name, piece, (10_000, 100_000), checking(name, kind))
    with tempfile.TemporaryDirectory() as folder, Database.open(None) as register:
        for piece in PAGES["mentions"]:
            yield Case("mentions", piece, (10_000, 100_000), lambda text: page(text, register))
        for piece in PAGES["rules"]:
            yield Case(
                "rules", piece, (10_000, 100_000), lambda text: rulebook.check(Document(text))
            )
        for file in FILES:
            for piece in file.pieces:
                work = reading(Path(folder, file.name), file.head, file.tail)
                yield Case(f"read {file.name}", piece, (20_000, 200_000), work)


def annotating(lang: str) -> Callable[[str], object]:
    """Return what annotates and parses a text."""
    nanori.annotate(Card(text="a", name="A of B", lang=lang))  # builds the grammar

    def work(text: str) -> None:
        annotate(Card(text=text, name="A of B", lang=lang))
        nanori.parse(text, lang)

    return work


def checking(name: str, kind: str) -> Callable[[str], object]:
    """Return what a check of lint does with a text on one card of two."""
    check = checks.listed()[name]
    other = Card(text="", name="葦の巣の番人", lang="ja", name_en="Reed Nest Keeper")

    def subject(text: str, lang: str, card_name: str) -> Subject:
        game = "duelmasters" if kind == "brackets" else "magic"
        card = Card(text=text, name=card_name, name_en="Elder Heron", lang=lang, game=game)
        return Subject(card, (), Index([card, other]), Settings())

    def work(text: str) -> Sequence[object]:
        one = subject(text, "ja", "年経た鷺")
        if kind != "pairs":
            return list(check.find(one))
        return list(check.find(Pair(subject("", "en", "Elder Heron"), one)))

    return work


def rules(text: str) -> object:
    """Return the findings in a rules document."""
    return rulebook.check(Document(text))


def page(text: str, register: Database) -> object:
    """Return the mentions of a page of prose."""
    return mentions.find(Document(text), register)


def reading(path: Path, head: str, tail: str) -> Callable[[str], object]:
    """Return what reads a card file with a text in it."""

    def work(text: str) -> None:
        path.write_text(head + text + tail, "utf-8")
        with contextlib.suppress(NanoriError):
            list(reader.read(str(path)))

    return work
