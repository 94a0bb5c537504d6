"""A CSV cell as it stands between commas or semicolons, with its quotation marks if it has any."""

from __future__ import annotations

import re
from collections.abc import Sequence

from nanori.formats.entries import SourceMap, as_written
from nanori.formats.escaping import quoted
from nanori.formats.formulas import prove
from nanori.model import edits as editing
from nanori.model.values import Edit

__all__ = ["SPECIAL", "decode", "edited", "encode", "prove", "rewritten", "written"]

SPECIAL = re.compile(r'[,;"\r\n]')
"""What may stand only between quotation marks."""

_CLOSED = re.compile(r'"(?P<inside>[^"]*+(?:""[^"]*+)*+)"?(?P<rest>.*)', re.DOTALL)


def decode(raw: str) -> SourceMap:
    """Return the words as Python's `csv` has them: what stands behind the closing mark is kept."""
    closed = _CLOSED.match(raw)
    if closed is None:
        return as_written(raw)
    inside = quoted.decode(closed["inside"])
    rest = range(closed.start("rest"), len(raw))
    return SourceMap(
        inside.text + closed["rest"],
        (*(start + 1 for start in inside.starts), *rest),
        (*(end + 1 for end in inside.ends), *(start + 1 for start in rest)),
    )


def encode(words: str, raw: str) -> str:
    """Return a cell that says those words, in quotation marks where it must be."""
    del raw
    return written(words, SPECIAL.search(words) is not None)


def edited(raw: str, edits: Sequence[Edit], newline: str) -> str:
    """Return the cell with edits of its words; it gets quotation marks if the new words need them.

    ValueError if edits overlap or are beyond the text.
    """
    return rewritten(raw, edits, newline, SPECIAL)


def rewritten(raw: str, edits: Sequence[Edit], newline: str, special: re.Pattern[str]) -> str:
    """Return the cell with edits of its words, where those signs need quotation marks."""
    words = editing.apply(decode(raw).text, edits)
    must = raw.startswith('"') or any(special.search(edit.text) for edit in edits)
    return written(words, must or words.startswith('"')).replace("\n", newline)


def written(words: str, must: bool) -> str:
    """Return a cell that says those words, between quotation marks or not."""
    return f'"{quoted.encode(words, "")}"' if must else words
