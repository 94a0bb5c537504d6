"""Card records of a scenario, and card files, to what the faces of its cards are called and say."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import cast

from msgspec import Struct, to_builtins
from msgspec.structs import replace

from nanori.annotation.own_names import TWINPACTS
from nanori.formats import reader
from nanori.formats.entries import Entry
from nanori.formats.io.in_memory import file_of
from nanori.formats.io.streams import PathOrContent
from nanori.game import door, naming
from nanori.game.abilities import read_card
from nanori.game.objects import FaceText, Name
from nanori.game.plain_values import (
    MAX_ABILITY_LENGTH,
    Plain,
    ScenarioError,
    Step,
    of_python,
    table,
    text,
    within,
)
from nanori.game.scenarios import CardRecord, GivenCard
from nanori.grammar import language_detection, languages
from nanori.grammar.bilingual_headings import is_shared, scripts
from nanori.model.limits import LONGEST_NAME, prove_card_limits
from nanori.model.values import BETWEEN_FACES, Card
from nanori.names.database import Database

# A line that separates the text of one half from the other's.
HALVES = re.compile(r"(?:^|\n)[^\S\n]*(?://|-{3,4}|—{2}|―{2})[^\S\n]*(?:\n|$)", re.MULTILINE)
# What data files put before the name of a rebalanced card, which has the same name (spec B10).
REBALANCED = "A-"
# Keys by which a Scryfall or MTGJSON record is recognised and read as in their files.
FOREIGN = frozenset({"oracle_text", "card_faces", "type_line", "identifiers", "faceName"})
# Separates a name and the same in English, as rules documents write it (spec F1).
SLASH = re.compile(r" ?[/／] ?")

# How close a name must be, of 100, for “did you mean”.
MIN_LIKENESS = 80
# A word of a name, written the same in every format, except for escapes.
_WORD = re.compile(r"[^\W_]+")

# The faces of cards by each of their names, in any language; cards in that language first.
Shelf = dict[str, list[Card]]
# How many cards are remembered; a scenario has many objects with the same card.
CACHED_CARDS = 4096


class FaceRecord(Struct, frozen=True):
    """A face or half of a card, with its own record."""

    card: Card
    """The record; its text may be empty if only the name is known."""
    whole: str = ""
    """The name of the whole card, if its text is not divided between the halves."""
    interchangeable: tuple[str, ...] = ()
    """Names that the record says count as this one (CR 201.3)."""

    @property
    def text(self) -> FaceText:
        """What it says, its references found."""
        return _text(replace(self.card, name=self.whole) if self.whole else self.card)


class LocatedRecord(Struct, frozen=True):
    """A card record as it is given, or a name alone, and the way to it in its object or event."""

    value: Plain
    at: tuple[Step, ...]

    def read(self, lang: str) -> FaceRecord:
        """Return the face; unknown keys are ignored, and a name alone is enough."""
        with within(*self.at):
            return _read(self.value, lang)

    def like(self, first: Card) -> FaceRecord:
        """Return another face of a card; what is not said is as on the first."""
        if not isinstance(self.value, dict):
            with within(*self.at):
                name = text(self.value, "a face")
            other = dict.fromkeys(("name_en", "reading", "text", "type"), "")
            return FaceRecord(replace(first, **other, name=name, alternate=()))
        face = self.read(first.lang)
        layout = face.card.layout or first.layout
        return replace(face, card=replace(face.card, game=first.game, layout=layout))

    def faces(self) -> list[LocatedRecord]:
        """Return the names or records of the faces that it lists."""
        listed = self.value.get("faces") if isinstance(self.value, dict) else None
        return located(listed, *self.at, "faces")


@lru_cache(CACHED_CARDS)
def _text(card: Card) -> FaceText:
    return FaceText(card.type, read_card(card), card.alternate)


def located(content: object, *at: Step) -> list[LocatedRecord]:
    """Return the records of a card, each with the way to it: itself, those listed, or its faces."""
    plain = cast("Plain", content)
    if isinstance(plain, dict) and not {"name", "text"} & plain.keys():
        listed = plain.get("faces")
        plain, at = (listed, (*at, "faces")) if isinstance(listed, list) else (plain, at)
    if isinstance(plain, list):
        return [LocatedRecord(item, (*at, number)) for number, item in enumerate(plain)]
    return [] if plain is None else [LocatedRecord(plain, at)]


def faces(records: Sequence[LocatedRecord], lang: str) -> list[FaceRecord]:
    """Return the faces of a card, the first record's own among those in its names.

    Its `faces` are names or records. ScenarioError for what is not a record.
    """
    if not records:
        raise ScenarioError("a card was wanted", "card")
    first = records[0].read(lang)
    halves = divided(first.card)
    if len(halves) > 1 and first.interchangeable:
        what = "interchangeable was there for two names, a record for each was wanted"
        raise ScenarioError(what, *records[0].at)
    own = [replace(first, card=half) for half in halves]
    every = _joined(own, [each.like(first.card) for each in (*records[0].faces(), *records[1:])])
    if len(halves) == len(every) > 1 and not any(half.text for half in halves[1:]):
        return [FaceRecord(halves[0], first.card.name), *map(FaceRecord, halves[1:])]
    names = tuple(face.card.name for face in every) if len(every) > 1 else ()
    return [replace(face, card=replace(face.card, faces=names)) for face in every]


def _joined(first: Sequence[FaceRecord], listed: Sequence[FaceRecord]) -> list[FaceRecord]:
    """Return the faces in the order in which they are listed, each name once.

    Of two records of a face the later counts, provided it has a text.
    """
    best: dict[str, FaceRecord] = {}
    for face in (*first, *listed):
        earlier = best.get(face.card.name)
        if earlier is None or face.card.text or not earlier.card.text:
            best[face.card.name] = face
    names = [face.card.name for face in listed]
    unlisted = [face.card.name for face in first if face.card.name not in names]
    return [best[name] for name in dict.fromkeys((*unlisted, *names))]


def _read(content: Plain, lang: str) -> FaceRecord:
    if isinstance(content, str):
        return FaceRecord(_known(Card(text="", name=content, lang=lang)))
    keys = door.keys_of(CardRecord)
    fields = {key: value for key, value in table(content, "a card record").items() if key in keys}
    record = door.converted(fields, CardRecord, "a card record")
    words = record.text if isinstance(record.text, str) else "\n".join(record.text)
    if not record.name.strip():
        raise ScenarioError("the name of a card was wanted", "name")
    if any(len(line) > MAX_ABILITY_LENGTH for line in words.split("\n")):
        raise ScenarioError(f"an ability is longer than {MAX_ABILITY_LENGTH} characters")
    interchangeable = tuple(name.strip() for name in record.interchangeable)
    if not all(0 < len(name) <= LONGEST_NAME for name in interchangeable):
        raise ScenarioError("names were wanted", "interchangeable")
    card = Card(
        text=words.strip("\n").replace("\r\n", "\n"),
        name=record.name.strip().removeprefix(REBALANCED),
        name_en=record.name_en.removeprefix(REBALANCED),
        alternate=tuple(record.alternate),
        reading=record.reading,
        layout=record.layout,
        type=record.type,
        type_en=record.type_en,
        game=record.game,  # type: ignore[arg-type]
        lang=record.lang or lang,
    )
    prove_card_limits(card)
    return FaceRecord(_known(card), interchangeable=interchangeable)


def _known(card: Card) -> Card:
    """Return the card with its language, which must have a grammar."""
    lang = card.lang or language_detection.of_text(card.name + card.text)
    return _in_one_language(replace(card, lang=languages.load(lang).code))


def _in_one_language(card: Card) -> Card:
    """Return the card under one name, as 《名前/Name》 has it and its name in English."""
    if card.name[:1] + card.name[-1:] in languages.load(card.lang).lexicon.titles:
        card = replace(card, name=card.name[1:-1].strip() or card.name)
    names = SLASH.split(card.name)
    if len(names) != 2 or card.game == TWINPACTS or card.name_en:
        return card
    shared, own = sorted(names, key=lambda name: bool(scripts().search(name)))
    if not is_shared(shared) or not scripts().search(own):
        return card
    has_script = languages.load(card.lang).lexicon.script
    return replace(card, name=own, name_en=shared) if has_script else replace(card, name=shared)


def divided(card: Card) -> list[Card]:
    """Return the halves of a card written as one, “A // B” with a line `//` in the text."""
    mark = "/" if card.game == TWINPACTS and "//" not in card.name else "//"
    names = [name.strip() for name in card.name.split(mark)]
    count = len(names)
    if count < 2 or not all(names):
        return [card]
    texts = HALVES.split(card.text)
    if len(texts) != count:
        texts = [card.text, *[""] * (count - 1)]
    english, readings = (
        [part.strip() for part in words.split(mark)]
        if words.count(mark) == count - 1
        else [""] * count
        for words in (card.name_en, card.reading)
    )
    return [
        replace(card, name=name, name_en=name_en, reading=reading, text=text)
        for name, name_en, reading, text in zip(names, english, readings, texts, strict=True)
    ]


def name_of(face: FaceRecord, register: Database | None) -> Name:
    """Return the name of a face, its English one from the database if the record has none."""
    card = face.card
    english = card.name_en or naming.official(card.name, card.lang, register) or card.name
    shown = "" if card.name == english else card.name
    name = naming.named(english, register, shown=shown, reading=card.reading)
    return replace(name, also=(*name.also, *face.interchangeable)) if face.interchangeable else name


def of_files(paths: Iterable[PathOrContent], names: Collection[str]) -> Shelf:
    """Return the cards with these names in card files; of several prints the first with a text.

    NanoriError if a file cannot be read. Broken records are skipped.
    """
    shelf: Shelf = {}
    for path in paths if names else ():
        for faces in _cards(path, names):
            for name in _names(faces) & set(names):
                if name not in shelf or _rank(faces, name) > _rank(shelf[name], name):
                    shelf[name] = faces
    return shelf


def nearest(paths: Iterable[PathOrContent], name: str) -> str:
    """Return the name in card files that is closest to a missing one; "" if none is close."""
    from rapidfuzz import fuzz, process, utils

    names_there = {own for path in paths for own in reader.given_names(path)}
    best = process.extractOne(
        name,
        names_there,
        scorer=fuzz.ratio,
        processor=utils.default_process,
        score_cutoff=MIN_LIKENESS,
    )
    return best[0] if best else ""


def _cards(path: PathOrContent, names: Collection[str] = ()) -> Iterator[list[Card]]:
    """Yield the faces of each card of a file, in each of its languages.

    With `names`, only those of elements that may have one of them.
    """
    words = {max(_WORD.findall(name) or [name], key=len).encode() for name in names}
    for batch in reader.batches(path):
        for element in batch.elements:
            # Reading 23,000 records takes seconds; looking for a word in their bytes does not.
            may_have = not words or any(map(element.text.__contains__, words))
            if not may_have and b"\\u" not in element.text:  # escapes hide letters
                continue
            by_language: dict[str, list[Card]] = {}
            for entry in reader.entries_in(batch, element):
                if isinstance(entry, Entry):
                    by_language.setdefault(entry.card.lang, []).append(entry.card)
            yield from by_language.values()


def _names(faces: Sequence[Card]) -> set[str]:
    """Return all that a card is called: each face, the whole card, and in English."""
    names = {card.name for card in faces} | {card.name_en for card in faces}
    whole = {BETWEEN_FACES.join(card.name for card in faces), BETWEEN_FACES.join(faces[0].faces)}
    return (names | whole) - {""}


def _rank(faces: Sequence[Card], name: str) -> tuple[bool, bool]:
    """Return whether a print has that very name, and whether it has a text."""
    return name in {card.name for card in faces}, any(card.text for card in faces)


def from_files(
    card: object, shelf: Shelf, paths: Sequence[PathOrContent]
) -> str | GivenCard | list[GivenCard] | None:
    """Return a card with the records that its name has on the shelf, or another program's has.

    ScenarioError for a card that is in no file but nearly is; a name that is close to no other
    stands for a card without a text.
    """
    if isinstance(card, Mapping) and FOREIGN & card.keys():
        faces = next(_cards(file_of(json.dumps(card, ensure_ascii=False) + "\n")), None)
        if not faces:
            raise ScenarioError("the card of another program was wanted")
        return _records(faces)
    if isinstance(card, str) and card in shelf:
        return _records(shelf[card])
    if isinstance(card, str) and paths and (near := nearest(paths, card)):
        raise ScenarioError(f"no card “{card}” in the card files, perhaps “{near}” is meant")
    return cast("str | GivenCard | list[GivenCard] | None", card)


def _records(faces: Sequence[Card]) -> list[GivenCard]:
    """Return the records of a card's faces; one alone says what the others are called."""
    alone = len(faces) == 1 and len(faces[0].faces) > 1
    left_out = {"id"} if alone else {"id", "faces"}
    records: list[dict[str, object]] = [to_builtins(card) for card in faces]
    left = [{key: each[key] for key in each if key not in left_out} for each in records]
    return cast("list[GivenCard]", of_python(left))
