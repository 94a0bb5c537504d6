"""A small file as it was when a command opened it, once: its bytes, and its elements.

Whoever asks again for its head, its names or its records gets them of these bytes; whoever changes
it proves first that the file is still what was read.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from nanori.formats import reader
from nanori.formats.detection import Head, head_of
from nanori.formats.io import streams
from nanori.formats.io.streams import Content
from nanori.formats.io.writing import Fingerprint
from nanori.formats.records import Batch
from nanori.model.errors import NanoriError

# Of a file that is kept while a command runs.
MAX_BYTES = 1 << 22
# Of all such files together.
MAX_TOTAL_BYTES = 1 << 25


class OpenedFile:
    """The bytes of a file, and the elements that they were divided into."""

    def __init__(self, content: Content, before: Fingerprint) -> None:
        """Keep what was read; `before` was taken before that."""
        self.content = content
        self.before = before
        self._read: dict[tuple[str, str], tuple[list[Batch], NanoriError | None]] = {}

    def head(self, format_name: str) -> Head:
        """Return what the file begins with; `format_name` as of `detection.head_of`."""
        with streams.opened(self.content) as source:
            return head_of(source, format_name)

    def batches(self, lang: str, format_name: str) -> Iterator[Batch]:
        """Yield the batches of the file; arguments and errors as of `reader.batches`."""
        key = lang, format_name
        if key not in self._read:
            batches: list[Batch] = []
            broken: NanoriError | None = None
            try:
                batches += reader.batches(self.content, lang, format_name)
            except NanoriError as error:
                broken = error
            self._read[key] = batches, broken
        batches, broken = self._read[key]
        yield from batches
        if broken:
            raise broken


def every(paths: Iterable[str]) -> dict[str, OpenedFile | None]:
    """Return the small regular files among these as they are now, as many as are kept together."""
    files: dict[str, OpenedFile | None] = {}
    size = 0
    for path in paths:
        files[path] = opened(path) if size <= MAX_TOTAL_BYTES else None
        if file := files[path]:
            size += len(file.content.data)
    return files


def opened(path: str) -> OpenedFile | None:
    """Return a small regular file as it is now; None for any other, or one that cannot be read."""
    size = streams.size(path)
    if size is None or size > MAX_BYTES:
        return None
    fingerprint = Fingerprint(path)
    try:
        data = Path(path).read_bytes()
    except OSError:
        return None  # said by whoever reads it
    return OpenedFile(Content(path, data), fingerprint) if len(data) == size else None
