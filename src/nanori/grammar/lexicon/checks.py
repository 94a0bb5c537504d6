"""What a language's `.toml` file says to the checks of card files."""

from __future__ import annotations

import msgspec

from nanori.grammar.lexicon.pattern import Pattern, Template


class Width(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Signs of one sort that a text may write in two widths; both are patterns."""

    narrow: Pattern
    """What is to become wide."""
    wide: Pattern
    """How the same text has it elsewhere."""


class Selves(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a card speaks of itself rightly and wrongly; patterns, all optional."""

    nouns: dict[str, tuple[str, ...]] = {}
    """Nouns of permanents behind a demonstrative, to the words of type lines that make it right."""
    becoming: Template = Template()
    """A clause by which a card is or becomes what the noun {} says."""
    compared_after: Pattern = Pattern()
    """What stands behind an object that something is compared with, in whatever zone it is."""
    in_play_after: Pattern = Pattern()
    """What stands behind an object that can be on the battlefield only."""
    turning_after: Pattern = Pattern()
    """What stands behind an object that turns into a face of the same name."""
    turned_after: Pattern = Pattern()
    """What stands behind a face that something turns into, or has turned from."""
    acted_before: Pattern = Pattern()
    """What stands before an object of an action that a face is not by its name."""
    attached: tuple[str, ...] = ()
    """Words of type lines of what is attached, and may say its own name in what it gives."""
    receiver_after: Pattern = Pattern()
    """What stands behind the creature that a given ability is about."""
    receiver_before: Pattern = Pattern()
    """What stands before it."""
    sacrificed_before: Pattern = Pattern()
    """What stands before an object that is sacrificed."""
    sacrificed_after: Pattern = Pattern()
    """What stands behind one."""
    given_before: Pattern = Pattern()
    """What stands before a name that something is given by the text, as a token is."""
    given_after: Pattern = Pattern()
    """What stands behind one."""
    stranger: tuple[Template, ...] = ()
    """Sentences that only a card's own text has; in place of {} is their subject."""
    stranger_name: Pattern = Pattern()
    """A name as it stands there, that is no common noun."""


class Amounts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a language writes numbers that a translation keeps."""

    numbers: dict[str, tuple[str, ...]] = {}
    """Numbers in digits, to the words for them, in small letters."""
    no_number: Pattern = Pattern()
    """What has such words in it and is no number."""
    counted: Pattern = Pattern(r"(?P<number>\d{1,6})")
    """A number in digits, in half width; `number` captures it."""
    limit: Pattern = Pattern()
    """What says that a number is the most or the least."""


class Checks(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What checks of card files need to know of a language; all are optional."""

    words: tuple[str, ...] = ()
    """Plain words of rules texts that are as short as names are, and near to some."""
    selves: Selves = Selves()
    widths: tuple[Width, ...] = ()
    """Signs that are written in one width throughout a text."""
    own_width: Pattern = Pattern()
    """What has a width of its own: symbols, loyalty abilities, the lines of a level."""
    ruby: Pattern = Pattern()
    """The reading of the characters before it, set into a text; `reading` captures it."""
    brackets: dict[str, str] = {}
    """Brackets taken for others, opening and closing, to those that prints have."""
    nested: tuple[str, str] = ("", "")
    """Quotation marks, and those for a quotation within one."""
    name_part: Pattern = Pattern()
    """A search for a part of a name; `part` captures it."""
    separators: Pattern = Pattern()
    """Signs that divide a name into words (Duel Masters 202.3)."""
    reflexive: str = ""
    """A word for the object in the place of its name, said again: “itself”."""
    amounts: Amounts = Amounts()
