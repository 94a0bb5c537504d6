"""The units of a file, one after another, to elements; and an element to its entries."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import PurePath
from typing import ClassVar, NamedTuple

import msgspec
from msgspec.structs import replace

from nanori.formats import fields, suppressions
from nanori.formats.detection import Head
from nanori.formats.entries import Element, Entry
from nanori.formats.format import About, Format
from nanori.formats.headings import FieldKey
from nanori.formats.io.encodings import Line
from nanori.formats.io.streams import Source
from nanori.formats.translation import keys
from nanori.formats.translation.keys import UnitKey
from nanori.formats.words import Words
from nanori.grammar import languages
from nanori.model.errors import NanoriError

# Cards whose names are remembered, for units of theirs elsewhere.
MAX_REMEMBERED_CARDS = 1 << 17

_REMEMBERED = frozenset({"name", "type", "reading", "alternate"})


class Spoken(msgspec.Struct, frozen=True):
    """What a file says once for all its units."""

    source: str = ""
    """Code of the language it is translated from; empty if it has only one language."""
    target: str = ""
    """Code of the language of its words; empty if it is told from them."""
    pattern: str = ""
    """How its keys are made, as the user says."""

    @property
    def passed_by(self) -> str:
        """The tag of the other language of its units, which has no grammar."""
        foreign = (lang for lang in (self.target, self.source) if lang and not is_known(lang))
        return next(foreign, "")


class Beside(msgspec.Struct, frozen=True):
    """What is known about a unit besides what is in it."""

    known: dict[FieldKey, str] = {}
    """What other units say about the card."""
    key: UnitKey | None = None
    """That of the first unit of the element."""
    twice: int = 0
    """The line of an earlier unit with the same key as one in the element; 0 if there is none."""

    def __hash__(self) -> int:
        return hash(self.key)

    def __str__(self) -> str:
        return "\n".join(self.known.values())


class PlacedUnit(NamedTuple):
    """A unit of a card, with the places of its words in its text."""

    key: UnitKey
    target: str | None
    source: str | None = None
    """The words that it translates."""
    comments: tuple[str, ...] = ()
    extra: tuple[tuple[str, str], ...] = ()

    def moved(self, text: str, start: int) -> PlacedUnit:
        """Return the unit in an element with that text, in which its own begins there."""
        source, target = (
            words.moved(text, start) if isinstance(words, Words) else words
            for words in (self.source, self.target)
        )
        return self._replace(source=source, target=target)


def is_known(lang: str) -> bool:
    """Tell whether a language has a grammar."""
    return lang in languages.codes()


def of_lines(lines: Sequence[Line]) -> Element:
    """Return consecutive lines of a file as a part of it."""
    text = "".join(line.text for line in lines)
    return Element(lines[0].number, 1, lines[0].start, text.encode())


def _without_halves(words: str) -> str:
    return str(words) if words.isascii() else words.encode(errors="replace").decode()


def beside_of(element: Element) -> Beside:
    """Return what is known about the units of an element besides what is in them."""
    return element.beside or Beside()


# What is wrong with a file without keys.
KEYLESS = "no unit says of which card and field it is, --column “key={card}.{field}” says how"

# The description shared by such formats.
about = partial(
    About,
    languages="one, that of the file's name or told from the text",
    faces="numbers in the key, as “text2”",
    columns=True,
    designers=True,
)


class UnitFormat(Format):
    """A format of texts under keys: each of its elements is a unit, or several of one card."""

    IN_PARTS = True
    TOGETHER: ClassVar[bool] = False
    """Whether a part extends to the next, so that those of one card are one element."""

    def spoken(self, head: Head) -> Spoken:
        """Return what a file says once for all its units: what its name does."""
        return spoken(head)

    @abstractmethod
    def parts(self, source: Source, head: Head) -> Iterator[Element]:
        """Yield each part of a file that may be a unit, with its key for its context.

        The context is empty if the key is in the part.
        """

    @abstractmethod
    def unit(self, text: str, spoken: Spoken, key: UnitKey | None) -> PlacedUnit | None:
        """Return the unit that a part is, None if it is no card's; `key` is that of its context."""

    def has_units(self, head: Head) -> bool:
        """Tell whether there are units in a file, of which one at least must be a card's."""
        return False

    def placed_units(self, element: Element) -> Iterable[PlacedUnit]:
        """Yield the units in an element, with the places of their words."""
        key = beside_of(element).key
        if unit := self.unit(element.text.decode(), element.context, key):
            yield unit._replace(key=key or unit.key)

    def elements(self, source: Source, head: Head) -> Iterator[Element]:
        """Yield an element for each unit of a card, or for each run of units of one card.

        What other units say about a card is passed along: the order of keys means nothing.
        NanoriError if there should be keys of cards, and there are none.
        """
        spoken = self.spoken(head)
        tags = _without_halves(spoken.source), _without_halves(spoken.target)
        spoken = replace(spoken, source=tags[0], target=tags[1])
        every: dict[str, dict[FieldKey, str]] = {}
        seen: dict[UnitKey, int] = {}
        strays: list[str] = []

        def element(waiting: list[tuple[Element, PlacedUnit]]) -> Element:
            (part, unit), *_ = waiting
            remark = ""
            if not seen and spoken.passed_by:
                remark = f"there is no grammar for “{spoken.passed_by}”: its texts are passed by"
            elif not seen and strays:
                remark = f"texts of no card are not read: {len(strays):,}, as under “{strays[0]}”"
            twice = next((seen[unit.key] for _, unit in waiting if unit.key in seen), 0)
            beside = Beside(every.get(unit.key.card, {}), unit.key, twice)
            for each, unit in waiting:
                if len(seen) < MAX_REMEMBERED_CARDS:
                    seen.setdefault(unit.key, each.line)
            text = b"".join(each.text for each, _ in waiting)
            return part._replace(text=text, context=spoken, beside=beside, remark=remark)

        runs: list[list[tuple[Element, PlacedUnit]]] = []
        broken: NanoriError | None = None
        try:
            for together, part, unit in self._read_units(source, head, spoken, strays):
                if not together:
                    runs.append([])
                runs[-1].append((part, unit))
                if unit.key.field in _REMEMBERED and len(every) < MAX_REMEMBERED_CARDS:
                    every.setdefault(unit.key.card, {}).update(_remembered(unit, spoken))
        except NanoriError as error:
            broken = error  # raised after what came before it
        _named_by_keys(every)
        yield from map(element, runs)
        if broken:
            raise broken
        if not runs and self.has_units(head):
            raise NanoriError(KEYLESS, path=source.path)

    def _read_units(
        self, source: Source, head: Head, spoken: Spoken, strays: list[str]
    ) -> Iterator[tuple[bool, Element, PlacedUnit]]:
        """Yield each card's unit and whether it goes on from the last; `strays` are other keys."""
        card: str | None = None
        for part in self.parts(source, head):
            named = keys.read(part.context, spoken.pattern) if part.context else None
            unit = self.unit(part.text.decode(), spoken, named)
            if unit is None:
                card = None
                strays += [part.context] * bool(part.context and _SENTENCE.search(part.text))
                continue
            # Surrogates in a key cannot be passed along.
            key = unit.key._replace(card=_without_halves(unit.key.card))
            yield self.TOGETHER and unit.key.card == card, part, unit._replace(key=key)
            card = unit.key.card

    def entries(self, element: Element) -> Iterator[Entry]:
        """Yield the records of a card, one for each face and language.

        NanoriError if two units give the same field of it, or if nothing gives its name.
        """
        return self.entries_of(element, list(self.placed_units(element)))

    def entries_of(self, element: Element, units: Sequence[PlacedUnit]) -> Iterator[Entry]:
        """Yield the records of some units of an element, of one card."""
        spoken: Spoken = element.context
        beside = beside_of(element)
        if beside.twice and beside.key:
            key = f"{beside.key.card} {beside.key.field}"
            raise NanoriError(f"the key “{key}” is there already, in line {beside.twice}")
        cells: dict[FieldKey, str] = {}
        comments: list[str] = []
        extra: dict[str, object] = {}
        for unit in units:
            comments += unit.comments
            extra |= dict(unit.extra)
            for key, cell in _keyed(unit, spoken):
                if key in cells:
                    name = f"{key.field} {key.face}" if key.face > 1 else key.field
                    raise NanoriError(
                        f"a second {name} of “{unit.key.card}” is there, one was wanted"
                    )
                cells[key] = cell
        is_empty = not any(cell.strip() for cell in cells.values())
        # A text that is not yet translated is none; one in a file of one language is empty.
        has_text_field = not spoken.source and any(
            unit.key.field == "text" and unit.target is not None for unit in units
        )
        has_name = any(key.field == "name" for key in beside.known)
        if not units or (is_empty and not (has_text_field and has_name)):
            return
        for key, words in beside.known.items():
            cells.setdefault(key, words)
        for key in [key for key in cells if key.field == "name"]:
            cells.setdefault(key._replace(field="text"), "")
        cells[FieldKey("id", "", 1)] = units[0].key.card
        remark = element.remark
        for entry in fields.entries(
            cells, extra, suppressions.suppressed(comments), has_text_fields=has_text_field
        ):
            fixed = bool(spoken.source) and entry.card.lang == spoken.source
            yield replace(entry, fixed=fixed and "text" not in entry.places, remark=remark)
            remark = ""

    def more_names(self, element: Element) -> Iterator[str]:
        """Yield the names in the units of an element."""
        spoken: Spoken = element.context
        units = self.placed_units(element)
        cells: Mapping[FieldKey, str] = {
            key: cell for unit in units for key, cell in _keyed(unit, spoken)
        }
        return fields.names(cells)


# What a text has that is more than a label.
_SENTENCE = re.compile(rb"\S \S+ \S+ \S|\xe3\x80\x82")
# Cards called alike, at least, whose name is none.
MIN_CARDS_ALIKE = 3


def _named_by_keys(every: dict[str, dict[FieldKey, str]]) -> None:
    """Call each card by its key if all are called alike, as “card”."""
    names = [w for about in every.values() for key, w in about.items() if key.field == "name"]
    if len(names) >= MIN_CARDS_ALIKE and len(set(names)) == 1:
        for card, about in every.items():
            about.update({key: card for key in about if key.field == "name"})


def _remembered(unit: PlacedUnit, spoken: Spoken) -> Iterator[tuple[FieldKey, str]]:
    """Yield the words of a unit without their places."""
    return ((key, _without_halves(words)) for key, words in _keyed(unit, spoken))


def _keyed(unit: PlacedUnit, spoken: Spoken) -> Iterator[tuple[FieldKey, str]]:
    """Yield the words of a unit by field and language; none in a language without a grammar."""
    for lang, cell in ((spoken.source, unit.source), (spoken.target, unit.target)):
        if cell is None or not cell.strip() or (lang and not is_known(lang)):
            continue
        yield FieldKey(unit.key.field, unit.key.lang or lang, unit.key.face), cell


# The share of keys that must be those of cards for a file to be recognised by them.
MIN_KEY_SHARE = 0.5

_TAGS = re.compile(r"(?<![A-Za-z])[a-z]{2,3}(?:[-_][A-Za-z]{2,4})?(?![A-Za-z])")


def of_cards(every: Iterable[str]) -> bool:
    """Tell whether most keys are those of cards, at least one with a name and a text."""
    fields: dict[str, set[str]] = {}
    count = known = 0
    for key in every:
        count += 1
        if unit := keys.read(key):
            known += 1
            fields.setdefault(unit.card, set()).add(unit.field)
    both = any({"name", "text"} <= said for said in fields.values())
    return both and known >= MIN_KEY_SHARE * count


def spoken(head: Head) -> Spoken:
    """Return the language of a file by its name, as `ja.json`, `cards_ja.json`, or folder."""
    path = PurePath(head.path)
    words = [*path.stem.split("."), path.parent.name]
    tags = (tag for word in words for tag in reversed(_TAGS.findall(word)))
    lang = next((code for tag in tags if (code := languages.called(tag))), "")
    return Spoken("", lang, keys.pattern_of(head.columns))
