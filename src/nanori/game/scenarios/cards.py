"""Card records of a scenario to what their faces are called and say."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from nanori.annotation.own_names import TWINPACTS
from nanori.annotation.pipeline import annotate
from nanori.game import naming
from nanori.game.abilities import of_card
from nanori.game.objects import FaceText, Name
from nanori.game.scenarios import limits
from nanori.game.scenarios.given import Given
from nanori.grammar import languages
from nanori.model.errors import NanoriError
from nanori.model.limits import prove_card_limits
from nanori.model.values import Card

if TYPE_CHECKING:
    from nanori.names.database import Database

TEXTS = ("name", "name_en", "reading", "layout", "type", "type_en", "game", "lang")
"""Fields of a card record that are text."""
HALVES = frozenset({"//", "---", "----", "——", "――"})
"""Lines that divide the text of one half from the other's."""
REBALANCED = "A-"
"""What data files put before the name of a rebalanced card; it has the same name (spec B10)."""
KEPT = 4096
"""How many cards are remembered; a scenario has many objects of one card."""


class FaceRecord(Struct, frozen=True):
    """One face or half of a card, with its own record."""

    card: Card
    """The record; its text may be empty where only the name is known."""
    whole: str = ""
    """The name of the whole card, where its text is not divided between the halves."""
    interchangeable: tuple[str, ...] = ()
    """Names that the record says count as this one (CR 201.3)."""

    @property
    def text(self) -> FaceText:
        """What it says, its references found."""
        return _text(replace(self.card, name=self.whole) if self.whole else self.card)


@lru_cache(KEPT)
def _text(card: Card) -> FaceText:
    language = languages.load(card.lang)
    return FaceText(card.type, of_card(card, annotate(card), language))


def faces(main: Given, others: Sequence[Given], lang: str) -> list[FaceRecord]:
    """Return the faces of a card, the one of the main record where its names have it.

    `main` is a record, a list of them, or a name; its `faces` are names or records; `others` are
    further records. NanoriError for what is no record.
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
    """Yield the name in each record with those that count as it (CR 201.3)."""
    for given in records:
        others = given.table().get("interchangeable") if given.has(dict) else None
        if others is not None:
            names = tuple(name.strip() for name in others.texts("a list of names"))
            if not all(0 < len(name) <= limits.NAME for name in names):
                others.fail("names were wanted")
            yield record(given, "").name, names


def main_name(main: Given) -> str:
    """Return the name in the main record, or in the first of several."""
    return record(_records(main)[0], "").name


def _records(main: Given) -> list[Given]:
    """Return the records of a card: it itself, those listed, or its faces if it has no name."""
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

    Of two records of one face the later counts, as far as it has a text.
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
    """Return a card record; keys that it does not know pass, and a name alone is enough."""
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
    if any(len(line) > limits.ABILITY for line in words.split("\n")):
        given.fail(f"an ability is longer than {limits.ABILITY} characters")
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
    lang = card.lang or languages.of_text(card.name + card.text)
    try:
        return replace(card, lang=languages.load(lang).code)
    except NanoriError as error:
        given.fail(error.message)


def divided(card: Card) -> list[Card]:
    """Return the halves of a card that is written as one, “A // B” with a line `//` in the text."""
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
