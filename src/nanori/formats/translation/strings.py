"""Apple's strings: `"key" = "value";`, with comments before them."""

import re
from collections.abc import Iterator
from itertools import takewhile

from nanori.formats import escaping
from nanori.formats.detection import Head
from nanori.formats.entries import Element
from nanori.formats.io import encodings
from nanori.formats.io.streams import Source
from nanori.formats.translation import keys, units
from nanori.formats.translation.keys import UnitKey
from nanori.formats.translation.units import PlacedUnit, Spoken, UnitFormat, about
from nanori.model.errors import NanoriError

# Code points of a file; it is read at once.
LONGEST = 1 << 23

_STRING = r'"(?:[^"\\]|\\.)*+"'
_UNIT = re.compile(
    rf"(?P<comment>/\*(?:[^*]|\*(?!/))*+(?:\*/)?|//[^\n]*+)"
    rf"|(?P<key>{_STRING}|[\w.-]++)\s*+=\s*+\"(?P<value>(?:[^\"\\]|\\.)*+)\"\s*+;"
    r"|(?P<broken>[^\s/])",
    re.DOTALL,
)
_WAY = "strings"


class AppleStrings(UnitFormat):
    """Strings of Apple."""

    ABOUT = about(
        title="strings of Apple",
        suffixes=(".strings",),
        languages="one, that of the folder's or file's name, or told from the text",
    )

    def recognises(self, head: Head) -> bool:
        """Tell whether the file consists of quoted values under keys of cards, each with a “;”."""
        if head.outline is not None or head.folder or '";' not in head.text.replace(" ", ""):
            return False
        # Up to what is not a unit: after it, as in a string cut off, each character would be tried.
        parts = takewhile(lambda part: not part["broken"], _UNIT.finditer(head.text))
        said = [part["key"].strip('"') for part in parts if part["key"]]
        return bool(said) and units.of_cards(said)

    def parts(self, source: Source, head: Head) -> Iterator[Element]:
        """Yield each key with its value."""
        text = encodings.whole(source, head.encoding, LONGEST)
        line, reached = 1, 0
        for part in _UNIT.finditer(text):
            line += text.count("\n", reached, part.start())
            reached = part.start()
            column = reached - text.rfind("\n", 0, reached)
            if part["broken"]:
                reason = "“key” = “value”; was wanted"
                raise NanoriError(reason, path=source.path, line=line, column=column)
            if not part["comment"]:
                yield Element(line, column, reached, part[0].encode())

    def unit(self, text: str, spoken: Spoken, key: UnitKey | None) -> PlacedUnit | None:
        """Return a string whose key is a card's."""
        match = _UNIT.match(text)
        if match is None or match["key"] is None:
            return None
        key = keys.read(escaping.decode(_WAY, match["key"].strip('"')).text, spoken.pattern)
        return (
            PlacedUnit(key, units.placed(text, *match.span("value"), _WAY, _WAY)) if key else None
        )


FORMAT = AppleStrings()
