"""Cards written as card records or CSV rows, one per face and language, or as Cockatrice's.

The table has a byte order mark and CRLF, as Excel wants it. Words that a spreadsheet would take for
a formula get a blank before them, which is removed again when the table is read.
"""

import csv
from collections.abc import Callable, Iterator, Sequence
from io import StringIO

import msgspec
from msgspec import Struct

from nanori.formats import formulas
from nanori.formats.entries import Entry
from nanori.formats.escaping.xml import XML
from nanori.formats.suppressions import KEY
from nanori.model.errors import NanoriError
from nanori.model.values import BETWEEN_FACES, Card

_DEFAULTS = {"game": "magic"}
_OWN = frozenset(Card.__struct_fields__)


class CardWriter(Struct, frozen=True):
    """How cards are written in one format."""

    card: Callable[[Sequence[Entry]], str]
    """Makes a card from its faces and languages; NanoriError if it cannot hold it."""
    begin: str = ""
    """What precedes the cards."""
    between: str = ""
    end: str = ""
    format: str = ""
    """The format that reads it again; empty if everything but marks of names is carried."""


def _record(entry: Entry) -> str:
    fields = msgspec.to_builtins(entry.card)
    said = {key: value for key, value in fields.items() if value and value != _DEFAULTS.get(key)}
    said = {"name": entry.card.name, "text": entry.card.text} | said
    extra = {key: value for key, value in entry.extra.items() if key not in _OWN}
    if entry.suppressed and KEY not in extra:
        extra[KEY] = list(entry.suppressed)
    return msgspec.json.encode(said | extra).decode()


IN_ARRAY = CardWriter(lambda entries: ",\n".join(map(_record, entries)), "[\n", ",\n", "\n]\n")
BY_LINE = CardWriter(lambda entries: "\n".join(map(_record, entries)), "", "\n", "\n")


_PLAIN = ("id", "lang", "name", "name_en", "type", "type_en", "text", "reading", "layout")
_FURTHER = ("printed", "released", "game")
_LISTS = ("faces", "alternate")
COLUMNS = (*_PLAIN, *_LISTS, *_FURTHER, "noqa")


class CsvRows:
    """The rows of a table below its headings."""

    def __init__(self, *, raw: bool = False) -> None:
        """Begin a table; with `raw` nothing is put before what a spreadsheet would compute."""
        self._raw = raw
        self.guarded = 0
        """Cells that have a blank before their words."""

    def card(self, entries: Sequence[Entry]) -> str:
        """Return the rows of a card."""
        return "".join(_row(self._cells(entry)) for entry in entries)

    def _cells(self, entry: Entry) -> list[str]:
        said = {field: str(getattr(entry.card, field)) for field in (*_PLAIN, *_FURTHER)}
        said |= {field: BETWEEN_FACES.join(getattr(entry.card, field)) for field in _LISTS}
        said["noqa"] = ",".join(entry.suppressed)
        if self._raw:
            return [said[column] for column in COLUMNS]
        self.guarded += sum(map(formulas.is_guarded, said.values()))
        return [formulas.harmless(said[column]) for column in COLUMNS]


def _row(cells: Sequence[str]) -> str:
    out = StringIO()
    csv.writer(out, lineterminator="\r\n").writerow(cells)
    return out.getvalue()


CSV_HEAD = "\ufeff" + _row(COLUMNS)


_BETWEEN_TEXTS = "\n\n---\n\n"
# Layouts of cards that have a back.
_SIDES = frozenset({"transform", "modal_dfc", "meld"})

_BEGIN = """\
<?xml version="1.0" encoding="UTF-8"?>
<cockatrice_carddatabase version="4">
<cards>
"""
_END = "</cards>\n</cockatrice_carddatabase>\n"


def _sides(entries: Sequence[Entry]) -> str:
    """Return the card, or each of its sides; NanoriError for what XML cannot hold."""
    by_lang: dict[str, list[Entry]] = {}
    for entry in entries:
        by_lang.setdefault(entry.card.lang, []).append(entry)
    (main, *local) = (_faces(own) for own in by_lang.values())
    apart = main[0].layout in _SIDES or len(main) == 1
    sides = [[face] for face in main] if apart else [main]
    noqa = next((entry.suppressed for entry in entries if entry.suppressed), ())
    return "".join(
        f"{line}\n"
        for number, side in enumerate(sides)
        for line in _lines(side, [own[number : number + len(side)] for own in local], noqa)
    )


def _faces(entries: Sequence[Entry]) -> list[Card]:
    """Return the cards of the faces; several texts of one face are merged."""
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


COCKATRICE = CardWriter(_sides, _BEGIN, "", _END, "cockatrice")
