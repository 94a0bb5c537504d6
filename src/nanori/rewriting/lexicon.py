"""How a card calls itself in the styles of a language: `words/xx.toml`."""

# Without `from __future__ import annotations`: msgspec would compile what each annotation says at
# every start, a twentieth of one.
from functools import cache
from pathlib import Path

import msgspec

from nanori.grammar import languages
from nanori.grammar.languages import Language
from nanori.grammar.lexicon.pattern import Pattern, Template, WordList

FOLDER = Path(__file__).parent / "words"


class RestylingWords(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How prints of a language word what an object says of itself; patterns are optional."""

    nouns: tuple[tuple[str, str], ...] = ()
    """Words of type lines and the noun of such an object in play; the first that is there wins."""
    kind_after: Template = Template()
    """What stands behind one where its text asks for its kind, with {} for that noun."""
    legend: str = ""
    """What a legend calls itself instead of its short name."""
    legend_after: Pattern = Pattern()
    """What must stand behind that; else a legend is called by its type."""
    bare_after: Pattern = Pattern()
    """What stands behind a bare demonstrative that means “other”, in every wording."""
    done: Pattern = Pattern()
    """What stands before a bare demonstrative that means an ability: “to activate this”."""
    titles: tuple[str, ...] = ()
    """Common nouns that are no short names, besides subtypes; without them no name is shortened."""
    whole_after: Pattern = Pattern()
    """What stands behind a legend's name that is not shortened."""
    counted: Pattern = Pattern()
    """What stands before a name that is one of several, or of any object that has it."""
    begins: Pattern = Pattern()
    """What stands before the first word of a sentence, which has a capital."""
    kept: WordList = WordList()
    """A demonstrative, and what stands behind it, that the wording before 2024 had as well."""
    entered: Pattern = Pattern()
    """What stands behind an object that is in play by then, wherever it came from."""
    agreeing: dict[str, str] = {}
    """Verbs behind a name in the plural, to those behind a demonstrative."""
    subject_before: Pattern = Pattern()
    """What stands before a subject with which its verb agrees, as it does not in “have it deal”."""


@cache
def restyling_words(language: Language) -> RestylingWords:
    """Return how a card calls itself in the styles of a language."""
    return languages.read_words(FOLDER, language, RestylingWords)
