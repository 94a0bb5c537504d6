"""How rules texts are worded, for the checks that proofread a set: `[templating]`."""

import msgspec

from nanori.grammar.lexicon.pattern import Pattern


class WordOrder(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Words of several classes that stand in the order of these, one behind another."""

    before: Pattern
    """What stands before the first,"""
    classes: tuple[Pattern, ...]
    """and the words of each class in the order of prints."""
    between: str = " "
    """What stands between two."""


class Wheel(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Words that are listed as they are met on a wheel, going the short way round."""

    order: tuple[str, ...]
    listed: Pattern
    """A list of several."""


class SetWording(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Words that sets had in former times, and that a new set may have throughout."""

    old: str
    new: str
    """What stands in its place; a set that has it has the old words by mistake."""
    since: int
    """The year of it: a set that has the words of a later year has these, too."""
    stays: Pattern = Pattern("(?!)")
    """A line in which the old words stay: “didn't enter the battlefield this turn”."""
    mixed: bool = False
    """Whether only a set is told that has the new words no less often: either is a manner."""


class TypeKeyword(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A type, and the keyword that all cards of that type have, and no others."""

    type: str
    keyword: Pattern
    """What a card of that type has."""
    written: str
    """How that is written."""
    line: Pattern = Pattern()
    """A line that only cards of that type have; `keyword` captures its keyword."""
    given: Pattern = Pattern()
    """What it is attached to: a line whose `noun` says what that is."""
    worn: Pattern = Pattern()
    """How a card of this type speaks of that: “enchanted creature”, `noun` being “creature”."""


class Templating(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How texts of rules are worded, for the checks of a set's templating; all optional."""

    parts: dict[str, Pattern] = {}
    """Classes of words, as `noun`, that patterns of rows have as `<noun>`; each may have those that
    stand behind it."""
    sets: tuple[SetWording, ...] = ()
    types: tuple[TypeKeyword, ...] = ()
    orders: tuple[WordOrder, ...] = ()
    wheels: tuple[Wheel, ...] = ()
    handed: Pattern = Pattern()
    """What a card has whose abilities come to be those of a card with another name."""
    counters: Pattern = Pattern()
    """A counter of a kind, which `kind` captures, also with a capital within a sentence."""
    phrases: tuple[str, ...] = ()
    """What all rules texts say in these words, in small letters; only where words are divided."""
    whole: tuple[str, ...] = ()
    """Those of such phrases that no text has without one of the words inside them."""
    frequent: tuple[str, ...] = ()
    """Words of six or seven letters that most texts have, in small letters."""
    dashes: str = ""
    """The dash of rules texts, and the one that programs of designers write for it."""
    titled: Pattern = Pattern()
    """A little word of a name, `word`, with a capital that it has nowhere."""
    labelled: Pattern = Pattern()
    """The name of an ability, `label`, and its `dash` with the spaces at its sides."""
    typed: Pattern = Pattern()
    """What stands behind a word that is a subtype, or before it: `before`."""
    within: Pattern = Pattern()
    """A word, `word`, with a capital inside a sentence where no name is expected."""
    stopped: Pattern = Pattern()
    """The end of a line that is a sentence and lacks its stop, beside what its tree tells."""
    bracketed: Pattern = Pattern()
    """The end of a line in brackets that say a sentence without a stop; `last` is its last sign."""
    reminded: Pattern = Pattern()
    """The last sign of a sentence that has no stop before reminder text, which ends its line."""

    def __post_init__(self) -> None:
        """Let patterns know the parts."""
        for order in self.orders:
            for pattern in (order.before, *order.classes):
                pattern.parts = self.parts
        for wheel in self.wheels:
            wheel.listed.parts = self.parts
