"""Words inside a CDATA section of XML, where nothing but the section's end is escaped."""

from __future__ import annotations

from nanori.formats.entries import Spelt
from nanori.formats.escaping import xml

_BEGIN = "<![CDATA["


def decode(raw: str) -> Spelt:
    """Return the words of a section; it may be closed and opened again within `raw`."""
    spelt = xml.decode(_BEGIN + raw)
    before = len(_BEGIN)
    return Spelt(
        spelt.text,
        tuple(start - before for start in spelt.starts),
        tuple(end - before for end in spelt.ends),
    )


def encode(words: str, raw: str = "") -> str:
    """Return words as they may stand in a section; NanoriError where XML cannot hold them."""
    del raw
    return xml.encode_literally(words)
