"""The values that flow through the program: cards, tokens, trees, references; all frozen."""

from __future__ import annotations

from typing import Literal, final

from msgspec import Struct, to_builtins

from nanori.model import arguments

Form = Literal[
    "full",
    "short",
    "alternate",
    "this",
    "bare",
    "placeholder",
    "named",
    "face",
    "other",
    "token",
]
"""How a reference is worded; “form” in the specification."""

NAMES: frozenset[Form] = frozenset({"full", "short", "alternate"})
"""Forms that call an object by its own name."""

Target = Literal["self", "holder", "name"]
"""What a reference denotes: the source, the receiver of a granted ability, or no object."""

Scope = Literal["rules", "quote", "reminder"]
"""Where a reference stands; a quotation inside reminder text is “reminder”."""

BETWEEN_FACES = " // "
"""Separates the faces' names in the name of a whole card."""

_STRINGS = frozenset({str})
_KEYS = frozenset({str, int})


class Card(Struct, frozen=True, kw_only=True, gc=False):
    """One face's text in one language, with what is known of the card around it."""

    text: str
    """The rules text, lines separated by `\n`. Never changed: every span counts in it."""
    name: str
    """This face's name in the language of the text."""
    lang: str = ""
    """BCP 47 tag; empty means: detect it from the text."""
    id: str | int = ""
    """The caller's own key, returned untouched."""
    game: str = "magic"
    """`magic` or `duelmasters`."""
    name_en: str = ""
    """The English name, for a text in another language."""
    reading: str = ""
    """The printed ruby of the whole name."""
    faces: tuple[str, ...] = ()
    """Names of all faces of the card in the language of the text."""
    layout: str = ""
    """MTGJSON's or Scryfall's word for the layout."""
    type: str = ""
    """The type line in the language of the text."""
    type_en: str = ""
    """The English type line, for a text in another language."""
    alternate: tuple[str, ...] = ()
    """Alternate names of this face (CR 201.6)."""
    printed: str = ""
    """Code of the set in which this text was printed."""
    released: str = ""
    """That set's release date, `YYYY-MM-DD`."""

    def __post_init__(self) -> None:
        """Raise WrongTypeError if a field has the wrong type; names may be given as a list."""
        # Every card of every file passes here; checking a valid one takes 0.25 µs.
        if not (
            type(self.text) is str is type(self.name) is type(self.lang) is type(self.game)
            and type(self.name_en) is str is type(self.reading) is type(self.layout)
            and type(self.type) is str is type(self.type_en)
            and type(self.printed) is str is type(self.released)
            and type(self.id) in _KEYS
            and type(self.faces) is tuple is type(self.alternate)
            and (not self.faces or _STRINGS.issuperset(map(type, self.faces)))
            and (not self.alternate or _STRINGS.issuperset(map(type, self.alternate)))
        ):
            arguments.prove_fields(self)


class Token(Struct, frozen=True, array_like=True, gc=False):
    """A stretch of text that is a word of the grammar, or water between two such words."""

    type: str
    """The terminal's name in the grammar; `WATER` for text that is not interpreted."""
    start: int
    """First code point."""
    end: int
    """One past the last code point."""


@final
class Node(Struct, frozen=True, array_like=True, gc=False):
    """A part of a rules text as the grammar sees it; its leaves, joined, are the text it spans."""

    # Where speed matters, `type(part) is Node` tells it from a token: of a struct that something is
    # not, `isinstance` takes five times as long.

    kind: str
    """The production's name in the grammar."""
    start: int
    """First code point."""
    end: int
    """One past the last code point."""
    children: tuple[Node | Token, ...]
    """Parts in text order, without gaps."""


class Reference(Struct, frozen=True, omit_defaults=True, gc=False):
    """A span of a rules text that denotes a game object, or a name, by a name or demonstrative."""

    start: int
    """First code point of the span in the text as given."""
    end: int
    """One past the last code point."""
    text: str
    """The words themselves: `card.text[start:end]`."""
    form: Form
    """How it is worded."""
    target: Target
    """What it denotes."""
    scope: Scope
    """Where it stands."""
    rule: str
    """The rule of the game that decides the reading, such as `201.5a`."""
    refers_to: str | None = None
    """For target `name`: the name meant, without brackets."""
    refers_to_en: str | None = None
    """Its English name, if the known names have it."""
    source: str | None = None
    """`markup` where the program that wrote the file marked it, or wrote a sign as CARDNAME."""
    shows: str | None = None
    """For `markup`, what the mark or placeholder stands for; the text may have an older name."""

    def as_dict(self) -> dict[str, str | int]:
        """Return the reference as in JSON: keys in order, empty ones left out."""
        keys: dict[str, str | int] = to_builtins(self)
        return keys


class Edit(Struct, frozen=True):
    """Replacement words for a span of a text."""

    start: int
    """First code point."""
    end: int
    """One past the last code point; equal to `start` for an insertion."""
    text: str
    """The new words."""

    def __post_init__(self) -> None:
        """Raise WrongTypeError if a field has the wrong type; names may be given as a list."""
        if not (type(self.start) is type(self.end) is int and type(self.text) is str):
            arguments.prove_fields(self)


MarkKind = Literal["full", "short", "this", "other", "spelling"]


class NameMarkup(Struct, frozen=True):
    """Words of a field that the program which wrote the file marked as the card's own name."""

    start: int
    """First code point of the field's text."""
    end: int
    """One past the last code point."""
    kind: MarkKind
    """What the mark stands for: `other` for another card's name, `spelling` for a word that the
    program's spelling checker does not know, which marks no name.
    """
