"""Words between pipes on a line of a script: as in a script, and “VERT” stands for a pipe."""

from __future__ import annotations

import re

from nanori.formats.entries import SourceMap
from nanori.formats.escaping import script
from nanori.model.errors import NanoriError

PIPE = "VERT"
"""What stands for a pipe wherever pipes divide the line."""

_WRITTEN = re.compile(rf"//Level_[23]//\\n|\\[nr]|{PIPE}")
_READ = {"\\n": "\n", "\\r": "\r", PIPE: "|"}


def decode(raw: str) -> SourceMap:
    """Return the words, with line ends and pipes for what stands for them.

    Marks of a Class's levels on lines of their own are left out, as the game leaves them out.
    """
    return script.replaced(raw, _WRITTEN, lambda match: _READ.get(match[0], ""))


def encode(words: str, raw: str = "") -> str:
    """Return words as they may stand between pipes.

    NanoriError for what would be read as a line end or a pipe.
    """
    del raw
    if PIPE in words:
        raise NanoriError(f"“{PIPE}” is there, which a script would read as “|”")
    return script.encode(words).replace("|", PIPE)
