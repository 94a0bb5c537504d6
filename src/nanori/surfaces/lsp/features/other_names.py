"""A card's name to what the card is called in other languages, and where it was printed so."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from nanori.grammar import languages
from nanori.linting.indexes import Index
from nanori.surfaces.lsp.features.markdown import plain

if TYPE_CHECKING:
    from nanori.names.database import Database
    from nanori.names.model import NameForm

MOST = 3
"""Printings of a name that are named."""


class TranslatedNames:
    """The names in the files of a project, and in a database of names."""

    def __init__(self, index: Index, register: Database | None) -> None:
        """Ask these; the files go first."""
        self._index, self._register = index, register

    def english(self, name: str) -> str:
        """Return the English name of a card, which may be the name itself; empty if not known."""
        pivot = languages.reference_language()
        if name in self._index.names(pivot):
            return name
        for code in languages.codes():
            for english in sorted(self._index.english(name, code)):
                return english
        for hit in self._register.exact(name) if self._register else ():
            return hit.name_en
        return ""

    def of(self, name: str) -> dict[str, tuple[str, ...]]:
        """Return by language what else the card of that name is called."""
        if not name:
            return {}
        english = self.english(name)
        pivot = languages.reference_language()
        known: dict[str, tuple[str, ...]] = {}
        for code in languages.codes():
            names = self._index.translations(english, code) if english else ()
            names = (english,) if code == pivot and english else names
            if names and name not in names:
                known[code] = names
        for form in self._forms(english):
            if form.official and form.lang not in known and form.name != name:
                known[form.lang] = (form.name,)
        return known

    def said(self, name: str) -> Iterator[str]:
        """Yield a line for each language in which the card has another name."""
        printed = self._printed(self.english(name)) if name else {}
        for code, names in self.of(name).items():
            language = languages.load(code).lexicon.name if code in languages.codes() else code
            for each in names:
                where = printed.get(each, "")
                yield f"{language}: **{plain(each)}**{plain(where)}"

    def _forms(self, english: str) -> tuple[NameForm, ...]:
        entry = self._register.entry(english) if self._register and english else None
        return entry.forms if entry else ()

    def _printed(self, english: str) -> dict[str, str]:
        """Return by name where it was printed, in words."""
        printed: dict[str, str] = {}
        for form in self._forms(english):
            sets = [each.set or each.released for each in form.printings[:MOST]]
            if sets:
                more = " …" if len(form.printings) > MOST else ""
                printed[form.name] = f" ({', '.join(sets)}{more})"
        return printed
