"""JSON objects whose keys end in 2 for the second face, to the entries of both faces."""

from abc import abstractmethod
from collections.abc import Iterator, Mapping
from functools import partial
from typing import NamedTuple

from msgspec.structs import replace

from nanori.formats import escaping
from nanori.formats.entries import NOTHING, Element, Entry, PlacedWords, SourceSpan, places_of
from nanori.formats.face_facts import layout_of_shape
from nanori.formats.format import Format, json_about
from nanori.formats.json.positions import JsonShape
from nanori.model.errors import NanoriError
from nanori.model.values import Card

# What the keys of the second face end in.
SECOND = "2"

# What people write into the text field of a card that has no text.
NO_TEXT = frozenset({"NA", "N/A", "n/a"})

_TOKEN = "token"


class FaceKeys(NamedTuple):
    """The keys for the fields of a first face."""

    name: str
    type: str
    texts: tuple[str, ...]
    """Of its rules texts, the main one first."""
    way: str
    """How the texts are escaped."""

    def all(self) -> frozenset[str]:
        """Return these keys and those of the second face."""
        first = (self.name, self.type, *self.texts)
        return frozenset((*first, *(f"{key}{SECOND}" for key in first)))


def words_of(
    text: str, members: Mapping[str, JsonShape], key: str, way: str = "json"
) -> PlacedWords:
    """Return what the string under a key says; empty if it is not a string, or blank.

    `way` is the escaping in which it is written.
    """
    span = members.get(key)
    if not isinstance(span, SourceSpan):
        return NOTHING
    source_map = escaping.decode(way, text[span.start : span.end])
    words = source_map.text.strip()
    if not words:
        return NOTHING
    before = len(source_map.text) - len(source_map.text.lstrip())
    behind = before + len(words)
    # The marks between the blanks and the words belong to the words.
    start = span.start + (source_map.ends[before - 1] if before else 0)
    end = span.start + source_map.starts[behind] if behind < len(source_map.text) else span.end
    if escaping.decode(way, text[start:end]).text != words:
        return PlacedWords(source_map.text, SourceSpan(span.start, span.end, way))
    return PlacedWords(words, SourceSpan(start, end, way))


class Faced(NamedTuple):
    """What a JSON object says that has its second face under other keys."""

    text: str
    members: Mapping[str, JsonShape]
    keys: FaceKeys
    common: Card
    """What the faces share, with the program's word for the shape as its layout."""
    suppressed: tuple[str, ...] = ()

    def entries(self) -> Iterator[Entry]:
        """Yield an entry for each text of each face, or one for a face without text.

        The id of a face of two is `id/0`, `id/1`; of a text that is not the main one `id/key`, and
        its key is in `field`; a text that repeats another of its face is read once. A second face
        without a name has that of the first. NanoriError for a first face with a text but no name;
        nothing for a card with neither, which is an empty slot.
        """
        faces = ["", SECOND] if self._has(SECOND) else [""]
        names = [self._words(self.keys.name + face) for face in faces]
        if not names[0].words:
            if any(map(self._has, faces)):
                raise NanoriError(f"no {self.keys.name}")
            return
        remark = ""
        if not names[-1].words:
            names[-1] = PlacedWords(names[0].words)
            remark = f"no {self.keys.name}{SECOND}: the back is read under the name of the front"
        shape = self.common.layout
        common = replace(
            self.common,
            faces=tuple(name.words for name in names) if len(faces) > 1 else (),
            layout=layout_of_shape(shape.lower(), len(faces) > 1)
            or (_TOKEN if shape == _TOKEN else ""),
        )
        for number, face in enumerate(faces):
            own = f"{common.id}/{number}" if common.id and len(faces) > 1 else common.id
            kind = self._words(self.keys.type + face)
            card = replace(common, name=names[number].words, id=own, type=kind.words)
            placed = {"name": names[number], "type": kind}
            if len(faces) > 1:
                placed |= {f"faces/{place}": name for place, name in enumerate(names)}
            bare = Entry(card, {}, places_of(placed), (), self.suppressed)
            for entry in self._texts(face, bare):
                yield replace(entry, remark=remark) if number else entry
                remark = "" if number else remark

    def _texts(self, face: str, bare: Entry) -> Iterator[Entry]:
        """Yield the entry of a face with each of its texts, or without any."""
        texts = {key: self._words(key + face, self.keys.way) for key in self.keys.texts}
        written = {
            key: words
            for key, words in texts.items()
            if words.place and words.words and words.words not in NO_TEXT
        }
        if not written:
            yield bare
        said: dict[str, list[SourceSpan]] = {}
        for words in written.values():
            said.setdefault(words.words, []).extend([words.place] if words.place else [])
        for key, words in written.items():
            place, *copies = said.pop(words.words, [None])
            if place is None:
                continue
            card = replace(bare.card, text=words.words)
            extra: dict[str, object] = {}
            if key != self.keys.texts[0]:
                extra = {"field": key + face}
                card = replace(card, id=f"{card.id}/{key}" if card.id else "")
            places = {**bare.places, "text": place}
            yield replace(bare, card=card, extra=extra, places=places, copies=tuple(copies))

    def names(self) -> Iterator[str]:
        """Yield the name of each face."""
        said = (self._words(self.keys.name + face).words for face in ("", SECOND))
        return filter(None, said)

    def _has(self, face: str) -> bool:
        """Tell whether there is anything for a face."""
        return any(self._words(key + face).words for key in (self.keys.name, *self.keys.texts))

    def _words(self, key: str, way: str = "json") -> PlacedWords:
        return words_of(self.text, self.members, key, way)


# The description shared by such formats.
about = partial(json_about, faces="keys with a 2 behind them", alternates=False)


class FacedFormat(Format):
    """A format of such objects, one per card."""

    @abstractmethod
    def faced(self, element: Element) -> Faced:
        """Return what an element says; NanoriError if it is not a card."""

    def entries(self, element: Element) -> Iterator[Entry]:
        """Yield each text of each face, and faces without one."""
        return self.faced(element).entries()

    def names(self, element: Element) -> Iterator[str]:
        """Yield the name of each face."""
        return self.faced(element).names()
