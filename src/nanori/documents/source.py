"""A file of prose as its text, with the line and column of every code point."""

import re
from bisect import bisect_right
from collections.abc import Iterator

from nanori.formats.detection import head_of
from nanori.formats.io import encodings, streams
from nanori.formats.io.streams import PathOrContent
from nanori.grammar.languages import Language
from nanori.model.diagnostics import Diagnostic, Fix, Severity
from nanori.model.errors import NanoriError

# What ends a line, on any system.
LINE_END = re.compile(r"\r\n|\n|\r")

# Bytes of a document; the complete rules of a game are a quarter of that.
MAX_BYTES = 1 << 22


class Document:
    """A text as given, without its byte order mark; line ends are part of it."""

    def __init__(self, text: str, path: str = "") -> None:
        self.text = text
        self.path = path
        self._starts = [0, *(match.end() for match in LINE_END.finditer(text))]

    def place(self, index: int) -> tuple[int, int]:
        """Return the line and column of a code point, both from 1."""
        line = bisect_right(self._starts, index)
        return line, index - self._starts[line - 1] + 1

    def lines(self) -> Iterator[tuple[int, int]]:
        """Yield the start and end of each line, without its line end."""
        ends = (match.start() for match in LINE_END.finditer(self.text))
        yield from zip(self._starts, [*ends, len(self.text)], strict=True)


def read(path: PathOrContent) -> Document:
    """Return the document in a file, packed or not, also in memory; `-` is standard input.

    It is UTF-8, or what its byte order mark says. NanoriError if it cannot be opened, is damaged,
    is not in that encoding, is larger than 8 MiB, or is in a format that is not read.
    """
    with streams.opened(path) as source:
        blocks: list[bytes] = []
        size = 0
        while block := source.read():
            blocks.append(block)
            size += len(block)
            if size > MAX_BYTES:
                raise NanoriError(f"larger than {MAX_BYTES >> 20} MiB", path=source.path)
        if unread := head_of(source).unread:
            raise NanoriError(unread, path=source.path)
        raw = b"".join(blocks)
        encoding = encodings.of(source.mark, b"")
        try:
            text = raw.decode(encoding)
            return Document(text, source.path)
        except UnicodeDecodeError as error:
            good = Document(raw[: error.start].decode(encoding))
            line, column = good.place(len(good.text))
            reason = f"not {encoding.upper()}: {error.reason}"
            raise NanoriError(reason, path=source.path, line=line, column=column) from None


def covered(text: str, *spans: tuple[int, int]) -> bytearray:
    """Return for each code point of a text 1 if it is in one of these spans, else 0."""
    marks = bytearray(len(text))
    for start, end in spans:
        marks[start:end] = b"\1" * (end - start)
    return marks


def game_of(text: str, language: Language) -> str:
    """Return the game a text is about, judging by words that only that game has; else `magic`."""
    words = sum(word in text for word in language.lexicon.duel_masters)
    return "duelmasters" if words > 1 else "magic"


def diagnostic_at(
    document: Document,
    span: tuple[int, int],
    rule: str,
    severity: Severity,
    message: str,
    *,
    card: str | None = None,
    lang: str = "",
    fix: Fix | None = None,
) -> Diagnostic:
    """Return a finding at a span of a document."""
    start, end = span
    line, column = document.place(start)
    end_line, end_column = document.place(end)
    return Diagnostic(
        check=rule.partition("/")[0],
        rule=rule,
        severity=severity,
        path=document.path,
        line=line,
        column=column,
        end_line=end_line,
        end_column=end_column,
        card=card,
        lang=lang,
        start=start,
        end=end,
        text=document.text[start:end],
        message=message,
        fix=fix,
    )
