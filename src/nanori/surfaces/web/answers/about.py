"""What the page needs to know of nanori before anything is asked."""

from __future__ import annotations

from msgspec import Struct

import nanori
from nanori.annotation.explaining import REASONS
from nanori.formats import catalogue
from nanori.grammar import languages
from nanori.linting import checks
from nanori.rewriting.restyling import STYLES


class Nothing(Struct, frozen=True):
    """A question that says nothing more."""


class Program(Struct, frozen=True):
    """What there is."""

    version: str
    languages: tuple[str, ...]
    styles: tuple[str, ...]
    forms: tuple[str, ...]
    checks: tuple[str, ...]
    formats: dict[str, str]
    """Their titles, by name."""


def about(_: Nothing) -> Program:
    """Return the version, and what there is of languages, styles, checks and formats."""
    return Program(
        nanori.__version__,
        languages.codes(),
        STYLES,
        tuple(REASONS),
        tuple(checks.listed()),
        {name: module.ABOUT.title for name, module in catalogue.listed().items()},
    )
