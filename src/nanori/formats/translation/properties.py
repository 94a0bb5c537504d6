"""Java properties: a key and a value on a line that may continue on the next."""

import re
from collections.abc import Iterator

from nanori.formats import escaping
from nanori.formats.detection import Head
from nanori.formats.entries import Element
from nanori.formats.io import encodings
from nanori.formats.io.encodings import Line
from nanori.formats.io.streams import Source
from nanori.formats.translation import keys, units
from nanori.formats.translation.keys import UnitKey
from nanori.formats.translation.units import PlacedUnit, Spoken, UnitFormat, about
from nanori.model.errors import NanoriError

# Code points of a property.
LONGEST = 1 << 20

_PROPERTY = re.compile(
    r"^[ \t\f]*+(?P<key>(?:[^\s=:\\#!]|\\.)(?:[^\s=:\\]|\\.)*+)(?:[ \t\f]*+[=:][ \t\f]*+|[ \t\f]++)"
    r"(?P<value>(?:[^\\\r\n]|\\\r?\n|\\.)*+)(?P<end>\r?\n?)",
    re.MULTILINE,
)
_LINE = re.compile(r"^[ \t\f]*+[^\s#!].*$", re.MULTILINE)
_GOES_ON = re.compile(r"(?<!\\)(?:\\\\)*+\\\r?\n\Z")
_WAY = "property"


def _properties(source: Source, encoding: str) -> Iterator[Element]:
    """Yield each line with those on which it continues."""
    waiting: list[Line] = []
    length = 0
    for line in encodings.lines(source, encoding):
        waiting.append(line)
        length += len(line.text)
        if length > LONGEST:
            reason = f"a property longer than {LONGEST >> 20} MiB"
            raise NanoriError(reason, path=source.path, line=waiting[0].number)
        comment = len(waiting) == 1 and line.text.lstrip().startswith(("#", "!"))
        if comment or not _GOES_ON.search(line.text):
            yield units.of_lines(waiting)
            waiting, length = [], 0
    if waiting:
        yield units.of_lines(waiting)


class Properties(UnitFormat):
    """Properties of Java."""

    ABOUT = about(
        title="properties of Java",
        suffixes=(".properties",),
    )

    def recognises(self, head: Head) -> bool:
        """Tell whether the file consists of lines with values under keys of cards."""
        if head.outline is not None or head.folder or "=" not in head.text:
            return False
        lines = _LINE.findall(head.text[:4096])
        matches = [_PROPERTY.match(line) for line in lines]
        if sum(match is not None for match in matches) * 2 < len(lines):
            return False
        said = (match["key"] for match in _PROPERTY.finditer(head.text) if match["value"])
        return units.of_cards(key for key in said if not key.startswith(("[", '"', "#")))

    def parts(self, source: Source, head: Head) -> Iterator[Element]:
        """Yield each property, and each line that is none."""
        return _properties(source, head.encoding)

    def unit(self, text: str, spoken: Spoken, key: UnitKey | None) -> PlacedUnit | None:
        """Return a property whose key is a card's."""
        match = _PROPERTY.match(text)
        if match is None or text.lstrip().startswith(("#", "!")):
            return None
        key = keys.read(escaping.decode(_WAY, match["key"]).text, spoken.pattern)
        return (
            PlacedUnit(key, units.placed(text, *match.span("value"), _WAY, _WAY)) if key else None
        )


FORMAT = Properties()
