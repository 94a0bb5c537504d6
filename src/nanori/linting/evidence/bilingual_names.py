"""A document to the names in it whose two halves do not name one card.

The database of names says so; without one the other files of the run, and the document itself.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator
from functools import lru_cache

from msgspec import Struct

from nanori.documents import mentions, pairs, prose_mentions
from nanori.documents.values import CardMention, Status
from nanori.grammar import languages
from nanori.linting.findings import Finding
from nanori.linting.prose import Prose


class BilingualName(Struct, frozen=True):
    """A name in marks, in a language and in that of reference."""

    name: str
    english: str
    start: int
    end: int


def mismatched(prose: Prose) -> Iterator[Finding]:
    """Yield the names that are not what the files or the document have; the database says more."""
    if prose.index.register is not None:
        return
    written = list(_written(prose))
    for name in written:
        if message := _by_files(name, prose):
            yield Finding(name.start, name.end, message)
    yield from _by_document(written)


def mentioned(prose: Prose, statuses: Collection[Status]) -> Iterator[Finding]:
    """Yield the names of a document of which the database says one of these."""
    for mention in _mentions(prose):
        if mention.status in statuses:
            said = mentions.diagnosed(prose.document, mention)
            yield Finding(said.start, said.end, said.message)


@lru_cache(1)  # several checks ask about a document, one after another
def _mentions(prose: Prose) -> list[CardMention]:
    register = prose.index.register
    return prose_mentions.find(prose.document, register) if register is not None else []


def _written(prose: Prose) -> Iterator[BilingualName]:
    """Yield the names in two languages that stand in marks."""
    text = prose.document.text
    for place in pairs.find(prose.document):
        if place.slash is None or place.where not in ("title", "quote"):
            continue
        halves = [text[place.start : place.slash[0]], text[place.slash[1] : place.end]]
        name, english = reversed(halves) if place.reversed else halves
        if english[:1].isupper():
            yield BilingualName(name, english, place.start, place.end)


def _by_files(name: BilingualName, prose: Prose) -> str:
    """Return what the files say against a name; empty where they do not know it, or agree."""
    index, lang = prose.index, languages.of_text(name.name)
    english = index.english(name.name, lang)
    if english and name.english not in english:
        return f"“{name.name}” is “{' or '.join(sorted(english))}”, not “{name.english}”"
    names = index.translations(name.english, lang)
    if names and name.name not in names:
        return f"“{name.english}” is “{names[0]}”, not “{name.name}”"
    return ""


def _by_document(written: list[BilingualName]) -> Iterator[Finding]:
    """Yield the names of a card that the document has less often than another, or later."""
    called: dict[str, Counter[str]] = defaultdict(Counter)
    meant: dict[str, Counter[str]] = defaultdict(Counter)
    for each in written:
        called[each.english][each.name] += 1
        meant[each.name][each.english] += 1
    for each in written:
        usual, times = called[each.english].most_common(1)[0]
        other = meant[each.name].most_common(1)[0][0]
        if usual != each.name:
            message = f"“{each.english}” is “{each.name}” here, elsewhere “{usual}” {times}×"
            yield Finding(each.start, each.end, message)
        elif other != each.english:
            message = f"“{each.name}” is “{each.english}” here, elsewhere “{other}”"
            yield Finding(each.start, each.end, message)
