"""What checks must know about all files: names, originals of translations, a database."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from nanori.annotation.pipeline import annotate
from nanori.formats import catalogue, reader
from nanori.formats.detection import head_of
from nanori.formats.face_facts import FaceFacts, GivenName
from nanori.formats.io import streams
from nanori.formats.pairing import Identity
from nanori.grammar import language_detection, languages
from nanori.linting.context import Pair, Subject
from nanori.linting.discovery import CheckedFile, Originals, translated, within
from nanori.linting.evidence import alignment, precedents
from nanori.linting.indexes import Index
from nanori.linting.options import Settings
from nanori.linting.runs import Reading, ignore
from nanori.model.errors import NanoriError
from nanori.model.values import Card

if TYPE_CHECKING:
    from nanori.names.database import Database

PLAIN = Settings()


def gathered(
    targets: Sequence[CheckedFile],
    reading: Reading,
    register: Database | None,
    *,
    pairs: bool,
    given: Mapping[Identity, Card] | None = None,
) -> tuple[Index, Originals]:
    """Return the names in all files, and the originals that translations in other files have.

    `given` are known originals by translation. What cannot be read is left out: it is reported when
    the file is checked.
    """
    files = [(target.path, partial(_elements, target, reading)) for target in targets]
    return gathered_from(files, register, pairs=pairs, given=given)


Elements = Sequence[Sequence[Card]]
"""The cards of some elements of a file."""


def gathered_from(
    files: Sequence[tuple[str, Callable[[], Iterable[Elements]]]],
    register: Database | None,
    *,
    pairs: bool,
    given: Mapping[Identity, Card] | None = None,
) -> tuple[Index, Originals]:
    """Return what is gathered from files, given by their paths and what reads each anew."""
    index, originals = Index(register=register), Originals(given)
    for path, read in files:
        for elements in read():
            for cards in elements:
                originals.look(cards, path)
            index.add(elements, path)
    for path, read in files if pairs and originals.lacking else ():
        for cards in chain.from_iterable(read()):
            originals.keep(cards, path)
    for path, read in files if pairs and originals.known else ():
        for cards in chain.from_iterable(read()):
            call(cards, index, originals, path)
    return index, originals


def _elements(target: CheckedFile, reading: Reading) -> Iterator[Elements]:
    with suppress(NanoriError):
        for elements in reading.records(target, ignore) if not target.rules else ():
            yield [[each.card for each in records] for records in elements]


def call(cards: Sequence[Card], index: Index, originals: Originals, path: str = "") -> None:
    """Note what the translations of an element call the things that their originals name."""
    for card in cards:
        original = (within(card, cards) or originals.of(card, path)) if translated(card) else None
        if original is None:
            continue
        pair = Pair(*(Subject(each, annotate(each), index, PLAIN) for each in (original, card)))
        for rendering in alignment.renderings_of(pair):
            index.call(rendering.said, rendering.meant, card.lang)
        for part in precedents.of_pair(pair):
            index.call(part.said, part.meant, card.lang)


_SIGN = b"SQLite format 3\0"


@contextmanager
def opened(path: str) -> Generator[Database]:
    """Open a name database, or make one in memory of the names in any other file.

    That is a card file, or a text with a name on each line; broken records of it are left out.
    NanoriError if it cannot be read.
    """
    from nanori.names.database import Database  # few files are checked against one

    with streams.opened(path, folder=True) as source:
        ready = source.head.startswith(_SIGN)
        head = head_of(source)
    if ready:
        with Database.open(path) as register:
            yield register
        return
    from nanori.names import building
    from nanori.names.merging import Faces

    merged = Faces(ignore, ignore)
    known = head.folder or head.unread or catalogue.recognised(head)
    if known:
        merged.add_file(path)
    for line, facts in () if known else _lines(path):
        merged.add(path, line, facts)
    connection = sqlite3.connect(":memory:")
    building.fill(connection, merged)
    with Database(Path(path), connection) as register:
        yield register


def _lines(path: str) -> Iterator[tuple[int, FaceFacts]]:
    """Yield each line of a text as a card's only name."""
    for line, name in enumerate(dict.fromkeys(reader.names(path)), 1):
        if name:
            lang = language_detection.of_text(name)
            form = "oracle" if lang == languages.reference_language() else "printed"
            yield line, FaceFacts(face=name, names=(GivenName(name=name, lang=lang, form=form),))
