"""Cards as Cockatrice's XML, version 4: faces in one card, or two cards that are related."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from nanori.formats.entries import Entry
from nanori.formats.escaping.xml import XML
from nanori.model.errors import NanoriError
from nanori.model.values import BETWEEN_FACES, Card

_BETWEEN_TEXTS = "\n\n---\n\n"
# Layouts of cards that have a back.
_SIDES = frozenset({"transform", "modal_dfc", "meld"})

_BEGIN = """\
<?xml version="1.0" encoding="UTF-8"?>
<cockatrice_carddatabase version="4">
<cards>
"""
_END = "</cards>\n</cockatrice_carddatabase>\n"


class _CockatriceCards:
    """A database of cards, with localizations where a card has several languages."""

    FORMAT = "cockatrice"

    def begin(self) -> str:
        """Return the beginning of the file."""
        return _BEGIN

    def card(self, entries: Sequence[Entry], *, first: bool) -> str:
        """Return the card, or each of its sides; NanoriError for what XML cannot hold."""
        del first
        by_lang: dict[str, list[Entry]] = {}
        for entry in entries:
            by_lang.setdefault(entry.card.lang, []).append(entry)
        (main, *local) = (_faces(own) for own in by_lang.values())
        apart = main[0].layout in _SIDES or len(main) == 1
        sides = [[face] for face in main] if apart else [main]
        noqa = next((entry.suppressed for entry in entries if entry.suppressed), ())
        return "".join(
            _card(side, [own[number : number + len(side)] for own in local], noqa)
            for number, side in enumerate(sides)
        )

    def end(self) -> str:
        """Return the end of the file."""
        return _END


def _faces(entries: Sequence[Entry]) -> list[Card]:
    """Return the cards of the faces; several texts of one face are one."""
    faces: dict[str, Card] = {}
    for entry in entries:
        card = entry.card
        if not card.name:
            raise NanoriError("a card without a name is there")
        before = faces.get(card.name)
        if before is None or not before.text:
            faces[card.name] = card
        elif card.text:
            faces[card.name] = msgspec.structs.replace(before, text=f"{before.text}\n{card.text}")
    return list(faces.values())


def _card(faces: list[Card], local: list[list[Card]], noqa: Sequence[str]) -> str:
    return "".join(f"{line}\n" for line in _lines(faces, local, noqa))


def _lines(faces: list[Card], local: list[list[Card]], noqa: Sequence[str]) -> Iterator[str]:
    """Yield the lines of a card."""
    first = faces[0]
    if noqa:
        yield f" <!-- noqa: {', '.join(noqa)} -->" if "*" not in noqa else " <!-- noqa -->"
    yield " <card>"
    yield from _said(faces, "  ")
    yield "  <prop>"
    types = [face.type for face in faces]
    if any(types):
        yield f"   <type>{XML.encode(BETWEEN_FACES.join(types))}</type>"
    if first.layout:
        yield f"   <layout>{XML.encode(first.layout)}</layout>"
    others = [name for name in first.faces if name != first.name] if len(faces) == 1 else []
    if others:
        side = "front" if first.faces[0] == first.name else "back"
        yield f"   <side>{side}</side>"
    yield "  </prop>"
    if first.printed:
        yield f"  <set>{XML.encode(first.printed)}</set>"
    for name in others:
        yield f'  <related attach="transform">{XML.encode(name)}</related>'
    for own in local:
        if own:
            yield f'  <localization lang="{own[0].lang}">'
            yield from _said(own, "   ")
            yield "  </localization>"
    yield " </card>"


def _said(faces: list[Card], indent: str) -> Iterator[str]:
    yield f"{indent}<name>{XML.encode(BETWEEN_FACES.join(face.name for face in faces))}</name>"
    texts = _BETWEEN_TEXTS.join(face.text for face in faces)
    yield f"{indent}<text>{XML.encode(texts)}</text>"


WRITER = _CockatriceCards()
