"""What sources say of faces to one entry for each, with what is official decided (spec B8)."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import msgspec
from msgspec import Struct

from nanori.formats import reader
from nanori.formats.face_facts import FaceFacts, GivenName
from nanori.grammar import languages
from nanori.model.errors import NanoriError, OnError
from nanori.model.values import BETWEEN_FACES
from nanori.names import readings
from nanori.names.model import Entry, FormKind, NameForm, Printing, ReadingSource

OVERRIDES = Path(__file__).with_name("overrides.toml")
"""Announced corrections and renames, each with its source."""

LAST = "9999"
"""Where a printing without a date stands among others."""


class _Renamed(Struct, frozen=True, forbid_unknown_fields=True):
    face: str
    lang: str
    official: str
    source: str
    superseded: tuple[str, ...] = ()


class _Reread(Struct, frozen=True, forbid_unknown_fields=True):
    face: str
    lang: str
    name: str
    readings: tuple[str, ...]
    source: str


class _Overrides(Struct, frozen=True, forbid_unknown_fields=True):
    name: tuple[_Renamed, ...] = ()
    reading: tuple[_Reread, ...] = ()


@dataclass(slots=True)
class _Form:
    """A name form while it is gathered."""

    reading: str = ""
    reading_source: ReadingSource = ""
    printings: dict[tuple[str, str], None] = field(default_factory=dict[tuple[str, str], None])


@dataclass(slots=True)
class _Face:
    """A face while it is gathered: its first facts, and its forms by language, kind and name."""

    facts: FaceFacts
    place: str
    """File and line of the first facts."""
    forms: dict[tuple[str, FormKind, str], _Form]


class Gathering:
    """Entries in the making."""

    def __init__(self, report: OnError, contradiction: OnError) -> None:
        """Begin with none; what cannot be read goes to `report`, what contradicts to the
        other."""
        self._faces: dict[str, _Face] = {}
        self._report = report
        self._contradiction = contradiction
        self.skipped = 0
        """Names that are not in the script of their language: untranslated in the source."""

    def __len__(self) -> int:
        """Return how many faces there are."""
        return len(self._faces)

    def add_file(self, path: str, wanted: str = "") -> int:
        """Take in what a file says of each face; return how often it says something.

        `wanted` is the name of its format, told from the file if empty. NanoriError if it cannot
        be read at all or ends too early.
        """
        count = 0
        for line, facts in reader.facts(path, wanted):
            if isinstance(facts, NanoriError):
                self._report(facts)
            else:
                self.add(path, line, facts)
                count += 1
        return count

    def add(self, path: str, line: int, facts: FaceFacts) -> None:
        """Take in what a record says; a face that another card has already is reported."""
        known = self._faces.get(facts.face)
        if known is None:
            known = self._faces[facts.face] = _Face(facts, f"{path}:{line}", {})
        elif _differ(known.facts, facts):
            reason = (
                f"“{facts.face}” is already a name of “{known.facts.card}” ({known.place}), "
                f"“{facts.card}” has it too; the names are put together"
            )
            self._contradiction(NanoriError(reason, path=path, line=line))
        elif facts.alternate or not known.facts.types or not known.facts.card:
            known.facts = _completed(known.facts, facts)
        for given in facts.names:
            self._give(known, given, path, line)

    def _give(self, face: _Face, given: GivenName, path: str, line: int) -> None:
        script = _script(given.lang)
        if (
            given.form == "printed"
            and not given.reading
            and script
            and not script.search(given.name)
        ):
            self.skipped += 1
            return
        form = face.forms.setdefault((given.lang, given.form, given.name), _Form())
        if given.printings:
            form.printings.update(dict.fromkeys(given.printings))
        if given.reading and not readings.is_reading(given.reading):
            reason = f"the reading “{given.reading}” of “{given.name}” is not in kana; left out"
            self._report(NanoriError(reason, path=path, line=line))
        elif given.reading and form.reading_source != "printed":
            form.reading, form.reading_source = given.reading, given.reading_source

    def entries(self) -> list[Entry]:
        """Return the entries in the order in which their faces were met."""
        owners = Counter(
            (lang, form) for face in self._faces.values() for lang, _, form in face.forms
        )
        return [_entry(name, face, owners) for name, face in self._faces.items()]


def shared(entries: Iterable[Entry]) -> dict[str, tuple[str, ...]]:
    """Return the official printed names that several faces have, each with these faces."""
    owners: dict[tuple[str, str], list[str]] = {}
    for entry in entries:
        for form in entry.forms:
            if form.official and form.form == "printed":
                owners.setdefault((form.lang, form.name), []).append(entry.face)
    return {name: tuple(faces) for (_, name), faces in owners.items() if len(faces) > 1}


def _entry(name: str, face: _Face, owners: Counter[tuple[str, str]]) -> Entry:
    facts = face.facts
    return Entry(
        face=name,
        card=facts.card or name,
        layout=facts.layout,
        side=facts.side,
        supertypes=facts.supertypes,
        types=facts.types,
        subtypes=facts.subtypes,
        alternate=facts.alternate,
        funny=facts.funny,
        token=facts.token,
        interchangeable=facts.interchangeable,
        forms=tuple(_forms(name, face, owners)),
    )


def _differ(one: FaceFacts, other: FaceFacts) -> bool:
    """Tell whether two facts of one face cannot be of one card."""
    if one.token or other.token:
        return False
    if one.types and other.types and not set(one.types) & set(other.types):
        return True
    if not one.card or not other.card:
        return False
    faces, others = (set(facts.card.split(BETWEEN_FACES)) for facts in (one, other))
    if faces == others:
        return False  # a reversible card has its one name twice
    if one.layout and one.layout == other.layout and (faces < others or others < faces):
        return False  # some sources leave out what a card melds into
    return bool(one.types and other.types)


def _completed(one: FaceFacts, other: FaceFacts) -> FaceFacts:
    """Return the first facts with what only the others say."""
    base = one if one.types or not other.types else other
    return msgspec.structs.replace(
        base,
        card=one.card or other.card,
        layout=one.layout or other.layout,
        side=one.side or other.side,
        alternate=tuple(dict.fromkeys((*one.alternate, *other.alternate))),
        interchangeable=tuple(dict.fromkeys((*one.interchangeable, *other.interchangeable))),
        token=one.token and other.token,
    )


def _forms(name: str, face: _Face, owners: Counter[tuple[str, str]]) -> Iterator[NameForm]:
    """Yield a face's forms: by language, official ones first, then by first printing."""
    card = face.facts.card or name
    face.forms.setdefault((languages.reference_language(), "oracle", name), _Form())
    by_lang: dict[str, list[NameForm]] = {languages.reference_language(): []}
    for told in _renamed().get(name, ()):
        for other in (told.official, *told.superseded):
            face.forms.setdefault((told.lang, "printed", other), _Form())
    for key, form in face.forms.items():
        by_lang.setdefault(key[0], []).append(_form(card, name, key, form))
    for lang, forms in by_lang.items():
        told = next((one for one in _renamed().get(name, ()) if one.lang == lang), None)
        yield from _decided(forms, told, owners) if told or len(forms) > 1 else forms
    for alternate in face.facts.alternate:
        key: tuple[str, FormKind, str] = (languages.reference_language(), "alternate", alternate)
        yield msgspec.structs.replace(_form(card, name, key, _Form()), official=False)
    for again in _reread().get(name, ()):
        yield from _more_readings(card, again)


def _form(card: str, face: str, key: tuple[str, FormKind, str], form: _Form) -> NameForm:
    lang, kind, name = key
    days = sorted(form.printings, key=_day) if len(form.printings) > 1 else form.printings
    reading, source = form.reading, form.reading_source
    if again := _reread().get(face):
        first = next((one.readings[0] for one in again if one.name == name), "")
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


def _decided(
    forms: list[NameForm], told: _Renamed | None, owners: Counter[tuple[str, str]]
) -> list[NameForm]:
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


def _more_readings(card: str, again: _Reread) -> Iterator[NameForm]:
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


@cache
def _overrides() -> _Overrides:
    return msgspec.convert(tomllib.loads(OVERRIDES.read_text("utf-8")), _Overrides)


@cache
def _renamed() -> dict[str, list[_Renamed]]:
    found: dict[str, list[_Renamed]] = {}
    for one in _overrides().name:
        found.setdefault(one.face, []).append(one)
    return found


@cache
def _reread() -> dict[str, list[_Reread]]:
    found: dict[str, list[_Reread]] = {}
    for one in _overrides().reading:
        found.setdefault(one.face, []).append(one)
    return found


@cache
def _script(lang: str) -> re.Pattern[str] | None:
    script = languages.load(lang).lexicon.script
    return re.compile(script) if script else None
