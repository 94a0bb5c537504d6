"""Prose to the card names in it that nothing marks, and to the short names of legends.

A name of several words is one wherever it stands in its capitals. A single word, and what may be
no more than words where nothing divides them, is a name only where something shows it: a capital
inside a sentence, marks around it, a list of cards, or that it is one elsewhere in the text.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Container, Iterable, Iterator
from functools import lru_cache
from typing import TYPE_CHECKING

from msgspec import Struct

from nanori.documents.prose_evidence import ProseEvidence
from nanori.documents.short_mentions import short_names
from nanori.documents.written_names import NameInProse, WrittenNames
from nanori.grammar import languages

if TYPE_CHECKING:
    from nanori.grammar.languages import Language
    from nanori.names.database import Database
    from nanori.names.model import Standing

# Code points of a name that is a single word where nothing divides words, at least.
SINGLE = 4

# The same for one of several words, at least.
SEVERAL = 4

# The same for one that ends as verbs do, at least.
LONG = 6

_WORDS = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")


class PlainName(Struct, frozen=True):
    """A card's name in prose that nothing marks."""

    start: int
    end: int
    face: str
    """English name of the face."""
    lang: str
    standing: Standing = "official"
    """What the name is to the face."""
    short: bool = False


class PlainNames:
    """The plain names of texts, by a database."""

    def __init__(self, register: Database) -> None:
        """Look names up in that database."""
        self._names = WrittenNames(register)
        self._entry = lru_cache(4096)(register.entry)

    def find(
        self, text: str, marked: Iterable[tuple[int, str]] = (), paired: Container[str] = ()
    ) -> list[PlainName]:
        """Return the names of a text in their order, without overlap.

        `marked` are places and faces that are named in marks: these are known to be meant.
        `paired` are faces that are named in two languages, or in marks that the writer chose.
        """
        evidence = ProseEvidence(text)
        written = list(self._longest(text, evidence))
        sure = [name for name in written if self._is_sure(text, name, evidence)]
        marked = list(marked)
        if not marked and not any(_says_much(text, name, evidence) for name in sure):
            return []
        named = [*marked, *((name.start, name.form.face) for name in sure)]
        shown = {face for _, face in named}
        full = [
            name
            for name in written
            if name in sure
            or (name.form.face in shown and self._is_fair(text, name, evidence, paired))
        ]
        taken = [(name.start, name.end) for name in full]
        short = self._short(text, sorted(named), taken, evidence)
        return sorted((*map(_plain, full), *short), key=lambda name: name.start)

    def _longest(self, text: str, evidence: ProseEvidence) -> Iterator[NameInProse]:
        """Yield the names there is room for; of two that overlap, the one that begins first."""
        last = 0
        for name in sorted(self._names.find(text), key=lambda name: (name.start, -name.end)):
            if name.start < last or not evidence.has_room(name.start, name.end, name.language):
                continue
            entry = self._entry(name.form.face)
            if entry is not None and not entry.token:
                yield name
                last = name.end

    def _is_sure(self, text: str, name: NameInProse, evidence: ProseEvidence) -> bool:
        """Tell whether what stands there shows that words are a name."""
        span = (name.start, name.end)
        if evidence.is_of_rules(*span, name.language):
            return False
        if evidence.is_listed(*span) or evidence.is_marked(*span):
            return True
        words = text[slice(*span)]
        if not name.language.lexicon.spaces:
            return self._is_telling(words, name.language)
        if len(_WORDS.findall(words)) > 1:
            return True
        inside = not evidence.begins(name.start, name.language)
        return inside and evidence.is_alone(*span) and not evidence.in_title(name.start)

    def _is_fair(
        self, text: str, name: NameInProse, evidence: ProseEvidence, paired: Container[str]
    ) -> bool:
        """Tell whether words may be a name, as they are one elsewhere in the text."""
        language = name.language
        if evidence.is_of_rules(name.start, name.end, language):
            return False
        if not language.lexicon.spaces:
            # A short word in a list of cards alone does not make it a name in a sentence.
            words = text[name.start : name.end]
            return name.form.face in paired or self._is_telling(words, language)
        if not evidence.is_alone(name.start, name.end):
            return False
        if not evidence.begins(name.start, language):
            return True
        small = text[name.start : name.end].casefold() in evidence.small
        return not small and evidence.is_subject(name.end, language)

    def _is_telling(self, words: str, language: Language) -> bool:
        """Tell whether words that nothing divides are a name by themselves."""
        pieces = re.findall(language.lexicon.guards.word.pattern, words)
        if len(pieces) > 1:
            noun = language.lexicon.guards.pursued.match(words, len(words) - 1)
            return len(words) >= (SEVERAL if noun else LONG)
        return len(words) >= SINGLE and words not in self._names.pieces(language)

    def _short(
        self,
        text: str,
        named: list[tuple[int, str]],
        taken: list[tuple[int, int]],
        evidence: ProseEvidence,
    ) -> Iterator[PlainName]:
        """Yield the places where a legend that is named is called by its short name."""
        faces: dict[str, list[tuple[int, str, str]]] = {}
        for place, face in named:
            entry = self._entry(face)
            for lang, words in short_names(entry) if entry else ():
                faces.setdefault(words, []).append((place, face, lang))
        starts = [start for start, _ in taken]
        words = "|".join(map(re.escape, sorted(faces, key=len, reverse=True)))
        for match in re.finditer(words, text) if words else ():
            start, end = match.span()
            before = bisect_right(starts, start) - 1
            if before >= 0 and taken[before][1] > start:
                continue
            meant = _meant(faces[match[0]], start)
            if meant and _is_called(start, end, languages.load(meant[1]), evidence):
                yield PlainName(start, end, *meant, short=True)


def _says_much(text: str, name: NameInProse, evidence: ProseEvidence) -> bool:
    """Tell whether a name shows that the text is about cards: a single word does not."""
    if not name.language.lexicon.spaces or evidence.is_listed(name.start, name.end):
        return True
    return len(_WORDS.findall(text, name.start, name.end)) > 1


def _plain(name: NameInProse) -> PlainName:
    form = name.form
    standing = "official" if form.form == "alternate" else form.standing
    return PlainName(name.start, name.end, form.face, form.lang, standing)


def _is_called(start: int, end: int, language: Language, evidence: ProseEvidence) -> bool:
    """Tell whether a legend is called by the words there."""
    if not evidence.has_room(start, end, language):
        return False
    if evidence.is_of_rules(start, end, language):
        return False
    if not language.lexicon.spaces:
        return not evidence.is_pursued(end, language)
    return evidence.is_alone(start, end)


def _meant(faces: list[tuple[int, str, str]], place: int) -> tuple[str, str] | None:
    """Return face and language that a short name means: the last named before, or the only one."""
    before = [each for each in faces if each[0] < place]
    if before:
        return max(before)[1:]
    return faces[0][1:] if len({face for _, face, _ in faces}) == 1 else None
