"""A document to the edits that turn its card names into links; all else stays byte for byte.

Existing links, code and addresses stay as they are, so linking twice is the same as linking once.
"""

import html
import re
from collections.abc import Callable, Iterator
from urllib.parse import quote, urlsplit

from msgspec import Struct

from nanori.documents import prose_mentions, prose_parts
from nanori.documents.source import LINE_END, Document, covered
from nanori.documents.values import CardMention
from nanori.model.diagnostics import Edit
from nanori.model.errors import NanoriError
from nanori.names.database import Database

# Where a link leads by default: a search for the exact name.
ADDRESS = "https://scryfall.com/search?q=!%22{name}%22"

# Stands for the name in an address.
PLACE = "{name}"

# Statuses of mentions whose card is certain.
LINKED = ("right", "also", "superseded", "misprint", "short", "untranslated")


class LinkPlace(Struct, frozen=True):
    """Words that become a link, and the card they mean."""

    start: int
    end: int
    words: str
    name: str
    """English name of the card; both faces' if it has two."""


Writer = Callable[[LinkPlace, str], str]


def prove(address: str) -> None:
    """Raise NanoriError for an address that no link may have."""
    if PLACE not in address:
        raise NanoriError(f"an address with {PLACE} was wanted for --link, not “{address}”")
    scheme = urlsplit(address.replace(PLACE, "")).scheme
    if scheme not in ("", "http", "https") or re.search(r"[\s<>\"'`\\()\[\]|]", address):
        raise NanoriError(
            f"an http address without spaces, quotes and brackets was wanted, not “{address}”"
        )


def edits(
    document: Document, register: Database, to: str, address: str = "", *, game: str = ""
) -> list[Edit]:
    """Return the edits that link the names of a document, in order and without overlap.

    `to` is a key of WRITERS. `address` has `{name}` where the card's English name goes; NanoriError
    if it has not, or is not a page's address. Starts and ends are code points.
    """
    if address:
        prove(address)
    write = WRITERS[to]
    parts = prose_parts.find(document)
    mentions = prose_mentions.of_parts(document, parts, register, game=game)
    bracketed = parts.bracketed if to == "wiki" else ()
    taken = covered(document.text, *parts.linked, *((each.start, each.end) for each in bracketed))
    made: list[Edit] = []
    last = 0
    for place in _places(document, parts, mentions, register):
        if place.start < last or taken.find(1, place.start, place.end) >= 0:
            continue
        written = write(place, address)
        if written and written != document.text[place.start : place.end]:
            made.append(Edit(place.start, place.end, written))
            last = place.end
    return made


def _places(
    document: Document,
    parts: prose_parts.ProseParts,
    mentions: list[CardMention],
    register: Database,
) -> Iterator[LinkPlace]:
    """Yield what may become a link; a name in double brackets together with these."""
    text = document.text
    bracketed = {each.name: each for each in parts.bracketed}
    for mention in mentions:
        if mention.status not in LINKED or not mention.card:
            continue
        entry = register.entry(mention.card)
        if entry is None or entry.token:
            continue
        start, end = mention.start, mention.end
        words = text[start:end]
        if mention.where == "brackets":
            inside = bracketed[start, end]
            start, end = inside.start, inside.end
            words = text[slice(*inside.words)]
        yield LinkPlace(start, end, words, entry.card or entry.face)


def _target(place: LinkPlace, address: str) -> str:
    return (address or ADDRESS).replace(PLACE, quote(place.name, safe=""))


def _is_itself(place: LinkPlace) -> bool:
    return " ".join(place.words.split()) == place.name


def _markdown(place: LinkPlace, address: str) -> str:
    words = _labelled(place.words)
    if _is_itself(place):
        return f"[{words}]({_target(place, address)})"
    name = re.sub(r"([\\\"<>&`*_\[\]])", r"\\\1", _in_line(place.name))
    return f'[{words}]({_target(place, address)} "{name}")'


def _discord(place: LinkPlace, address: str) -> str:
    """Return a Discord link, between angle brackets so that no preview is shown."""
    if LINE_END.search(place.words):
        return ""
    return f"[{_labelled(place.words)}](<{_target(place, address)}>)"


def _html(place: LinkPlace, address: str) -> str:
    said = "" if _is_itself(place) else f' title="{html.escape(_in_line(place.name))}"'
    words = html.escape(place.words, quote=False)
    return f'<a href="{html.escape(_target(place, address))}"{said}>{words}</a>'


def _wiki(place: LinkPlace, address: str) -> str:
    """Return a wiki link, or a link to an address; None if no page may have that title."""
    words = place.words
    if LINE_END.search(words) or re.search(r"[\[\]{}|<>#\x00-\x1f]", words):
        return ""
    if address:
        return f"[{_target(place, address)} {words}]"
    if re.search(r"[\[\]{}|<>#_\x00-\x1f]", place.name):
        return ""
    return f"[[{place.name}]]" if _is_itself(place) else f"[[{place.name}|{words}]]"


def _labelled(words: str) -> str:
    """Return words as the label of a link, with brackets that do not close it."""
    return re.sub(r"(?<!\\)([\[\]])", r"\\\1", words)


def _in_line(name: str) -> str:
    return re.sub(r"[\x00-\x1f\x7f\u2028\u2029]+", " ", name)


# How a link is written, by the word for it on the command line.
WRITERS: dict[str, Writer] = {
    "markdown": _markdown,
    "html": _html,
    "discord": _discord,
    "wiki": _wiki,
}
