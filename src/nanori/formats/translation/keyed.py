"""Whether the keys of a file of one language are those of cards, and which language it is."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import PurePath

from nanori.formats.detection import Head
from nanori.formats.language_tags import language_of
from nanori.formats.translation import keys
from nanori.formats.translation.units import Spoken

SHARE = 0.5
"""Which part of the keys must be of cards, at least, for a file to be known by them."""

_TAGS = re.compile(r"(?<![A-Za-z])[a-z]{2,3}(?:[-_][A-Za-z]{2,4})?(?![A-Za-z])")


def of_cards(every: Iterable[str]) -> bool:
    """Tell whether most keys are of cards, of which one at least has a name and a text."""
    fields: dict[str, set[str]] = {}
    count = known = 0
    for key in every:
        count += 1
        if unit := keys.read(key):
            known += 1
            fields.setdefault(unit.card, set()).add(unit.field)
    both = any({"name", "text"} <= said for said in fields.values())
    return both and known >= SHARE * count


def spoken(head: Head) -> Spoken:
    """Return the language of a file by its name, as `ja.json`, `cards_ja.properties`, or folder."""
    path = PurePath(head.path)
    words = [*path.stem.split("."), path.parent.name.removesuffix(".lproj")]
    tags = (tag for word in words for tag in reversed(_TAGS.findall(word)))
    lang = next((code for tag in tags if (code := language_of(tag))), "")
    return Spoken("", lang, keys.pattern_of(head.columns))
