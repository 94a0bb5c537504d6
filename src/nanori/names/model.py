"""The values of the database of names: a card's face, its name forms, what a look-up finds."""

from typing import Literal

from msgspec import Struct

from nanori.formats.face_facts import FaceCharacteristics

# What a name form is: the name by Oracle, as printed, an alternate name, or a reading alone.
FormKind = Literal["oracle", "printed", "alternate", "reading"]

# Where a reading comes from; empty where there is none.
ReadingSource = Literal["printed", "given", "guessed", ""]

# What a name is to its face (spec B8): what it is called now, another name that prints have, one
# that an announced name has replaced, or a slip of one print.
Standing = Literal["official", "also", "superseded", "misprint"]

# How a query matched a name, the surest first.
How = Literal["exact", "folded", "kana", "romaji", "short", "part", "sound", "typo"]


class Printing(Struct, frozen=True):
    """One set that a name was printed in."""

    set: str
    """Code of the set; empty where only the date is known."""
    released: str
    """Its date, `YYYY-MM-DD`; empty where it is not known."""


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
    """Whether it is the name now, and if not, why not."""
    printings: tuple[Printing, ...] = ()
    """Where it was printed, the earliest first."""
    reading: str = ""
    """The reading in hiragana, for a name that has one."""
    reading_source: ReadingSource = ""
    """Whether the reading is printed, given by the source of the names, or guessed."""
    source: str = ""
    """Why it is official or not, where a face has had several: an announcement, or the prints."""

    @property
    def official(self) -> bool:
        """Whether it is the name now."""
        return self.standing == "official"


class FaceEntry(FaceCharacteristics, frozen=True, kw_only=True):
    """All that is known of one face of a card."""

    forms: tuple[NameForm, ...] = ()
    """Every name form, official ones first within a language."""


class Hit(Struct, frozen=True):
    """A name that a query may mean."""

    name: str
    """The name that matched."""
    name_en: str
    """English name of the face that has it."""
    lang: str
    """Language of the name that matched."""
    how: How
    """How it matched."""
    score: float
    """1 for the very name, less the further from it."""


def is_official(name: str, entry: FaceEntry) -> bool:
    """Tell whether a name is the face's own now, and not one that another has replaced (B8)."""
    return any(form.name == name and form.official for form in entry.forms)
