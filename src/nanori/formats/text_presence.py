"""A file that is read to whether there was anything in it to read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from nanori.formats import reader
from nanori.formats.records import Batch
from nanori.model.errors import NanoriError


class TextPresence:
    """Watches the batches of a file for a rules text; that of a record that is broken counts."""

    def __init__(self) -> None:
        """Begin with nothing read."""
        self._cards = 0
        self._format = ""
        self._broken = False

    def watch(self, batches: Iterable[Batch]) -> Iterator[Batch]:
        """Yield the batches as they are."""
        for batch in batches:
            self.look(batch)
            yield batch

    def look(self, batch: Batch) -> None:
        """Take note of a batch; those up to the first text are read for it."""
        self._cards += len(batch.elements)
        self._format = batch.format
        self._broken = self._broken or any(True for _ in reader.records(batch))

    def prove(self, path: str) -> None:
        """Raise NanoriError if there was no text, saying what was wanted and what is there."""
        if self._broken:
            return
        if not self._cards:
            raise NanoriError("no card is in it, cards with rules texts were wanted", path=path)
        cards = f"{self._cards} card{'' if self._cards == 1 else 's'} of the format {self._format}"
        reason = f"{cards}, none with a rules text: one at least was wanted; is --from right?"
        raise NanoriError(reason, path=path)
