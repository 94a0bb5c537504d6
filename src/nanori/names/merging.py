"""What several sources say of faces to one entry for each."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import NamedTuple
from unicodedata import normalize

import msgspec
from msgspec import Struct
from rapidfuzz import distance

from nanori.annotation.name_fields import without_noise
from nanori.formats import reader
from nanori.formats.face_facts import FaceCharacteristics, FaceFacts, GivenName
from nanori.grammar import languages
from nanori.model import data_files
from nanori.model.errors import NanoriError, OnError
from nanori.model.values import BETWEEN_FACES
from nanori.names import readings
from nanori.names.model import FaceEntry, FormKind, NameForm, Printing, Standing

# Sorts a printing without a date last.
LAST = "9999"

# Half-width katakana and signs: print has none.
HALF_WIDTH = re.compile("[\uff61-\uff9f]")

BRACKETS = ("（）", "()", "「」", "『』", "《》")

# A name that was printed fewer times may be a slip.
MIN_TIMES = 2

# Characters of a name from which on one may be wrong; in a shorter one that makes another name.
MIN_SLIP_LENGTH = 4


class FormKey(NamedTuple):
    """What tells the forms of a face apart."""

    lang: str
    kind: FormKind
    name: str


# The owner of a name that several faces have, by language and name: misprints have another's.
Owners = dict[tuple[str, str], str]


@dataclass(slots=True)
class FaceForms:
    """A face while sources are read: its first facts, and its forms by language, kind and name."""

    facts: FaceFacts
    location: str
    """File and line of the first facts."""
    forms: dict[FormKey, list[GivenName]] = field(default_factory=dict[FormKey, list[GivenName]])
    """What records say of each."""

    def decided(self, name: str, owners: Owners) -> Iterator[NameForm]:
        """Yield the forms: by language, official ones first, then by first printing.

        Beside the printed forms are the English name, those that an announcement gave the card,
        and alternate names, which are never official.
        """
        card = self.facts.card or name
        reference = languages.reference_language()
        self.forms.setdefault(FormKey(reference, "oracle", name), [])
        by_lang: dict[str, list[NameForm]] = {reference: []}
        announced = {each.lang: each for each in overrides().name if each.face == name}
        for renaming in announced.values():
            for other in (renaming.official, *renaming.superseded):
                self.forms.setdefault(FormKey(renaming.lang, "printed", other), [])
        for key, form in self.forms.items():
            by_lang.setdefault(key.lang, []).append(_form(card, name, key, form))
        for lang, forms in by_lang.items():
            renaming = announced.get(lang)
            yield from _decided(forms, renaming, owners) if renaming or len(forms) > 1 else forms
        for alternate in self.facts.alternate:
            form = _form(card, name, FormKey(reference, "alternate", alternate), [])
            yield msgspec.structs.replace(form, standing="also")
        for again in (each for each in overrides().reading if each.face == name):
            yield from _more_readings(card, again)


def owners_of(faces: Iterable[FaceForms]) -> Owners:
    """Return the face with the most prints of each name; if several have as many, the latest."""
    best: dict[tuple[str, str], tuple[tuple[int, str], str]] = {}
    shared: set[tuple[str, str]] = set()
    for face in faces:
        for key, names in face.forms.items():
            if key.kind != "printed":
                continue
            printings = printings_of(names)
            rank = len(printings), max((day for _, day in printings), default="")
            best_yet = best.get((key.lang, key.name))
            if best_yet is not None:
                shared.add((key.lang, key.name))
            if best_yet is None or rank > best_yet[0]:
                best[key.lang, key.name] = rank, face.facts.face
    return {name: best[name][1] for name in shared}


def printings_of(forms: Iterable[GivenName]) -> list[tuple[str, str]]:
    """Return set and date of each printing, earliest first."""
    printings = dict.fromkeys(printing for each in forms for printing in each.printings)
    return sorted(printings, key=lambda printing: printing[1] or LAST)


def _form(card: str, face: str, key: FormKey, forms: Sequence[GivenName]) -> NameForm:
    lang, kind, name = key.lang, key.kind, key.name
    read = [each for each in forms if each.reading]
    printed = (each for each in read if each.reading_source == "printed")
    best = next(printed, read[-1] if read else None)
    reading, source = (best.reading, best.reading_source) if best else ("", "")
    for again in overrides().reading:
        if (again.face, again.name) == (face, name):
            reading, source = again.readings[0], "printed"
    return NameForm(
        card=card,
        face=face,
        name=name,
        lang=lang,
        form=kind,
        printings=tuple(Printing(code, day) for code, day in printings_of(forms)),
        reading=reading,
        reading_source=source,
    )


STANDINGS: tuple[Standing, ...] = ("official", "also", "superseded", "misprint")


def _decided(
    forms: list[NameForm], announced: AnnouncedName | None, owners: Owners
) -> list[NameForm]:
    """CR 201.2, spec B8. Official is what was announced, otherwise what most prints have.

    Ties go to the first; slips of a print are never official.
    """
    printed = [form for form in forms if form.form == "printed"]
    slips = {form.name for form in printed if _is_slip(form, printed, owners)}
    best, source = _most_printed(printed, slips)
    if announced:
        best, source = announced.official, announced.source

    def standing(form: NameForm) -> Standing:
        if form.form == "oracle" or form.name == best:
            return "official"
        if announced and form.name in announced.superseded:
            return "superseded"
        return "misprint" if form.name in slips else "also"

    decided = [
        msgspec.structs.replace(form, standing=standing(form), source=source)
        for form in sorted(forms, key=_first_printed)
    ]
    return sorted(decided, key=lambda form: STANDINGS.index(form.standing))


def _first_printed(form: NameForm) -> str:
    return form.first_printing.released or LAST


def _most_printed(printed: Sequence[NameForm], slips: Container[str]) -> tuple[str, str]:
    """Return the name with the most prints, ties to the first, and what decided between several.

    A slip is it only if all are slips.
    """
    sound = [form for form in printed if form.name not in slips] or printed
    if not sound:
        return "", ""
    best = min(sound, key=lambda form: (-len(form.printings), _first_printed(form)))
    rivals = [len(form.printings) for form in printed if form.name != best.name]
    if not rivals:
        return best.name, ""
    return best.name, "most prints" if len(best.printings) > max(rivals) else "the first print"


def _is_slip(form: NameForm, printed: Sequence[NameForm], owners: Owners) -> bool:
    """Tell whether a name is a slip: another card's, badly typeset, or one character off."""
    name, language = form.name, languages.load(form.lang)
    rivals = [other for other in printed if other.name != name]
    if rivals and owners.get((form.lang, name), form.face) != form.face:
        return True
    if normalize("NFKC", name) != name and HALF_WIDTH.search(name):
        return True
    if any(name.count(pair[0]) != name.count(pair[1]) for pair in BRACKETS):
        return True
    if any(without_noise(name, language) == other.name for other in rivals):
        return True
    return len(form.printings) < MIN_TIMES and any(
        len(other.printings) > len(form.printings)
        and len(name) >= MIN_SLIP_LENGTH
        and distance.Levenshtein.distance(name, other.name, score_cutoff=1) == 1
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


class Overrides(Struct, frozen=True, forbid_unknown_fields=True):
    """What has been announced of the names and readings of faces."""

    name: tuple[AnnouncedName, ...] = ()
    reading: tuple[Rereading, ...] = ()


@cache
def overrides() -> Overrides:
    """Return what has been announced of names and readings."""
    return data_files.table(OVERRIDES, Overrides)


class Faces:
    """Entries in the making."""

    def __init__(self, report: OnError, contradiction: OnError) -> None:
        self._faces: dict[str, FaceForms] = {}
        self._report = report
        self._contradiction = contradiction
        self.skipped = 0
        """Names not in the script of their language: left untranslated in the source."""

    def __len__(self) -> int:
        return len(self._faces)

    def add_file(self, path: str, format_name: str = "") -> int:
        """Take in what a file says of each face; return how many records it had.

        `format_name` is its format, detected if empty. NanoriError if it cannot be read at all or
        ends too early.
        """
        count = 0
        for line, facts in reader.facts(path, format_name):
            if isinstance(facts, NanoriError):
                self._report(facts)
            else:
                self.add(path, line, facts)
                count += 1
        return count

    def add(self, path: str, line: int, facts: FaceFacts) -> None:
        """Take in what a record says; a face that another card already has is reported."""
        forms = self._faces.get(facts.face)
        if forms is None:
            forms = self._faces[facts.face] = FaceForms(facts, f"{path}:{line}")
        elif _differ(forms.facts, facts):
            reason = (
                f"“{facts.face}” is already a name of “{forms.facts.card}” ({forms.location}), "
                f"“{facts.card}” has it too; the names are put together"
            )
            self._contradiction(NanoriError(reason, path=path, line=line))
        elif facts.alternate or not forms.facts.types or not forms.facts.card:
            forms.facts = _completed(forms.facts, facts)
        for name in facts.names:
            self._add_name(forms, name, path, line)

    def _add_name(self, face: FaceForms, name: GivenName, path: str, line: int) -> None:
        script = _script(name.lang)
        is_printed = name.form == "printed" and not name.reading
        if is_printed and script and not script.search(name.name):
            self.skipped += 1
            return
        names = face.forms.setdefault(FormKey(name.lang, name.form, name.name), [])
        if name.reading and not readings.is_reading(name.reading):
            reason = f"the reading “{name.reading}” of “{name.name}” is not in kana; left out"
            self._report(NanoriError(reason, path=path, line=line))
            name = msgspec.structs.replace(name, reading="", reading_source="")
        names.append(name)

    def entries(self) -> list[FaceEntry]:
        """Return the entries in the order in which their faces were first seen."""
        owners = owners_of(self._faces.values())
        self._join_interchangeable()
        return [_entry(name, face, owners) for name, face in self._faces.items()]

    def _join_interchangeable(self) -> None:
        """CR 201.3. Let names be interchangeable even if only one of the two records says so."""
        for name, face in self._faces.items():
            for other in face.facts.interchangeable:
                if other in self._faces and other != name:
                    partner = self._faces[other]
                    same = dict.fromkeys((*partner.facts.interchangeable, name))
                    partner.facts = msgspec.structs.replace(
                        partner.facts, interchangeable=tuple(same)
                    )


def shared(entries: Iterable[FaceEntry]) -> dict[str, tuple[str, ...]]:
    """Return the official printed names that several faces have, each with these faces."""
    owners: dict[tuple[str, str], list[str]] = {}
    for entry in entries:
        for form in entry.forms:
            if form.official and form.form == "printed":
                owners.setdefault((form.lang, form.name), []).append(entry.face)
    return {name: tuple(faces) for (_, name), faces in owners.items() if len(faces) > 1}


def _entry(name: str, face: FaceForms, owners: Owners) -> FaceEntry:
    facts = msgspec.structs.replace(face.facts, face=name, card=face.facts.card or name)
    fields = {field: getattr(facts, field) for field in FaceCharacteristics.__struct_fields__}
    return FaceEntry(**fields, forms=tuple(face.decided(name, owners)))


def _differ(first: FaceFacts, second: FaceFacts) -> bool:
    """Tell whether two facts about a face cannot be about the same card."""
    if first.token or second.token:
        return False
    if first.types and second.types and not set(first.types) & set(second.types):
        return True
    if not first.card or not second.card:
        return False
    faces, others = (set(facts.card.split(BETWEEN_FACES)) for facts in (first, second))
    if faces == others:
        return False  # a reversible card has the same name on both sides
    if first.layout and first.layout == second.layout and (faces < others or others < faces):
        return False  # some sources leave out what a card melds into
    return bool(first.types and second.types)


def _completed(first: FaceFacts, second: FaceFacts) -> FaceFacts:
    base = first if first.types or not second.types else second
    return msgspec.structs.replace(
        base,
        card=first.card or second.card,
        layout=first.layout or second.layout,
        side=first.side or second.side,
        alternate=tuple(dict.fromkeys((*first.alternate, *second.alternate))),
        interchangeable=tuple(dict.fromkeys((*first.interchangeable, *second.interchangeable))),
        token=first.token and second.token,
    )


@cache
def _script(lang: str) -> re.Pattern[str] | None:
    script = languages.load(lang).lexicon.script
    return re.compile(script) if script else None
