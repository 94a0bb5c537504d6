"""The names that sources give a face to its name forms, with what is official decided (spec B8)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from unicodedata import normalize

import msgspec
from msgspec import Struct
from rapidfuzz.distance import Levenshtein

from nanori.annotation.own_names import cleaned
from nanori.formats.face_facts import FaceFacts
from nanori.grammar import languages
from nanori.model import data_files
from nanori.names.model import FormKind, NameForm, Printing, ReadingSource, Standing

# Where a printing without a date stands among others.
LAST = "9999"

# Katakana and signs in half width: print has none.
HALF_WIDTH = re.compile("[\uff61-\uff9f]")

BRACKETS = ("（）", "()", "「」", "『』", "《》")

MANY = 2

# Signs of a name of which one may be wrong; of shorter ones it makes another name.
TELLING = 4

# Language, kind and name.
FormKey = tuple[str, FormKind, str]

# Whose name it is that several faces have, by language and name: misprints have another's.
Owners = dict[tuple[str, str], str]


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
            yield msgspec.structs.replace(form, standing="also")
        for rereading in rereadings().get(name, ()):
            yield from _more_readings(card, rereading)


def owners_of(faces: Iterable[FaceForms]) -> Owners:
    """Return the face that has each name in most prints; where as many have it, in the latest."""
    best: dict[tuple[str, str], tuple[tuple[int, str], str]] = {}
    shared: set[tuple[str, str]] = set()
    for face in faces:
        for (lang, kind, name), form in face.forms.items():
            if kind != "printed":
                continue
            rank = len(form.printings), max((day for _, day in form.printings), default="")
            before = best.get((lang, name))
            if before is not None:
                shared.add((lang, name))
            if before is None or rank > before[0]:
                best[lang, name] = rank, face.facts.face
    return {name: best[name][1] for name in shared}


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
    """CR 201.2, spec B8. Official is what was announced, else what most prints have.

    Of several the first; slips of a print never.
    """
    printed = [form for form in forms if form.form == "printed"]
    best = told.official if told else _most_printed(printed, owners)
    source = told.source if told else _reason(printed, best)
    standings = {form.name: _standing(form, printed, told, owners) for form in printed}
    decided = [
        msgspec.structs.replace(
            form,
            standing="official"
            if form.form == "oracle" or form.name == best
            else standings.get(form.name, "also"),
            source=source,
        )
        for form in sorted(forms, key=_first_printed)
    ]
    return sorted(decided, key=lambda form: STANDINGS.index(form.standing))


STANDINGS: tuple[Standing, ...] = ("official", "also", "superseded", "misprint")


def _first_printed(form: NameForm) -> str:
    return form.printings[0].released or LAST if form.printings else LAST


def _most_printed(printed: Sequence[NameForm], owners: Owners) -> str:
    """Return the name that most prints have, the first of several; of slips only if all are."""
    sound = [form for form in printed if not _is_slip(form, printed, owners)] or printed
    rank = {form.name: (-len(form.printings), _first_printed(form)) for form in sound}
    return min(rank, key=rank.__getitem__, default="")


def _reason(printed: Sequence[NameForm], best: str) -> str:
    """Return why the name of several is official that no announcement made so."""
    times = {form.name: len(form.printings) for form in printed}
    if len(times) < MANY:
        return ""
    rivals = [count for name, count in times.items() if name != best]
    return "most prints" if times[best] > max(rivals) else "the first print"


def _standing(
    form: NameForm, printed: Sequence[NameForm], told: AnnouncedName | None, owners: Owners
) -> Standing:
    """Return what a name is that is not the official one."""
    if told and form.name in told.superseded:
        return "superseded"
    return "misprint" if _is_slip(form, printed, owners) else "also"


def _is_slip(form: NameForm, printed: Sequence[NameForm], owners: Owners) -> bool:
    """Tell whether a name is a slip: another card's, badly written, or one sign off another."""
    name, language = form.name, languages.load(form.lang)
    rivals = [other for other in printed if other.name != name]
    if rivals and owners.get((form.lang, name), form.face) != form.face:
        return True
    if normalize("NFKC", name) != name and HALF_WIDTH.search(name):
        return True
    if any(name.count(pair[0]) != name.count(pair[1]) for pair in BRACKETS):
        return True
    if any(cleaned(name, language) == other.name for other in rivals):
        return True
    return len(form.printings) < MANY and any(
        len(other.printings) > len(form.printings)
        and len(name) >= TELLING
        and Levenshtein.distance(name, other.name, score_cutoff=1) == 1
        for other in rivals
    )


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


OVERRIDES = Path(__file__).with_name("overrides.toml")


class AnnouncedName(Struct, frozen=True, forbid_unknown_fields=True):
    """An announcement of what a face is called in a language."""

    face: str
    lang: str
    official: str
    source: str
    superseded: tuple[str, ...] = ()


class Rereading(Struct, frozen=True, forbid_unknown_fields=True):
    """The readings that a name has had in print, the first of them its own."""

    face: str
    lang: str
    name: str
    readings: tuple[str, ...]
    source: str


class _Overrides(Struct, frozen=True, forbid_unknown_fields=True):
    name: tuple[AnnouncedName, ...] = ()
    reading: tuple[Rereading, ...] = ()


@cache
def renamings() -> dict[str, list[AnnouncedName]]:
    """Return what was announced of names, by the English name of the face."""
    by_face: dict[str, list[AnnouncedName]] = {}
    for renaming in _overrides().name:
        by_face.setdefault(renaming.face, []).append(renaming)
    return by_face


@cache
def rereadings() -> dict[str, list[Rereading]]:
    """Return what is known of readings, by the English name of the face."""
    by_face: dict[str, list[Rereading]] = {}
    for rereading in _overrides().reading:
        by_face.setdefault(rereading.face, []).append(rereading)
    return by_face


@cache
def _overrides() -> _Overrides:
    return data_files.table(OVERRIDES, _Overrides)
