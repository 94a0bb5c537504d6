"""Card records of a scenario to what their faces are called and say."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from nanori.annotation.own_names import TWINPACTS
from nanori.annotation.pipeline import annotate
from nanori.game import naming
from nanori.game.abilities import of_card
from nanori.game.objects import Name, Side
from nanori.game.scenarios.given import Given
from nanori.grammar import languages
from nanori.model.errors import NanoriError
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


class Face(Struct, frozen=True):
    """One face or half of a card, with its own record."""

    card: Card
    """The record; its text may be empty where only the name is known."""
    whole: str = ""
    """The name of the whole card, where its text is not divided between the halves."""

    @property
    def side(self) -> Side:
        """What it says, its references found."""
        return _side(replace(self.card, name=self.whole) if self.whole else self.card)


@lru_cache(KEPT)
def _side(card: Card) -> Side:
    return Side(card.type, of_card(card, annotate(card)))


def faces(main: Given, others: Sequence[Given], lang: str) -> list[Face]:
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
    found = _joined(halves, [_like(first, one) for one in more])
    if len(found) == 1:
        return [Face(replace(found[0], faces=()))]
    if len(halves) == len(found) and not any(one.text for one in halves[1:]):
        return [Face(halves[0], first.name), *map(Face, halves[1:])]
    names = tuple(one.name for one in found)
    return [Face(replace(one, faces=names)) for one in found]


def main_name(main: Given) -> str:
    """Return the name in the main record, or in the first of several."""
    return record(_records(main)[0], "").name


def _records(main: Given) -> list[Given]:
    """Return the records of a card: it itself, those listed, or its faces if it has no name."""
    if main.has(dict) and not {"name", "text"} & main.table().keys():
        faces = main.table().get("faces")
        main = faces if faces is not None and faces.has(list) else main
    found = main.items() if main.has(list) else [main]
    if not found:
        main.fail("a card was wanted")
    return found


def _like(first: Card, given: Given) -> Card:
    """Return the record of another face; what it does not say is as on the first."""
    if not given.has(dict):
        return replace(
            first, name=given.text("a face"), name_en="", reading="", text="", type="", alternate=()
        )
    found = record(given, first.lang)
    return replace(found, game=first.game, layout=found.layout or first.layout)


def _joined(first: Sequence[Card], others: Iterable[Card]) -> list[Card]:
    """Return the faces in the order in which they are listed, each name once.

    Of two records of one face the later counts, as far as it has a text.
    """
    listed = list(others)
    names = [one.name for one in listed]
    order = [*(one for one in first if one.name not in names), *listed]
    best: dict[str, Card] = {}
    for one in (*first, *listed):
        known = best.get(one.name)
        best[one.name] = one if known is None or one.text or not known.text else known
    found = list(dict.fromkeys(one.name for one in order))
    return [best[name] for name in found]


def record(given: Given, lang: str) -> Card:
    """Return a card record; keys that it does not know pass, and a name alone is enough."""
    if given.has(str):
        return _known(Card(text="", name=given.text(), lang=lang), given)
    table = given.table("a card record, a mapping,")
    fields = {
        key: one.text() for key in TEXTS if (one := table.get(key)) is not None and not one.absent
    }
    text = table.get("text")
    lines = text.texts() if text is not None and text.has(list) else None
    words = "\n".join(lines) if lines is not None else ""
    if lines is None and text is not None and not text.absent:
        words = text.text()
    alternate = table.get("alternate")
    if not fields.get("name", "").strip():
        (table.get("name") or given).fail("the name of a card was wanted")
    card = Card(
        text=words.strip("\n").replace("\r\n", "\n"),
        name=fields.pop("name").removeprefix(REBALANCED),
        alternate=tuple(alternate.texts()) if alternate is not None else (),
        name_en=fields.pop("name_en", "").removeprefix(REBALANCED),
        **{**fields, "lang": fields.get("lang") or lang},  # type: ignore[arg-type]
    )
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
    names = [one.strip() for one in card.name.split(mark)]
    names = names if len(names) > 1 and all(names) else [card.name]
    english = [one.strip() for one in card.name_en.split(mark)]
    readings = [one.strip() for one in card.reading.split(mark)]
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
    found: list[list[str]] = [[]]
    for line in text.split("\n"):
        if line.strip() in HALVES:
            found.append([])
        else:
            found[-1].append(line)
    return ["\n".join(lines) for lines in found]


def name_of(card: Card, register: Database | None) -> Name:
    """Return the name of a face, its English one from the database if the record has none."""
    english = card.name_en or naming.official(card.name, card.lang, register) or card.name
    shown = "" if card.name == english else card.name
    return naming.named(english, register, shown=shown, reading=card.reading)
