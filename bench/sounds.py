"""Measures how often a name written in kana as it sounds is found where only English names are.

Official names in katakana are the queries, without their middle dots, and as romaji; the database
knows no Japanese name. Some of them are translations and no spelling of the English: they stay.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

import msgspec
import pykakasi

import inexact
import material
import measuring
from names import NAMES
from nanori.names.database import Database

MOST_MISSED, MOST_WRONG = 0.16, 0.1
"""Of all queries, and of those that are answered."""


class EnglishName(msgspec.Struct):
    """A line of the names file, without what it says of other languages."""

    name: str
    card: str
    types: tuple[str, ...]


def sounds() -> int:
    """Print what is found, and return how many limits were missed."""
    if not NAMES.exists():
        print("  no real names here")
        return 0
    lines = material.lines(NAMES)
    named = {
        str(printed["name"]): line.name
        for line in map(_line, lines)
        for printed in line.ja
        if inexact.is_katakana(str(printed["name"]))
    }
    with tempfile.TemporaryDirectory() as folder:
        english = Path(folder, "english.jsonl")
        rows = (msgspec.json.decode(line, type=EnglishName) for line in lines)
        english.write_bytes(b"\n".join(map(msgspec.json.encode, rows)))
        database = str(Path(folder, "names.sqlite"))
        measuring.nanori("names", "build", str(english), "-o", database)
        with Database.open(database) as register:
            missed = _asked(register, "katakana", {_undotted(name): named[name] for name in named})
            return missed + _asked(register, "romaji", _romaji(named))


def _line(line: bytes) -> inexact.Line:
    return msgspec.json.decode(line, type=inexact.Line)


def _undotted(name: str) -> str:
    return name.replace("・", "")


def _romaji(named: dict[str, str]) -> dict[str, str]:
    kakasi = pykakasi.kakasi()
    return {
        "".join(word["hepburn"] for word in kakasi.convert(_undotted(name))): face
        for name, face in named.items()
    }


def _asked(register: Database, kind: str, queries: dict[str, str]) -> int:
    """Print how many answers are right, first or among ten, and how many limits were missed."""
    first = among = answered = sure = right_of_sure = 0
    for query, face in queries.items():
        hits = register.find(query, limit=10)
        right = [hit.name_en for hit in hits[:1]] == [face]
        first += right
        among += face in [hit.name_en for hit in hits]
        answered += bool(hits)
        if hits and hits[0].score >= 0.8:
            sure += 1
            right_of_sure += right
    count = len(queries)
    print(f"  {kind}: {count} names, {answered} answered, {first} right at once, {among} among ten")
    print(f"  {kind}: of {sure} that score 0.8, {right_of_sure} are right")
    return measuring.limited(f"{kind}: missed", 1 - first / count, MOST_MISSED) + (
        measuring.limited(f"{kind}: wrong of the answered", 1 - first / answered, MOST_WRONG)
    )
