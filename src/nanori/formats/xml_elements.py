"""XML of any length goes in; the elements with one tag come out, one at a time.

The text of an element goes in; the elements in it come out, each with the place of its content.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import NamedTuple, Protocol, cast
from xml.parsers.expat import ExpatError

from msgspec import Struct

from nanori.formats.entries import Element
from nanori.formats.escaping.xml import XML
from nanori.formats.io import encodings
from nanori.formats.io.encodings import UTF_8
from nanori.formats.io.streams import Source
from nanori.formats.words import placed, trimmed
from nanori.model.errors import NanoriError

# Nesting of elements beyond which a file is not a card file.
MAX_DEPTH = 100

# Bytes in UTF-8 beyond which an element, or a piece of markup, is not a card.
MAX_BYTES = 1 << 21

# Characters of an element's name that an error quotes, at most.
MAX_SHOWN = 80

_NAME = re.compile(rb"[^\s/>]+")

_DECLARATION = re.compile(rb"\A<\?xml\s[^>]{0,200}\?>")
_SIGN = re.compile(rb"[^\r\n]")

# What expat says about a file that breaks off.
_CUT_OFF = (
    *("no element found", "unclosed token", "unclosed CDATA section"),
    "an element is not closed",
)

# What ElementTree's parser listens to besides elements.
_OTHERS = (
    "CharacterDataHandler",
    "CommentHandler",
    "DefaultHandlerExpand",
    "ProcessingInstructionHandler",
)

# Bytes that are parsed at once, unless one piece of markup is longer.
_BLOCK_BYTES = 1 << 17


def elements(
    source: Source,
    root: str,
    tag: str,
    encoding: str = UTF_8,
    *,
    rootless: bool = False,
    document_type: bool = False,
) -> Iterator[Element]:
    """Yield each outermost element with that tag, wherever it is.

    NanoriError with line and column if the stream is not well-formed XML, has no element `root`
    around it, has entities or, unless `document_type` allows it, names a document type, or goes
    beyond `MAX_DEPTH` or `MAX_BYTES`; what comes before has been yielded by then. With `rootless`
    no element need surround them.
    """
    reader = _XmlWindow(source.path, root, tag, rootless=rootless, document_type=document_type)
    try:
        for block in encodings.blocks(source, encoding):
            reader.feed(block.encode())
            yield from reader.ended()
        reader.close()
    except NanoriError:
        yield from reader.ended()
        raise
    yield from reader.ended()


class _Expat(Protocol):
    """What is used of Python's expat parser."""

    CurrentByteIndex: int
    CurrentLineNumber: int
    CurrentColumnNumber: int
    StartElementHandler: object
    EndElementHandler: object

    def Parse(self, data: bytes, final: bool, /) -> int: ...
    def ExternalEntityParserCreate(self, context: str, encoding: str, /) -> _Expat: ...


class _OpenElement(NamedTuple):
    """Where the open wanted element begins."""

    depth: int
    start: int
    """Its first byte in the stream."""
    line: int
    column: int


class _XmlWindow:
    """A window on the bytes of a stream; what was passed is dropped.

        stream   ·········|<card>…</card>  <card>…·····
                 dropped  ^_base  _reached^              ^_base + _parsed: given to expat
    Offsets that begin with an underscore count bytes of the stream, except `_parsed` of the window.
    """

    def __init__(
        self, path: str, root: str, tag: str, *, rootless: bool, document_type: bool
    ) -> None:
        from defusedxml.ElementTree import DefusedXMLParser

        # Only its guards are used: what else it would keep is not looked at. It never reads the
        # file that a document type names.
        self._guarded = DefusedXMLParser(encoding=UTF_8, forbid_dtd=not document_type)
        parser = cast("_Expat", self._guarded.parser)
        # The contents of an external entity, as expat calls it, need no root; its parser needs the
        # other one to stay.
        self._expat = parser.ExternalEntityParserCreate("", UTF_8) if rootless else parser
        for handler in _OTHERS:
            setattr(self._expat, handler, None)
        self._expat.StartElementHandler = self._begins
        self._expat.EndElementHandler = self._ends
        self._path = path
        self._root = root
        self._tag = tag
        self._rootless = rootless
        self._window = bytearray()
        self._base = 0
        """Bytes of the stream before the window."""
        self._parsed = 0
        """Bytes of the window that were parsed."""
        self._wanted = _BLOCK_BYTES
        self._reached = 0
        """Bytes of the stream before the last element that began or ended."""
        self._counted = 0
        self._points = 0
        """Code points of the stream before its byte `_counted`."""
        self._depth = int(rootless)
        self._open: _OpenElement | None = None
        self._ended: list[Element] = []

    def ended(self) -> list[Element]:
        """Return the elements that ended since the last call."""
        elements, self._ended = self._ended, []
        return elements

    def feed(self, block: bytes) -> None:
        """Read on."""
        self._window += block
        if len(self._window) - self._parsed >= self._wanted:
            self._parse(final=False)

    def close(self) -> None:
        """Read the rest; NanoriError if it ends too early."""
        self._parse(final=True)

    def _parse(self, final: bool) -> None:
        before = self._reached
        try:
            block = bytes(memoryview(self._window)[self._parsed :])
            if self._rootless and not (self._base or self._parsed):
                # An entity cannot have a file's declaration.
                block = _DECLARATION.sub(lambda found: _SIGN.sub(b" ", found[0]), block, count=1)
            self._parsed = len(self._window)
            self._expat.Parse(block, final)
        except ExpatError as error:
            reason = str(error).partition(":")[0]
            if reason == "asynchronous entity":
                reason = "an element is not closed" if self._depth > 1 else "mismatched tag"
            if reason in _CUT_OFF:
                reason = f"the file ends too early: {reason}"
            raise self._error(f"not XML: {reason}", error.lineno, error.offset + 1) from None
        except ValueError as error:  # the guards of defusedxml
            if not type(error).__module__.startswith("defusedxml"):
                raise
            what = "a document type" if type(error).__name__ == "DTDForbidden" else "an entity"
            raise self._here(f"{what} is there, none was wanted") from None
        # What is before the open wanted element, or the last tag, is dropped from the window.
        kept = self._open.start if self._open else self._reached
        self._count(kept)
        del self._window[: kept - self._base]
        self._parsed -= kept - self._base
        self._base = kept
        if len(self._window) > max(MAX_BYTES, len(block)):
            raise self._here(f"an element longer than {MAX_BYTES >> 20} MiB")
        # Expat rescans an unfinished piece of markup from its beginning each time.
        stuck = self._reached == before
        self._wanted = max(_BLOCK_BYTES, self._parsed) if stuck else _BLOCK_BYTES

    def _begins(self, tag: str, attributes: object) -> None:
        self._reached = self._expat.CurrentByteIndex
        self._depth += 1
        if self._depth > MAX_DEPTH:
            raise self._here("nested too deeply")
        name = tag.rpartition("}")[2]
        if self._depth == 1 and name != self._root:
            raise self._here(f"<{name[:MAX_SHOWN]}> is there, <{self._root}> was wanted")
        if self._open is None and name == self._tag:
            line, column = self._expat.CurrentLineNumber, self._expat.CurrentColumnNumber + 1
            self._open = _OpenElement(self._depth, self._reached, line, column)

    def _ends(self, tag: str) -> None:
        self._reached = self._expat.CurrentByteIndex
        if self._open is not None and self._open.depth == self._depth:
            _, start, line, column = self._open
            self._open = None
            end = self._end(start - self._base, self._reached - self._base)
            self._count(start)
            text = bytes(memoryview(self._window)[start - self._base : end])
            self._ended.append(Element(line, column, self._points, text))
            self._reached = self._base + end
        self._depth -= 1

    def _end(self, start: int, offset: int) -> int:
        """Return the end in the window of the element that begins at `start`.

        `offset` is what expat gives: for an element without content its end, else its end tag.
        """
        name = _NAME.match(self._window, start + 1)
        closing = b"</" + name[0] if name else b"</"
        after = self._window[offset + len(closing) : offset + len(closing) + 1]
        if self._window.startswith(closing, offset) and after in b"> \t\r\n":
            # Cut off, `<sheet/></sheet`: the tag that begins there is another's.
            return self._window.find(b">", offset) + 1 or offset
        return offset

    def _count(self, reached: int) -> None:
        """Count the code points up to that byte of the stream; never goes back."""
        if reached > self._counted:
            passed = memoryview(self._window)[self._counted - self._base : reached - self._base]
            self._points += len(str(passed, UTF_8))
            self._counted = reached

    def _here(self, reason: str) -> NanoriError:
        expat = self._expat
        return self._error(reason, expat.CurrentLineNumber, expat.CurrentColumnNumber + 1)

    def _error(self, reason: str, line: int, column: int) -> NanoriError:
        return NanoriError(reason, path=self._path, line=line, column=column)


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
MAX_ELEMENTS = 50_000


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
    """Its comments, except those in its children."""
    closed: bool = False
    """Whether its tag closes itself, so that it has no content."""

    def named(self, *tags: str) -> Iterator[XmlElement]:
        """Yield the children with these tags."""
        return (child for child in self.children if child.tag in tags)


def tree(text: str) -> XmlElement:
    """Return the element that a text of well-formed XML consists of.

    NanoriError with the line in it if there are more than `MAX_ELEMENTS` elements in it.
    """
    top = XmlElement("", {}, 0, len(text), [], [])
    open_nodes = [top]
    count = 0
    for markup in _MARKUP.finditer(text):
        if markup["tag"]:
            count += 1
            if count > MAX_ELEMENTS:
                line = text.count("\n", 0, markup.start()) + 1
                raise NanoriError(f"more than {MAX_ELEMENTS} elements are in a card", line=line)
            element = _node(markup)
            open_nodes[-1].children.append(element)
            if not markup["empty"]:
                open_nodes.append(element)
        elif markup["comment"] is not None:
            open_nodes[-1].comments.append(markup["comment"])
        elif text.startswith("</", markup.start()) and len(open_nodes) > 1:
            open_nodes.pop().end = markup.start()
    return top.children[0] if top.children else top


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
            for attribute in islice(_ATTRIBUTE.finditer(markup["attributes"]), MAX_ELEMENTS)
        )
    }
    end = markup.end()
    return XmlElement(_plain(markup["tag"]), attributes, end, end, [], [], bool(markup["empty"]))


def _plain(name: str) -> str:
    return name.rpartition(":")[2]


def content(text: str, node: XmlElement | None) -> str:
    """Return the words of an element's content, which has none if its tag closes itself."""
    return placed(text, node.start, node.end, "xml") if node and not node.closed else ""


def stripped(text: str, node: XmlElement | None) -> str:
    """Return the words of an element's content without the blanks around them."""
    return trimmed(content(text, node))
