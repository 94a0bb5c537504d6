"""Lines of a plain text: blanks around a line and a comment after it are not words.

A suppression comment turns checks off, `// noqa: check` or `# noqa: check`; a line with nothing
else is skipped.
"""

import re
from collections.abc import Sequence

from nanori.formats.entries import SourceMap, WordsBuilder
from nanori.formats.escaping import Rewriting, Signs
from nanori.model import edits as editing
from nanori.model.errors import NanoriError
from nanori.model.values import Edit

# What may surround a line; ideographic spaces align the headings of a list.
BLANK = " \t\u3000"

SUPPRESSION = re.compile(
    rf"(?<![^\s])(?://|\#)[{BLANK}]*noqa(?:[{BLANK}]*(?::|//)[^\r\n]*)?[{BLANK}]*(?=\r?$)",
    re.IGNORECASE | re.MULTILINE,
)
_LINE = re.compile(r"([^\r\n]*)(\r\n?|\n)?")
# A single space may be a slip in the words; more is indentation.
_INDENT = re.compile(r"[\t\u3000][ \t\u3000]*|[ \t\u3000]{2,}")

# Lines that are not rules text: blank ones, separators, power and toughness.
_STRUCTURE = re.compile(
    rf"^[{BLANK}]*(?:|/{{2,}}|[-=_*~]{{3,}}|[(\[]?[\d*]{{1,2}}/[\d*]{{1,2}}[)\]]?)[{BLANK}]*$",
    re.MULTILINE,
)


def words_of(line: str) -> tuple[int, int]:
    """Return where the words of a line begin and end: after its indent, before its comment."""
    end = len(line)
    if _may_suppress(line) and (comment := SUPPRESSION.search(line)):
        end = len(line[: comment.start()].rstrip(BLANK))
    indent = _INDENT.match(line, 0, end)
    return indent.end() if indent else 0, end


def _may_suppress(line: str) -> bool:
    """Tell whether a line has a character that comments begin with."""
    return "//" in line or "#" in line


class PlainLines(Rewriting):
    """Words over several lines."""

    def decode(self, raw: str) -> SourceMap:
        r"""Return the words, lines separated by `\n` however the file ends them."""
        words = WordsBuilder()
        gap: tuple[int, int] | None = None
        for line in _LINE.finditer(raw):
            start, end = words_of(line[1])
            if start < end or not _may_suppress(line[1]):
                if gap:
                    words.put("\n", *gap)
                words.copy(raw, line.start() + start, line.start() + end)
                gap = line.span(2) if line[2] else None
            if not line[2]:
                break
        return words.made()

    def encode(self, words: str, raw: str = "", offset: int = 0) -> str:
        """Return the words: no character of them has a sign."""
        return words

    def rewritten(self, raw: str, edits: Sequence[Edit], newline: str) -> str:
        """Return the lines with edits of their words; comments after them stay.

        NanoriError if the new words would be read differently: a blank line ends a card.
        """
        source_map = self.decode(raw)
        words = editing.apply(source_map.text, edits)
        written = editing.apply(raw, [_in_file(edit, source_map, raw, newline) for edit in edits])
        lines = len(_STRUCTURE.findall(words)), len(_STRUCTURE.findall(source_map.text))
        if lines[0] > lines[1] or words[:1] in BLANK:
            raise NanoriError("a plain text cannot hold these words: they would be read otherwise")
        return written


def _in_file(edit: Edit, source_map: SourceMap, raw: str, newline: str) -> Edit:
    """Return an edit of words as one of the file; an indent goes with the line end before it."""
    words = edit.text.replace("\n", newline)
    if edit.start == edit.end:
        last = source_map.ends[-1] if source_map.ends else 0
        offset = source_map.starts[edit.start] if edit.start < len(source_map.starts) else last
        return Edit(offset, offset, words)
    start, end = source_map.starts[edit.start], source_map.ends[edit.end - 1]
    comments = [raw[slice(*comment.span())] for comment in SUPPRESSION.finditer(raw, start, end)]
    return Edit(start, end, words + "".join(f" {comment}" for comment in comments))


PLAIN = PlainLines()

# Words on one line, from the first to the last.
LINE = Signs()
