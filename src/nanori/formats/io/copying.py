"""Copies a text file to another, with stretches replaced."""

import codecs
from collections.abc import Iterable
from typing import BinaryIO

from nanori.formats.io import encodings
from nanori.formats.io.streams import Source
from nanori.model.errors import NanoriError
from nanori.model.values import Edit


class Copier:
    """A stream being copied, counted in code points of its text.

    Bytes that nothing replaces are passed on unchanged, even those that do not fit the encoding;
    each of these counts as one code point. The byte order mark is passed on and not counted.
    """

    def __init__(self, source: Source, encoding: str, out: BinaryIO) -> None:
        """Begin with an unread stream."""
        self._source = source
        self._encoding = encoding
        self._decoder = codecs.getincrementaldecoder(encoding)("surrogateescape")
        self._out = out
        self._raw, self._text = b"", ""
        self._byte = self._character = 0
        self._before = 0
        self._ended = False
        out.write(source.mark)

    def replace(self, edits: Iterable[Edit]) -> None:
        """Copy up to the edits and make them, in order; they count code points of the file.

        NanoriError for a character that the encoding lacks.
        """
        for edit in edits:
            self._pass(edit.start, keep=True)
            self._out.write(encoded(edit.text, self._encoding, self._source.path))
            self._pass(edit.end, keep=False)

    def finish(self) -> None:
        """Copy the rest."""
        self._out.write(self._raw[self._byte :])
        # What was held back as the beginning of a character is passed on, too.
        self._out.write(self._decoder.getstate()[0])
        while block := self._source.read():
            self._out.write(block)

    def _pass(self, place: int, *, keep: bool) -> None:
        """Move on to a code point of the file, passing on what is before it or leaving it out."""
        while place > self._before + len(self._text) and not self._ended:
            if keep:
                self._out.write(self._raw[self._byte :])
            self._more()
        end = place - self._before
        passed = self._text[self._character : end]
        size = encodings.size(passed, self._encoding)
        if keep:
            self._out.write(self._raw[self._byte : self._byte + size])
        self._byte += size
        self._character = end

    def _more(self) -> None:
        self._before += len(self._text)
        waiting = self._decoder.getstate()[0]
        block = self._source.read()
        self._ended = not block
        try:
            self._text = self._decoder.decode(block, self._ended)
        except UnicodeDecodeError as error:
            reason = f"not {self._encoding.upper()}: {error.reason}"
            raise NanoriError(reason, path=self._source.path) from None
        held = len(self._decoder.getstate()[0])
        together = waiting + block
        self._raw = together[: len(together) - held]
        self._byte = self._character = 0


def encoded(words: str, encoding: str, path: str) -> bytes:
    """Return words in the encoding of a file; NanoriError for a character that it lacks."""
    try:
        return words.encode(encoding)
    except UnicodeEncodeError as error:
        lacking = words[error.start : error.start + 1]
        shown = lacking if lacking.isprintable() else f"U+{ord(lacking):04X}"
        raise NanoriError(f"“{shown}” cannot be written in {encoding.upper()}", path=path) from None
