"""The texts of a file, and which of them are the same card in several languages."""

import re
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeVar

from msgspec import Struct

from nanori.annotation.known_names import KnownNames
from nanori.formats import catalogue, patching, reader
from nanori.formats.edit_plans import EditPlan
from nanori.formats.entries import Element, Entry
from nanori.formats.io.in_memory import is_text
from nanori.formats.io.streams import opened
from nanori.formats.records import Batch
from nanori.grammar import language_detection
from nanori.linting.discovery import Originals, translated, within
from nanori.model.errors import NanoriError, OnError
from nanori.model.values import Card

Item = TypeVar("Item")

# The name of pasted words.
PASTED = "pasted.txt"
# Characters of a file's name that are kept: its end, with the suffix.
MAX_NAME = 80

_UNUSUAL = re.compile(r"[^\w.-]+")


class SentFile(Struct, frozen=True):
    """A card file, or a text that was pasted."""

    data: bytes
    """The file's bytes; in JSON they are Base64."""
    name: str = ""
    """The file's name; empty if it was pasted."""
    card: str = ""
    """The card's name, for a text that was pasted without it."""

    @property
    def file_name(self) -> str:
        """The file's name on disk: no path, no unusual characters."""
        plain = _UNUSUAL.sub("_", re.split(r"[/\\]", self.name)[-1])[-MAX_NAME:].lstrip(".-_")
        return plain or PASTED


class AboutFile(Struct, frozen=True, kw_only=True):
    """A question about a file."""

    document: SentFile


@contextmanager
def on_disk(document: SentFile) -> Generator[str]:
    """Give the path of the file in a folder of its own, which is gone when the block ends.

    A NanoriError in the block is raised with the name of the file in place of that path.
    """
    with TemporaryDirectory(prefix="nanori-", ignore_cleanup_errors=True) as folder:
        inside = Path(folder, "in")
        inside.mkdir()
        path = inside / document.file_name
        path.write_bytes(document.data)
        try:
            yield str(path)
        except NanoriError as error:
            where = (error.path or "").replace(f"{inside}/", "") or None
            raise NanoriError(
                error.message.replace(f"{inside}/", ""),
                path=where,
                line=error.line,
                column=error.column,
            ) from None


def rewritten(path: str, plan: EditPlan, report: OnError) -> tuple[bytes, int]:
    """Return a file on disk with edits made, and how many cards are changed.

    `report` takes what cannot be changed; NanoriError as for `patching.rewrite`.
    """
    folder = Path(path).parent.with_name("out")
    folder.mkdir(exist_ok=True)
    out = folder / Path(path).name
    count = patching.rewrite(path, str(out), plan, report)
    return out.read_bytes(), count


# Stands in place of a format if the words are one card's text and nothing else.
BARE = "text"
# Unreadable records that are explained.
MAX_PROBLEMS = 20
# Texts of a file; all of Magic in one language has half of that.
MAX_TEXTS = 60_000
# Bytes of a file that came packed.
MAX_UNPACKED_BYTES = 1 << 26
# Files that are remembered as read, for the next question about them.
CACHED_FILES = 4


class CardSet(Struct, frozen=True):
    """The texts of a file, and how they belong together."""

    format: str
    writes: bool
    """Whether the file can be written with changes."""
    entries: tuple[Entry, ...]
    """Each text of each face and language, in file order; their indexes are keys."""
    groups: tuple[tuple[int, ...], ...]
    """For each card, or face, the keys of its texts, the original first."""
    names: KnownNames
    """The names of all cards in it."""
    problems: tuple[str, ...]
    """What could not be read, one line each."""

    def group(self, number: int) -> tuple[int, ...]:
        """Return the keys of a card's texts; NanoriError if there is no such card."""
        return _at(self.groups, number, "card")

    def card(self, key: int) -> Card:
        """Return the card of a text; NanoriError if there is no such text."""
        return _at(self.entries, key, "text").card


def _at(items: Sequence[Item], number: int, what: str) -> Item:
    if not 0 <= number < len(items):
        raise NanoriError(f"{what} {number} is asked for, there are {len(items)}")
    return items[number]


@lru_cache(CACHED_FILES)
def read(document: SentFile) -> CardSet:
    """Return the cards of a file; a pasted text in no format is one card's text.

    NanoriError if it cannot be read to its end.
    """
    try:
        return _of_file(document)
    except NanoriError:
        if (bare := _bare(document)) is None:
            raise
        entry = Entry(bare, {}, {})
        return CardSet(BARE, True, (entry,), ((0,),), KnownNames(()), ())


def entries_in(batch: Batch, element: Element) -> list[Entry]:
    """Return the entries of an element in the order in which keys count them."""
    return [
        reader.entry_with_language(entry, batch.lang)
        for entry in catalogue.listed()[batch.format].entries(element)
    ]


def _bare(document: SentFile) -> Card | None:
    if document.name:
        return None
    try:
        text = document.data.decode()
    except UnicodeDecodeError:
        return None
    if not text.strip() or (is_text(text) and text.lstrip()[:1] in "{[<" and not _is_cost(text)):
        return None
    return Card(text=text, name=document.card, lang=language_detection.of_text(text))


def _is_cost(text: str) -> bool:
    """Tell whether a text that begins with a brace begins with a symbol, and is not JSON."""
    return text.lstrip()[1:3].strip()[:1].isalnum() and "}" in text.lstrip()[:8]


def _of_file(document: SentFile) -> CardSet:
    problems: list[str] = []
    elements: list[list[Entry]] = []
    count = 0
    with on_disk(document) as path, catalogue.card_file(path) as file:
        format_name, writes = file.name, file.module.ABOUT.writes
        _prove_size(path)
        every = ((batch, each) for batch in reader.batches(path) for each in batch.elements)
        for batch, element in every:
            if count > MAX_TEXTS:
                raise NanoriError(f"more than {MAX_TEXTS} texts, fewer were wanted")
            try:
                elements.append(entries_in(batch, element))
                count += len(elements[-1])
            except NanoriError as error:
                if len(problems) < MAX_PROBLEMS:
                    problems.append(str(reader.placed(error, document.file_name, element)))
    entries = [entry for inside in elements for entry in inside]
    if not entries and problems:
        raise NanoriError(problems[0])
    names = KnownNames(())
    for card in (entry.card for entry in entries):
        english = {card.name: card.name_en} if card.name_en and card.name_en != card.name else {}
        words = (card.name, *card.faces, *card.alternate, card.name_en)
        names.add((name for name in words if name), english)
        names.codes.learn(card.name, card.text)
    names.add_bare()
    groups = _grouped([[entry.card for entry in inside] for inside in elements])
    return CardSet(format_name, writes, tuple(entries), groups, names, tuple(problems))


def _prove_size(path: str) -> None:
    length = 0
    with opened(path) as source:
        while source.packing and (block := source.read()):
            length += len(block)
            if length > MAX_UNPACKED_BYTES:
                reason = f"more than {MAX_UNPACKED_BYTES >> 20} MiB unpacked, less was wanted"
                raise NanoriError(reason, path=path)


def _grouped(elements: Sequence[Sequence[Card]]) -> tuple[tuple[int, ...], ...]:
    """Return the keys of the texts of each card, the original first, in file order.

    Translations are with their originals, wherever in the file; those without one stand alone.
    """
    originals, cards = Originals(), [card for inside in elements for card in inside]
    for inside in elements:
        originals.look(inside)
    for inside in elements:
        originals.keep(inside)
    heads: dict[int, int] = {}
    """The key of each card's original, by that of the card."""
    keys = {id(card): key for key, card in enumerate(cards)}
    for inside in elements:
        around = cards if len(cards) == 2 else inside  # two texts, one in each language, are one
        for card in inside:
            original = (within(card, around) or originals.of(card)) if translated(card) else None
            if card.text or card.name:
                heads[keys[id(card)]] = keys[id(original or card)]
    groups: dict[int, list[int]] = {key: [] for key in sorted({*heads.values()})}
    for key in sorted(heads, key=lambda key: (heads[key] != key, key)):
        groups[heads[key]].append(key)
    return tuple(map(tuple, groups.values()))
