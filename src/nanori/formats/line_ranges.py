"""A file of lines to ranges of bytes with many lines each.

Worker processes read them by themselves: the one that divides the file need neither split its lines
nor send them.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec

from nanori.formats.catalogue import CardFile
from nanori.formats.entries import Element
from nanori.formats.io import streams
from nanori.formats.io.streams import MAX_LINE_BYTES
from nanori.formats.records import Batch, LineRange
from nanori.model.errors import NanoriError

# Blocks of a range: to hand one to a process, and to have its results, costs as much as some texts.
BLOCKS_PER_RANGE = 4


def can_divide(file: CardFile) -> bool:
    """Tell whether a regular file has a card in each line that is not blank, and is not packed."""
    return not file.source.packing and file.module.in_lines(file.head)


def divided(file: CardFile, lang: str, *, several: bool) -> Iterator[Batch]:
    """Yield the batches of a file; for `several` processes their elements are to be `fetched`.

    These do not say how many code points are before them: nothing can be changed by them.
    NanoriError as of reading its lines, after yielding what comes before.
    """
    path = file.source.path
    begin, line = len(file.source.mark), 0
    end = streams.size(path) or 0
    block = bytearray(streams.BLOCK_BYTES * BLOCKS_PER_RANGE)
    with Path(path).open("rb", buffering=0) as raw:
        while begin < end:
            raw.seek(begin)
            size = raw.readinto(block)
            # block  {…}\n{…}\n{…         begin: byte of the file where it starts
            #                 ^cut ^size   what is behind the last line feed is read again
            last = begin + size >= end
            cut = size if last else block.rfind(b"\n", 0, size) + 1
            if not cut and len(block) <= MAX_LINE_BYTES:
                block *= 2
                continue
            if not cut or block.find(b"\n", 0, size) > MAX_LINE_BYTES:
                reason = f"a line longer than {MAX_LINE_BYTES >> 20} MiB"
                raise NanoriError(reason, path=path, line=line + 1)
            cards = block.count(b"\n", 0, cut) + last
            if several:
                unread = LineRange(begin, cut, line)
                yield Batch(path, file.name, lang, (), begin + cut, cards=cards, unread=unread)
            else:
                elements = _elements(bytes(memoryview(block)[:cut]), line)
                yield Batch(path, file.name, lang, elements, begin + cut)
            begin += cut
            line += cards


def fetched(batch: Batch) -> Batch:
    """Return a batch with its elements; NanoriError if its file is gone, or has become shorter."""
    unread = batch.unread
    if unread is None:
        return batch
    try:
        with Path(batch.path).open("rb") as file:
            file.seek(unread.begin)
            text = file.read(unread.size)
    except OSError as error:
        raise NanoriError((error.strerror or str(error)).lower(), path=batch.path) from error
    if len(text) < unread.size:
        raise NanoriError("it was changed while it was read", path=batch.path)
    return msgspec.structs.replace(batch, elements=_elements(text, unread.line), unread=None)


def _elements(text: bytes, lines_before: int) -> tuple[Element, ...]:
    """Return the lines of a range that are not blank, with so many lines before it."""
    numbered = enumerate(text.split(b"\n"), lines_before + 1)
    return tuple(
        [Element(number, 1, 0, line) for number, line in numbered if line and not line.isspace()]
    )
