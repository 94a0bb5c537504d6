"""What a user set: which checks, for which files and cards, and how texts are to be worded."""

from __future__ import annotations

from msgspec import Struct


class Settings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, rename="kebab"):
    """The table `[tool.nanori]` of a pyproject.toml, or the whole of a nanori.toml."""

    select: tuple[str, ...] = ()
    """Checks to run; none named means all but those that are run only if asked for."""
    ignore: tuple[str, ...] = ()
    """Checks not to run."""
    per_file_ignores: dict[str, tuple[str, ...]] = {}
    """By pattern of a path, checks that do not look at such files."""
    per_card_ignores: dict[str, tuple[str, ...]] = {}
    """By a card's name or id, checks that do not look at it."""
    templating: bool | None = None
    """Whether the checks of how texts are worded are run; not set, on files of designers alone."""
    wording: str = ""
    """The wording that a set is held to, `2024`; empty for what most of its cards have."""
    style: str = ""
    """How texts call their own object: a style of `nanori restyle`; empty where it is not set."""
    edition: str = ""
    """The edition of the game's rules; empty for the newest."""
    names: str = ""
    """A database of names, or any file of names, beside those in the files themselves."""
    terms: str = ""
    """A table of the project's own terms: a column for each language, and one of words to avoid."""
    languages: tuple[str, ...] = ()
    """Languages of the texts to look at; none named means all."""
