"""The text of an XML element to the elements in it, each with the place of its content."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import islice

from msgspec import Struct

from nanori.formats.entries import SourceSpan
from nanori.formats.escaping.xml import XML, sections
from nanori.model.errors import NanoriError

_MARKUP = re.compile(
    r"""
      <!\[CDATA\[ (?:[^\]]|\](?!\]>))*+ (?:\]\]>)?
    | <!-- (?P<comment> (?:[^-]|-(?!->))*+ ) (?:-->)?
    | <\? (?:[^?]|\?(?!>))*+ (?:\?>)?
    | </ [^>]* >
    | < (?P<tag> [^\s<>/"'!?]++ )
        (?P<attributes> (?:[^<>"'/]|/(?!>)|"[^"]*"|'[^']*')*+ ) (?P<empty> /? ) >
    """,
    re.VERBOSE,
)
_ATTRIBUTE = re.compile(r"""([^\s=]++)\s*+=\s*+(?:"([^"]*)"|'([^']*)')""")


# Elements in one element, and attributes of one, beyond which it is not a card.
MOST = 50_000


class XmlElement(Struct):
    """An element and what is in it."""

    tag: str
    """Its name without namespace."""
    attributes: Mapping[str, str]
    start: int
    """First code point of its content in the text that was read."""
    end: int
    """One past the last code point of its content."""
    children: list[XmlElement]
    comments: list[str]
    """Its comments, except those in its children; for the root also those before it."""
    closed: bool = False
    """Whether its tag closes itself, so that it has no content."""

    def named(self, *tags: str) -> Iterator[XmlElement]:
        """Yield the children with these tags."""
        return (child for child in self.children if child.tag in tags)


class Part(Struct, frozen=True):
    """Words of an element's content."""

    words: str = ""
    place: SourceSpan | None = None
    """Where they are, if they can be edited there."""


def tree(text: str) -> XmlElement:
    """Return the element that a text of well-formed XML consists of.

    NanoriError with the line in it if there are more than `MOST` elements in it.
    """
    top = XmlElement("", {}, 0, len(text), [], [])
    open_nodes = [top]
    count = 0
    for markup in _MARKUP.finditer(text):
        if markup["tag"]:
            count += 1
            if count > MOST:
                line = text.count("\n", 0, markup.start()) + 1
                raise NanoriError(f"more than {MOST} elements are in a card", line=line)
            made = _node(markup)
            open_nodes[-1].children.append(made)
            if not markup["empty"]:
                open_nodes.append(made)
        elif markup["comment"] is not None:
            open_nodes[-1].comments.append(markup["comment"])
        elif text.startswith("</", markup.start()) and len(open_nodes) > 1:
            open_nodes.pop().end = markup.start()
    if not top.children:
        return top
    top.children[0].comments[:0] = top.comments
    return top.children[0]


def descendants(node: XmlElement) -> Iterator[XmlElement]:
    """Yield an element and all those in it, in order."""
    yield node
    for child in node.children:  # no deeper than `stream.DEEPEST`
        yield from descendants(child)


def _node(markup: re.Match[str]) -> XmlElement:
    attributes = {
        _plain(name): XML.decode(double or single).text
        for name, double, single in (
            attribute.groups("")
            for attribute in islice(_ATTRIBUTE.finditer(markup["attributes"]), MOST)
        )
    }
    end = markup.end()
    return XmlElement(_plain(markup["tag"]), attributes, end, end, [], [], bool(markup["empty"]))


def _plain(name: str) -> str:
    return name.rpartition(":")[2]


def stripped(text: str, node: XmlElement) -> Part:
    """Return the words of an element's content without the blanks around them."""
    return parts(text, node, "", 1)[0]


def parts(text: str, node: XmlElement, divider: str, most: int = 0) -> list[Part]:
    """Return the parts of an element's content between dividers, at most so many if not 0.

    With an empty `divider` there is one part, without the blanks around it.
    """
    source_map = XML.decode(text[node.start : node.end])
    words = source_map.text
    if divider:
        pieces = words.split(divider, most - 1 if most else -1)
        before = 0
    else:
        pieces = [words.strip()]
        before = len(words) - len(words.lstrip())
    if len(pieces) == 1 and pieces[0] == words:
        place = None if node.closed else SourceSpan(node.start, node.end, "xml")
        return [Part(words, place)]
    literal = sections(text[node.start : node.end])
    made: list[Part] = []
    for piece in pieces:
        place = None
        if piece:
            end = before + len(piece) - 1
            place = _place(source_map.starts[before], source_map.ends[end], literal, node.start)
        made.append(Part(piece, place))
        before += len(piece) + len(divider)
    return made


def _place(start: int, end: int, literal: list[tuple[int, int]], base: int) -> SourceSpan | None:
    """Return the place of a stretch of content; None if it crosses the edge of a CDATA section."""
    escaping = "xml"
    for first, last in literal:
        if first <= start and end <= last:
            escaping = "cdata"
        elif first <= start < last or first < end <= last:
            return None
    return SourceSpan(base + start, base + end, escaping)
