"""The key of a unit to its card and field: `ash_courier.name`, `text/QLT-7`."""

import re
from functools import lru_cache
from typing import NamedTuple

from nanori.formats import headings
from nanori.formats.detection import COLUMN
from nanori.formats.headings import SPOKEN
from nanori.model.errors import NanoriError

# Code points of a key at most.
MAX_KEY_LENGTH = 300

_DIVIDED = re.compile(r"[.:/|#_\-\s\[\]()]+|(?<=[a-z])(?=[A-Z])")
# Words of a key that give the field, at most.
_MAX_FIELD_WORDS = 3

_FIELDS = SPOKEN - {"faces"}
_KEY = "key="
_CARD, _FIELD = "{card}", "{field}"


class UnitKey(NamedTuple):
    """What a key says."""

    card: str
    """What all units of a card have in common."""
    field: str
    """A field of a card record."""
    face: int
    """From 1."""
    lang: str
    """The language that it names; empty if none."""


def pattern_of(columns: str) -> str:
    """Return the key pattern in what the user says about a format; empty if there is none.

    NanoriError for what is not such a pattern.
    """
    words = columns.removesuffix(COLUMN)
    if not words:
        return ""
    pattern = words.removeprefix(_KEY)
    if pattern == words or _CARD not in pattern or _FIELD not in pattern:
        raise NanoriError(f"“{words}” is there, a key as “{_CARD}.{_FIELD}” was wanted")
    return pattern


@lru_cache(4096)
def read(key: str, pattern: str = "") -> UnitKey | None:
    """Return what a key says, by a pattern such as `{card}.{field}`; None if it is no card's.

    Without a pattern the field is the last word or words of the key, or the first.
    """
    key = key.strip()
    if len(key) > MAX_KEY_LENGTH:
        return None
    if pattern:
        match = _compiled(pattern).fullmatch(key)
        return _unit(match["card"], match["field"]) if match else None
    cuts = list(_DIVIDED.finditer(key))
    for cut in cuts[-_MAX_FIELD_WORDS:]:
        if unit := _unit(key[: cut.start()], key[cut.end() :]):
            if not unit.lang or cut[0] not in "_-" or cuts[-1][0] in "_-":
                return unit  # else “TO_DE.text” may be the text of TO_DE
            return _unit(key[: cuts[-1].start()], key[cuts[-1].end() :]) or unit
    for cut in reversed(cuts[:_MAX_FIELD_WORDS]):
        if unit := _unit(key[cut.end() :], key[: cut.start()]):
            return unit
    return None


def remarked(remark: str, pattern: str = "") -> UnitKey | None:
    """Return what a comment or note says if it is a key, not a sentence: it has no blanks.

    With a pattern it may have some.
    """
    words = remark.strip()
    if pattern or not (" " in words or "\n" in words):
        return read(words, pattern)
    return None


@lru_cache(64)
def _compiled(pattern: str) -> re.Pattern[str]:
    named = re.escape(pattern)
    for part in (_CARD, _FIELD):
        named = named.replace(re.escape(part), f"(?P<{part[1:-1]}>.+?)", 1)
    return re.compile(named, re.DOTALL)


def _unit(card: str, words: str) -> UnitKey | None:
    """Return a card and a field as a key; None if the field is not one of texts."""
    meaning = headings.read(words)
    if not card.strip() or meaning is None or meaning.field not in _FIELDS:
        return None
    return UnitKey(card, meaning.field, meaning.face, meaning.lang)
