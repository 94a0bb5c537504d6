"""The words of a text that a table of a language corrects."""

import re
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import pairwise
from typing import Literal

from nanori.grammar.automata import CuedPatterns
from nanori.grammar.languages import Language
from nanori.linting.context import SHOWN, TOGETHER, Finding, Subject, ToldPlaces, replaced
from nanori.linting.lexicon import lint_words
from nanori.model.values import Reference
from nanori.names.lexicon import term_words

# Stand in the masked text for each letter of a reference of a card to itself, and of other names: a
# name may contain any word.
SELF, NAME = "~", "\0"
# The word before a place and that behind it.
BEFORE, BEHIND = re.compile(r"\S*$"), re.compile(r"\S*")
# What in a pattern stands for one letter of several, or for what is next to it: not a word.
SET_OF_LETTERS = re.compile(r"\[[^\]]*\]|\(\?[<!=:]*")


def find(subject: Subject, table: Literal["wording", "grammar", "capitals"]) -> Iterator[Finding]:
    """Yield a finding for each match of a row of a table, with the words that it wants.

    The first of two rows that match counts.
    """
    text, told = masked(subject), ToldPlaces()
    rows = getattr(lint_words(subject.language).templating, table)
    for number in _cued(subject.language, table).within(text):
        row = rows[number]
        if row.symbols and subject.marks_symbols:
            continue
        for match in row.pattern.finditer(text):
            start, end = match.span("said" if match.groupdict().get("said") else 0)
            if told.overlap(start, end):
                continue
            told.add(start, end)
            said = subject.card.text[start:end]
            meant = match.expand(row.meant) if row.meant else ""
            if row.small:
                meant = said.lower()
            if row.large:
                meant = said[0].upper() + said[1:]
            if SELF in meant or NAME in meant:
                meant = ""  # words of a name that the mask hides
            before = behind = ""
            if not said.strip() or meant.isspace():  # a space, or a sign without one beside it
                before = BEFORE.findall(subject.card.text[:start][-SHOWN:])[0]
                behind = BEHIND.findall(subject.card.text, end)[0]
            message = f"“{_line(before, said, behind)}” {row.reason}"
            if meant:
                instead = _line(before, meant, behind)
                yield replaced(start, end, meant, f"{message}: “{instead}”", safe=False)
            else:
                yield Finding(start, end, message)


@cache
def _cued(language: Language, table: str) -> CuedPatterns:
    rows = getattr(lint_words(language).templating, table)
    return CuedPatterns([row.pattern for row in rows])


def _line(before: str, said: str, behind: str) -> str:
    """Return words as a message shows them, in one line."""
    return f"{before}{said}{behind}".strip().replace("\n", "⏎")


@lru_cache(TOGETHER)  # what one check reports, another leaves out
def of_grammar(subject: Subject) -> tuple[Finding, ...]:
    """Return the findings of a text by the language's table of grammar, and its lost words."""
    rows = tuple(find(subject, "grammar"))
    lost = (
        each
        for each in _lost(subject)
        if not any(row.start < each.end and each.start < row.end for row in rows)
    )
    return (*rows, *lost)


def _lost(subject: Subject) -> Iterator[Finding]:
    """Yield a finding for each phrase that lacks one of its words."""
    known, text = _shortened(subject.language), masked(subject)
    small = text.lower()
    for match in subject.language.lexicon.guards.word.finditer(small) if known else ():
        for said, meant in known.get(match[0], ()):
            start, end = match.start(), match.start() + len(said)
            if not small.startswith(said, start) or small[end : end + 1].isalpha():
                continue
            meant = meant[0].upper() + meant[1:] if text[start].isupper() else meant
            message = f"“{text[start:end]}” lacks a word: “{meant}”"
            yield replaced(start, end, meant, message, safe=False)


@cache
def _shortened(language: Language) -> dict[str, list[tuple[str, str]]]:
    """Return phrases without one word inside them, by their first, each with the whole."""
    known: dict[str, list[tuple[str, str]]] = {}
    for phrase in lint_words(language).templating.whole:
        words = phrase.split()
        for place in range(1, len(words) - 1):
            left = [*words[:place], *words[place + 1 :]]
            known.setdefault(left[0], []).append((" ".join(left), phrase))
    return known


@lru_cache(TOGETHER)  # several checks ask for the same texts, one after another
def masked(subject: Subject) -> str:
    """Return a text with its names hidden, every other letter in its place."""
    return hidden(subject.card.text, subject.references, subject.language)


def hidden(text: str, references: Sequence[Reference], language: Language) -> str:
    """Return a text with the names in it hidden, every other letter in its place."""
    several = lint_words(language).templating.plural_name
    pieces: list[str] = []
    last = 0
    for reference in references:
        if reference.form in ("this", "bare") or reference.start < last:
            continue
        own = reference.target == "self" and not several.search(
            text[reference.start : reference.end]
        )
        sign = SELF if own else NAME
        pieces += text[last : reference.start], sign * (reference.end - reference.start)
        last = reference.end
    return "".join([*pieces, text[last:]]).replace("’", "'")


def fits(text: str, place: int, language: Language) -> bool:
    """Tell whether letters may meet at a place of a text in a language without word breaks.

    They may if some word of the language has the two side by side, if they are in different
    scripts, if an ending that may follow any word begins there, or after an adverb.
    """
    checks = lint_words(language)
    before, behind = text[place - 1 : place], text[place : place + 1]
    if not checks.particle or not (before.isalpha() and behind.isalpha()):
        return True
    word, stem = language.lexicon.guards.word.compiled, checks.stem.compiled
    if before + behind in beside(language) or not stem.match(before):
        return True
    if not stem.match(behind):
        return checks.particle.match(text, place) is not None
    if word.fullmatch(before + behind) is None:
        return True
    adverbs = language.lexicon.words.get("adverb", ())
    return text[:place].endswith(adverbs)


@cache
def beside(language: Language) -> frozenset[str]:
    """Return the letters that words of a language have side by side, in pairs."""
    checks, listed = lint_words(language), term_words(language)
    words = {*language.plain_words, *checks.alone, *listed.types, *checks.joined_words}
    for table in (listed.terms, checks.answered):
        words.update(word for meant in table.values() for word in meant)
    words.update(mending.meant for mending in (*checks.lost, *checks.surplus))
    patterns = [
        form for each in checks.compared for forms in each.values.values() for form in forms
    ]
    patterns += [mending.written for mending in (*checks.lost, *checks.surplus)]
    patterns += checks.reminders.values()
    words.update(SET_OF_LETTERS.sub(" ", pattern.pattern) for pattern in patterns)
    return frozenset(first + second for word in words for first, second in pairwise(word))
