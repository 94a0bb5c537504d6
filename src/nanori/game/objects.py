"""Objects of the game, as far as names and text go: what is printed, copied, added, changed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from nanori.game.abilities import Ability

# Where an object is.
Zone = Literal["battlefield", "stack", "hand", "library", "graveyard", "exile", "command"]

# Layouts with two halves side by side, in MTGJSON's and Scryfall's words.
SPLIT = frozenset({"split", "aftermath", "room", "twinpact"})

# Layouts with a face on each side.
DOUBLE_FACED = frozenset(
    {"transform", "modal_dfc", "reversible_card", "double_faced_token", "battle"}
)

# Those that can transform (CR 701.28); the others are played as one face or the other.
TRANSFORMING = DOUBLE_FACED - {"modal_dfc", "reversible_card"}


class Name(Struct, frozen=True, omit_defaults=True):
    """A name: its identity, and how it is shown."""

    english: str
    """The English name, which is its identity whatever the language of the print (CR 201.2)."""
    shown: str = ""
    """The name as printed; empty if that is the English name."""
    also: tuple[str, ...] = ()
    """English names that count as this one everywhere (CR 201.3)."""
    reading: str = ""
    """The printed ruby of the whole name, which Duel Masters compares too (202.3a)."""

    @property
    def printed(self) -> str:
        """The name in the language of the print."""
        return self.shown or self.english

    @property
    def identities(self) -> frozenset[str]:
        """The English names that this name is, interchangeable names included (CR 201.3)."""
        return frozenset((self.english, *self.also))


class FaceText(Struct, frozen=True):
    """What a face or half says besides its name."""

    type: str = ""
    """Its type line."""
    lines: tuple[Ability, ...] = ()
    """Its rules text, an ability per line."""
    alternates: tuple[str, ...] = ()
    """Names printed above its own, by which it cannot be chosen (CR 201.6, Duel Masters 202.6)."""


NO_TEXT = FaceText()


class Values(Struct, frozen=True):
    """The copiable values of an object, as far as names and rules text go (CR 707.2)."""

    names: tuple[Name, ...] = ()
    """The names of all faces or halves in order; none for an object without a name."""
    layout: str = "normal"
    """MTGJSON's or Scryfall's word for the layout."""
    room: bool = False
    """Whether it is a split card that is a permanent (CR 709.5)."""
    texts: tuple[FaceText, ...] = ()
    """What the faces or halves say, in the same order; unknown ones are left out at the end."""

    def text(self, offset: int) -> FaceText:
        """Return what the face or half with that number says, as far as it is known."""
        return self.texts[offset] if 0 <= offset < len(self.texts) else NO_TEXT

    def with_added(self, lines: Sequence[Ability]) -> Values:
        """Return the values with lines after those of every face or half."""
        added = (replace(text, lines=(*text.lines, *lines)) for text in self.texts or (NO_TEXT,))
        return replace(self, texts=tuple(added))

    @property
    def split(self) -> bool:
        """Whether both names count at once off the stack (CR 709.4)."""
        return self.room or self.layout in SPLIT


class WordChange(Struct, frozen=True):
    """A change of one word into another wherever a text has it."""

    old: str
    new: str


class Object(Struct, frozen=True, kw_only=True):
    """A card, copy or token somewhere in the game; a change makes a new value."""

    id: str = ""
    """The caller's own key."""
    lang: str = ""
    """The language of its print."""
    printed: Values
    """What the card or token itself says."""
    copied: Values | None = None
    """What it is a copy of, which replaces what is printed."""
    lasting: Values | None = None
    """What it is a copy of once a temporary copy has ended."""
    zone: Zone = "battlefield"
    """Where it is."""
    up: tuple[int, ...] = (0,)
    """The face that is up, or the halves being cast; more than one for a fused spell."""
    flipped: bool = False
    """Whether it is flipped; a copy of another flip card has its own status (CR 710)."""
    unlocked: frozenset[int] = frozenset()
    """The halves of a Room whose doors are open (CR 709.5)."""
    face_down: bool = False
    """Whether it lies face down and has no name of its own (CR 708.2a)."""
    renamed: Name | None = None
    """The one name that an effect has given it instead of all others."""
    added: tuple[Name, ...] = ()
    """Names an effect has added (CR 201.2a; Duel Masters 202.4)."""
    linked: tuple[Name, ...] = ()
    """Names of the cards it is linked with, including its own (Duel Masters 202.5)."""
    game: str = ""
    """The game its card is from, as its record says; empty for Magic."""
    token: bool = False
    """Whether it is a token, not a card."""
    level: int | None = None
    """How many level counters it has, or the level of a Class; None if not given."""
    group: int = 0
    """The number of its group of linked objects; 0 for none."""
    spliced: tuple[Ability, ...] = ()
    """Text added to a spell (CR 702.47), which text changes affect like its own."""
    changes: tuple[WordChange, ...] = ()
    """Changes of words in its text, in order (CR 612)."""
    gained: tuple[Ability, ...] = ()
    """Abilities that effects gave it (CR 613.1f)."""
    lost: tuple[str, ...] = ()
    """Lines of its own text that it has lost, before changes of words, one per instance."""
    bare: bool = False
    """Whether it has lost all abilities of its own text."""
    parts: tuple[Object, ...] = ()
    """The cards that it consists of: two melded ones (CR 712), or merged ones from the top down."""
    rules: tuple[str, ...] = ()
    """The rules of the events that made it what it is, in order."""

    @property
    def values(self) -> Values:
        """The copiable values it has now."""
        return self.printed if self.copied is None else self.copied
