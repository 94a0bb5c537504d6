"""What is wrong in a document: names in two languages, numbers of rules, widths of characters.

What a name should be is told by the name database; without one, by the other files of the run and
by the document itself.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator
from functools import lru_cache
from operator import itemgetter
from typing import NamedTuple

from msgspec import Struct

from nanori.documents import mentions, pairs, prose_mentions
from nanori.documents.values import CardMention, Status
from nanori.grammar import language_detection
from nanori.grammar.languages import Language
from nanori.linting.context import Finding
from nanori.linting.lexicon import lint_words
from nanori.linting.prose import Prose
from nanori.model.diagnostics import Diagnostic


class BilingualName(Struct, frozen=True):
    """A name in marks, in a language and in the reference language."""

    name: str
    english: str
    start: int
    end: int


def mismatched(prose: Prose) -> Iterator[Finding]:
    """Yield the names that differ from the files' or the document's; the database says more."""
    if prose.index.register is not None:
        return
    written = list(_written(prose))
    for name in written:
        if message := _by_files(name, prose):
            yield Finding(name.start, name.end, message)
    yield from _by_document(written)


def mentioned(prose: Prose, statuses: Collection[Status]) -> Iterator[Finding]:
    """Yield the names of a document with one of these statuses in the database."""
    for mention in _mentions(prose):
        if mention.status in statuses:
            diagnostic = mentions.diagnosed(prose.document, mention)
            yield Finding(diagnostic.start, diagnostic.end, diagnostic.message)


@lru_cache(1)  # several checks ask about a document, one after another
def _mentions(prose: Prose) -> list[CardMention]:
    register = prose.index.register
    return prose_mentions.find(prose.document, register) if register is not None else []


def _written(prose: Prose) -> Iterator[BilingualName]:
    """Yield the names in two languages that are in marks."""
    text = prose.document.text
    for place in pairs.find(prose.document):
        if place.slash is None or place.where not in ("title", "quote"):
            continue
        halves = [text[place.start : place.slash[0]], text[place.slash[1] : place.end]]
        name, english = reversed(halves) if place.reversed else halves
        if english[:1].isupper():
            yield BilingualName(name, english, place.start, place.end)


def _by_files(name: BilingualName, prose: Prose) -> str:
    """Return what the files say against a name; empty if they do not know it, or agree."""
    index, lang = prose.index, language_detection.of_text(name.name)
    english = index.english(name.name, lang)
    if english and name.english not in english:
        return f"“{name.name}” is “{' or '.join(sorted(english))}”, not “{name.english}”"
    names = index.translations(name.english, lang)
    if names and name.name not in names:
        return f"“{name.english}” is “{names[0]}”, not “{name.name}”"
    return ""


def _by_document(written: list[BilingualName]) -> Iterator[Finding]:
    """Yield the names of a card that the document has less often than another, or later."""
    called: dict[str, Counter[str]] = defaultdict(Counter)
    meant: dict[str, Counter[str]] = defaultdict(Counter)
    for each in written:
        called[each.english][each.name] += 1
        meant[each.name][each.english] += 1
    for each in written:
        usual, times = called[each.english].most_common(1)[0]
        other = meant[each.name].most_common(1)[0][0]
        if usual != each.name:
            message = f"“{each.english}” is “{each.name}” here, elsewhere “{usual}” {times}×"
            yield Finding(each.start, each.end, message)
        elif other != each.english:
            message = f"“{each.name}” is “{each.english}” here, elsewhere “{other}”"
            yield Finding(each.start, each.end, message)


# `rulebook`'s names for numbers that do not fit, the most telling first, and for a missing half.
OF_NUMBERS = (
    "wrong-number",
    "wrong-title",
    "different-number",
    "different-reference",
    "repeated-number",
)
OF_HALVES = ("lines/half",)
DANGLING = ("dangling-reference",)


def findings(prose: Prose, kinds: tuple[str, ...]) -> Iterator[Finding]:
    """Yield the findings of those kinds; a number that does not fit tells more than a half."""
    order = DANGLING if kinds == DANGLING else (*OF_NUMBERS, *OF_HALVES)
    best: dict[tuple[int, int], Diagnostic] = {}
    known = (each for each in prose.diagnostics if each.rule in order)
    for diagnostic in sorted(known, key=lambda each: order.index(each.rule)):
        best.setdefault((diagnostic.start, diagnostic.end), diagnostic)
    for span, diagnostic in sorted(best.items(), key=itemgetter(0)):
        if diagnostic.rule in kinds:
            yield Finding(*span, diagnostic.message)


# Words of a language with only one width, before a character.
FOREIGN = re.compile("[A-Za-z]{2}$")
# At most one of so many is an oversight; with more the document has two styles.
RARE = 5

# Of so few characters of a sort the rarer are an oversight, too; with a tie any may be.
FEW = 8


class Sign(NamedTuple):
    """A stretch of characters, with its place in the document."""

    start: int
    end: int
    wide: bool


def odd(prose: Prose) -> Iterator[Sign]:
    """Yield what is in the rarer width of its sort, in order; nothing of a sort with two styles."""
    signs: set[Sign] = set()
    for language in dict.fromkeys(paragraph.language for paragraph in prose.paragraphs):
        spans = [
            (paragraph.body, paragraph.end)
            for paragraph in prose.paragraphs
            if paragraph.language is language
        ]
        signs.update(_of_language(prose.readable, spans, language))
    taken = -1
    for sign in sorted(signs):
        if sign.start >= taken:
            taken = sign.end
            yield sign


def _of_language(text: str, spans: list[tuple[int, int]], language: Language) -> Iterator[Sign]:
    known = lint_words(language)
    if not known.widths:
        return
    plain = text
    for own_width in known.own_width:
        plain = own_width.sub(lambda stretch: "\0" * len(stretch[0]), plain)
    for sort in known.widths:
        narrow, wide = (
            [
                Sign(*match.span(), wide)
                for start, end in spans
                for match in pattern.finditer(where, start, end)
                if not _is_in_word(text, *match.span())
                and (wide or not FOREIGN.match(text[max(0, match.start() - 2) : match.start()]))
            ]
            for pattern, where, wide in ((sort.narrow, plain, False), (sort.wide, text, True))
        )
        rarer, other = sorted((narrow, wide), key=len)
        few = len(rarer) + len(other) <= FEW
        if len(rarer) * RARE <= len(other) or few:
            yield from rarer
        if few and len(rarer) == len(other):
            yield from other


def _is_in_word(text: str, start: int, end: int) -> bool:
    """Tell whether characters belong to a word of letters with a width, as in “Ｄ２”."""
    return any(
        letter.isalpha() and 0xFF01 <= ord(letter) <= 0xFF5E
        for letter in (*text[max(0, start - 1) : start], *text[end : end + 1])
    )
