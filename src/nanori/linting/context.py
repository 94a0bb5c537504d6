"""What checks look at, and what they find: a text, a pair of texts, a document."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import islice
from operator import attrgetter
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from nanori.annotation import matcher
from nanori.annotation.own_names import is_legend_card
from nanori.grammar import language_detection, languages, trees
from nanori.grammar.languages import Language
from nanori.model.diagnostics import Fix
from nanori.model.values import Card, Edit, Node, Reference, Token

# Findings of a check on a text; nobody needs more for a card of a million brackets.
MAX_FINDINGS = 100

# Findings of a check on a text that are fixed; a check that finds more fixes nothing there: no card
# has a thousand slips of one kind, and the words of something else must not be touched.
MAX_FINDINGS_FIXED = 1_000


# Texts of a file that a check looks at before the next check does.
TEXTS_AT_ONCE = 256


class Finding(Struct, frozen=True):
    """Something a check found; start and end are code points of the field's text."""

    start: int
    end: int
    message: str
    """What is there and what was wanted: one line, lower case, no full stop, words in “”."""
    fix: Fix | None = None
    field: str = "text"
    """The field of the card record: `text`, `name`, `type` …"""
    rule: str = ""
    """The row of a table that it is by, as `this-without-noun`."""
    branch: str = ""
    """The group of its pattern that matched, as `said2`."""
    law: bool = False
    """Whether that row is one by a law."""


def doubted(finding: Finding) -> Finding:
    """Return the finding with its fix, if any, made unsafe."""
    if finding.fix is None or not finding.fix.safe:
        return finding
    return replace(finding, fix=replace(finding.fix, safe=False))


# What a sentence begins behind.
BEFORE_SENTENCE = re.compile(r"(?:\A|\n|[.:•—]\s|[\"“(])\s*\Z")
ENDING = re.compile(r"['’]\w")
WORDS_TWICE = re.compile(r"\b((?:[^\W\d_]+\s+)?[^\W\d_]{2,})\s+\1\b", re.IGNORECASE)
# Code points beside words in which a word is looked for that they have, too.
MAX_LENGTH_OF_WORD = 24


def fits_in(text: str, edit: Edit) -> bool:
    """Tell whether words go with those beside them: none twice, a sentence with its capital.

    They do not in “until ⟦end → end of turn⟧ of turn”, “an opponent ⟦control → controls⟧'s” and
    “⟦Chose → choose⟧ one” at the beginning of a text.
    """
    words, begin = text[edit.start : edit.end], max(0, edit.start - MAX_LENGTH_OF_WORD)
    is_small = words[:1].isupper() and edit.text[:1].islower()
    if is_small and BEFORE_SENTENCE.search(text, begin, edit.start):
        return False
    if ENDING.match(text, edit.end) and edit.text[-1:] != words[-1:]:
        return False
    left, right = text[begin : edit.start], text[edit.end : edit.end + MAX_LENGTH_OF_WORD]
    twice = WORDS_TWICE.search(f"{left}{edit.text}{right}")
    return twice is None or WORDS_TWICE.search(f"{left}{words}{right}") is not None


def behind(finding: Finding, length: int) -> Finding:
    """Return the finding shifted by so many code points within its field.

    The finding at 3–5 of a line that begins at 10 is at 13–15 of the text.
    """
    fix = finding.fix
    if fix is not None:
        edits = tuple(Edit(edit.start + length, edit.end + length, edit.text) for edit in fix.edits)
        fix = replace(fix, edits=edits)
    return replace(finding, start=finding.start + length, end=finding.end + length, fix=fix)


def line_around(text: str, start: int, end: int, reach: int | None = None) -> tuple[int, int]:
    """Return where the lines of words begin and end, at most `reach` code points from these.

    Flying⏎Draw tow cards.⏎Haste    the words at 12–15: 7, 22
           ^    ^^^       ^
    """
    reach = len(text) if reach is None else reach
    first, last = max(0, start - reach), min(len(text), end + reach)
    line_end = text.find("\n", end, last)
    return text.rfind("\n", first, start) + 1 or first, last if line_end < 0 else line_end


# Code points of a sentence that a message shows, so that it stays one line.
MAX_LENGTH_SHOWN = 40


def shortened(words: str) -> str:
    """Return the beginning of words, as a message shows it."""
    return words if len(words) <= MAX_LENGTH_SHOWN else f"{words[:MAX_LENGTH_SHOWN]}…"


def replaced(start: int, end: int, words: str, message: str, *, safe: bool) -> Finding:
    """Return a finding whose fix replaces the words it is about."""
    return Finding(start, end, message, Fix(safe, (Edit(start, end, words),)))


def limited(findings: Iterable[Finding], most: int) -> Iterator[Finding]:
    """Yield a check's first findings in a text, then one that says how many more there are.

    It is where the next one would be, and has no fix. A single one more is yielded itself.
    """
    rest = iter(findings)
    yield from islice(rest, most)
    following = next(rest, None)
    if following is not None:
        left_out = sum(1 for _ in rest)
        message = f"{left_out + 1} more findings like the ones before, not shown"
        yield replace(following, message=message, fix=None) if left_out else following


if TYPE_CHECKING:
    from nanori.linting.house_styles import House
    from nanori.linting.indexes import Index
    from nanori.linting.options import Settings


class TextParagraph(Struct, eq=False, dict=True):
    """A paragraph of a text with its tree, which is made when a check first asks for it."""

    begin: int
    """Where it begins in the text."""
    text: str
    language: Language
    names: Sequence[Token]
    """The card's names in it."""

    @property
    def end(self) -> int:
        """Where it ends in the text."""
        return self.begin + len(self.text)

    @cached_property
    def tree(self) -> Node:
        """Its tree; spans in it count from the beginning of the paragraph."""
        return trees.parse_paragraph(self.text, self.language, self.names)


_start, _end = attrgetter("start"), attrgetter("end")


class Subject(Struct, eq=False, dict=True):
    """A rules text with its references, and what is known of other cards."""

    card: Card
    references: Sequence[Reference]
    index: Index
    settings: Settings
    extra: Mapping[str, object] = {}
    signs: bool = False
    """Whether signs for the card's name are how this file, or the style set, writes it."""
    marks_symbols: bool = False
    """Whether symbols are letters that this file marks, without braces."""
    path: str = ""
    """The file, as the index knows it."""
    printed: Card | None = None
    """The card as in the file: its name may have a code there that does not belong to it."""

    @property
    def given(self) -> Card:
        """The card as in the file."""
        return self.printed or self.card

    @cached_property
    def language(self) -> Language:
        """The language of the text, with its words."""
        return languages.load(self.card.lang)

    @cached_property
    def foreign(self) -> bool:
        """Whether the text is in another language than its record says."""
        text = self.card.text
        return language_detection.of_text(text) != self.card.lang and any(map(str.isalpha, text))

    @cached_property
    def strange(self) -> bool:
        """Whether the text is in a language that there is no grammar of."""
        return language_detection.is_of_none(self.card.text)

    @cached_property
    def paragraphs(self) -> tuple[TextParagraph, ...]:
        """The text's paragraphs, in order."""
        card, language = self.card, self.language
        waiting = matcher.find(card, language)[::-1] if card.name else []
        return tuple(
            TextParagraph(start, card.text[start:end], language, trees.within(waiting, start, end))
            for start, end in trees.paragraphs(card.text)
        )

    @cached_property
    def house(self) -> House:
        """What is known of the cards of its set."""
        return self.index.house(self.card, self.path)

    @cached_property
    def legend(self) -> bool:
        """Whether the type line makes the card a legend (CR 205.4d)."""
        return is_legend_card(self.card)

    @cached_property
    def own(self) -> tuple[Reference, ...]:
        """The references that denote the object itself."""
        return tuple(reference for reference in self.references if reference.target == "self")

    @cached_property
    def shorts(self) -> dict[str, list[Reference]]:
        """The references by a short name, by their words: each finding asks for them."""
        shorts: dict[str, list[Reference]] = {}
        for reference in self.references:
            if reference.form == "short":
                shorts.setdefault(reference.text, []).append(reference)
        return shorts

    def is_shortened_besides(self, words: str) -> bool:
        """Tell whether a short name stands for the object anywhere outside these words."""
        cached = self._shortened_besides
        if words not in cached:
            text = self.card.text
            cached[words] = any(
                each.target == "self"
                and not text.startswith(words, max(0, each.start - words.find(short)))
                for short, shorts in self.shorts.items()
                for each in shorts
            )
        return cached[words]

    @cached_property
    def _shortened_besides(self) -> dict[str, bool]:
        # A slip may occur in a text a thousand times.
        return {}

    def references_in(self, start: int, end: int) -> Sequence[Reference]:
        """Return the references that share a code point with words of the text."""
        first = bisect_right(self.references, start, key=_end)
        return self.references[first : bisect_left(self.references, end, key=_start)]

    def is_named(self, start: int, end: int) -> bool:
        """Tell whether words of the text belong to a name."""
        number = bisect_right(self.references, start, key=_start)
        reference = self.references[number - 1] if number else None
        is_name = reference is not None and reference.form not in ("this", "bare")
        return is_name and reference is not None and end <= reference.end


class ToldPlaces:
    """Places in a text that do not overlap; of thousands one is found as soon as of a few."""

    def __init__(self) -> None:
        """Begin with none."""
        self._starts: list[int] = []
        self._ends: list[int] = []

    def add(self, start: int, end: int) -> None:
        """Add a place that overlaps none of them."""
        number = bisect_left(self._starts, start)
        self._starts.insert(number, start)
        self._ends.insert(number, end)

    def overlap(self, start: int, end: int) -> bool:
        """Tell whether any of them shares a code point with that place."""
        number = bisect_left(self._starts, end)  # so many begin before its end, the last one last
        return number > 0 and self._ends[number - 1] > start


class Pair(Struct, eq=False):
    """A card in two languages: findings are about the translation."""

    original: Subject
    translation: Subject
