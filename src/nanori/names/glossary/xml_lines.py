"""Elements to lines of an XML file, in which no word is markup and every character may stand."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from xml.etree.ElementTree import Element, indent, tostring

from nanori.model import visible
from nanori.model.errors import NanoriError, OnError
from nanori.names.glossary.terms import Term

DECLARATION = b'<?xml version="1.0" encoding="UTF-8"?>\n'

# What XML 1.0 cannot have, not even as an entity.
_IMPOSSIBLE = re.compile("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def possible(terms: Iterable[Term], refused: OnError) -> Iterator[Term]:
    """Yield the terms that XML can have; a name with a character that it cannot is refused."""
    for term in terms:
        names = (term.name, term.name_en, *(each.name for each in term.translations))
        if impossible := next((name for name in names if _IMPOSSIBLE.search(name)), None):
            reason = "has a character that XML cannot have; it is left out"
            refused(NanoriError(f"“{visible.in_line(impossible)}” {reason}"))
        else:
            yield term


def element(node: Element) -> bytes:
    """Return an element with all that is in it, a line for each."""
    for each in node.iter():
        each.text = visible.visible(each.text) if each.text else None
    indent(node, " ")
    return tostring(node, "utf-8") + b"\n"
