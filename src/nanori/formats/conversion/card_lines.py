"""Cards as card records: a JSON object for each face and language."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from nanori.formats.entries import Entry
from nanori.formats.suppressions import KEY
from nanori.model.values import Card

_DEFAULTS = {"game": "magic"}
_OWN = frozenset(Card.__struct_fields__)


class _CardLines:
    """Card records, in an array or one a line."""

    FORMAT = ""

    def __init__(self, begin: str, between: str, end: str) -> None:
        self._begin, self._between, self._end = begin, between, end

    def begin(self) -> str:
        """Return what stands before the records."""
        return self._begin

    def card(self, entries: Sequence[Entry], *, first: bool) -> str:
        """Return the records of a card."""
        lines = [_record(entry) for entry in entries]
        return ("" if first else self._between) + self._between.join(lines)

    def end(self) -> str:
        """Return what stands behind the records."""
        return self._end


def _record(entry: Entry) -> str:
    fields = msgspec.to_builtins(entry.card)
    said = {key: value for key, value in fields.items() if value and value != _DEFAULTS.get(key)}
    said = {"name": entry.card.name, "text": entry.card.text} | said
    extra = {key: value for key, value in entry.extra.items() if key not in _OWN}
    if entry.suppressed and KEY not in extra:
        extra[KEY] = list(entry.suppressed)
    return msgspec.json.encode(said | extra).decode()


IN_ARRAY = _CardLines("[\n", ",\n", "\n]\n")
BY_LINE = _CardLines("", "\n", "\n")
