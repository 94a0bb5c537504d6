"""Finds names in prose that are one typo from a card's, in languages that divide words.

Names of several words and ten letters are looked for: all their words but one are there, and the
one that differs is in no name and no rules text. It may be a small word, too.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from rapidfuzz.distance import OSA

from nanori.documents.written_names import plain_name
from nanori.grammar import languages
from nanori.names.database import Database
from nanori.names.glossary import terms

# Letters of a name from which typos are reported; shorter ones resemble other words.
LONG = 10

# Words of a name that is looked for.
MOST_WORDS = 7

# Letters of a word that may have a typo.
SHORTEST = 4

_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_BETWEEN = re.compile(r",? ")
_OWNER = re.compile(r"['’]s?$")


class MisspelledName(NamedTuple):
    """A place in a text, and the name that was meant there."""

    start: int
    end: int
    meant: str


class MisspelledNames:
    """The names of a database, ready to be looked for with typos in texts."""

    def __init__(self, register: Database) -> None:
        """Take in the names of every language that divides words."""
        self._names: dict[tuple[str | None, ...], list[tuple[str, str]]] = {}
        """By their words without one, that word and the name."""
        self._known: set[str] = set()
        self._whole: set[tuple[str, ...]] = set()
        for code in languages.codes():
            language = languages.load(code)
            if language.lexicon.spaces:
                self._known |= terms.rules_words(language)
                for form in register.names(code):
                    self._add(form.name)

    def _add(self, name: str) -> None:
        words = [match[0] for match in _WORD.finditer(plain_name(name))]
        lowered = tuple(word.lower() for word in words)
        self._known.update(lowered)
        if not 1 < len(words) <= MOST_WORDS or sum(map(len, words)) < LONG:
            return
        self._whole.add(lowered)
        for place, word in enumerate(lowered):
            # A small word may have one, too, between capitalised words.
            if len(word) >= SHORTEST or words[place].islower():
                key = (*lowered[:place], None, *lowered[place + 1 :])
                self._names.setdefault(key, []).append((word, name))

    def find(self, text: str) -> Iterator[MisspelledName]:
        """Yield the names in a text with one typo, in order."""
        last = 0
        for run in _runs(text):
            for first, word in enumerate(run):
                if word.start() < last or not word[0][0].isupper():
                    continue
                for count in range(min(MOST_WORDS, len(run) - first), 1, -1):
                    if (name := self._meant(run[first : first + count])) is not None:
                        yield name
                        last = name.end
                        break

    def _meant(self, words: list[re.Match[str]]) -> MisspelledName | None:
        """Return the one name that the words misspell."""
        if not words[-1][0][0].isupper():
            return None
        said = [plain_name(word[0]).lower() for word in words[:-1]]
        last = words[-1][0]
        bare = _OWNER.sub("", last)
        endings = dict.fromkeys((last, bare, bare.removesuffix("s")))
        if any((*said, plain_name(each).lower()) in self._whole for each in endings):
            return None  # the name itself, in other capitals
        for ending in endings:
            meant = self._near((*said, plain_name(ending).lower()))
            if meant:
                return MisspelledName(words[0].start(), words[-1].start() + len(ending), meant)
        return None

    def _near(self, said: tuple[str, ...]) -> str:
        names: set[str] = set()
        for place, word in enumerate(said):
            if word in self._known:
                continue
            key = (*said[:place], None, *said[place + 1 :])
            for meant, name in self._names.get(key, ()):
                if (meant[0] == word[0] or len(meant) < SHORTEST) and OSA.distance(
                    word, meant, score_cutoff=1
                ) == 1:
                    names.add(name)
        return names.pop() if len(names) == 1 else ""


def _runs(text: str) -> Iterator[list[re.Match[str]]]:
    """Yield words with nothing but spaces and commas between them."""
    run: list[re.Match[str]] = []
    for match in _WORD.finditer(text):
        if run and not _BETWEEN.fullmatch(text, run[-1].end(), match.start()):
            yield run
            run = []
        run.append(match)
    if run:
        yield run
