"""Cockatrice's card databases, version 3 and 4: a `<card>` per card, both faces in one.

The `id` of a text is the card's name; for a face of `A // B` it is `A // B/0`.
"""

import re
from collections.abc import Iterator
from itertools import zip_longest
from typing import Any, NamedTuple

from msgspec.structs import replace

from nanori.formats import labels, xml_elements
from nanori.formats.detection import Head
from nanori.formats.entries import Element, Entry
from nanori.formats.escaping.xml import is_html
from nanori.formats.format import About, Format
from nanori.formats.io import encodings
from nanori.formats.io.streams import Source
from nanori.formats.suppressions import suppressed
from nanori.formats.words import Words, cut, entry, parts, placed
from nanori.formats.xml_elements import XmlElement, content, descendants, stripped, tree
from nanori.model.errors import NanoriError

BETWEEN_NAMES = " // "
BETWEEN_TEXTS = "\n\n---\n\n"

ROOT = "cockatrice_carddatabase"
_BEGINS = re.compile(rf"<(?:!DOCTYPE\s++)?(?:[\w.-]+:)?{ROOT}\b")
# Cards of a file without the element around them, as people paste them.
_ROOTLESS = re.compile(r"(?:\s|<\?[^>]{0,200}\?>|<!--(?:[^-]|-(?!->))*+-->)*+<card>\s*+<name>")
_SET_TYPE = re.compile(r"<settype>([^<]{0,40})</settype>")
# The set type that set editors write, if any. A database of official cards has sets of many other
# types; someone who copied the type of one of its sets has only that.
CUSTOM = "custom"


class _CockatriceFace(NamedTuple):
    name: str
    text: str
    type: str


def _common(text: str, card: XmlElement, name: str, faces: list[_CockatriceFace]) -> dict[str, Any]:
    """Return what all faces of a card have in common."""
    both = _both_sides(text, card, name, faces[0].text) if len(faces) == 1 else ()
    layout = "split" if len(faces) > 1 else "transform" if both else ""
    if stripped(text, _one(text, card, "token")) == "1":
        layout = "token"
    sets = {stripped(text, node) for node in card.named("set")}
    return {
        "faces": tuple(map(str, both or (face.name for face in faces))),
        "layout": str(stripped(text, _property(text, card, "layout")) or layout),
        # A code, if it is in one set only.
        "printed": sets.pop().upper() if len(sets) == 1 else "",
    }


def _faces(text: str, node: XmlElement, typed: XmlElement | None) -> list[_CockatriceFace]:
    name_parts = _names(text, _one(text, node, "name"))
    most = len(name_parts)
    texts = [
        placed(text, part.start, part.end, "html")  # as sites export it
        if isinstance(part, Words) and is_html(part)
        else part
        for part in parts(content(text, _one(text, node, "text")), BETWEEN_TEXTS, most)
    ]
    types = parts(content(text, typed), BETWEEN_NAMES, most)
    if len(types) == 1:
        types *= most
    filled = zip_longest(name_parts, texts, types, fillvalue="")
    return [_CockatriceFace(*face) for face in filled]


def _names(text: str, node: XmlElement | None) -> list[str]:
    names = parts(content(text, node), BETWEEN_NAMES)
    blank = any(part != part.strip() or not part for part in names)
    return [stripped(text, node)] if blank else names


def _one(text: str, node: XmlElement, tag: str) -> XmlElement | None:
    """Return the child with that name; NanoriError if there are two."""
    children = [*node.named(tag)]
    if len(children) > 1:
        line = text.count("\n", 0, children[1].start) + 1
        raise NanoriError(f"a second <{tag}> is there, one was wanted", line=line)
    return children[0] if children else None


def _property(text: str, card: XmlElement, tag: str) -> XmlElement | None:
    """Return a property of a card: in version 4 inside `<prop>`, before it in the card itself."""
    for prop in card.named("prop"):
        if node := _one(text, prop, tag):
            return node
    return _one(text, card, tag)


def _both_sides(text: str, card: XmlElement, name: str, words: str) -> tuple[str, ...]:
    """Return the names of both sides of a double-faced card, the front first."""
    if label := labels.other_side(words):
        return (label.name, name) if label.front else (name, label.name)
    for node in card.named("related", "reverse-related"):
        if node.attributes.get("attach") == "transform" and (other := stripped(text, node)):
            back = node.tag == "reverse-related"
            if side := stripped(text, _property(text, card, "side")):
                back = side == "back"
            return (other, name) if back else (name, other)
    return ()


class Cockatrice(Format):
    """Cockatrice card databases, version 3 and 4."""

    ABOUT = About(
        title="Cockatrice card databases, version 3 and 4",
        suffixes=(".xml",),
        faces="“A // B” with “---” between the texts; double-faced cards by their related card",
        alternates=False,
        suppressions="<!-- noqa: check --> in the card",
        designers=True,
    )

    def recognises(self, head: Head) -> bool:
        """Tell whether the file has Cockatrice's root element, or begins with a card of it."""
        if not head.text.lstrip().startswith("<"):
            return False
        return _BEGINS.search(head.text) is not None or _ROOTLESS.match(head.text) is not None

    def elements(self, source: Source, head: Head) -> Iterator[Element]:
        """Yield each `<card>`."""
        declared = encodings.declared(head.raw)
        if declared and not (source.mark or b"\0" in head.raw or encodings.codec(declared)):
            reason = f"the encoding “{declared}” is declared, which cannot be read"
            raise NanoriError(reason, path=source.path, line=1)
        rootless = _ROOTLESS.match(head.text) is not None
        elements = xml_elements.elements(source, ROOT, "card", head.encoding, rootless=rootless)
        types = {words.strip().lower() for words in _SET_TYPE.findall(head.text)}
        if len(types - {CUSTOM}) > 1:
            return elements
        return (element._replace(context=CUSTOM) for element in elements)

    def is_of_designers(self, element: Element) -> bool:
        """Tell whether the sets of the file have one type, and no catalogue has the card."""
        return element.context == CUSTOM and super().is_of_designers(element)

    def entries(self, element: Element) -> Iterator[Entry]:
        """Yield each face of a card."""
        text = element.text.decode()
        card = tree(text)
        named = _one(text, card, "name")
        whole = stripped(text, named)
        if not whole:
            # Exporters write both elements empty for a slot without a card.
            if named and not stripped(text, _one(text, card, "text")):
                return
            raise NanoriError("no name")
        faces = _faces(text, card, _property(text, card, "type"))
        has_text = _one(text, card, "text") is not None
        common = _common(text, card, whole, faces)
        checks = suppressed(comment for node in descendants(card) for comment in node.comments)
        for number, face in enumerate(faces):
            fields = {
                **common,
                "text": face.text if has_text else None,
                "name": face.name or whole,
                "id": str(whole) if len(faces) == 1 else f"{whole}/{number}",
                "type": face.type,
            }
            yield replace(entry(fields), suppressed=checks)

    def more_names(self, element: Element) -> Iterator[str]:
        """Yield the names of a card's faces, and of its related cards."""
        text = element.text.decode()
        for node in tree(text).named("name", "related", "reverse-related"):
            yield from (name for name in map(str.strip, stripped(text, node).split("//")) if name)

    def related_names(self, element: Element) -> Iterator[Words]:
        """Yield the whole names of a card and those of its related cards."""
        text = element.text.decode()
        card = tree(text)
        for node in card.named("name", "related", "reverse-related"):
            if isinstance(part := stripped(text, node), Words):
                yield part
        for face in _faces(text, card, None):
            if label := labels.other_side(face.text):  # the name of the other side
                start = face.text.rindex(label.name)
                name = cut(face.text, start, start + len(label.name))
                if isinstance(name, Words):
                    yield name


FORMAT = Cockatrice()
