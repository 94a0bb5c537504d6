"""How tables and lists of cards are headed in a language: `[columns]`."""

# Without `from __future__ import annotations`: msgspec would compile what each annotation says at
# every start, a twentieth of one.
import msgspec


class Columns(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How tables and lists of cards are headed in a language; all are optional.

    Letters of either case and width are one, and only letters and digits count.
    """

    called: tuple[str, ...] = ()
    """Words in any language that say of a column that it is in this one."""
    fields: dict[str, tuple[str, ...]] = {}
    """Headings by field of a card record, and of `noqa`; the best of each first."""
    others: tuple[str, ...] = ()
    """What else a card in a list has, so that its rules text does not go on there."""
    qualifiers: tuple[str, ...] = ()
    """Words before a heading that add nothing to it, as “card” in “card effect”."""
    reading: str = ""
    """A name with its reading behind it; `name` and `reading` capture them."""
