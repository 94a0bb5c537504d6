"""A text to the classes of its words, as numbers: what a word does there, not which word it is.

Articles, prepositions, auxiliaries and a few nouns of the rules are classes of their own; a verb is
“a verb that moves things, with -s”, a subtype “a subtype of several”, any other word its ending.
"""

import re
from collections.abc import Iterator
from functools import cache
from itertools import permutations
from typing import NamedTuple

from nanori.grammar.languages import Language

# Stand in a text for each letter of the card's name, and of other names.
SELF, NAME = "~", "\0"
# What is one word; marks of programs, as “[i]”, are none.
WORD = re.compile(
    r"\[/?[a-z]+\]|(?P<symbol>(?:\{[^{}\n]{1,8}\})+)|(?P<change>[+−-][\dX]+/[+−-]?[\dX]+)|(?P<size>[\dX*]+/[\dX*]+)"
    r"|(?P<figure>\d+|X\b)|(?P<self>~+)|(?P<name>\0+)|(?P<word>[^\W\d_]+(?:['-][^\W\d_]+)*'?)|(?P<line>\n+)|(?P<sign>[^\s\w])"
)
# Signs that are written in several ways, and those behind which a capital is no name's.
ALIKE = {"“": '"', "”": '"', "–": "—", "\n\n": "\n"}
OPENING = frozenset('.:•—"(\n')
# Symbols that are no mana.
TAP, ENERGY = ("{T}", "{Q}"), "{E}"
CAPITAL, SUBTYPE, SUBTYPES = "Capital", "Subtype", "Subtypes"
POSSESSIVE = ("'s", "s'")


class ClassedWord(NamedTuple):
    """A word of a text: its class, where it is, and itself in small letters."""

    kind: str
    start: int
    end: int
    said: str


def words(text: str, language: Language) -> list[ClassedWord]:
    """Return the words and signs of a text whose names are hidden behind `SELF` and `NAME`."""
    known, opening, made = _known(language), True, list[ClassedWord]()
    subtypes = _subtypes(language)
    for match in WORD.finditer(text):
        sort, said = match.lastgroup, match[0]
        if sort is None:
            continue
        if sort == "word":
            small = said.lower()
            kind = known.get(small) or of_word(small, language)
            if small != said:
                kind = subtypes.get(said) or (
                    kind if opening or small in known else CAPITAL + kind[-2:] * ("'" in kind)
                )
            said = small
        elif sort == "symbol":
            kind = TAP[0] if said in TAP else ENERGY if ENERGY in said else sort
        else:
            kind = ALIKE.get(said, said) if sort in ("sign", "line") else sort
        opening = kind in OPENING
        made.append(ClassedWord(kind, match.start(), match.end(), said))
    return made


@cache
def of_word(word: str, language: Language) -> str:
    """Return the class of a word in small letters that no list has, by how it begins or ends."""
    sequences = language.lexicon.checks.templating.sequences
    for ending in POSSESSIVE:
        if word.endswith(ending):
            return _known(language).get(word[: -len(ending)], "") + ending
    if word.startswith(sequences.negation) and len(word) > len(sequences.negation) + 1:
        return sequences.negation
    return next((f"-{end}" for end in sequences.endings if word.endswith(end)), "-")


@cache
def _known(language: Language) -> dict[str, str]:
    """Return the classes of words in small letters."""
    lists, sequences = language.lexicon.words, language.lexicon.checks.templating.sequences
    known: dict[str, str] = {}
    for name in sequences.own:
        known.update((word.lower(), word.lower()) for word in lists[name] if " " not in word)
    known.update((word, word) for word in sequences.words)
    for kind, each in sequences.classes.items():
        known.update(dict.fromkeys(each, kind))
    for name in sequences.lists:
        for word in lists[name]:
            if word not in known:
                known[word] = name + next((e for e in sequences.endings if word.endswith(e)), "")
    for word in lists["keyword_name"]:
        if " " not in word:
            known.setdefault(word.lower(), "keyword")
    return known


def mistaken(language: Language) -> Iterator[tuple[str, str, bool]]:
    """Yield each word, one that it stands for by mistake, and whether that is its verbal form."""
    sequences, known = language.lexicon.checks.templating.sequences, _known(language)
    for words in sequences.confused:
        yield from ((said, meant, False) for said, meant in permutations(words, 2))
    for said, several in sequences.instead.items():
        yield from ((said, meant, False) for meant in several)
    for name in sequences.lists:
        for word in language.lexicon.words[name]:
            for form in (word + ending for ending in sequences.verbal):
                if known.get(form, "").startswith(name):
                    yield word, form, True


@cache
def _subtypes(language: Language) -> dict[str, str]:
    subtypes = dict.fromkeys(language.lexicon.words["subtype"], SUBTYPE)
    several = language.lexicon.plural
    made = {word + several: SUBTYPES for word in subtypes if word[-1:] != several}
    return made | {f"{word}'s": f"{SUBTYPE}'s" for word in subtypes} | subtypes
