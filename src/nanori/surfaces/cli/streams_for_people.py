"""How findings are shown to people: whether in color, and how wide a line may be."""

import os
import re
import shutil
from collections.abc import Iterable, Iterator
from itertools import chain


def broken(pieces: Iterable[str]) -> Iterable[str]:
    """Return the lines of findings as wide as the terminal."""
    return wrapped(pieces, shutil.get_terminal_size().columns)


def in_colour(stream: object) -> bool:
    """Tell whether to write in color: on a terminal, or if asked for, as `show` does."""
    if os.environ.get("NO_COLOR"):
        return False
    isatty = getattr(stream, "isatty", None)
    return bool(os.environ.get("FORCE_COLOR") or (isatty and isatty()))


# Precedes continued lines.
INDENT = "    "

# A word with the blanks before it, or those at the end of a line.
_WORD = re.compile(r"(\s*+)(\S*+)")
# What colors words on a terminal, and takes no room.
_STYLE = re.compile(r"\x1b\[[0-9;]*m")


def wrapped(pieces: Iterable[str], width: int) -> Iterator[str]:
    """Yield the lines of pieces, those wider than `width` cells broken, with their colors.

    What has no blank in it, such as a path, is not broken.
    """
    from rich.cells import cell_len  # takes longer to load than checking one card

    for line in chain.from_iterable(piece.splitlines(keepends=True) for piece in pieces):
        if line.startswith(INDENT[:2]) or len(line) * 2 <= width:
            yield line
            continue
        used = 0
        for blanks, word in _WORD.findall(line):
            cells = cell_len(_STYLE.sub("", blanks + word))
            if used and word and used + cells > width:
                blanks, used = f"\n{INDENT}", len(INDENT) - 1
            yield blanks + word
            used += cells
