"""Words in XML: element content, CDATA, segments of translators, HTML in it, cells of workbooks."""

import re
from collections.abc import Sequence

from nanori.formats.entries import SourceMap, WordsBuilder, as_written, composed, replaced
from nanori.formats.escaping import Escaping, Rewriting, Signs
from nanori.model import visible
from nanori.model.edits import apply
from nanori.model.errors import NanoriError
from nanori.model.values import Edit

_PIECE = re.compile(
    r"""
      <!\[CDATA\[ (?P<literal> (?:[^\]]|\](?!\]>))*+ ) (?:\]\]>)?
    | <!-- (?:[^-]|-(?!->))*+ (?:-->)?
    | <\? (?:[^?]|\?(?!>))*+ (?:\?>)?
    | < (?:[^<>"']|"[^"]*"|'[^']*')*+ >
    | &(?P<named>amp|lt|gt|quot|apos);
    | &\#(?P<decimal>[0-9]{1,7});
    | &\#x(?P<hexadecimal>[0-9A-Fa-f]{1,6});
    | (?P<end>\r\n?)
    | (?P<plain>[^<&\r]++|.)
    """,
    re.VERBOSE | re.DOTALL,
)

# Without any of these a stretch stands for itself.
_SIGN = re.compile(r"[<&\r]")

_NAMED = {"amp": "&", "lt": "<", "gt": ">", "quot": '"', "apos": "'"}
_LINE_END = re.compile(r"\r\n?")
_ESCAPED = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", "\r": "&#13;"})
_LAST = 0x10FFFF
_UNSAFE = re.compile(r"[\]>\r]")
_REFERENCE = {"]": "]", ">": "&gt;", "\r": "&#13;"}


class XmlContent(Escaping):
    """Words in the content of an element: entities, character references, CDATA, no tags."""

    def decode(self, raw: str) -> SourceMap:
        """Return the words; tags, comments and instructions are left out.

        A line end of two characters is one `\n`, as in XML. What is not markup stands for itself.
        """
        if not _SIGN.search(raw):
            return as_written(raw)
        words = WordsBuilder()
        for piece in _PIECE.finditer(raw):
            start, end = piece.span()
            match piece.lastgroup:
                case "plain":
                    words.copy(raw, start, end)
                case "end":
                    words.put("\n", start, end)
                case "named":
                    words.put(_NAMED[piece["named"]], start, end)
                case "decimal" | "hexadecimal" as base:
                    number = int(piece[base], 10 if base == "decimal" else 16)
                    if number <= _LAST:
                        words.put(chr(number), start, end)
                    else:
                        words.copy(raw, start, end)
                case "literal":
                    inside = replaced(piece["literal"], _LINE_END, lambda _: "\n")
                    words.add(inside, piece.start("literal"))
                case _:
                    pass
        return words.made()

    def encode(self, words: str, raw: str = "", offset: int = 0) -> str:
        """Return words as they may be written there, even in a CDATA section.

        NanoriError if they contain a character that no XML file may.
        """
        if any(start <= offset <= end for start, end in sections(raw)):
            return CDATA.encode(words)
        visible.prove_xml(words)
        return words.translate(_ESCAPED)


def sections(raw: str) -> list[tuple[int, int]]:
    """Return where the insides of CDATA sections are in an element's content."""
    if "<![CDATA[" not in raw:
        return []
    return [piece.span("literal") for piece in _PIECE.finditer(raw) if piece.lastgroup == "literal"]


XML = XmlContent()

_BEGIN = "<![CDATA["


class Cdata(Escaping):
    """Words inside a CDATA section, where nothing but the section's end is escaped."""

    def decode(self, raw: str) -> SourceMap:
        """Return the words of a section; it may be closed and reopened within `raw`."""
        words = WordsBuilder()
        words.add(XML.decode(_BEGIN + raw), -len(_BEGIN))
        return words.made()

    def encode(self, words: str, raw: str = "", offset: int = 0) -> str:
        """Return words as they may be written in a section; NanoriError as for element content.

        What could end the section is written outside it: “]” may already precede the words.
        """
        visible.prove_xml(words)
        return _UNSAFE.sub(lambda match: f"]]>{_REFERENCE[match[0]]}<![CDATA[", words)


CDATA = Cdata()

# The attributes of a tag, if it has any.
ATTRIBUTES = r"""(?:\s(?:[^<>"'/]|/(?!>)|"[^"]*"|'[^']*')*+)?"""
_HIDDEN = re.compile(
    rf"<(?P<tag>(?:[\w.-]+:)?(?:bpt|ept|it|ph|ut|note))(?P<attributes>{ATTRIBUTES})>"
    r"(?P<inside>.*?)</(?P=tag)\s*>",
    re.DOTALL,
)
_BREAK = re.compile(rf"<(?:[\w.-]+:)?(?:x|ph)(?P<attributes>{ATTRIBUTES})/>")
_NEW_LINE = re.compile(
    r"""\bctype\s*=\s*["']lb["']|\bequiv(?:-text)?\s*=\s*["'](?:\\n|&#10;)["']"""
)


class Segment(XmlContent):
    """A translator's segment: words between codes for what is not text, `<g>`, `<x/>`, `<ph>`.

    Words enclosed by codes count; those that describe another program's code do not.
    """

    def decode(self, raw: str) -> SourceMap:
        """Return the words; a code that stands for a line end is one."""
        words = WordsBuilder()
        reached = 0
        marks = [*_HIDDEN.finditer(raw), *_BREAK.finditer(raw)]
        for mark in sorted(marks, key=lambda mark: mark.start()):
            if mark.start() < reached:
                continue
            words.add(XML.decode(raw[reached : mark.start()]), reached)
            if _NEW_LINE.search(mark["attributes"]):
                words.put("\n", *mark.span())
            reached = mark.end()
        words.add(XML.decode(raw[reached:]), reached)
        return words.made()


INLINE = Segment()

_TAGS = "a|b|br|div|em|font|i|p|small|span|strong|sub|sup|u"
# A tag in a text; nothing that a card says looks like one.
TAG = re.compile(rf"</?(?:{_TAGS})(?:\s[^<>]{{0,200}})?/?>", re.IGNORECASE)

_HTML = rf"""(?xi:
      <i\sclass="(?:mtg|ms|mi)[ ](?P<icon>[\w-]{{1,30}})(?:[ ][^"<>]{{0,60}})?">[ ]?</i>
    | (?P<end><br(?:\s[^<>]{{0,20}})?/?>)
    | (?P<tag>{TAG.pattern})
    | &(?P<named>amp|lt|gt|quot|apos|nbsp);
    | &\#(?P<number>\d{{1,6}});
    )"""
_SIGNS = {"amp": "&", "lt": "<", "gt": ">", "quot": '"', "apos": "'", "nbsp": "\u00a0"}
_ICONS = {
    "white": "W",
    "blue": "U",
    "black": "B",
    "red": "R",
    "green": "G",
    "colorless": "C",
    "tap": "T",
    "untap": "Q",
    "snow": "S",
}
_HTML_BREAK = re.compile(r"&lt;br(?:\s[^&]{0,20})?/?&gt;", re.IGNORECASE)
_HTML_ESCAPED = {"&": "&amp;", "<": "&lt;", ">": "&gt;"}


def is_html(words: str) -> bool:
    """Tell whether what an element says is HTML, not plain text."""
    return "<" in words and TAG.search(words) is not None


class EscapedHtml(Signs):
    """HTML that is escaped once more, as sites export it: `&lt;br&gt;`, `&lt;i&gt;`, icons.

    A break is a line end, an icon a symbol of several characters; other tags are not words.
    """

    def encode(self, words: str, raw: str = "", offset: int = 0) -> str:
        """Return words as HTML in XML, a line end as the stretch has it; NanoriError as for XML."""
        written = super().encode(words)
        if "\n" in words and (line_break := _HTML_BREAK.search(raw)):
            return written.replace("\n", line_break[0])
        return written

    def written(self, raw: str, edits: Sequence[Edit], newline: str) -> list[Edit]:
        """Return edits of the stretch; NanoriError for a part of an icon."""
        starts = self.decode(raw).starts
        for edit in edits:
            for offset in (edit.start, edit.end):
                if 0 < offset < len(starts) and starts[offset] == starts[offset - 1]:
                    reason = "a part of a symbol would be changed that the file has as a picture"
                    raise NanoriError(reason)
        return super().written(raw, edits, newline)


def _html_said(part: re.Match[str]) -> str:
    """Return what an icon, a tag or an HTML reference says."""
    match part.lastgroup:
        case "icon":
            icon = part["icon"].lower()
            return f"{{{_ICONS.get(icon, icon.removeprefix('mana-').upper())}}}"
        case "end":
            return "\n"
        case "named":
            return _SIGNS[part["named"].lower()]
        case "number" if int(part["number"]) <= _LAST:
            return chr(int(part["number"]))
        case "number":
            return part[0]
        case _:
            return ""


HTML = EscapedHtml(_HTML, _html_said, _HTML_ESCAPED, within=XML)

_SHEET_PIECE = re.compile(
    rf"""
      <(?P<phonetic>(?:[\w.-]+:)?rPh){ATTRIBUTES}> .*? </(?P=phonetic)>
    | <(?P<tag>(?:[\w.-]+:)?t)(?P<attributes>{ATTRIBUTES})> (?P<words>.*?) </(?P=tag)>
    """,
    re.VERBOSE | re.DOTALL,
)
_CODE = re.compile(r"_x([0-9A-Fa-f]{4})_")
_LIKE_CODE = re.compile(r"_(?=x[0-9A-Fa-f]{4}_)")
_SPACE = "xml:space"


class _RichString(Rewriting):
    """A SpreadsheetML string, `<is>`: runs of text, without phonetic runs.

    What a string has for characters that XML cannot hold, `_x000D_`, is the character.
    """

    def decode(self, raw: str) -> SourceMap:
        words = WordsBuilder()
        for piece in _SHEET_PIECE.finditer(raw):
            if piece["words"] is None:
                continue
            run = XML.decode(piece["words"])
            if "_x" in run.text:
                run = composed(run, replaced(run.text, _CODE, lambda code: chr(int(code[1], 16))))
            words.add(run, piece.start("words"))
        return words.made()

    part_way = "xml"  # what is in one run

    def encode(self, words: str, raw: str = "", offset: int = 0) -> str:
        return XML.encode(_LIKE_CODE.sub("_x005F_", words))

    def rewritten(self, raw: str, edits: Sequence[Edit], newline: str) -> str:
        """Return the string with edits of its words; runs between the characters are kept.

        A run that begins or ends with a blank is marked as such.
        """
        return _SHEET_PIECE.sub(_spaced, apply(raw, Escaping.written(self, raw, edits, "\n")))


def _spaced(piece: re.Match[str]) -> str:
    words = piece["words"]
    if words is None or _SPACE in piece["attributes"] or words == words.strip(" \t\n"):
        return piece[0]
    opened = f'<{piece["tag"]} {_SPACE}="preserve"{piece["attributes"]}>'
    return f"{opened}{words}</{piece['tag']}>"


SHEET = _RichString()
