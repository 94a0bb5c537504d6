"""What `nanori lint` was asked for, with its settings found."""

from __future__ import annotations

from typing import NamedTuple

from nanori.documents.source import Document
from nanori.formats.pairing import Identity
from nanori.linting.options import Settings
from nanori.linting.runs import Reading
from nanori.model.values import Card


class Changes(NamedTuple):
    """What is done to the files."""

    fix: bool
    unsafe: bool
    """Whether also fixes are made that are not safe."""
    annotate: bool
    """Whether findings are written into the files of translators."""
    shown: bool
    """Whether changes are shown, and none is made."""


class Telling(NamedTuple):
    """How findings are told."""

    shape: str
    """Name of the format that they are written in."""
    output: str | None
    """Where they are written; nothing for standard output."""
    all_cards: bool
    """Whether a page shows also cards in which nothing was found."""
    each: bool
    """Whether findings of a file that say the same are told one by one."""
    statistics: bool
    """Whether they are only counted."""
    exit_zero: bool
    error_on_info: bool


class Work(NamedTuple):
    """How findings are found."""

    cache: bool
    """Whether they are kept, and those of a like run are taken."""
    jobs: int
    """Processes that look at files."""


class Order(NamedTuple):
    """All of it."""

    settings: Settings
    reading: Reading
    changes: Changes
    told: Telling
    baseline: str | None
    write_baseline: str | None
    file_names: bool
    """Whether texts are read with the names of all cards in the files."""
    work: Work
    against: Document | None
    """The full rules, that documents are excerpts of."""
    given: dict[Identity, Card]
    """Originals by the translations that were paired with them."""
