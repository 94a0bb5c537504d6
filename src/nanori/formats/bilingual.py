"""Records of one card in two languages, found in one file or in two."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Literal

from msgspec import Struct

from nanori.formats import reader
from nanori.formats.entries import Element, Entry
from nanori.formats.records import Record
from nanori.grammar import languages
from nanori.model.errors import NanoriError

# What tells that two records are one card: they stand in one element, or by the English name.
PairedBy = Literal["element", "name"]


class PairSide(Struct, frozen=True):
    """A record of a pair, and where it stands."""

    path: str
    """The file, as the user gave it, with what is inside it."""
    element: Element
    entry: Entry

    @property
    def record(self) -> Record:
        """The record as `formats.read` gives it."""
        entry = self.entry
        return Record(entry.card, entry.extra, self.path, self.element.line, entry.markup)


class BilingualPair(Struct, frozen=True):
    """A face of a card in two languages."""

    original: PairSide
    """In the language whose names are the cards' names everywhere (CR 201.2)."""
    translation: PairSide
    """In any other."""
    how: PairedBy


def within(
    path: str, lang: str = "", format_name: str = ""
) -> Iterator[BilingualPair | NanoriError]:
    """Yield the pairs in a card file: records of one element, as MTGJSON's foreignData or a row.

    Faces are told apart by their English name. Only one element is in memory at a time. `lang`,
    `format_name` and the errors are those of `reader.read`; a broken record is yielded as one.
    """
    waiting: list[PairSide] = []
    for element, entry in reader.entries(path, lang, format_name):
        if isinstance(entry, NanoriError):
            yield entry
            continue
        if waiting and waiting[0].element != element:
            yield from _paired(waiting)
            waiting = []
        waiting.append(PairSide(reader.where(path, element), element, entry))
    yield from _paired(waiting)


def between(
    original: str, translation: str, lang: str = ""
) -> Iterator[BilingualPair | NanoriError]:
    """Yield the pairs of two card files by the English name, in the order of the second.

    Of several records with one name that of the same set is meant, else the first. Both may be
    one file. The first file's records are held in memory, with their elements; the second is read
    one record at a time. `lang` is the language of the second file's records that do not say
    theirs.
    """
    reference = languages.reference_language()
    known: dict[str, dict[str, PairSide]] = {}
    for side in _sides(original, ""):
        if isinstance(side, NanoriError):
            yield side
        elif side.entry.card.lang == reference:
            card = side.entry.card
            known.setdefault(card.name, {}).setdefault(card.printed, side)
    for side in _sides(translation, lang):
        if isinstance(side, NanoriError):
            yield side
        elif side.entry.card.lang != reference and (first := _same(known, side)) is not None:
            yield BilingualPair(first, side, "name")


def _sides(path: str, lang: str) -> Iterator[PairSide | NanoriError]:
    for element, entry in reader.entries(path, lang):
        if isinstance(entry, NanoriError):
            yield entry
        else:
            yield PairSide(reader.where(path, element), element, entry)


def _same(known: Mapping[str, Mapping[str, PairSide]], side: PairSide) -> PairSide | None:
    """Return the original of a translation, of the same set if there is one."""
    card = side.entry.card
    prints = known.get(card.name_en)
    return (prints.get(card.printed) or next(iter(prints.values()))) if prints else None


def _paired(sides: Iterable[PairSide]) -> Iterator[BilingualPair]:
    """Yield the pairs among the records of one element."""
    reference = languages.reference_language()
    originals: dict[str, PairSide] = {}
    translations: list[PairSide] = []
    for side in sides:
        card = side.entry.card
        if card.lang == reference:
            originals.setdefault(card.name, side)
        else:
            translations.append(side)
    for side in translations:
        name = side.entry.card.name_en
        if original := originals.get(name) if name else _only(originals, translations):
            yield BilingualPair(original, side, "element")


def _only(originals: Mapping[str, PairSide], translations: list[PairSide]) -> PairSide | None:
    """Return the one original of an element that has one translation, which needs no name."""
    return next(iter(originals.values())) if len(originals) == len(translations) == 1 else None
