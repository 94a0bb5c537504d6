"""What in a Markdown document is prose.

Plain text has none of these marks, and is all prose. Every pattern is bounded, so that the time
grows with the length of the text.
"""

import re
from collections.abc import Iterator

from msgspec import Struct

from nanori.documents.lexicon import document_words
from nanori.documents.source import Document
from nanori.grammar.languages import Language

# Replaces each character that is not prose in the masked text.
NO_PROSE = "\x00"

_TAG = re.compile(
    r"<!--|<(?P<element>a|code|pre|script|style|kbd|textarea|title|svg|math)\b[^<>]{0,2000}>"
    r"|<[A-Za-z/!?@#:][^<>]{0,2000}>",
    re.IGNORECASE,
)
_IN_ADDRESS = r"[^\s<>\[\]()（）「」『』《》、。]"
_ADDRESS = re.compile(
    rf"(?:(?:https?|ftp)://|mailto:|www\.){_IN_ADDRESS}{{1,2000}}"
    rf"(?:\([^\s()<>]{{0,200}}\){_IN_ADDRESS}{{0,2000}})?"
)
_BRACES = re.compile(r"\{\{[^{}]{0,2000}\}\}|\{[^{}\n]{0,200}\}")
_DEFINITION = re.compile(r"^ {0,3}\[([^\[\]\n]{1,200})\]:[^\n]*$", re.MULTILINE)
_TARGET = re.compile(
    r"""\([ \n]?(?:<[^<>\n]{0,2000}>|[^\s()<>]{0,2000}(?:\([^\s()]{0,500}\)[^\s()]{0,500}){0,8})"""
    r"""(?:\s{1,3}(?:"(?:[^"\\]|\\.){0,500}"|'(?:[^'\\]|\\.){0,500}'|\((?:[^()\\]|\\.){0,500}\)))?\s?\)"""
)
_LABEL = re.compile(r"\[[^\[\]\n]{0,200}\]")
_WIKI_ADDRESS = re.compile(r"\[(?:https?:)?//[^\s\[\]]{1,2000}(?: |(?=\]))")
_DOUBLE = re.compile(r"\[\[([^\[\]|\n]{1,200})(?:\|[^\[\]|\n]{1,200})?\]\]")
_BRACKET = re.compile(r"\\.|[\[\]]", re.DOTALL)


class Bracketed(Struct, frozen=True):
    """A name in double brackets, `[[Name]]` or `[[Name|words]]`."""

    start: int
    end: int
    name: tuple[int, int]


class ProseParts(Struct, frozen=True):
    """What is prose in a document."""

    masked: str
    """The text, with `NO_PROSE` for each code point of code, tags, addresses and link targets."""
    bracketed: tuple[Bracketed, ...]
    """Names in double brackets, in order."""


def find(document: Document) -> ProseParts:
    """Return the parts of a document. Spans are code points of it."""
    text = document.text
    masked = _masked(text, [*blocks_of_code(document), *_spans_of_code(text)])
    masked = _masked(masked, _tags(masked))
    definitions = list(_DEFINITION.finditer(masked))
    names = {match[1].casefold() for match in definitions}
    masked = _masked(masked, (match.span() for match in definitions))
    masked = _masked(masked, list(_targets(masked, names)))
    for pattern in (_ADDRESS, _BRACES):
        masked = _masked(masked, (match.span() for match in pattern.finditer(masked)))
    bracketed = (Bracketed(*match.span(), match.span(1)) for match in _DOUBLE.finditer(masked))
    return ProseParts(masked, tuple(bracketed))


def in_marks(text: str, language: Language) -> list[tuple[int, int, bool]]:
    """Return what stands in marks other than those of titles, and whether the marks hold names."""
    lexicon = language.lexicon
    if lexicon.spaces:
        return []
    brackets = document_words(language).brackets
    titles, quotes = set(lexicon.titles), set(lexicon.quotations)
    pairs = [pair for pair in (*lexicon.name_marks, *brackets) if pair not in titles]
    spans: set[tuple[int, int, bool]] = set()
    for pair in pairs:
        first, last = pair[: len(pair) // 2], pair[len(pair) // 2 :]
        # Marks that print never uses stand for those of titles, or for quotation marks.
        of_names = pair not in quotes and brackets.get(pair) in titles
        inside = f"{re.escape(first)}([^\n{re.escape(first + last)}]{{1,40}}){re.escape(last)}"
        spans |= {(*match.span(1), of_names) for match in re.finditer(inside, text)}
    return sorted(spans)


def _masked(text: str, spans: Iterator[tuple[int, int]] | list[tuple[int, int]]) -> str:
    pieces: list[str] = []
    last = 0
    for start, end in sorted(spans):
        if end > last:
            begin = max(start, last)
            pieces += [text[last:begin], re.sub(r"[^\r\n]", NO_PROSE, text[begin:end])]
            last = end
    return "".join((*pieces, text[last:]))


def _spans_of_code(text: str) -> Iterator[tuple[int, int]]:
    """Yield the code between equal numbers of backticks, within one paragraph.

    a `b ``c`` d` e      `closing` has for each run the next one of its length: run 0 closes
      ^0  ^1  ^2 ^3      with 3, so 1 and 2 are within; found from the end, in one pass
    """
    runs = [match.span() for match in re.finditer(r"`+", text)]
    breaks = [match.start() for match in re.finditer(r"\n[ \t\r]*\n", text)]
    following: dict[int, int] = {}
    closing: dict[int, int] = {}
    for number in range(len(runs) - 1, -1, -1):
        length = runs[number][1] - runs[number][0]
        if length in following:
            closing[number] = following[length]
        following[length] = number
    number = offset = 0
    while number < len(runs):
        start = runs[number][0]
        while offset < len(breaks) and breaks[offset] < start:
            offset += 1
        last = closing.get(number)
        stop = breaks[offset] if offset < len(breaks) else len(text)
        escaped = text[start - 1 : start] == "\\"
        if last is not None and runs[last][0] < stop and not escaped:
            yield start, runs[last][1]
            number = last
        number += 1


def _tags(text: str) -> Iterator[tuple[int, int]]:
    small = re.sub("[A-Z]", lambda match: match[0].lower(), text)
    missing: set[str] = set()
    offset = 0
    while match := _TAG.search(text, offset):
        end = match.end()
        closing = "-->" if match[0] == "<!--" else f"</{(match['element'] or '').lower()}"
        if match["element"] or closing == "-->":
            stop = -1 if closing in missing else small.find(closing, end)
            if stop >= 0:
                close = text.find(">", stop)
                end = close + 1 if close >= 0 else len(text)
            elif closing == "-->":
                end = len(text)
            else:
                missing.add(closing)
        yield match.start(), end
        offset = end


def _targets(text: str, definitions: set[str]) -> Iterator[tuple[int, int]]:
    """Yield the part of each link or picture that is not prose, innermost links first.

    see [Ash Wolf](https://…), ![the art](art.png)
        ^start   ^end       ^stop   of a link its target goes, of a picture all of it
    """
    opened: list[int] = []
    for match in _BRACKET.finditer(text):
        if match[0] == "[":
            opened.append(match.start())
        elif match[0] == "]" and opened:
            start, end = opened.pop(), match.end()
            picture = start > 0 and text[start - 1] == "!"
            target = _TARGET.match(text, end) or _reference(text, start, end, definitions)
            wiki = _WIKI_ADDRESS.match(text, start, end)
            if target:
                stop = target.end() if isinstance(target, re.Match) else target
                first = start - 1 if picture else end
                yield first, stop
            elif wiki:
                yield wiki.span()


def _reference(text: str, start: int, end: int, definitions: set[str]) -> int:
    """Return where a link by definition ends; 0 if it is none."""
    label = _LABEL.match(text, end)
    if label and label[0][1:-1].casefold() in definitions:
        return label.end()
    return end if text[start + 1 : end - 1].casefold() in definitions else 0


_FENCE = re.compile(r"(?:[ \t]{0,3}(?:>|[-*+]|\d{1,9}[.)])){0,8}[ \t]{0,12}(`{3,}|~{3,})(.*)")
_ITEM = re.compile(r"[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]")
_INDENTED = re.compile(r"(?: {4}| {0,3}\t)")
_RULED = "---"


def blocks_of_code(document: Document) -> Iterator[tuple[int, int]]:
    """Yield the start and end of each line of code, and of front matter."""
    text = document.text
    lines = list(document.lines())
    first = _settings(text, lines)
    if first:
        yield 0, lines[first - 1][1]
    fence = ""
    blank, listed, code = True, False, False
    for start, end in lines[first:]:
        line = text[start:end]
        mark = _FENCE.match(line)
        if fence:
            yield start, end
            if mark and mark[1].startswith(fence) and not mark[2].strip():
                fence = ""
            continue
        if mark and not (mark[1][0] == "`" and "`" in mark[2]):
            fence = mark[1]
            yield start, end
            continue
        empty = not line.strip()
        indented = bool(_INDENTED.match(line))
        code = not empty and indented and not listed and (blank or code)
        if code:
            yield start, end
        elif not empty and not indented:
            listed = bool(_ITEM.match(line)) or (listed and not blank)
        blank = empty or (blank and code)


def _settings(text: str, lines: list[tuple[int, int]]) -> int:
    words = [text[start:end] for start, end in lines[:200]]
    if words[:1] != [_RULED]:
        return 0
    return next((index + 1 for index, word in enumerate(words) if index and word == _RULED), 0)
