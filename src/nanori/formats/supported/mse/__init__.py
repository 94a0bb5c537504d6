"""Magic Set Editor's sets: a zip archive, a folder, or the plain file `set` out of one.

Cards are in the file `set`, or each in a file of its own that `set` includes. What a set says once
for all its cards (language, game, code, stylesheet) is the context of each element.
"""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec

from nanori.formats.detection import Head
from nanori.formats.entries import Element, Entry
from nanori.formats.format import About, Format
from nanori.formats.io import archives
from nanori.formats.io.archives import Container
from nanori.formats.io.encodings import Line, lines
from nanori.formats.io.streams import Source, in_memory
from nanori.formats.supported.mse import records
from nanori.formats.supported.mse.records import depth_of, key_of
from nanori.model.errors import NanoriError

# The file of an archive or folder that includes all others.
SET = "set"

# Files of an archive that is not a set.
_OFFICE = frozenset({"xl/workbook.xml", "content.xml"})

_CARD = "card"
_INCLUDE = "include file"
_INFO = "set info"
_FIRST = "mse version"

# What an intact line without tabs begins with.
_SET_KEY = re.compile(r"[a-z][\w ]*:")

# Code points of a card; it holds no pictures.
MAX_CARD_LENGTH = 1 << 20

# Files that may include one another, each the next.
MAX_FILES = 8


class _Reading:
    """What is known of a set while its files are read."""

    def __init__(self, container: Container | None, path: str, member: str = SET) -> None:
        self._container = container
        self._path = path
        self._about = records.SetInfo()
        self._seen = {member}

    def elements(self, lines: Iterable[Line], member: str, depth: int = 1) -> Iterator[Element]:
        """Yield the cards, or other blocks, of a file and of those that it includes."""
        card: list[Line] = []
        block = ""
        length = 0
        for line in lines:
            # `card:` begins a block, which lines one tab deep, blank ones and comments continue.
            if depth_of(line.text) or not line.text.strip() or line.text.startswith("#"):
                if block == _INFO and depth_of(line.text) == 1:
                    self._learn(line.text.strip())
            elif card and not _SET_KEY.match(line.text):
                pass  # a text that lost its tabs belongs to the card, which reports it
            else:
                if card:
                    yield self._element(card, member)
                block, card, length = key_of(line.text), [], 0
                if block == _INCLUDE:
                    yield from self._include(line, member, depth)
                else:
                    self._learn(line.text)
            if block == _CARD:
                card.append(line)
                length += len(line.text)
                if length > MAX_CARD_LENGTH:
                    reason = f"a card longer than {MAX_CARD_LENGTH >> 20} MiB"
                    raise NanoriError(reason, path=self._where(member), line=card[0].number)
        if card:
            yield self._element(card, member)

    def _element(self, card: list[Line], member: str) -> Element:
        last = len(card)
        while not (card[last - 1].text.strip() or depth_of(card[last - 1].text) > 1):
            last -= 1
        text = "".join(line.text for line in card[:last]).removesuffix("\n").removesuffix("\r")
        return Element(card[0].number, 1, card[0].start, text.encode(), self._about, member)

    def _learn(self, line: str) -> None:
        key = key_of(line).replace(" ", "_")
        if key in records.SetInfo.__struct_fields__:
            value = line.partition(":")[2].strip()
            self._about = msgspec.structs.replace(self._about, **{key: value})

    def _include(self, line: Line, member: str, depth: int) -> Iterator[Element]:
        name = line.text.partition(":")[2].strip()
        try:
            if not self._container:
                raise NanoriError(f"“{name}” is included, a file of the disk was wanted for that")
            included = self._container.find(name)
            if included in self._seen:
                raise NanoriError(f"“{name}” is included twice, once was wanted")
            if depth == MAX_FILES:
                raise NanoriError(f"“{name}” is included by the last of {MAX_FILES} files in a row")
        except NanoriError as error:
            where = self._where(member)
            raise NanoriError(error.message, path=where, line=line.number) from None
        self._seen.add(included)
        yield from self.elements(_included(self._container, included), included, depth + 1)

    def _where(self, member: str) -> str:
        return f"{self._container.path}/{member}" if self._container and member else self._path


def _included(container: Container, member: str) -> Iterator[Line]:
    """Yield the lines of a file in an archive or folder, without byte order mark."""
    content = in_memory(container.read(member))
    return lines(Source(f"{container.path}/{member}", content))


def _elements(source: Source, head: Head) -> Iterator[Element]:
    if not (head.folder or archives.is_archive(head.raw)):
        # What the file `set` includes is beside it.
        neighbour = archives.beside(source)
        reading = _Reading(neighbour, source.path)
        yield from reading.elements(lines(source, head.encoding), "")
        return
    with archives.opened(source) as container:
        member = container.find(SET)
        reading = _Reading(container, source.path, member)
        yield from reading.elements(_included(container, member), member)


class MagicSetEditor(Format):
    """Magic Set Editor sets: archives, folders, and the file “set”."""

    ABOUT = About(
        title="Magic Set Editor sets: archives, folders, and the file “set”",
        suffixes=(".mse-set",),
        languages="the one language of the set",
        faces="up to four, in numbered fields",
        suppressions="!noqa check, check in the notes",
        signs=True,
        marks_symbols=True,
        designers=True,
    )

    def recognises(self, head: Head) -> bool:
        """Tell whether a file begins with the version of the program, or is an archive of files."""
        if head.folder:
            return Path(head.path, SET).is_file()
        if archives.is_archive(head.raw):
            return not head.members & _OFFICE
        first = next((line for line in head.text.split("\n") if key_of(line)), "")
        return key_of(first) == _FIRST

    def elements(self, source: Source, head: Head) -> Iterator[Element]:
        """Yield each card of a set, in the order of its files."""
        return _elements(source, head)

    def entries(self, element: Element) -> Iterator[Entry]:
        """Yield an entry for each text of each face of a card, or one for a face without text."""
        return records.entries(element)

    def is_of_designers(self, element: Element) -> bool:
        """Tell whether a card's game has templating that is known here: the program has many."""
        return records.has_known_game(element)


FORMAT = MagicSetEditor()
