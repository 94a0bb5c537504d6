"""A card's text to a row of a table: every form by which it calls its own object."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from nanori.formats import formulas
from nanori.formats.records import Record
from nanori.model import edits, visible
from nanori.model.values import Edit, Reference

NAMES = ("full", "short", "alternate", "placeholder")
DEMONSTRATIVES = ("this", "bare")
# What stands between the forms in a cell of CSV; no card's name has it.
BETWEEN = "|"
# What stands in the place of the own name.
SIGN = "~"


class SelfForms(Struct, frozen=True):
    """A row: the text of a face in a language, and how it calls itself."""

    id: str | int
    lang: str
    name: str
    name_en: str
    type: str
    names: tuple[str, ...]
    """The names by which it calls itself, each once, in the order of the text."""
    demonstratives: tuple[str, ...]
    """“This creature” and the like, for itself, each once."""
    for_holder: tuple[str, ...]
    """The like for the object that has an ability it gives, each once."""
    text: str
    text_nameless: str
    """The text with `~` for each own name."""


def of_record(record: Record, references: Sequence[Reference]) -> SelfForms:
    """Return the row of a record with its references."""
    card = record.card
    named = [each for each in references if each.target == "self" and each.form in NAMES]
    shown = [each for each in references if each.form in DEMONSTRATIVES]
    return SelfForms(
        id=card.id,
        lang=card.lang,
        name=card.name,
        name_en=card.name_en or "",
        type=card.type,
        names=_words(named),
        demonstratives=_words([each for each in shown if each.target == "self"]),
        for_holder=_words([each for each in shown if each.target == "holder"]),
        text=card.text,
        text_nameless=edits.apply(card.text, [Edit(each.start, each.end, SIGN) for each in named]),
    )


def _words(references: Sequence[Reference]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(each.text for each in references))


def as_jsonl(row: SelfForms) -> bytes:
    """Return a row as a line of JSON."""
    return visible.json(row) + b"\n"


def heading() -> bytes:
    """Return the first line of CSV."""
    return formulas.line(SelfForms.__struct_fields__)


def cells(row: SelfForms) -> list[str]:
    """Return the cells of a row of CSV."""
    return [
        *(str(row.id), row.lang, row.name, row.name_en, row.type),
        *(BETWEEN.join(forms) for forms in (row.names, row.demonstratives, row.for_holder)),
        *(row.text, row.text_nameless),
    ]
