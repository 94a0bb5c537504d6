"""What a format is: a class whose one instance recognises, reads and takes apart files of a kind.

A format is a module with `FORMAT`, an instance of a subclass of `Format`, in a package of
`catalogue.FAMILIES`; its presence registers it, and its name is the module's.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from functools import cached_property, lru_cache, partial
from typing import ClassVar

from msgspec import Struct

from nanori.formats import face_facts
from nanori.formats.detection import Head
from nanori.formats.entries import Element, Entry
from nanori.formats.face_facts import FaceFacts
from nanori.formats.io.streams import Source
from nanori.formats.words import Words
from nanori.model.values import Card

# The number, or code, that a catalogue of official cards gives to one, as JSON and XML have it.
_CATALOGUED = re.compile(
    rb"""["\s](?:multiverse_?ids?|scryfall_?(?:oracle_?)?id|oracle_?id)"\s*:[\s\["]*[0-9a-f]*[1-9a-f]"""
    rb"""|<set\b[^>]{0,400}?\s(?:uuid|muid)=""",
    re.IGNORECASE,
)


class Format(ABC):
    """How files of a kind are recognised and read; only what is abstract must be implemented."""

    ABOUT: ClassVar[About]

    @abstractmethod
    def recognises(self, head: Head) -> bool:
        """Tell from its content whether a file that begins like this is in the format."""

    @abstractmethod
    def elements(self, source: Source, head: Head) -> Iterator[Element]:
        """Yield each card of the stream, one after another in little memory.

        NanoriError with path, line and column where the file is broken, after yielding what comes
        before.
        """

    @abstractmethod
    def entries(self, element: Element) -> Iterator[Entry]:
        """Yield the card record of each face and language, faces without a text included.

        NanoriError without path if this card is broken; its line, if it has one, counts from 1
        within the element.
        """

    def certain(self, head: Head) -> bool:
        """Tell whether a recognised file may be changed: more may be needed for that."""
        return True

    def lacking(self, head: Head) -> str:
        """Return what a file that may have only names would need for texts; empty if nothing."""
        return ""

    def elements_and_keys(self, source: Source, head: Head) -> Iterator[Element]:
        """Yield each element, and between them what names a card but is not one."""
        return self.elements(source, head)

    IN_PARTS: ClassVar[bool] = False
    """Whether a card may be several elements, some with its name alone; those with a text count."""
    DATED: ClassVar[bool] = False
    """Whether `release_dates` finds something: the file is opened once more for it."""

    def more_names(self, element: Element) -> Iterator[str]:
        """Yield names in an element, also such as none of its entries has for its card."""
        return iter(())

    def related_names(self, element: Element) -> Iterator[Words]:
        """Yield the names in an element that are not fields of its entries, for renaming."""
        return iter(())

    def is_of_designers(self, element: Element) -> bool:
        """Tell whether an element is of a set that its designers keep.

        A card in an official catalogue is not.
        """
        return self.ABOUT.designers and not _CATALOGUED.search(element.text)

    def facts(self, element: Element) -> Iterator[FaceFacts]:
        """Yield what an element says of the names of each face."""
        return (face_facts.of_card(entry.card) for entry in self.entries(element))

    def release_dates(self, source: Source) -> Mapping[str, str]:
        """Return the release dates of the sets of a file that was not yet read, by code."""
        return {}

    def read(self, element: Element) -> ElementReading:
        """Return the reading of an element; each part is read when first asked for.

        Asked for the same element again soon, to lint, fix, prove and write it, it returns the same
        reading.
        """
        return _reading(self, element)


class ElementReading:
    """What an element says, read only once."""

    def __init__(self, format: Format, element: Element) -> None:
        self.element = element
        self._format = format

    @cached_property
    def entries(self) -> tuple[Entry, ...]:
        """The card records; NanoriError as of `Format.entries`."""
        return tuple(self._format.entries(self.element))

    @cached_property
    def related_names(self) -> tuple[Words, ...]:
        """The names that are not fields of them."""
        return tuple(self._format.related_names(self.element))

    @property
    def entry_of_names(self) -> Entry:
        """The related names as alternate ones of a card without a name, to edit them alike."""
        places = {
            f"alternate/{number}": name.place for number, name in enumerate(self.related_names)
        }
        card = Card(name="", text="", alternate=tuple(map(str, self.related_names)))
        return Entry(card, places=places)


# An element goes through all its steps before the next; a proof needs one beside it.
_reading = lru_cache(4)(ElementReading)


class About(Struct, frozen=True, kw_only=True):
    """What a format is called and what it can do; the words are shown to people."""

    title: str
    """Whose files these are, such as `Cockatrice cards, v3 and v4`."""
    suffixes: tuple[str, ...] = ()
    """Ends of file names, in lower case with the dot; used only if the content does not tell."""
    writes: bool = True
    """Whether edits can be written back."""
    languages: str = "any, told from the text"
    """The languages of its texts."""
    faces: str = ""
    """How it represents the faces of a card; empty if it knows none."""
    alternates: bool = True
    """Whether it has alternate names."""
    suppressions: str = ""
    """How a file in this format turns a check off for a card; empty if it cannot."""
    signs: bool = False
    """Whether it writes placeholders for a card's own name, such as CARDNAME."""
    marks_symbols: bool = False
    """Whether symbols are letters that it marks, without braces."""
    unicode: bool = False
    """Whether its files are in Unicode whatever their bytes look like, as JSON is."""
    columns: bool = False
    """Whether it has columns that the user may name."""
    converts: bool = False
    """Whether cards of any format can be written in it anew."""
    designers: bool = False
    """Whether its files may be sets that somebody designs, rather than printed ones."""


# The description shared by JSON formats.
json_about = partial(
    About,
    suffixes=(".json",),
    suppressions="“_noqa”: a check or a list of them",
    unicode=True,
    designers=True,
)
