"""Files to what checks must know of all of them: their names, and the originals of translations."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from nanori.annotation.pipeline import annotate
from nanori.formats.pairing import Identity
from nanori.linting.context import Pair, Subject
from nanori.linting.discovery import CheckedFile, Originals, translated, within
from nanori.linting.evidence import alignment
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
    file_names: bool = True,
    given: Mapping[Identity, Card] | None = None,
) -> tuple[Index, Originals]:
    """Return the names in all files, and the originals that translations in other files have.

    `file_names` is that of `Index`, `given` are originals by translation that are known. What
    cannot be read is left out: it is said when the file is looked at.
    """
    index = Index(register=register, file_names=file_names)
    originals = Originals(given)
    for target in targets:
        _read(target, reading, index, originals)
    if pairs and originals.lacking:
        for target in targets:
            _read(target, reading, None, originals)
    if pairs and originals.translated:
        for target in targets:
            _call(target, reading, index, originals)
    return index, originals


def _call(target: CheckedFile, reading: Reading, index: Index, originals: Originals) -> None:
    """Read one file for what its translations call the things that their originals name."""
    if target.rules:
        return
    try:
        for records in reading.records(target, ignore):
            call([record.card for record in records], index, originals)
    except NanoriError:
        return


def call(cards: Sequence[Card], index: Index, originals: Originals) -> None:
    """Note what the translations of an element call the things that their originals name."""
    for card in cards:
        original = (within(card, cards) or originals.of(card)) if translated(card) else None
        if original is None:
            continue
        pair = Pair(*(Subject(each, annotate(each), index, PLAIN) for each in (original, card)))
        for rendering in alignment.renderings_of(pair):
            index.call(rendering.said, rendering.meant, card.lang)


def _read(target: CheckedFile, reading: Reading, index: Index | None, originals: Originals) -> None:
    """Read one file: the first time for its names, then for originals."""
    if target.rules:
        return
    try:
        for records in reading.records(target, ignore):
            cards = [record.card for record in records]
            if index is None:
                originals.keep(cards)
                continue
            originals.look(cards)
            index.add(cards, target.path)
    except NanoriError:
        return
