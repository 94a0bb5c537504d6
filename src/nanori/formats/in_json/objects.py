"""Formats whose elements are JSON objects: a type for their keys, and what these mean."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any, ClassVar

from msgspec.structs import replace

from nanori.formats import suppressions
from nanori.formats.detection import Head
from nanori.formats.entries import Element, Entry, SourceSpan, placed_later
from nanori.formats.face_facts import layout_of_shape
from nanori.formats.format import Format, json_about
from nanori.formats.io.streams import Source
from nanori.formats.json.stream import KEY, strict
from nanori.formats.json.words import located, prove_once, read, said, text_of
from nanori.formats.records import decoded
from nanori.formats.words import Words, entry
from nanori.model import typed_values
from nanori.model.errors import NanoriError


class ObjectFormat(Format):
    """A format whose elements are JSON objects."""

    KIND: ClassVar[Any]
    """The type of an object."""
    QUICK: ClassVar[bool] = False
    """Whether `texts` needs no places, so that it may be asked twice: for cards, and for places."""

    ONCE: ClassVar[tuple[str, ...]] = ()
    """Keys that an object may have once: of a second value nothing would be said."""
    LOOSE: ClassVar[bool] = False
    """Whether an object may have comments and trailing commas."""

    @abstractmethod
    def texts(self, card: Any, element: Element) -> Iterator[Entry]:  # noqa: ANN401 — a KIND
        """Yield the entries of an object of plain strings, or of `Words`."""

    def naming(self, card: Any) -> Iterator[Words]:  # noqa: ANN401
        """Yield the names in an object of `Words` that are not fields of its entries."""
        return iter(())

    def suppressed(self, card: Any, element: Element) -> tuple[str, ...]:  # noqa: ANN401
        """Return the checks that its notes turn off, if it has some, else its own key."""
        notes: list[str] | str = getattr(card, "notes", None) or []
        lines = notes.split("\n") if isinstance(notes, str) else notes
        return suppressions.suppressed(lines) or suppressions.in_json(element.text)

    def is_card(self, element: Element) -> bool:
        """Tell whether an element is an object, not something between them."""
        return element.context != KEY

    def elements(self, source: Source, head: Head) -> Iterator[Element]:
        """Yield each object."""
        return filter(self.is_card, self.elements_and_keys(source, head))

    def entries(self, element: Element) -> Iterator[Entry]:
        """Yield the entries of an object; NanoriError, too, if a key of a field is there twice."""
        if not self.is_card(element):
            return
        for key in self.ONCE:
            if element.text.count(b'"%s"' % key.encode()) > 1:
                prove_once(element, key)
        if self.QUICK:
            card = decoded(typed_values.decoder(self.KIND), element.text)
            entries = placed_later(self.texts(card, element), lambda: self._places(element))
        else:
            card = self._read(element)
            entries = self.texts(card, element)
        checks = self.suppressed(card, element)
        yield from (replace(each, suppressed=checks) for each in entries) if checks else entries

    def _places(self, element: Element) -> Iterator[Mapping[str, SourceSpan]]:
        card = located(text_of(element.text), self.KIND)
        return (each.places for each in self.texts(card, element))

    def related_names(self, element: Element) -> Iterator[Words]:
        """Yield the names in an object that are not fields of its entries."""
        if self.is_card(element):
            yield from self.naming(self._read(element))

    def _read(self, element: Element) -> Any:  # noqa: ANN401
        if self.LOOSE:
            element = element._replace(text=strict(text_of(element.text)).encode())
        return read(element, self.KIND)


# What the keys of the second face end in.
SECOND = "2"

# What people write into the text field of a card that has no text.
NO_TEXT = frozenset({"NA", "N/A", "n/a"})

_TOKEN = "token"

# The description shared by formats with faces under such keys.
about = partial(json_about, faces="keys with a 2 behind them", alternates=False)


def two_faces(
    members: Mapping[str, object],
    keys: tuple[str, str],
    texts: Sequence[str],
    way: str,
    common: Mapping[str, Any],
) -> Iterator[Entry]:
    """Yield an entry for each text of each face, or one for a face without text.

    `keys` are those of a face's name and type, `common` what the faces share, with the program's
    word for the shape as layout. The id of a face of two is `id/0`, `id/1`; of a text that is not
    the main one `id/key`, and its key is in `field`; a text that repeats another of its face is
    read once. A second face without a name has that of the first. NanoriError for a first face with
    a text but no name; nothing for a card with neither, which is an empty slot.
    """
    named, typed = keys
    ways = {named: "json", typed: "json", **dict.fromkeys(texts, way)}
    words = {
        key + face: said(members.get(key + face), ways[key])
        for face in ("", SECOND)
        for key in ways
    }
    several = any(words[key + SECOND] for key in (named, *texts))
    faces = ["", SECOND] if several else [""]
    names = [words[named + face] for face in faces]
    if not names[0]:
        if any(words[key + face] for face in faces for key in (named, *texts)):
            raise NanoriError(f"no {named}")
        return
    remark = ""
    if not names[-1]:
        names[-1] = str(names[0])
        remark = f"no {named}{SECOND}: the back is read under the name of the front"
    shape = common.get("layout", "")
    common = {
        **common,
        "faces": tuple(names) if several else (),
        "layout": layout_of_shape(shape.lower(), several) or (_TOKEN if shape == _TOKEN else ""),
    }
    for number, face in enumerate(faces):
        own = common.get("id", "")
        own = f"{own}/{number}" if own and several else own
        text = "" if members.get(texts[0] + face) is not None else None
        bare = {
            **common,
            "name": names[number],
            "id": own,
            "type": words[typed + face],
            "text": text,
        }
        written = [key for key in texts if words[key + face] and words[key + face] not in NO_TEXT]
        first = {words[key + face]: key for key in reversed(written)}
        for key in [key for key in written if first[words[key + face]] == key] or [""]:
            fields = {**bare, "text": words.get(key + face, "")} if key else bare
            extra: dict[str, object] = {}
            if key and key != texts[0]:
                extra = {"field": key + face}
                fields["id"] = f"{own}/{key}" if own else ""
            others = (words[each + face] for each in written if key and each != key)
            copies = tuple(
                other.place
                for other in others
                if isinstance(other, Words) and other == words[key + face]
            )
            yield replace(entry(fields, extra), copies=copies, remark=remark if number else "")
            remark = "" if number else remark
