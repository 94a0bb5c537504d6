"""Words inside a CDATA section of XML, where nothing but the section's end is escaped."""

from __future__ import annotations

from nanori.formats.entries import SourceMap
from nanori.formats.escaping import xml

_BEGIN = "<![CDATA["


def decode(raw: str) -> SourceMap:
    """Return the words of a section; it may be closed and opened again within `raw`."""
    source_map = xml.decode(_BEGIN + raw)
    before = len(_BEGIN)
    return SourceMap(
        source_map.text,
        tuple(start - before for start in source_map.starts),
        tuple(end - before for end in source_map.ends),
    )


def encode(words: str, raw: str = "") -> str:
    """Return words as they may stand in a section; NanoriError where XML cannot hold them."""
    del raw
    return xml.encode_literally(words)
