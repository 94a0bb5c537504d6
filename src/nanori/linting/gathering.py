"""Files to what checks must know of all of them: their names, and the originals of translations."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from nanori.formats.pairing import Identity
from nanori.linting.files.discovery import CheckedFile
from nanori.linting.files.originals import Originals
from nanori.linting.indexes import Index
from nanori.linting.runs import Reading, ignore
from nanori.model.errors import NanoriError
from nanori.model.values import Card

if TYPE_CHECKING:
    from nanori.names.database import Database


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
    return index, originals


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
