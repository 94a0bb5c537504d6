"""The values of the name database: a card's face, its name forms, the hits of a look-up."""

from typing import Literal

from msgspec import Struct

from nanori.formats.face_facts import FaceCharacteristics

# What a name form is: the Oracle name, a printed name, an alternate name, or only a reading.
FormKind = Literal["oracle", "printed", "alternate", "reading"]

# Where a reading comes from; empty if there is none.
ReadingSource = Literal["printed", "given", "guessed", ""]

# A name's standing with its face (spec B8): its name now, another name found in print, one that an
# announced name has replaced, or the slip of a single print.
Standing = Literal["official", "also", "superseded", "misprint"]

# How a query matched a name, surest first.
How = Literal["exact", "folded", "kana", "romaji", "short", "part", "sound", "typo"]


class Printing(Struct, frozen=True):
    """A set that a name was printed in."""

    set: str
    """Code of the set; empty if only the date is known."""
    released: str
    """Its date, `YYYY-MM-DD`; empty if unknown."""


class NameForm(Struct, frozen=True, kw_only=True):
    """One name that a face has had, in one language (spec B8, B9)."""

    card: str
    """English name of the whole card, `A // B` for several faces."""
    face: str
    """English name of the face: its identity (CR 201.2)."""
    name: str
    """The name itself."""
    lang: str
    """BCP 47 code."""
    form: FormKind
    """What kind of name it is."""
    standing: Standing = "official"
    """Whether it is the current name, and if not, why."""
    printings: tuple[Printing, ...] = ()
    """Where it was printed, earliest first."""
    reading: str = ""
    """The reading in hiragana, if the name has one."""
    reading_source: ReadingSource = ""
    """Whether the reading is printed, given by the source of the names, or guessed."""
    source: str = ""
    """For a face that has had several names, what decided: an announcement, or the prints."""

    @property
    def official(self) -> bool:
        """Whether it is the current name."""
        return self.standing == "official"

    @property
    def first_printing(self) -> Printing:
        """Where it was printed first; an empty one if unknown."""
        return self.printings[0] if self.printings else Printing("", "")


class FaceEntry(FaceCharacteristics, frozen=True, kw_only=True):
    """All that is known of one face of a card."""

    forms: tuple[NameForm, ...] = ()
    """Every name form, official ones first within a language."""

    def official(self, lang: str) -> NameForm | None:
        """Return its current name in a language; None if unknown."""
        names = (form for form in self.forms if form.form in ("oracle", "printed"))
        return next((form for form in names if form.official and form.lang == lang), None)


class Hit(Struct, frozen=True):
    """A name that a query may mean."""

    name: str
    """The name that matched."""
    name_en: str
    """English name of the face with that name."""
    lang: str
    """Language of the name that matched."""
    how: How
    """How it matched."""
    score: float
    """1 for the exact name, lower the further from it."""


def is_official(name: str, entry: FaceEntry) -> bool:
    """Tell whether a name is the face's own today, not one that another has replaced (B8)."""
    return any(form.name == name and form.official for form in entry.forms)
