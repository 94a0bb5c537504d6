"""What sources say of faces to one entry for each."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

import msgspec

from nanori.formats import reader
from nanori.formats.face_facts import FaceFacts, GivenName
from nanori.grammar import languages
from nanori.model.errors import NanoriError, OnError
from nanori.model.values import BETWEEN_FACES
from nanori.names import readings
from nanori.names.building.name_forms import FaceForms, FormInMaking, Owners, owners_of
from nanori.names.model import FaceEntry


class MergedFaces:
    """Entries in the making."""

    def __init__(self, report: OnError, contradiction: OnError) -> None:
        """Begin with none; what cannot be read goes to `report`, what contradicts to the other."""
        self._faces: dict[str, FaceForms] = {}
        self._report = report
        self._contradiction = contradiction
        self.skipped = 0
        """Names that are not in the script of their language: untranslated in the source."""

    def __len__(self) -> int:
        """Return how many faces there are."""
        return len(self._faces)

    def add_file(self, path: str, format_name: str = "") -> int:
        """Take in what a file says of each face; return how often it says something.

        `format_name` is that of its format, told from the file if empty. NanoriError if it cannot
        be read at all or ends too early.
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
        """Take in what a record says; a face that another card has already is reported."""
        known = self._faces.get(facts.face)
        if known is None:
            known = self._faces[facts.face] = FaceForms(facts, f"{path}:{line}", {})
        elif _differ(known.facts, facts):
            reason = (
                f"“{facts.face}” is already a name of “{known.facts.card}” ({known.place}), "
                f"“{facts.card}” has it too; the names are put together"
            )
            self._contradiction(NanoriError(reason, path=path, line=line))
        elif facts.alternate or not known.facts.types or not known.facts.card:
            known.facts = _completed(known.facts, facts)
        for name in facts.names:
            self._add_name(known, name, path, line)

    def _add_name(self, face: FaceForms, given: GivenName, path: str, line: int) -> None:
        script = _script(given.lang)
        is_printed = given.form == "printed" and not given.reading
        if is_printed and script and not script.search(given.name):
            self.skipped += 1
            return
        form = face.forms.setdefault((given.lang, given.form, given.name), FormInMaking())
        if given.printings:
            form.printings.update(dict.fromkeys(given.printings))
        if given.reading and not readings.is_reading(given.reading):
            reason = f"the reading “{given.reading}” of “{given.name}” is not in kana; left out"
            self._report(NanoriError(reason, path=path, line=line))
        elif given.reading and form.reading_source != "printed":
            form.reading, form.reading_source = given.reading, given.reading_source

    def entries(self) -> list[FaceEntry]:
        """Return the entries in the order in which their faces were met."""
        owners = owners_of(self._faces.values())
        self._join_interchangeable()
        return [_entry(name, face, owners) for name, face in self._faces.items()]

    def _join_interchangeable(self) -> None:
        """CR 201.3. Let a name count as another also where only the other's record says so."""
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
    facts = face.facts
    return FaceEntry(
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
        forms=tuple(face.decided(name, owners)),
    )


def _differ(first: FaceFacts, second: FaceFacts) -> bool:
    """Tell whether two facts of one face cannot be of one card."""
    if first.token or second.token:
        return False
    if first.types and second.types and not set(first.types) & set(second.types):
        return True
    if not first.card or not second.card:
        return False
    faces, others = (set(facts.card.split(BETWEEN_FACES)) for facts in (first, second))
    if faces == others:
        return False  # a reversible card has its one name twice
    if first.layout and first.layout == second.layout and (faces < others or others < faces):
        return False  # some sources leave out what a card melds into
    return bool(first.types and second.types)


def _completed(first: FaceFacts, second: FaceFacts) -> FaceFacts:
    """Return the first facts with what only the second say."""
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
