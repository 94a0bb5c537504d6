"""What stands around words of prose: room for a name, a title, a list of cards, marks."""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import cached_property

from nanori.annotation.surroundings import surroundings
from nanori.documents.prose_parts import NO_PROSE
from nanori.documents.source import LINE_END
from nanori.grammar import languages
from nanori.grammar.bilingual_headings import marked, scripts
from nanori.grammar.languages import Language
from nanori.names.glossary import terms

# How many code points beside a place are looked at.
NEAR = 80

# What Markdown puts beside words without being one of them.
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
# Behind a name, what makes it part of a longer one.
_GOES_ON = re.compile(r"(?:['’]s)? [A-Z](?!\b)|[-–][^\W_]")
_SENTENCE_ENDS = re.compile(r"[.!?:;] $")
_CAPITAL_BEFORE = re.compile(r"([A-Z][\w'’]*) $")
_CLAUSE_GOES_ON = re.compile(r"[a-z,]$")


class ProseEvidence:
    """A masked text, asked about what stands around a span of it."""

    def __init__(self, text: str) -> None:
        """Keep the text and where its lines begin."""
        self._text = text
        self._starts = [0, *(match.end() for match in LINE_END.finditer(text))]
        self._ends = [*(match.start() for match in LINE_END.finditer(text)), len(text)]

    def has_room(self, start: int, end: int, language: Language) -> bool:
        """Tell whether no letter of a longer word touches a name."""
        text = self._text
        if language.lexicon.spaces:
            return not _is_letter(text[start - 1 : start]) and not _is_letter(text[end : end + 1])
        inside = language.lexicon.documents.inside_word
        return not inside.match(text, max(0, start - 1)) and not inside.match(text, end - 1)

    def is_of_rules(self, start: int, end: int, language: Language) -> bool:
        """Tell whether words are words of the rules, in the singular or plural."""
        word = self._text[start:end].casefold()
        rules = terms.rules_words(language)
        plurals = language.lexicon.documents.plurals.items()
        singles = (
            word.removesuffix(last) + single for last, single in plurals if word.endswith(last)
        )
        other = language.lexicon.documents.no_names
        return any(each in rules or each in other for each in (word, *singles))

    def is_listed(self, start: int, end: int) -> bool:
        """Tell whether a line is a name, and how often it is in a deck."""
        first = self._line(start)[0]
        if start - first > NEAR or not _COUNTED.match(self._text, end):
            return False
        return bool(
            _COUNT.fullmatch(self._text, first, start) and _LISTING.search(self._text, first, start)
        )

    def is_marked(self, start: int, end: int) -> bool:
        """Tell whether a name alone stands between marks of titles, quotations or emphasis."""
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
        if start - first <= NEAR and _LINE_HEAD.fullmatch(self._text, first, start):
            return not self._goes_on(first)
        before = self._text[max(first, start - NEAR) : start].rstrip(_EMPHASIS).rstrip(" ")
        return bool(language.lexicon.guards.begins.search(f"{before[-2:]} "))

    def is_alone(self, start: int, end: int) -> bool:
        """Tell whether no other word with a capital stands before or behind, nor a hyphen."""
        text = self._text
        if text[start - 1 : start] in _JOINING or _GOES_ON.match(text, end):
            return False
        before = _CAPITAL_BEFORE.search(text, max(0, start - NEAR), start)
        if before is None:
            return True
        first = before.start(1)
        opens = first == self._line(first)[0] or _SENTENCE_ENDS.search(
            text, max(0, first - 2), first
        )
        return bool(opens) and before[1].casefold() in self.small

    def is_pursued(self, end: int, language: Language) -> bool:
        """Tell whether words go on in letters of another word, where nothing divides them."""
        return bool(language.lexicon.guards.pursued.match(self._text, end))

    def is_subject(self, end: int, language: Language) -> bool:
        """Tell whether what is behind a name says something of it, or is no word."""
        behind = self._text[end : end + 2]
        return not behind[1:].isalpha() or surroundings(language).is_predicated(self._text, end)

    def in_title(self, start: int) -> bool:
        """Tell whether a line is a title, in which any word may have a capital."""
        first, last = self._line(start)
        if _HEADING.match(self._text, first):
            return True
        words = re.findall(r"[^\W\d_][\w'’]*", self._text[first : min(last, first + 2 * NEAR)])
        capitals = sum(word[0].isupper() for word in words)
        return last - first < 2 * NEAR and 2 * capitals > len(words)

    @cached_property
    def small(self) -> frozenset[str]:
        """Words that the text writes small somewhere, and words of the rules."""
        language = languages.load(languages.reference_language())
        return frozenset(terms.uncapped(self._text)) | language.plain_words

    def _line(self, place: int) -> tuple[int, int]:
        number = bisect_right(self._starts, place) - 1
        return self._starts[number], self._ends[number]

    def _goes_on(self, first: int) -> bool:
        """Tell whether a line goes on with the sentence of the line before."""
        if not first:
            return False
        start, end = self._line(first - 1)
        heading = _HEADING.match(self._text, start)
        return not heading and bool(_CLAUSE_GOES_ON.search(self._text, max(start, end - 2), end))


def _is_letter(sign: str) -> bool:
    """Tell whether a character is a letter that languages share, or a figure."""
    return bool(sign) and (sign.isalnum() or sign == "_") and not scripts().match(sign)
