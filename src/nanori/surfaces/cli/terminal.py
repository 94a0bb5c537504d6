"""Text to rows as wide as a terminal, in cells: a full-width character takes two."""

import os
import re
import shutil
from collections.abc import Iterable, Iterator
from itertools import islice, pairwise

# Precedes continued lines of findings.
INDENT = "    "
# What colours words on a terminal, and takes no room.
STYLE = re.compile(r"\x1b\[[0-9;]*m")
# What begins no row, and what ends none.
CLOSING = ")]}”’」』》）］｝〉】、。，．：；・！？ー々ぁぃぅぇぉっゃゅょァィゥェォッャュョ,.:;!?"
OPENING = "([{“‘「『《（［｛〈【"


def in_colour(stream: object) -> bool:
    """Tell whether to write in colour: on a terminal, or if asked for, as `show` does."""
    if os.environ.get("NO_COLOR"):
        return False
    isatty = getattr(stream, "isatty", None)
    return bool(os.environ.get("FORCE_COLOR") or (isatty and isatty()))


def rows(text: str, width: int, *, cuts_words: bool = True) -> Iterator[tuple[int, int]]:
    """Yield where each row of a line begins and ends, in characters, for `width` cells.

    A row may end after a space and beside a full-width character, but not before a closing mark or
    after an opening one. A word longer than a row is cut where `cuts_words`, else left whole.
    """
    from rich.cells import cell_len  # takes as long to load as annotating a card

    start, cells, possible = 0, 0, 0
    for index, character in enumerate(text):
        if index and _may_break(text[index - 1], character):
            possible = index
        cells += cell_len(character)
        if cells > width and character != " " and (cuts_words or possible > start):
            end = possible if possible > start else index
            while text[end] in CLOSING and end > start + 1:
                end -= 1
            yield start, end
            start, cells = end, cell_len(text[end : index + 1])
    yield start, len(text)


def _may_break(left: str, after: str) -> bool:
    if after in CLOSING or left in OPENING or after == " ":
        return False
    return left == " " or (not (left + after).isascii() and _is_wide(left, after))


def _is_wide(*characters: str) -> bool:
    from rich.cells import cell_len

    return any(cell_len(character) > 1 for character in characters)


def wrapped(text: str, width: int) -> list[str]:
    """Return the rows of a paragraph, without the blanks between them."""
    return [text[start:end].strip() for start, end in rows(text, width)]


def findings(pieces: Iterable[str]) -> Iterator[str]:
    """Yield the lines of findings as wide as the terminal, with their colours.

    A line of a text is not broken, since carets stand beneath it; nor is a path.
    """
    width = shutil.get_terminal_size().columns - len(INDENT)
    for line in (line for piece in pieces for line in piece.splitlines()):
        if line.startswith(INDENT[:2]):
            yield f"{line}\n"
            continue
        # Where each character of what is seen stands in the line.
        hidden = {at for style in STYLE.finditer(line) for at in range(*style.span())}
        offsets = [at for at in range(len(line)) if at not in hidden]
        seen = "".join(line[at] for at in offsets)
        later = islice(rows(seen, width, cuts_words=False), 1, None)
        breaks = [0, *(offsets[start] for start, _ in later), len(line)]
        for begin, end in pairwise(breaks):
            yield f"{INDENT if begin else ''}{line[begin:end].rstrip(' ')}\n"
