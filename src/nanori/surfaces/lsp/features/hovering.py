"""The words under the cursor to what they mean, why, and what they are in the other language."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from lsprotocol.types import Hover, MarkupContent, MarkupKind, Position

from nanori.annotation.explaining import explained
from nanori.documents.values import MEANINGS
from nanori.game.scenarios.explaining import sentence
from nanori.grammar import languages
from nanori.surfaces.lsp.documents import OpenText
from nanori.surfaces.lsp.features import places
from nanori.surfaces.lsp.features.markdown import plain
from nanori.surfaces.lsp.features.other_names import TranslatedNames
from nanori.surfaces.lsp.features.places import SaidName
from nanori.surfaces.lsp.readings import Spotted

TARGETS = {
    "self": "the object itself",
    "holder": "the object that gets the ability",
    "name": "a name, and no object",
}
"""What each target of a reference is."""


def hover(text: OpenText, position: Position, others: TranslatedNames) -> Hover | None:
    """Return what is to be said of the words at a position; nothing where there is nothing."""
    offset = text.lines.offset(position)
    there = places.at(text, offset)
    if there is None:
        return _mentioned(text, offset, others)
    placed, place = there
    start, end = placed.start + place.start, placed.start + place.end
    spotted = [
        each
        for each in placed.reading.spotted
        if placed.start + each.start <= offset <= placed.start + each.end
    ]
    lines = [*_said(place), *others.said(place.name), *_pages(spotted)]
    contents = MarkupContent(MarkupKind.Markdown, "\n\n".join(lines))
    return Hover(contents, text.lines.range(start, end))


def _mentioned(text: OpenText, offset: int, others: TranslatedNames) -> Hover | None:
    """Return what is to be said of a name in an article."""
    inside = offset - text.shift
    for mention in text.mentions:
        if mention.start <= inside <= mention.end:
            name = mention.name or mention.name_en
            says = mention.message or MEANINGS[mention.status]
            lines = [f"**{plain(name)}** — {plain(says)}", *others.said(mention.card or name)]
            span = text.lines.range(mention.start + text.shift, mention.end + text.shift)
            return Hover(MarkupContent(MarkupKind.Markdown, "\n\n".join(lines)), span)
    return None


def _said(place: SaidName) -> Iterator[str]:
    """Yield what the words are, and the rule that says so."""
    words = plain(place.words)
    reference = place.reference
    if reference is None:
        yield f"**{words}** — the card’s name" if place.own else f"**{words}** — a card’s name"
        return
    yield f"**{words}** — {TARGETS[reference.target]}"
    for _, why in explained(place.card, [reference]):
        yield plain(why)
    says = sentence(reference.rule, "") if reference.rule else ""
    other = (
        sentence(reference.rule, place.card.lang) if place.card.lang in languages.codes() else ""
    )
    for words in dict.fromkeys((says, other)):
        if words:
            yield f"CR {reference.rule}: {plain(words)}"


def _pages(spotted: Iterable[Spotted]) -> Iterator[str]:
    """Yield what was found there."""
    for each in spotted:
        yield f"*{each.check}*: {plain(each.message)}"
