"""What stays the same while files are looked at, and how they are read."""

from collections.abc import Callable, Iterator, Mapping

import msgspec
from msgspec import Struct

from nanori.documents.source import Document
from nanori.formats import reader
from nanori.formats.entries import Element, Entry
from nanori.formats.proving import with_edits
from nanori.formats.records import Batch
from nanori.linting.configuration import Selection
from nanori.linting.context import MAX_FINDINGS
from nanori.linting.discovery import CheckedFile, Originals
from nanori.linting.indexes import Index
from nanori.linting.options import Settings
from nanori.model.errors import NanoriError
from nanori.model.values import Edit

# Takes what is wrong with one record.
Note = Callable[[NanoriError], None]

# Which element of a file: the file inside it, and where the element begins there.
Key = tuple[str, int]

# By path and element, edits of the element's text that are to be made.
Repairs = Mapping[str, Mapping[Key, tuple[Edit, ...]]]


class Reading(Struct, frozen=True):
    """How files are read."""

    lang: str = ""
    """Language of records that do not say theirs; empty to tell it from each."""
    format_name: str = ""
    """Format of the files; empty to tell it from each."""
    repairs: Repairs = {}
    """What is read as if it had been mended already."""

    def batches(self, target: CheckedFile) -> Iterator[Batch]:
        """Yield the elements of a file as it is; NanoriError as of `mended`."""
        if target.opened:
            return target.opened.batches(self.lang, self.format_name)
        return reader.batches(target.file, self.lang, self.format_name)

    def mended(self, target: CheckedFile) -> Iterator[Batch]:
        """Yield the elements of a file, mended where there are repairs.

        NanoriError where the file cannot be read; what came before has been yielded by then.
        """
        repairs = self.repairs.get(target.path)
        for batch in self.batches(target):
            yield _mended(batch, repairs) if repairs else batch

    def elements(self, target: CheckedFile) -> Iterator[tuple[Batch, Element]]:
        """Yield each of them, in a batch of its own; NanoriError as of `mended`."""
        for batch in self.mended(target):
            for single in alone(batch):
                yield single, single.elements[0]

    def records(self, target: CheckedFile, note: Note) -> Iterator[list[list[Entry]]]:
        """Yield the records of each element, those of a batch at once."""
        for batch in self.mended(target):
            yield [records_in(single, note) for single in alone(batch)]


def _mended(batch: Batch, repairs: Mapping[Key, tuple[Edit, ...]]) -> Batch:
    """Return a batch with the edits made that some of its elements have."""
    mended: list[Element] = []
    for element in batch.elements:
        edits = repairs.get((element.member, element.start), ())
        mended.append(with_edits(element, edits) if edits else element)
    return msgspec.structs.replace(batch, elements=tuple(mended))


def alone(batch: Batch) -> list[Batch]:
    """Return a batch for each element of a batch."""
    return [msgspec.structs.replace(batch, elements=(each,)) for each in batch.elements]


def records_in(batch: Batch, note: Note) -> list[Entry]:
    """Return the records of a batch; what cannot be one is noted."""
    records: list[Entry] = []
    for record in reader.records(batch):
        if isinstance(record, NanoriError):
            note(record)
        else:
            records.append(record)
    return records


class Run(Struct, frozen=True):
    """What a file is looked at with."""

    settings: Settings
    index: Index
    selection: Selection
    originals: Originals
    reading: Reading
    most: int = MAX_FINDINGS
    """Findings of a check on a text."""
    against: Document | None = None
    """The full rules, that documents are excerpts of."""


def ignore(error: NanoriError) -> None:
    """Say nothing of what is said elsewhere."""
    del error
