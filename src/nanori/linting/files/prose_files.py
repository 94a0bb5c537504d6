"""The head of a file to whether it is a document: rules with numbers, or prose in two languages."""

from __future__ import annotations

import re

from nanori.documents import halves, numbered_paragraphs, pairs
from nanori.documents.numbered_paragraphs import NUMBERED
from nanori.documents.source import Document
from nanori.formats import catalogue, strangers
from nanori.formats.detection import Head

FEWEST = 3
"""Lines with the number of a rule that make a text a rules document, and pairs of paragraphs."""

CODE = "```"
"""What a page of a program has, that shows what a document is."""

_PART = re.compile(r"\d[.．]\d")


def is_document(head: Head) -> bool:
    """Tell whether a file is a rules document, or prose in two languages, and has no cards."""
    if is_rules(head):
        return True
    if head.folder or head.outline is not None or has_cards(head) or strangers.likeness(head):
        return False
    document = Document(head.text)
    places = pairs.find(document)
    if any(place.slash is not None and place.where in ("title", "quote") for place in places):
        return True
    return len(halves.find(document.text, numbered_paragraphs.read(document)).pairs) >= FEWEST


def is_rules(head: Head) -> bool:
    """Tell whether a file is a rules document: a text with numbered rules."""
    if head.folder or head.outline is not None or CODE in head.text:
        return False
    count = 0
    for line in head.text.splitlines():
        match = NUMBERED.match(line)
        count += match is not None and bool(_PART.search(match["number"]))
        if count >= FEWEST:
            return True
    return False


def has_cards(head: Head) -> bool:
    """Tell whether a format knows the file; that it is JSON, or a text, is not enough."""
    name = catalogue.recognised(head)
    module = catalogue.listed().get(name)
    return bool(module and module.recognises(head) and not module.lacking(head))
