"""How findings are shown to people: whether in color, and how wide a line may be."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # breaking lines takes longer to load than checking one card
    from rich.console import Console
    from rich.text import Text


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

_WORD = re.compile(r"\s*+\S++")


def wrapped(pieces: Iterable[str], width: int) -> Iterator[str]:
    """Yield the lines of pieces, those wider than `width` cells broken, with their colors.

    What has no blank in it, such as a path, is not broken.
    """
    from rich.console import Console
    from rich.text import Text

    console = Console(width=width, force_terminal=True, color_system="standard", highlight=False)
    for line in chain.from_iterable(piece.splitlines(keepends=True) for piece in pieces):
        if not line.startswith(INDENT[:2]) and len(line) * 2 > width:
            text = Text.from_ansi(line.rstrip("\n"))
            rows = text.divide(_breaks(text.plain, width))
            if len(rows) > 1:
                yield from _written(rows, console)
                continue
        yield line


def _breaks(words: str, width: int) -> Iterator[int]:
    """Yield where each line except the first begins."""
    from rich.cells import cell_len

    used = 0
    for word in _WORD.finditer(words):
        cells = cell_len(word[0])
        if used and used + cells > width:
            yield word.start()
            cells += len(INDENT) - 1
            used = 0
        used += cells


def _written(rows: Iterable[Text], console: Console) -> Iterator[str]:
    """Yield the parts of a broken line."""
    for number, row in enumerate(rows):
        row.rstrip()
        with console.capture() as written:
            blank = row.plain[:1].isspace() and number
            console.print(INDENT * bool(number), row[1:] if blank else row, sep="", soft_wrap=True)
        yield written.get()
