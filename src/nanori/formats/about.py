"""What can be said of a format in a table of formats."""

from __future__ import annotations

from msgspec import Struct


class About(Struct, frozen=True, kw_only=True):
    """What a format is called and what it can do; the words are shown to people."""

    title: str
    """Whose files these are, as `Cockatrice cards, v3 and v4`."""
    suffixes: tuple[str, ...]
    """Ends of file names, small and with the dot; used only where the content does not tell."""
    writes: bool
    """Whether edits can be written back."""
    languages: str
    """Of which languages its texts are."""
    faces: str
    """How it has the faces of a card; empty where it knows none."""
    alternates: bool
    """Whether it has alternate names."""
    suppressions: str
    """How a file of this format turns a check off for a card; empty where it cannot."""
    signs: bool = False
    """Whether it writes signs for a card's own name, as CARDNAME."""
    designers: bool = False
    """Whether its files are sets that somebody designs, and not what has been printed."""
    unicode: bool = False
    """Whether its files are in Unicode whatever their bytes look like, as JSON is."""
    loose: bool = False
    """Whether there is so little to know it by that any other format goes first."""
    columns: bool = False
    """Whether it has columns that the user may name."""
    converts: bool = False
    """Whether cards of any format can be written in it anew."""
