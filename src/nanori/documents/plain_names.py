"""Finds card names in prose that nothing marks, and the short names of legends.

A name of several words counts wherever it is capitalised as such. A single word, and in languages
that do not divide words whatever may be no more than words, counts only if something shows that it
is a name: a capital inside a sentence, marks around it, a list of cards, or evidence elsewhere in
the text.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Container, Iterable, Iterator
from functools import cached_property, lru_cache
from operator import itemgetter
from typing import NamedTuple

from nanori.annotation.name_context import name_context
from nanori.annotation.own_names import shortened
from nanori.documents.lexicon import document_words
from nanori.documents.lookups import official, said_of
from nanori.documents.prose_parts import NO_PROSE
from nanori.documents.source import Document
from nanori.documents.values import CardMention, mention_in
from nanori.documents.written_names import NameInProse, WrittenNames
from nanori.grammar import languages
from nanori.grammar.bilingual_headings import marked, scripts
from nanori.grammar.languages import Language
from nanori.names import keys
from nanori.names import lexicon as terms
from nanori.names.database import Database
from nanori.names.model import FaceEntry

# Code points of a single-word name, at least, in languages that do not divide words.
MIN_SINGLE_WORD_LENGTH = 4

# Code points of a name of several words, at least.
MIN_WORDS_LENGTH = 4

# Code points of one that ends like a verb, at least.
MIN_VERB_LIKE_LENGTH = 6

_WORDS = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")


class PlainNames:
    """Finds plain names in texts, by a database."""

    def __init__(self, register: Database) -> None:
        self._names = WrittenNames(register)
        self._entry = lru_cache(4096)(register.entry)

    def find(
        self, text: str, marked: Iterable[tuple[int, str]] = (), paired: Container[str] = ()
    ) -> list[CardMention]:
        """Return the mentions of a text in order, without overlap.

        `marked` are places and faces named in marks: these are certainly meant. `paired` are faces
        named in two languages, or in marks that the writer chose.
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
        spans = [(name.start, name.end) for name in full]
        short = self._short(text, sorted(named), spans, evidence)
        mentions = (self._mention(text, name) for name in full)
        return sorted((*mentions, *short), key=lambda mention: mention.start)

    def _longest(self, text: str, evidence: ProseEvidence) -> Iterator[NameInProse]:
        """Yield the names whose place is free; of two that overlap, the one that begins first."""
        last = 0
        for name in sorted(self._names.find(text), key=lambda name: (name.start, -name.end)):
            if name.start < last or not evidence.has_room(name.start, name.end, name.language):
                continue
            entry = self._entry(name.form.face)
            if entry is not None and not entry.token:
                yield name
                last = name.end

    def _mention(self, text: str, name: NameInProse) -> CardMention:
        form, entry = name.form, self._entry(name.form.face)
        standing = "official" if form.form == "alternate" else form.standing
        now = official(entry, form.lang) if entry and standing != "official" else ""
        status, message = said_of(entry, standing, now) if entry else ("right", "")
        return mention_in(
            text,
            (name.start, name.end),
            "plain",
            form.lang,
            status,
            card=form.face,
            official=now,
            message=message,
        )

    def _is_sure(self, text: str, name: NameInProse, evidence: ProseEvidence) -> bool:
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
        """Tell whether words may be a name because they are one elsewhere in the text."""
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
        """Tell whether words in a language without word breaks are a name by themselves."""
        pieces = re.findall(language.lexicon.guards.word.pattern, words)
        if len(pieces) > 1:
            noun = language.lexicon.guards.pursued.match(words, len(words) - 1)
            return len(words) >= (MIN_WORDS_LENGTH if noun else MIN_VERB_LIKE_LENGTH)
        return len(words) >= MIN_SINGLE_WORD_LENGTH and words not in self._names.pieces(language)

    def _short(
        self,
        text: str,
        named: list[tuple[int, str]],
        spans: list[tuple[int, int]],
        evidence: ProseEvidence,
    ) -> Iterator[CardMention]:
        """Yield the places where a legend named before is called by its short name."""
        faces: dict[str, list[_Named]] = {}
        for offset, face in named:
            entry = self._entry(face)
            for lang, words in short_names(entry) if entry else ():
                faces.setdefault(words, []).append(_Named(offset, face, lang))
        starts = [start for start, _ in spans]
        words = "|".join(map(re.escape, sorted(faces, key=len, reverse=True)))
        for match in re.finditer(words, text) if words else ():
            start, end = match.span()
            index = bisect_right(starts, start) - 1
            if index >= 0 and spans[index][1] > start:
                continue
            named_face = _meant(faces[match[0]], start)
            if named_face and _is_called(start, end, languages.load(named_face.lang), evidence):
                face, lang = named_face.face, named_face.lang
                yield mention_in(text, (start, end), "plain", lang, "short", card=face)


def _says_much(text: str, name: NameInProse, evidence: ProseEvidence) -> bool:
    """Tell whether a name shows that the text is about cards: a single word does not."""
    if not name.language.lexicon.spaces or evidence.is_listed(name.start, name.end):
        return True
    return len(_WORDS.findall(text, name.start, name.end)) > 1


def _is_called(start: int, end: int, language: Language, evidence: ProseEvidence) -> bool:
    if not evidence.has_room(start, end, language):
        return False  # “Ysoldes”
    if evidence.is_of_rules(start, end, language):
        return False  # “Warden”, a type, of “Warden, Old Guard”
    if not language.lexicon.spaces:
        return not evidence.is_pursued(end, language)  # 「灰の狼煙」 is no 「灰の狼」
    return evidence.is_alone(start, end)


class _Named(NamedTuple):
    """Where a face was named, and the language of its short name."""

    offset: int
    face: str
    lang: str


def _meant(faces: list[_Named], offset: int) -> _Named | None:
    """Return which face a short name means: the last named before, or the only one."""
    earlier = [each for each in faces if each.offset < offset]
    if earlier:
        return max(earlier)
    return faces[0] if len({each.face for each in faces}) == 1 else None


# Code points of a short name, at least.
MIN_SHORT = 2


def short_names(entry: FaceEntry) -> Iterator[tuple[str, str]]:
    """Yield the language and words of each short name; only legends have any."""
    if not keys.is_legend(entry):
        return
    # Types of persons, as database entries have them.
    persons = languages.load(languages.reference_language()).lexicon.persons
    for form in entry.forms:
        if form.form == "reading":
            continue
        language = languages.load(form.lang)
        person = any(each.casefold() in persons for each in entry.types)
        for words in _shortened(form.name, language, person=person):
            if len(words) >= MIN_SHORT and words.casefold() not in terms.rules_words(language):
                yield form.lang, words


def _shortened(name: str, language: Language, *, person: bool) -> Iterator[str]:
    short = language.lexicon.short
    head = name.partition(short.split[0])[0] if short.split else name
    if head != name or person:
        yield from _divided(name, language, person=person)
    if not person or any(joint in head for joint in short.joint):
        return
    first = (short.word or language.lexicon.guards.word).match(head)
    rest = head[first.end() :] if first else ""
    if first and rest and not rest[0].isalnum() and first[0] not in short.small:
        yield first[0]


def _divided(name: str, language: Language, *, person: bool) -> Iterator[str]:
    short = language.lexicon.short
    for words in shortened(name, short):
        if person or not any(divider in name for divider in short.epithets):
            yield words


# How many code points beside a place are looked at.
WINDOW = 80

# What Markdown puts next to words without being one of them.
_EMPHASIS = "*_[]~|" + NO_PROSE
_LINE_HEAD = re.compile(r"(?:[\s>*_#|~\[\]\x00+•・■●◆-]|\d{1,3}[.)]\s)*")
_COUNT = re.compile(r"(?:[\s>*_|\[\]•・■●◆+-])*(?:\d{1,3}\s?[x×]?\s+|[x×]\d{1,2}\s+)?")
_COUNTED = re.compile(
    r"[*_\]\[\x00]*\s{0,3}(?:[x×]\s?\d{1,2}|\([A-Z0-9]{2,6}\)[^\r\n]{0,12})?[ \t]{0,8}(?=[\r\n]|$)"
)
_LISTING = re.compile(r"[\d•・■●◆*+-]")
_EMPHATIC = re.compile(r"(?:\*{1,3}|_{1,3})$")
_HEADING = re.compile(r" {0,3}#{1,6}\s")
_JOINING = ("-", "–", "/", "@", "#", "&")
# What makes a name part of a longer one, after it.
_GOES_ON = re.compile(r"(?:['’]s)? [A-Z](?!\b)|[-–][^\W_]")
_SENTENCE_ENDS = re.compile(r"[.!?:;] $")
_CAPITAL_BEFORE = re.compile(r"([A-Z][\w'’]*) $")
_CLAUSE_GOES_ON = re.compile(r"[a-z,]$")


class ProseEvidence:
    """A masked text, to be asked about the surroundings of a span."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._lines = list(Document(text).lines())

    def has_room(self, start: int, end: int, language: Language) -> bool:
        """Tell whether no letter of a longer word touches a name."""
        text = self._text
        if language.lexicon.spaces:
            return not _is_letter(text[start - 1 : start]) and not _is_letter(text[end : end + 1])
        inside = document_words(language).inside_word
        return not inside.match(text, max(0, start - 1)) and not inside.match(text, end - 1)

    def is_of_rules(self, start: int, end: int, language: Language) -> bool:
        """Tell whether words are words of the rules, in the singular or plural."""
        word = self._text[start:end].casefold()
        rules = terms.rules_words(language)
        plurals = document_words(language).plurals.items()
        singles = (
            word.removesuffix(last) + single for last, single in plurals if word.endswith(last)
        )
        other = document_words(language).no_names
        return any(each in rules or each in other for each in (word, *singles))

    def is_listed(self, start: int, end: int) -> bool:
        """Tell whether a line is a name, perhaps with its number in a deck."""
        first = self._line(start)[0]
        if start - first > WINDOW or not _COUNTED.match(self._text, end):
            return False
        return bool(
            _COUNT.fullmatch(self._text, first, start) and _LISTING.search(self._text, first, start)
        )

    def is_marked(self, start: int, end: int) -> bool:
        """Tell whether a name stands alone between marks of titles, quotations or emphasis."""
        text = self._text
        while start and text[start - 1] in "[]" + NO_PROSE:
            start -= 1
        while end < len(text) and text[end] in "[]" + NO_PROSE:
            end += 1
        if start and marked().fullmatch(text, start - 1, end + 1):
            return True
        emphatic = _EMPHATIC.search(text, max(0, start - 3), start)
        return bool(emphatic and text.startswith(emphatic[0], end))

    def begins(self, start: int, language: Language) -> bool:
        """Tell whether a sentence, a line or a cell begins there."""
        first = self._line(start)[0]
        if start - first <= WINDOW and _LINE_HEAD.fullmatch(self._text, first, start):
            return not self._goes_on(first)
        text_before = self._text[max(first, start - WINDOW) : start].rstrip(_EMPHASIS).rstrip(" ")
        return bool(language.lexicon.guards.begins.search(f"{text_before[-2:]} "))

    def is_alone(self, start: int, end: int) -> bool:
        """Tell whether no other capitalised word and no hyphen is next to it."""
        text = self._text
        if text[start - 1 : start] in _JOINING or _GOES_ON.match(text, end):
            return False
        match = _CAPITAL_BEFORE.search(text, max(0, start - WINDOW), start)
        if match is None:
            return True
        first = match.start(1)
        opens = first == self._line(first)[0] or _SENTENCE_ENDS.search(
            text, max(0, first - 2), first
        )
        return bool(opens) and match[1].casefold() in self.small

    def is_pursued(self, end: int, language: Language) -> bool:
        """Tell whether another word follows directly, in a language that does not divide words."""
        return bool(language.lexicon.guards.pursued.match(self._text, end))

    def is_subject(self, end: int, language: Language) -> bool:
        """Tell whether what follows a name says something about it, or is not a word."""
        text_after = self._text[end : end + 2]
        return not text_after[1:].isalpha() or name_context(language).is_predicated(self._text, end)

    def in_title(self, start: int) -> bool:
        """Tell whether a line is a title, in which any word may be capitalised."""
        first, last = self._line(start)
        if _HEADING.match(self._text, first):
            return True
        words = re.findall(r"[^\W\d_][\w'’]*", self._text[first : min(last, first + 2 * WINDOW)])
        capitals = sum(word[0].isupper() for word in words)
        return last - first < 2 * WINDOW and 2 * capitals > len(words)

    @cached_property
    def small(self) -> frozenset[str]:
        """Words that are in lower case somewhere in the text, and words of the rules."""
        language = languages.load(languages.reference_language())
        return frozenset(terms.uncapped(self._text)) | language.plain_words

    def _line(self, offset: int) -> tuple[int, int]:
        return self._lines[bisect_right(self._lines, offset, key=itemgetter(0)) - 1]

    def _goes_on(self, first: int) -> bool:
        if not first:
            return False
        start, end = self._line(first - 1)
        heading = _HEADING.match(self._text, start)
        return not heading and bool(_CLAUSE_GOES_ON.search(self._text, max(start, end - 2), end))


def _is_letter(sign: str) -> bool:
    return bool(sign) and (sign.isalnum() or sign == "_") and not scripts().match(sign)
