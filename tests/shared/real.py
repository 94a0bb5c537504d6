"""Reads the real card data beside the project, where there is any; none of it is copied here."""

import lzma
from collections.abc import Iterator
from itertools import islice
from typing import Any

import msgspec
import pytest

from nanori.model.values import Card
from project import EXHAUSTIVE, SHARED


def records(name: str) -> Iterator[dict[str, Any]]:
    """Yield the records of a file of JSON Lines; skips the test where the file is absent."""
    path = SHARED / name
    if not path.exists():
        # English and Japanese have files of their own; the other languages share a folder.
        path = SHARED / name.replace("data/cards.", "data/languages/")
    if not path.exists():
        pytest.skip(f"no real card data: ../shared/{name} is absent")
    with lzma.open(path) if path.suffix == ".xz" else path.open("rb") as lines:
        yield from map(msgspec.json.decode, lines)


EVERY = 1 if EXHAUSTIVE else 7
"""Of how many records the ordinary run of the tests takes one; `make check` takes all."""


def some(name: str) -> Iterator[dict[str, Any]]:
    """Yield every so many of the records of a file, from its beginning to its end."""
    return islice(records(name), 0, None, EVERY)


def card(record: dict[str, Any]) -> Card:
    """Return a record as the card it is."""
    return msgspec.convert(record, Card)


def names() -> set[str]:
    """Return the names of all real cards and faces, English and Japanese."""
    found: set[str] = set()
    for record in records("data/names.jsonl.xz"):
        found |= {record["name"], record["card"], *record["alternate"]}
        found |= {one["name"] for one in record["ja"]}
    return found
