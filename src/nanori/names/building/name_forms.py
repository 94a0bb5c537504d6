"""The names that sources give a face to its name forms, with what is official decided (spec B8)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

import msgspec

from nanori.formats.face_facts import FaceFacts
from nanori.grammar import languages
from nanori.names.building.overrides import AnnouncedName, Rereading, renamings, rereadings
from nanori.names.model import FormKind, NameForm, Printing, ReadingSource

LAST = "9999"
"""Where a printing without a date stands among others."""

FormKey = tuple[str, FormKind, str]
"""Language, kind and name."""

Owners = Counter[tuple[str, str]]
"""How many faces have a name, by language and name."""


@dataclass(slots=True)
class FormInMaking:
    """A name form while sources are read."""

    reading: str = ""
    reading_source: ReadingSource = ""
    printings: dict[tuple[str, str], None] = field(default_factory=dict[tuple[str, str], None])


@dataclass(slots=True)
class FaceForms:
    """A face while sources are read: its first facts, and its forms by language, kind and name."""

    facts: FaceFacts
    place: str
    """File and line of the first facts."""
    forms: dict[FormKey, FormInMaking]

    def decided(self, name: str, owners: Owners) -> Iterator[NameForm]:
        """Yield the forms: by language, official ones first, then by first printing."""
        card = self.facts.card or name
        reference = languages.reference_language()
        self.forms.setdefault((reference, "oracle", name), FormInMaking())
        by_lang: dict[str, list[NameForm]] = {reference: []}
        told = {renaming.lang: renaming for renaming in reversed(renamings().get(name, ()))}
        for renaming in renamings().get(name, ()):
            for other in (renaming.official, *renaming.superseded):
                self.forms.setdefault((renaming.lang, "printed", other), FormInMaking())
        for key, form in self.forms.items():
            by_lang.setdefault(key[0], []).append(_form(card, name, key, form))
        for lang, forms in by_lang.items():
            renaming = told.get(lang)
            yield from _decided(forms, renaming, owners) if renaming or len(forms) > 1 else forms
        for alternate in self.facts.alternate:
            form = _form(card, name, (reference, "alternate", alternate), FormInMaking())
            yield msgspec.structs.replace(form, official=False)
        for rereading in rereadings().get(name, ()):
            yield from _more_readings(card, rereading)


def owners_of(faces: Iterable[FaceForms]) -> Owners:
    """Return how many faces have each name."""
    return Counter((lang, name) for face in faces for lang, _, name in face.forms)


def _form(card: str, face: str, key: FormKey, form: FormInMaking) -> NameForm:
    lang, kind, name = key
    days = sorted(form.printings, key=_day) if len(form.printings) > 1 else form.printings
    reading, source = form.reading, form.reading_source
    if known := rereadings().get(face):
        first = next((again.readings[0] for again in known if again.name == name), "")
        reading, source = (first, "printed") if first else (reading, source)
    return NameForm(
        card=card,
        face=face,
        name=name,
        lang=lang,
        form=kind,
        printings=tuple(Printing(code, day) for code, day in days),
        reading=reading,
        reading_source=source,
    )


def _day(printing: tuple[str, str]) -> str:
    return printing[1] or LAST


def _decided(forms: list[NameForm], told: AnnouncedName | None, owners: Owners) -> list[NameForm]:
    """CR 201.2, spec B8. The first printed name is official unless another was announced.

    A name that another face has too comes behind one that is this face's alone: it is a misprint.
    """
    forms.sort(
        key=lambda form: (
            owners[form.lang, form.name] > 1,
            form.printings[0].released or LAST if form.printings else LAST,
        )
    )
    best = told.official if told else forms[0].name
    decided = [
        msgspec.structs.replace(
            form,
            official=form.form == "oracle" or form.name == best,
            source=told.source if told else "",
        )
        for form in forms
    ]
    return sorted(decided, key=lambda form: not form.official)


def _more_readings(card: str, again: Rereading) -> Iterator[NameForm]:
    for reading in again.readings[1:]:
        yield NameForm(
            card=card,
            face=again.face,
            name=again.name,
            lang=again.lang,
            form="reading",
            reading=reading,
            reading_source="printed",
            source=again.source,
        )
