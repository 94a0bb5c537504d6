"""A remark in a card file to the checks that it turns off for its card."""

from __future__ import annotations

import re
from collections.abc import Iterable

_NOQA = re.compile(
    r"\s*+!?noqa\b(?:\s*+:\s*+(?P<checks>[\w-]++(?:[\s,]++[\w-]++)*+))?+", re.IGNORECASE
)
ALL = "*"
"""What stands for all checks."""


def suppressed(remarks: Iterable[str]) -> tuple[str, ...]:
    """Return the names of the checks that the remarks turn off, `*` for all, each once."""
    found: dict[str, None] = {}
    for remark in remarks:
        if noqa := _NOQA.match(remark):
            found.update(dict.fromkeys((noqa["checks"] or ALL).replace(",", " ").split()))
    return tuple(found)
