"""Card records of a scenario, and card files, to what the faces of its cards are called and say."""

import json
import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import lru_cache

from msgspec import Struct, to_builtins
from msgspec.structs import replace

from nanori.annotation.own_names import TWINPACTS
from nanori.annotation.pipeline import annotate
from nanori.formats import reader
from nanori.formats.entries import Entry
from nanori.formats.io.in_memory import file_of
from nanori.formats.io.streams import PathOrContent
from nanori.game import naming
from nanori.game.abilities import of_card
from nanori.game.objects import FaceText, Name
from nanori.game.scenarios.door import MAIN
from nanori.game.scenarios.given import LONGEST_ABILITY, Given, of_python
from nanori.grammar import language_detection, languages
from nanori.grammar.bilingual_headings import is_shared, scripts
from nanori.model.errors import NanoriError
from nanori.model.limits import LONGEST_NAME, prove_card_limits
from nanori.model.values import BETWEEN_FACES, Card
from nanori.names.database import Database

# Fields of a card record that are text.
TEXTS = ("name", "name_en", "reading", "layout", "type", "type_en", "game", "lang")
# Lines that separate the text of one half from the other's.
HALVES = frozenset({"//", "---", "----", "——", "――"})
# What data files put before the name of a rebalanced card, which has the same name (spec B10).
REBALANCED = "A-"
# Keys by which a Scryfall or MTGJSON record is recognised and read as in their files.
FOREIGN = frozenset({"oracle_text", "card_faces", "type_line", "identifiers", "faceName"})
# Separates a name and the same in English, as rules documents write it (spec F1).
SLASH = re.compile(r" ?[/／] ?")

# How close a name must be, of 100, for “did you mean”.
LEAST_LIKENESS = 80
# A word of a name, written the same in every format, except for escapes.
_WORD = re.compile(r"[^\W_]+")

# The faces of cards by each of their names, in any language; cards in that language first.
Shelf = dict[str, list[Card]]
# How many cards are remembered; a scenario has many objects with the same card.
KEPT = 4096


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


@lru_cache(KEPT)
def _text(card: Card) -> FaceText:
    language = languages.load(card.lang)
    return FaceText(card.type, of_card(card, annotate(card), language), card.alternate)


def faces(main: Given, others: Sequence[Given], lang: str) -> list[FaceRecord]:
    """Return the faces of a card, the main record's own among those in its names.

    `main` is a record, a list of them, or a name; its `faces` are names or records; `others` are
    further records. NanoriError for what is not a record.
    """
    given = _records(main)
    first = record(given[0], lang)
    more = [*given[1:], *others]
    if given[0].has(dict) and (listed := given[0].table().get("faces")):
        more = [*listed.items(), *more]
    halves = divided(first)
    cards = _joined(halves, [_like(first, given) for given in more])
    alike = dict(_interchangeable([given[0], *more]))
    if len(cards) == 1:
        (card,) = cards
        return [FaceRecord(replace(card, faces=()), interchangeable=alike.get(card.name, ()))]
    if len(halves) == len(cards) and not any(card.text for card in halves[1:]):
        if alike:
            main.fail("interchangeable was there for two names, a record for each was wanted")
        return [FaceRecord(halves[0], first.name), *map(FaceRecord, halves[1:])]
    names = tuple(card.name for card in cards)
    return [
        FaceRecord(replace(card, faces=names), interchangeable=alike.get(card.name, ()))
        for card in cards
    ]


def _interchangeable(records: Iterable[Given]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the name in each record with those that count as the same (CR 201.3)."""
    for given in records:
        others = given.table().get("interchangeable") if given.has(dict) else None
        if others is not None:
            names = tuple(name.strip() for name in others.texts("a list of names"))
            if not all(0 < len(name) <= LONGEST_NAME for name in names):
                others.fail("names were wanted")
            yield record(given, "").name, names


def main_name(main: Given) -> str:
    """Return the name in the main record, or in the first of several."""
    return record(_records(main)[0], "").name


def _records(main: Given) -> list[Given]:
    """Return the records of a card: itself, those listed, or its faces if it has no name."""
    if main.has(dict) and not {"name", "text"} & main.table().keys():
        faces = main.table().get("faces")
        main = faces if faces is not None and faces.has(list) else main
    records = main.items() if main.has(list) else [main]
    if not records:
        main.fail("a card was wanted")
    return records


def _like(first: Card, given: Given) -> Card:
    """Return the record of another face; what it does not say is as on the first."""
    if not given.has(dict):
        return replace(
            first, name=given.text("a face"), name_en="", reading="", text="", type="", alternate=()
        )
    card = record(given, first.lang)
    return replace(card, game=first.game, layout=card.layout or first.layout)


def _joined(first: Sequence[Card], others: Iterable[Card]) -> list[Card]:
    """Return the faces in the order in which they are listed, each name once.

    Of two records of a face the later counts, provided it has a text.
    """
    listed = list(others)
    names = [card.name for card in listed]
    order = [*(card for card in first if card.name not in names), *listed]
    best: dict[str, Card] = {}
    for card in (*first, *listed):
        known = best.get(card.name)
        best[card.name] = card if known is None or card.text or not known.text else known
    names = list(dict.fromkeys(card.name for card in order))
    return [best[name] for name in names]


def record(given: Given, lang: str) -> Card:
    """Return a card record; unknown keys are ignored, and a name alone is enough."""
    if given.has(str):
        return _known(Card(text="", name=given.text(), lang=lang), given)
    table = given.table("a card record, a mapping,")
    fields = {
        key: value.text()
        for key in TEXTS
        if (value := table.get(key)) is not None and not value.absent
    }
    text = table.get("text")
    lines = text.texts() if text is not None and text.has(list) else None
    words = "\n".join(lines) if lines is not None else ""
    if text is not None and text.has(dict):
        text.fail('a mapping is there, text was wanted; with symbols in quotation marks: "{G}: …"')
    if lines is None and text is not None and not text.absent:
        words = text.text()
    alternate = table.get("alternate")
    if not fields.get("name", "").strip():
        (table.get("name") or given).fail("the name of a card was wanted")
    if any(len(line) > LONGEST_ABILITY for line in words.split("\n")):
        given.fail(f"an ability is longer than {LONGEST_ABILITY} characters")
    card = Card(
        text=words.strip("\n").replace("\r\n", "\n"),
        name=fields.pop("name").strip().removeprefix(REBALANCED),
        alternate=tuple(alternate.texts()) if alternate is not None else (),
        name_en=fields.pop("name_en", "").removeprefix(REBALANCED),
        **{**fields, "lang": fields.get("lang") or lang},  # type: ignore[arg-type]
    )
    try:
        prove_card_limits(card)
    except NanoriError as error:
        given.fail(error.message)
    return _known(card, given)


def _known(card: Card, given: Given) -> Card:
    """Return the card with its language, which must have a grammar."""
    lang = card.lang or language_detection.of_text(card.name + card.text)
    try:
        return _in_one_language(replace(card, lang=languages.load(lang).code))
    except NanoriError as error:
        given.fail(error.message)


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
    names = names if len(names) > 1 and all(names) else [card.name]
    english = [name.strip() for name in card.name_en.split(mark)]
    readings = [reading.strip() for reading in card.reading.split(mark)]
    texts = _texts(card.text)
    if len(texts) == 1 and len(names) == 1:
        return [card]
    if len(texts) != len(names) and len(names) > 1:
        texts = [card.text, *[""] * (len(names) - 1)]
    if len(names) == 1:
        return [card]
    return [
        replace(
            card,
            name=name,
            name_en=english[n] if len(english) == len(names) else "",
            reading=readings[n] if len(readings) == len(names) else "",
            text=texts[n],
        )
        for n, name in enumerate(names)
    ]


def _texts(text: str) -> list[str]:
    halves: list[list[str]] = [[]]
    for line in text.split("\n"):
        if line.strip() in HALVES:
            halves.append([])
        else:
            halves[-1].append(line)
    return ["\n".join(lines) for lines in halves]


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
                known = shelf.get(name)
                if known is None or _better(faces, known, name):
                    shelf[name] = faces
    return shelf


def nearest(paths: Iterable[PathOrContent], name: str) -> str:
    """Return the name in card files that is closest to a missing one; "" if none is close."""
    from rapidfuzz import fuzz, process, utils

    there = {own for path in paths for own in reader.given_names(path)}
    best = process.extractOne(
        name,
        there,
        scorer=fuzz.ratio,
        processor=utils.default_process,
        score_cutoff=LEAST_LIKENESS,
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
            # Escapes hide letters.
            if (
                words
                and b"\\u" not in element.text
                and not any(map(element.text.__contains__, words))
            ):
                continue
            by_language: dict[str, list[Card]] = {}
            for entry in reader.entries_of(batch, element):
                if isinstance(entry, Entry):
                    by_language.setdefault(entry.card.lang, []).append(entry.card)
            yield from by_language.values()


def _names(faces: Sequence[Card]) -> set[str]:
    """Return all that a card is called: each face, the whole card, and in English."""
    names = {card.name for card in faces} | {card.name_en for card in faces}
    whole = {BETWEEN_FACES.join(card.name for card in faces), BETWEEN_FACES.join(faces[0].faces)}
    return (names | whole) - {""}


def _better(faces: Sequence[Card], known: Sequence[Card], name: str) -> bool:
    """Tell whether a print has that very name, or a text, and the other does not."""
    mine, other = (
        (name in {card.name for card in cards}, any(card.text for card in cards))
        for cards in (faces, known)
    )
    return mine > other


def named(objects: Given | None) -> list[str]:
    """Return the names of cards that the objects of a scenario give instead of records."""
    return [card.text() for _, _, card in _given_cards(objects) if card.has(str)]


def prove_known(objects: Given | None, shelf: Shelf, paths: Sequence[PathOrContent]) -> None:
    """Raise NanoriError, with its place, for a card that is in no file but nearly is.

    A name that is close to no other stands for a card without a text.
    """
    for _, _, card in _given_cards(objects) if paths else ():
        if not card.has(str) or (name := card.text()) in shelf:
            continue
        if near := nearest(paths, name):
            card.fail(f"no card “{name}” in the card files, perhaps “{near}” is meant")


def fill(objects: Given | None, shelf: Shelf) -> None:
    """Replace the names of cards on the shelf, and other programs' records, by card records."""
    for table, key, card in _given_cards(objects):
        if card.has(str) and card.text() in shelf:
            table[key] = _given(shelf[card.text()], card)
        elif card.has(dict) and FOREIGN & card.table().keys():
            table[key] = _foreign(card)


def _given_cards(objects: Given | None) -> Iterator[tuple[dict[str, Given], str, Given]]:
    """Yield each card that an object has, with the object's table and the card's key there."""
    records = objects or Given(None)
    for record in records.table().values() if records.has(dict) else records.items():
        table = record.table() if record.has(dict) else {}
        yield from ((table, key, table[key]) for key in MAIN if key in table)


def _foreign(card: Given) -> Given:
    """Return the card in another program's record; NanoriError if it cannot be read."""
    line = json.dumps(card.words(), ensure_ascii=False) + "\n"
    try:
        faces = next(_cards(file_of(line)), list[Card]())
    except NanoriError as error:
        card.fail(error.message)
    if not faces:
        card.fail("the card of another program was wanted")
    return _given(faces, card)


def _given(faces: Sequence[Card], place: Given) -> Given:
    """Return the records of a card's faces as if they were written in the scenario."""
    records = [_record(card, place.place, alone=len(faces) == 1) for card in faces]
    return Given(records, place.place, place.line) if len(records) > 1 else records[0]


def _record(card: Card, place: str, *, alone: bool) -> Given:
    """Return a face's record; if alone, it says what the others are called."""
    fields = to_builtins(card)
    left_out = {"id"} if alone and len(card.faces) > 1 else {"id", "faces"}
    kept = {key: value for key, value in fields.items() if value and key not in left_out}
    return of_python({**kept, "text": card.text}, place)
