"""For people: each finding with its line of the text, and carets under the words.

How severe it is says a colour; without colours, a word.
"""

import re
from collections.abc import Iterable, Iterator

from nanori.linting.outputs import plain
from nanori.linting.reports import Excerpt, Report
from nanori.model.diagnostics import Severity
from nanori.model.errors import file_place
from nanori.model.messages import said
from nanori.model.values import Edit

# Cells of a line of the text with what is around it, where the words themselves are no longer.
WIDTH = 80
# Letters of which many make a word; behind others, as kanji, a line may end.
_LETTERS = r"[^\W\u3041-\u309f\u3400-\u9fff]"
PART_OF_WORD, LAST_WORD = re.compile(_LETTERS * 2), re.compile(f"{_LETTERS}+$")
# What stands before a line of the text.
INDENT = "  "
# What stands in place of what is left out of a line.
CUT = "…"

BOLD, DIM = "1", "2"
# How a terminal is told to show the name of a check of each severity, and its carets.
COLOURS: dict[Severity, str] = {"error": "1;31", "warning": "1;33", "info": "1;36"}


def write(reports: Iterable[Report], *, colour: bool = False) -> Iterator[str]:
    """Yield the lines of each report."""
    for report in reports:
        diagnostic = report.diagnostic
        kind = COLOURS[diagnostic.severity] if colour else ""
        where = plain(file_place(diagnostic.path, diagnostic.line, diagnostic.column))
        location = _styled(where, BOLD if colour else "")
        if report.heading:
            location = f"{plain(report.heading)}, {location}"
        check = _styled(diagnostic.rule, kind)
        severity = "" if colour else f"{said(diagnostic.severity)}: "
        yield f"{location}: {severity}{check}: {plain(said(diagnostic.message))}\n"
        yield f"{_marked(report.excerpt, kind)}{_help(report, DIM if colour else '')}"
        if report.alike:
            remark = said(
                f"… {report.alike} more like these in the file, --format concise tells each"
            )
            yield _styled(f"  {remark}", DIM if colour else "") + "\n"


def _styled(words: str, style: str) -> str:
    """Return words that a terminal shows in that style, as they are where there is none."""
    return f"\033[{style}m{words}\033[0m" if style and words else words


def _help(report: Report, style: str) -> str:
    fix = report.diagnostic.fix
    if fix is None or not fix.edits:
        return ""
    line = f"{said('fix' if fix.safe else 'fix (unsafe)')}: {_edited(fix.edits)}"
    if fix.instead is not None:
        line += f", or in {fix.instead.field}: {_edited(fix.instead.edits)}"
    return _styled(f"  {plain(line)}", style) + "\n"


def _edited(edits: Iterable[Edit]) -> str:
    return " … ".join(f"“{edit.text}”" if edit.text else said("take it out") for edit in edits)


def _marked(excerpt: Excerpt, style: str) -> str:
    """Return the line with carets, placed by the width that characters have on a terminal."""
    from rich.cells import cell_len

    if not excerpt.line:
        return ""
    line = excerpt.line
    start, end = excerpt.start, max(excerpt.end, excerpt.start)
    first, last = _window(line, start, end)
    head = (CUT if first else "") + plain(line[first:start])
    words = plain(line[start:end])
    shown = head + words + plain(line[end:last]) + (CUT if last < len(line) else "")
    carets = " " * cell_len(head) + _styled("^" * max(1, cell_len(words)), style)
    return f"{INDENT}{shown}\n{INDENT}{carets}\n"


def _window(line: str, start: int, end: int) -> tuple[int, int]:
    """Return the part of a line that is shown around words, cut off between words on both sides.

    … when this dies, draw tow cards, then …    WIDTH cells, the words in the middle; what room one
      ^first               ^^^           ^last  side does not need is the other's
    """
    from rich.cells import cell_len

    left_part, right_part = line[:start], line[end:]
    widths = cell_len(left_part), cell_len(right_part)
    room = WIDTH - len(INDENT) - cell_len(line[start:end])
    if sum(widths) <= room:
        return 0, len(line)
    room = max(0, room - 2 * len(CUT))
    left = min(widths[0], max(room // 2, room - widths[1]))
    first = start - _fitting(left_part[::-1], left)
    last = end + _fitting(right_part, room - left)
    return first, last


def _fitting(words: str, cells: int) -> int:
    """Return how many characters of words have room, no word in narrow letters cut in two.

    “then draw a card” in 13 cells → 12, which is “then draw a ”
    """
    from rich.cells import cell_len, set_cell_size

    if cell_len(words) <= cells:
        return len(words)
    fitting = set_cell_size(words, cells)
    if not words.startswith(fitting):  # a wide character of which only half has room
        fitting = fitting[:-1]
    if PART_OF_WORD.match(words[len(fitting) - 1 : len(fitting) + 1]):
        fitting = LAST_WORD.sub("", fitting)
    return len(fitting)
