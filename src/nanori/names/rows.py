"""Rows of a database of names to entries and name forms."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator

from nanori.model import typed_values
from nanori.names.model import FaceEntry, NameForm, Printing

_FORMS = """
SELECT forms.id, faces.card, faces.face, forms.name, forms.lang, forms.form, forms.standing,
    forms.reading, forms.reading_source, forms.source
FROM forms JOIN faces ON faces.id = forms.face WHERE {} ORDER BY forms.id"""
_PRINTINGS = """
SELECT printings.form, "set", released
FROM printings JOIN forms ON forms.id = printings.form WHERE {}"""
_words = typed_values.decoder(tuple[str, ...])


def entry(connection: sqlite3.Connection, face: str) -> FaceEntry | None:
    """Return the entry of the face with that English name, or nothing."""
    row = connection.execute("SELECT * FROM faces WHERE face = ?", (face,)).fetchone()
    if row is None:
        return None
    number, face, card, layout, side, supertypes, types, subtypes, alternate, *rest = row
    funny, token, interchangeable = rest
    return FaceEntry(
        face=face,
        card=card,
        layout=layout,
        side=side,
        supertypes=_words.decode(supertypes),
        types=_words.decode(types),
        subtypes=_words.decode(subtypes),
        alternate=_words.decode(alternate),
        funny=bool(funny),
        token=bool(token),
        interchangeable=_words.decode(interchangeable),
        forms=tuple(_forms(connection, "forms.face = ?", number)),
    )


def faces(connection: sqlite3.Connection, card: str) -> list[str]:
    """Return the English names of a card's faces, in their order."""
    rows = connection.execute("SELECT face FROM faces WHERE card = ? ORDER BY side, id", (card,))
    return [face for (face,) in rows]


def names(connection: sqlite3.Connection, lang: str) -> Iterator[NameForm]:
    """Yield every name form of a language."""
    yield from _forms(connection, "forms.lang = ?", lang)


def _forms(connection: sqlite3.Connection, where: str, value: object) -> Iterator[NameForm]:
    printings: dict[int, list[Printing]] = {}
    for form, code, day in connection.execute(_PRINTINGS.format(where), (value,)):
        printings.setdefault(form, []).append(Printing(code, day))
    for row in connection.execute(_FORMS.format(where), (value,)):
        number, card, face, name, lang, kind, standing, reading, reading_source, source = row
        yield NameForm(
            card=card,
            face=face,
            name=name,
            lang=lang,
            form=kind,
            standing=standing,
            printings=tuple(printings.get(number, ())),
            reading=reading,
            reading_source=reading_source,
            source=source,
        )
