"""A suppression comment in a card file to the checks that it turns off for its card."""

import re
from collections.abc import Iterable
from typing import cast

import msgspec

from nanori.model import typed_values

_NOQA = re.compile(
    r"\s*+!?noqa\b(?:\s*+:\s*+(?P<checks>[\w/-]++(?:[\s,]++[\w/-]++)*+))?+", re.IGNORECASE
)

# What stands for all checks.
ALL = "*"


def suppressed(comments: Iterable[str]) -> tuple[str, ...]:
    """Return the names of the checks that the comments turn off, `*` for all, each once."""
    checks: dict[str, None] = {}
    for comment in comments:
        if noqa := _NOQA.match(comment):
            checks.update(dict.fromkeys((noqa["checks"] or ALL).replace(",", " ").split()))
    return tuple(checks)


def in_json(text: bytes) -> tuple[str, ...]:
    """Return the checks that a JSON object turns off by its key `_noqa`."""
    if _KEY not in text:
        return ()
    try:
        return listed(_suppression.decode(text).noqa)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return ()  # what is wrong with the object is said where it is read


def listed(value: object) -> tuple[str, ...]:
    """Return the checks that the value of a JSON key turns off: one, several in a list, or `*`.

    True stands for all; what is none of these turns off nothing.
    """
    if value is True:
        return (ALL,)
    items = cast("list[object]", value) if isinstance(value, list) else [value]
    words = [word for item in items if isinstance(item, str) for word in _DIVIDED.split(item)]
    return tuple(dict.fromkeys(filter(None, words)))


# The key of a JSON object that turns checks off for its card.
KEY = "_noqa"

_KEY = b'"_noqa"'


class _Suppression(msgspec.Struct):
    noqa: object = msgspec.field(name=KEY, default=None)


_suppression = typed_values.decoder(_Suppression)
_DIVIDED = re.compile(r"[\s,]+")
