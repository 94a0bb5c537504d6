"""A tag or word for a language, as files write it, to the code of its grammar."""

from __future__ import annotations

import re

from nanori.formats.records import language_called
from nanori.grammar import languages

_PARTS = re.compile(r"[-_]")


def language_of(tag: str) -> str:
    """Return the code of the language that a BCP 47 tag, a locale or a usual word means.

    Empty if there is no grammar of that language.
    """
    code = _PARTS.split(tag.strip(), maxsplit=1)[0].lower()
    if code in languages.codes():
        return code
    return language_called(tag, "scryfall") or language_called(tag, "mtgjson")
