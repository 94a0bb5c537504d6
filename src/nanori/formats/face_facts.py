"""What one record of a file says about a face's names."""

import re
from collections.abc import Mapping
from functools import cache
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from nanori.grammar import language_detection, languages
from nanori.model.errors import NanoriError
from nanori.model.values import BETWEEN_FACES, Card

# MTGJSON's and Scryfall's words for the layouts of what is not a card.
TOKEN_LAYOUTS = frozenset({"token", "double_faced_token", "emblem", "art_series"})

# What a token's English type line has before its types.
TOKEN = "Token"

_DASH = re.compile(r" [—–-] ")


class GivenName(Struct, frozen=True, kw_only=True):
    """A name that a record gives a face."""

    name: str
    lang: str
    """Code of a language that has a grammar."""
    form: Literal["oracle", "printed"]
    reading: str = ""
    reading_source: Literal["printed", "given", ""] = ""
    """Whether the reading is printed, or given by the source of the names."""
    printings: tuple[tuple[str, str], ...] = ()
    """Set and date of each printing."""


class FaceCharacteristics(Struct, frozen=True, kw_only=True):
    """What a face of a card is; empty where nothing says so."""

    face: str
    """English name of the face: its identity (CR 201.2)."""
    card: str = ""
    """English name of the whole card, `A // B` for several faces."""
    layout: str = ""
    """MTGJSON's or Scryfall's word for the layout."""
    side: str = ""
    """`a`, `b`, … for a face of several, otherwise empty."""
    supertypes: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    subtypes: tuple[str, ...] = ()
    alternate: tuple[str, ...] = ()
    """Alternate names (CR 201.6)."""
    funny: bool = False
    """Whether it is a joke card."""
    token: bool = False
    """Whether it is a token and so not a card."""
    interchangeable: tuple[str, ...] = ()
    """English names that count as the same name (CR 201.3)."""


class FaceFacts(FaceCharacteristics, frozen=True, kw_only=True):
    """What one record says about one face."""

    names: tuple[GivenName, ...] = ()


def of_card(card: Card) -> FaceFacts:
    """Return what a card record says of its face; NanoriError if it has no English name."""
    lang = card.lang or language_detection.of_whole_card(card)
    if lang not in languages.codes():
        languages.load(lang)  # raises, saying which languages there are
    is_reference = lang == languages.original_language()
    face = card.name if is_reference else card.name_en
    if not face or not card.name:
        raise NanoriError("no name" if not card.name else "no name_en")
    supertypes, types, subtypes = types_of(card.type if is_reference else card.type_en)
    name = GivenName(
        name=card.name,
        lang=lang,
        form="oracle" if is_reference else "printed",
        reading=card.reading,
        reading_source="printed" if card.reading else "",
        printings=((card.printed, card.released),) if card.printed or card.released else (),
    )
    return FaceFacts(
        face=face,
        card=BETWEEN_FACES.join(card.faces) if is_reference and card.faces else "",
        layout=card.layout,
        supertypes=supertypes,
        types=types,
        subtypes=subtypes,
        alternate=card.alternate if is_reference else (),
        token=card.layout in TOKEN_LAYOUTS or TOKEN in card.type_en.split(),
        names=(name,),
    )


def dated(facts: FaceFacts, dates: Mapping[str, str]) -> FaceFacts:
    """Return the facts with the dates of sets, by code, that the record itself does not give."""
    names = tuple(
        replace(
            name,
            printings=tuple((code, day or dates.get(code, "")) for code, day in name.printings),
        )
        for name in facts.names
    )
    return replace(facts, names=names)


def types_of(line: str) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    """Return the supertypes, types and subtypes of a type line in the reference language."""
    front, _, back = _DASH.sub("\0", line, count=1).partition("\0")
    words = [word for word in front.split() if word != TOKEN]
    supertypes = tuple(word for word in words if word in _supertypes())
    return supertypes, tuple(word for word in words if word not in supertypes), tuple(back.split())


@cache
def _supertypes() -> frozenset[str]:
    language = languages.load(languages.reference_language())
    return frozenset(language.lexicon.supertypes)


# The shape or stylesheet of a card, in a program's own words, to the word for its layout.
_OF_SHAPES = (
    # With several faces; by words in the stylesheet's name.
    (r"mdfc|modal", "modal_dfc", True),
    (r"aftermath", "aftermath", True),
    (r"adventure|omen\b", "adventure", True),
    (r"split|fuse|rooms?\b", "split", True),
    (r"flip", "flip", True),
    (r"dfc|double(?:.?faced?)?\b|transform|battle|siege", "transform", True),
    # With one face.
    (r"meld", "meld", False),
    (r"saga", "saga", False),
    (r"class\b", "class", False),
    (r"case\b", "case", False),
    (r"level(?:er|up)?", "leveler", False),
    (r"token", "token", False),
    (r"emblem", "emblem", False),
    (r"scheme|archenemy", "scheme", False),
    (r"plane(?:s|chase| card)?\b|planar|phenomenon", "planar", False),
    (r"vanguard", "vanguard", False),
    (r"mutate", "mutate", False),
    (r"prototype", "prototype", False),
)


def layout_of_shape(style: str, several: bool) -> str:
    """Return the layout told by the name of a shape or stylesheet; empty if none is."""
    for words, layout, of_several in _OF_SHAPES:
        if of_several == several and re.search(words, style):
            return layout
    return ""
