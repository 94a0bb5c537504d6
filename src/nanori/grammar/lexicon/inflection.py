"""How the words of a language change their form: endings by case, and particles behind them."""

from __future__ import annotations

import msgspec

from nanori.grammar.lexicon.pattern import Pattern


class Declension(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Words that end alike, and what each case puts in the place of that end."""

    ends: str
    """What the words end in, in the form that a name has; empty for all others."""
    forms: tuple[str, ...]
    """The end in each of the language's `cases`; several, the likeliest first, with strokes."""
    more: tuple[str, ...] = ()
    """Ends of other forms, as in the plural, that are found and never written."""
    gender: str = ""
    """The gender and number of words that end so, if that tells it."""
    adjective: bool = False
    """Whether such words go with a noun behind them, with which they agree."""
    bound: bool = False
    """Whether words are declined so only behind an adjective that says their gender."""
    like: Pattern = Pattern()
    """Finds what a word that is written so ends in; any, if empty."""


class Inflection(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How names are declined; a language whose words keep their form has none."""

    cases: tuple[str, ...] = ()
    """The cases in the order of the columns, that of a name by itself first."""
    declensions: tuple[Declension, ...] = ()
    """The words that change, by their end; to find a form all that fit are tried."""
    written: tuple[Declension, ...] = ()
    """The words of which every form is sure enough to be written; the first that fits.

    One without forms is never sure, nor is the end “?”. Of two ends the second is that of a name
    without an article.
    """
    articles: dict[str, tuple[str, ...]] = {}
    """The definite article by gender and number, in each case."""
    inanimate: tuple[str, ...] = ()
    """Genders in which what is not alive has the first case in place of the accusative."""
    government: dict[str, tuple[str, ...]] = {}
    """Prepositions with the cases that stand behind them."""
    kept: Pattern = Pattern()
    """Finds the beginning of words behind a noun that keep their form in every case."""
    words: dict[str, tuple[str, ...]] = {}
    """Words with forms of their own in small letters, as articles, to these forms."""
    alike: tuple[str, str] = ("", "")
    """Characters that are typed for others that look alike, and those others."""


class Particles(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is glued to the end of a word and is none of it."""

    pairs: tuple[tuple[str, str], ...] = ()
    """Particles that have a form behind a consonant, and one behind a vowel."""
    others: tuple[str, ...] = ()
    """Those that have one form."""
    whole: tuple[str, ...] = ()
    """Ends of words that look like a particle and are none."""
    consonant: Pattern = Pattern()
    """Finds a consonant at the end of a word whose letters are taken apart (Unicode's NFD)."""
    vowel: Pattern = Pattern()
    """Finds a vowel there; what has neither, as a sign, goes with both forms."""
    exceptions: dict[str, Pattern] = {}
    """Particles behind a vowel that also stand behind these consonants."""

    @property
    def alternation(self) -> str:
        """A pattern of any of them, the longest first."""
        every = {*self.others, *(form for pair in self.pairs for form in pair)}
        return "|".join(sorted(every, key=lambda form: (-len(form), form)))
