"""Files of cards or names to what they say of each face, whatever their format."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import cast

import msgspec
from msgspec import Struct

from nanori.formats import catalogue, reader
from nanori.formats.entries import Element
from nanori.formats.io.streams import STDIN
from nanori.formats.records import decoded
from nanori.formats.supported import cards as card_records
from nanori.grammar import languages
from nanori.model.errors import NanoriError
from nanori.model.values import Card
from nanori.names.building.facts import BETWEEN_FACES, Facts, Said, parted

Report = Callable[[NanoriError], None]
"""Takes what was wrong with one record."""

_TOKENS = ("token", "double_faced_token", "emblem")


class _Printing(Struct, frozen=True):
    set: str = ""
    released: str | None = ""


class _Printed(Struct, frozen=True):
    name: str
    reading: str | None = None
    printings: tuple[_Printing, ...] = ()


class _Row(Struct, frozen=True):
    """A line of a names file: a face with its names by language."""

    name: str
    card: str | None = None
    layout: str | None = None
    side: str | None = None
    supertypes: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    subtypes: tuple[str, ...] = ()
    alternate: tuple[str, ...] = ()
    funny: bool = False
    token: bool = False
    interchangeable: tuple[str, ...] = ()
    text: str | None = None
    """Only card records have one."""


@cache
def _row() -> msgspec.json.Decoder[_Row]:
    fields = [(code, tuple[_Printed, ...], ()) for code in languages.codes()]
    made = msgspec.defstruct("Row", fields, bases=(_Row,), frozen=True)
    return msgspec.json.Decoder(cast("type[_Row]", made))


def read(path: str, report: Report, wanted: str = "") -> Iterator[tuple[int, Facts]]:
    """Yield what a file says of each face, with its line; wrong records go to `report`.

    `wanted` is the name of the format, told from the file if empty.

    NanoriError if the file cannot be read at all or ends too early.
    """
    from nanori.names.building import readers

    with catalogue.card_file(path, wanted, texts=False) as file:
        source, name, module = file.source, file.name, file.module
        facts_of = readers.READERS.get(name) or (
            _own if name == catalogue.OWN else _entries(module)
        )
        dates = readers.release_dates(path) if name == "mtgjson" and path != STDIN else {}
        for element in module.elements(source, file.head):
            try:
                for facts in facts_of(element):
                    yield element.line, _dated(facts, dates) if dates else facts
            except NanoriError as error:
                report(reader.placed(error, source.path, element))


def _entries(module: catalogue.Format) -> Callable[[Element], Iterator[Facts]]:
    """Return what reads an element of any format there is no reader of its own for."""
    return lambda element: (of_card(entry.card) for entry in module.entries(element))


def _dated(facts: Facts, dates: dict[str, str]) -> Facts:
    """Return the facts with the dates of sets that the record itself does not give."""
    names = tuple(
        msgspec.structs.replace(
            said,
            printings=tuple((code, day or dates.get(code, "")) for code, day in said.printings),
        )
        for said in facts.names
    )
    return msgspec.structs.replace(facts, names=names)


def _own(element: Element) -> Iterator[Facts]:
    """Yield the facts of a line of a names file or of a card record."""
    row = decoded(_row(), element.text) if b'"text"' not in element.text else None
    if row is None or row.text is not None:
        for card, _ in card_records.cards(element):
            yield of_card(card)
        return
    if not row.name:
        raise NanoriError("no name")
    names = [Said(name=row.name, lang=languages.reference_language(), form="oracle")]
    for code in languages.codes():
        for printed in cast("tuple[_Printed, ...]", getattr(row, code)):
            names.append(
                Said(
                    name=printed.name,
                    lang=code,
                    form="printed",
                    reading=printed.reading or "",
                    reading_source="given" if printed.reading else "",
                    printings=tuple((one.set, one.released or "") for one in printed.printings),
                )
            )
    yield Facts(
        face=row.name,
        card=row.card or row.name,
        layout=row.layout or "",
        side=row.side or "",
        supertypes=row.supertypes,
        types=row.types,
        subtypes=row.subtypes,
        alternate=row.alternate,
        funny=row.funny,
        token=row.token or row.layout in _TOKENS,
        interchangeable=row.interchangeable,
        names=tuple(names),
    )


def of_card(card: Card) -> Facts:
    """Return what a card record says of its face; NanoriError if it has no English name."""
    lang = card.lang or languages.of_text(f"{card.text}\n{card.name}")
    if lang not in languages.codes():
        languages.load(lang)  # raises, saying which languages there are
    face = card.name if lang == languages.reference_language() else card.name_en
    if not face or not card.name:
        raise NanoriError("no name" if not card.name else "no name_en")
    supertypes, types, subtypes = parted(
        card.type if lang == languages.reference_language() else card.type_en
    )
    printings = ((card.printed, card.released),) if card.printed or card.released else ()
    said = Said(
        name=card.name,
        lang=lang,
        form="oracle" if lang == languages.reference_language() else "printed",
        reading=card.reading,
        reading_source="printed" if card.reading else "",
        printings=printings,
    )
    whole = (
        BETWEEN_FACES.join(card.faces)
        if lang == languages.reference_language() and card.faces
        else ""
    )
    return Facts(
        face=face,
        card=whole,
        layout=card.layout,
        supertypes=supertypes,
        types=types,
        subtypes=subtypes,
        alternate=card.alternate if lang == languages.reference_language() else (),
        token=card.layout in _TOKENS or "Token" in card.type_en.split(),
        names=(said,),
    )
