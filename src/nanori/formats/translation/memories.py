"""A translation memory, TMX, as a whole: each of its units, whatever it is, and the new file.

A unit need not say which card it belongs to: a translation program's memory has only segments.
"""

import hashlib
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import NamedTuple, cast

from msgspec import Struct

from nanori.formats import escaping, patching, xml_elements
from nanori.formats.detection import head_of
from nanori.formats.entries import Element
from nanori.formats.io import encodings, streams, writing
from nanori.formats.io.streams import Source
from nanori.formats.io.writing import Fingerprint
from nanori.formats.translation import keys, tmx, xml_units
from nanori.formats.translation.keys import UnitKey
from nanori.formats.xml_elements import XmlElement, tree
from nanori.grammar import languages
from nanori.model import edits
from nanori.model.errors import NanoriError
from nanori.model.values import Edit

# How words are written in a segment.
WAY = "inline"


class MemorySegment(Struct, frozen=True):
    """What a unit says in one language."""

    lang: str
    """Code of a language that has a grammar."""
    words: str
    start: int
    """First code point in the text of the unit's element."""
    end: int


class MemoryUnit(Struct, frozen=True):
    """A unit of a memory."""

    element: Element
    segments: tuple[MemorySegment, ...]
    key: UnitKey | None
    """Which card and field it belongs to, if its id, a property or a note says so."""
    remarks: tuple[str, ...]
    """What its properties and notes say."""

    def said(self, lang: str) -> str:
        """Return what it says in a language; empty if nothing."""
        return next((each.words for each in self.segments if each.lang == lang), "")


class Memory(NamedTuple):
    """A memory being read."""

    source: str
    """Code of the language that it is translated from."""
    encoding: str
    units: Iterator[MemoryUnit]


# The edits of the words of segments, by their place in the unit; in order, without overlap.
EditsOfUnit = Callable[[MemoryUnit], Mapping[int, Sequence[Edit]]]


@contextmanager
def opened(path: str, pattern: str = "") -> Generator[Memory]:
    """Open a memory; `pattern` is how its keys are made, such as `{card}.{field}`.

    NanoriError if it is not TMX, or not well-formed.
    """
    with streams.opened(path) as source:
        yield _read(source, pattern)


def rewrite(path: str, out: str | None, edits_of: EditsOfUnit, pattern: str = "") -> int:
    """Write a memory with edits made to its segments; return how many units changed.

    Everything else stays byte for byte. What was written is read again before it takes its place:
    NanoriError if a segment is not as intended, and then nothing has been written.
    """
    with streams.seekable(path) as place:
        unchanged = Fingerprint(place).check
        meant, there = hashlib.sha256(), hashlib.sha256()

        def changes(units: Iterable[MemoryUnit]) -> Iterator[list[Edit]]:
            for unit in units:
                made = edits_of(unit)
                if any(made.values()):
                    yield _in_file(unit, made)
                meant.update(
                    _joined(
                        edits.apply(segment.words, made.get(number, ()))
                        for number, segment in enumerate(unit.segments)
                    )
                )

        with writing.together(unchanged), writing.staged(out, place) as target:
            with opened(place, pattern) as memory:
                count = patching.copy(place, memory.encoding, target, changes(memory.units))
            unchanged()  # before anything is on standard output
            if count:
                target.seek(0)
                again = Source(place, cast("streams.BufferedReader", target))
                for unit in _read(again, pattern).units:
                    there.update(_joined(segment.words for segment in unit.segments))
                if there.digest() != meant.digest():
                    raise NanoriError("a segment would not be read as it was meant", path=place)
    return count


def _read(source: Source, pattern: str) -> Memory:
    head = head_of(source)
    if not tmx.FORMAT.recognises(head):
        raise NanoriError("not a translation memory in TMX", path=source.path)
    encoding = encodings.in_unicode(head.encoding)
    tag = xml_units.attribute(head, "srclang")
    elements = xml_elements.elements(source, "tmx", "tu", encoding, document_type=True)
    return Memory(
        languages.called(tag) or languages.original_language(),
        encoding,
        (_unit(element, pattern) for element in elements),
    )


def _unit(element: Element, pattern: str) -> MemoryUnit:
    text = element.text.decode()
    unit = tree(text)
    key = keys.read(unit.attributes.get("tuid", ""), pattern)
    remarks = tuple(xml_units.words(text, node) for node in unit.named("prop", "note"))
    for remark in remarks:
        key = key or keys.remarked(remark, pattern)
    return MemoryUnit(element, tuple(_segments(text, unit)), key, remarks)


def _segments(text: str, unit: XmlElement) -> Iterator[MemorySegment]:
    """Yield the segments in languages that have a grammar."""
    for variant in unit.named("tuv"):
        lang = languages.called(variant.attributes.get("lang", ""))
        for segment in variant.named("seg") if lang else ():
            if not segment.closed:
                words = xml_units.words(text, segment)
                yield MemorySegment(lang, words, segment.start, segment.end)


def _in_file(unit: MemoryUnit, made: Mapping[int, Sequence[Edit]]) -> list[Edit]:
    """Return edits of segments as edits of the file."""
    text = unit.element.text.decode()
    newline = "\r\n" if "\r\n" in text else "\n"
    placed: list[Edit] = []
    for number, segment in enumerate(unit.segments):
        if of_words := made.get(number):
            raw = text[segment.start : segment.end]
            before = unit.element.start + segment.start
            placed += [
                Edit(before + edit.start, before + edit.end, edit.text)
                for edit in escaping.edits(WAY, raw, of_words, newline)
            ]
    return placed


def _joined(words: Iterable[str]) -> bytes:
    return "\x1f".join(words).encode(errors="surrogatepass") + b"\x1e"
