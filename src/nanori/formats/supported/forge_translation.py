"""Forge's translation files: each line has English name, name, type line and text between pipes.

Only the first three pipes divide: a text may have more. The `id` of a text is the English name as
in the line, `Name $A` for a variant.
"""

import re
from collections.abc import Iterator
from pathlib import PurePath
from typing import NamedTuple

from msgspec.structs import replace

from nanori.formats.detection import Head
from nanori.formats.entries import Element, Entry
from nanori.formats.format import About, Format
from nanori.formats.io import encodings
from nanori.formats.io.streams import HEAD_BYTES, Source
from nanori.formats.suppressions import suppressed
from nanori.formats.words import Words, entry, placed
from nanori.grammar import language_detection, languages, type_lines
from nanori.model.errors import NanoriError

# Code points beyond which a line is not a row.
MAX_ROW_LENGTH = 1 << 20

# Comment lines that belong to the row after them, at most.
MAX_COMMENTS = 8

# Characters of a name that an error quotes, at most.
MAX_SHOWN_LENGTH = 80

# Lines whose names are kept to tell whether one is repeated.
MAX_REMEMBERED_LINES = 1 << 20

_NAMED = re.compile(r"cardnames-(?P<tag>[A-Za-z]{2,3}(?:[-_]\w+)*)\.", re.IGNORECASE)
_ROW = re.compile(r"[^|]+\|[^|]*(?:\|[^|]*(?:\|.*)?)?")
_VARIANT = re.compile(r"(?<=.)\s*\$.*")
# The language of a file whose name gives one without a grammar.
_OTHER = "-"


def _is_comment(line: str) -> bool:
    """Tell whether a line begins like a comment and is one that Forge skips."""
    return line.startswith("#") and "|" not in line


def _is_cell(value: str) -> bool:
    """Tell whether a value came from a table with its quotation marks, inner ones doubled."""
    inner = value[1:-1]
    whole = len(value) > 1 and value[0] == value[-1] == '"'
    return whole and '""' in inner and '"' not in inner.replace('""', "")


def _value(text: str, start: int, end: int) -> Words:
    """Return what a name, a type line or a text says, without a cell's quotation marks."""
    cell = _is_cell(text[start:end])
    return placed(text, start + cell, end - cell, "piped_cell" if cell else "piped")


def _english(text: str, start: int = 0) -> Words:
    return _value(text, start, start + len(_VARIANT.sub("", text[start:].partition("|")[0])))


class RowContext(NamedTuple):
    """What is known of a row besides what is in it."""

    lang: str
    """The language that the file's name gives."""
    before: int
    """The line of an earlier row with its name; 0 if there is none."""


class ForgeTranslation(Format):
    """Forge translation files."""

    ABOUT = About(
        title="Forge translation files",
        languages="one in a file, told by its name (cardnames-ja-JP.txt) or its texts",
        faces="each on a line of its own",
        alternates=False,
        suppressions="# noqa: check, on the line before",
    )

    def recognises(self, head: Head) -> bool:
        """Tell whether all lines have pipes and most a type line, or the file's name says it."""
        lines = head.text.split("\n")
        if len(head.raw) >= HEAD_BYTES and len(lines) > 1:
            lines.pop()
        rows = [line for line in lines if line.strip() and not _is_comment(line)]
        if _NAMED.search(PurePath(head.path).name):
            return any("|" in row for row in rows)
        if not all(map(_ROW.fullmatch, map(str.rstrip, rows))):
            return False
        kinds = [row.split("|", 3)[2] for row in rows if row.count("|") >= 3]
        typed = [kind for kind in kinds if type_lines.in_any_language(kind)]
        return len(typed) * 2 >= max(len(kinds), 1)

    def elements(self, source: Source, head: Head) -> Iterator[Element]:
        """Yield each row, with the comment lines before it."""
        match = _NAMED.search(PurePath(head.path).name)
        lang = (languages.called(match["tag"]) or _OTHER) if match else ""
        first: dict[str, int] = {}
        comments: list[encodings.Line] = []
        for line in encodings.lines(source, head.encoding):
            if _is_comment(line.text):
                comments = (
                    [*comments, line][-MAX_COMMENTS:] if len(line.text) < MAX_ROW_LENGTH else []
                )
                continue
            if not line.text.strip():
                comments = []
                continue
            key = line.text.partition("|")[0]
            first_line = first.get(key, 0)
            if len(first) < MAX_REMEMBERED_LINES:
                first.setdefault(key, line.number)
            begin = comments[0] if comments else line
            text = "".join(line.text for line in (*comments, line)).rstrip("\r\n")
            comments = []
            yield Element(begin.number, 1, begin.start, text.encode(), RowContext(lang, first_line))

    def entries(self, element: Element) -> Iterator[Entry]:
        """Yield the text of a row; nothing for a row in a language without a grammar."""
        text = element.text.decode()
        *comments, row = text.split("\n")
        start = len(text) - len(row)
        lang, first_line = element.context
        cells = row.split("|", 3)
        line = len(comments) + 1
        if len(row) > MAX_ROW_LENGTH:
            raise NanoriError(f"a row longer than {MAX_ROW_LENGTH >> 20} MiB", line=line)
        if len(cells) < 2:
            raise NanoriError("no “|” is there, a row of names and texts was wanted", line=line)
        if first_line:
            shown = " ".join(cells[0][:MAX_SHOWN_LENGTH].split())
            raise NanoriError(f"“{shown}” is there already, in line {first_line}", line=line)
        if lang == _OTHER:
            return
        key, english = cells[0], _english(text, start)
        first_cells: list[str] = []
        for cell in cells:
            first_cells.append(_value(text, start, start + len(cell)))
            start += len(cell) + 1
        _, name, kind, words = (*first_cells, "", "")[:4]
        if not lang or (name == key and words):  # in a row not yet translated, the text's
            lang = language_detection.of_text(f"{words}\n{name}")
        foreign = lang != languages.reference_language()
        fields = {
            "text": words if len(cells) > 3 else None,
            "name": name or str(english),
            "lang": lang,
            "id": key,
            "name_en": str(english) if foreign else "",
            "type": kind,
        }
        checks = suppressed(comment[1:] for comment in comments)
        yield replace(entry(fields), suppressed=checks)

    def more_names(self, element: Element) -> Iterator[str]:
        """Yield the English name of a row, whose own may be in a language without a grammar."""
        return self.related_names(element)

    def related_names(self, element: Element) -> Iterator[Words]:
        """Yield the English name that a row begins with."""
        text = element.text.decode()
        yield _english(text, text.rfind("\n") + 1)


FORMAT = ForgeTranslation()
