"""Where people read findings: whether in colour, and how wide a line may be."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterable


def broken(pieces: Iterable[str]) -> Iterable[str]:
    """Return the lines of findings as a terminal has room for them."""
    from nanori.surfaces.cli.wrapping import wrapped

    return wrapped(pieces, shutil.get_terminal_size().columns)


def in_colour(stream: object) -> bool:
    """Tell whether to write in colour: on a terminal, or if it is asked for, as `show` does."""
    if os.environ.get("NO_COLOR"):
        return False
    isatty = getattr(stream, "isatty", None)
    return bool(os.environ.get("FORCE_COLOR") or (isatty and isatty()))
