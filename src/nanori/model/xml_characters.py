"""The characters that no XML file can have: XML 1.0, section 2.2."""

from __future__ import annotations

import re

from nanori.model.errors import NanoriError

# One of them: a control character, half of a surrogate pair, or a code point that is nobody's.
FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


def prove(words: str) -> None:
    """Raise NanoriError where words hold one of them."""
    if forbidden := FORBIDDEN.search(words):
        raise NanoriError(f"U+{ord(forbidden[0]):04X} is there, which XML cannot hold")
