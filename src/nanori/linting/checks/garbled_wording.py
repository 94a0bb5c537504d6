"""Finds wording that no rules text has: typing slips, polite style, machine translation.

Why: a particle written twice, “:” without a cost before it, “creature?s”, ます and です, or 墓場
for 墓地 are wrong on any card, whatever it was translated from. The words are part of each
language's data.

Fix: unsafe, if only one thing can be meant.

ja: 壊れた言い回し
"""

import html
import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from itertools import product

from nanori.grammar import languages
from nanori.grammar.automata import CuedPatterns
from nanori.grammar.languages import Language
from nanori.linting.context import Finding, Subject, replaced
from nanori.linting.prose import Prose
from nanori.model.diagnostics import Severity

SEVERITY: Severity = "warning"
ISSUE = "grammar"
EXPECTED_ON_REAL = {"official Japanese": (36, 36)}

Letters = tuple[str, str, str]

# Words so many times as long as a reference may have one in them, and are a slip nevertheless.
MANY = 2

# What a program that reads pages or tables should have turned into signs, in any language.
MARKUP = re.compile(r"&(?:quot|amp|lt|gt|nbsp|apos|#\d{2,5});|<br ?/?>|\\[nrt](?![A-Za-z])")


def check_rules(prose: Prose) -> Iterator[Finding]:
    """Yield the same for each half of a paragraph of a rules document."""
    for halves in prose.pairs:
        pair = halves.pair
        for side, begin in (
            (pair.original, halves.original),
            (pair.translation, halves.translation),
        ):
            for start, end, words, message in _slips(side.card.text, side.language):
                yield _finding(begin + start, begin + end, words, message)


def check(subject: Subject) -> Iterator[Finding]:
    """Yield a finding for each of those words that are no part of a reference."""
    text, tagged = subject.card.text, subject.index.breaks_lines_by_tags(subject.card, subject.path)
    for start, end, words, message in _slips(text, subject.language):
        if tagged and text.startswith("<br", start):
            continue  # as all its texts are divided into lines
        if not any(
            reference.start < end and start < reference.end
            for reference in subject.references
            if end - start < MANY * (reference.end - reference.start)
        ):
            yield _finding(start, end, words, message)


def _slips(text: str, language: Language) -> Iterator[tuple[int, int, str | None, str]]:
    """Yield the places of slips with what is meant, if it is known, and what to say."""
    if not text or languages.of_any_letter(text) != language.code:
        return
    for match in MARKUP.finditer(text):
        sign = html.unescape(match[0])
        words = sign if sign not in (match[0], "<", ">") else None  # these begin or end a tag
        yield *match.span(), words, f"“{match[0]}” is markup that a program left in the text"
    slips = language.lexicon.checks.slips
    for row in _rows(language).within(text):
        slip = slips[row]
        for match in slip.wrong.finditer(text) if not slip.near or slip.near.search(text) else ():
            words = match.expand(slip.meant) if slip.meant else None
            start = match.start()
            if "part" in match.re.groupindex:  # it stands there again
                start, words = match.end("part"), ""
            yield start, match.end(), words, f"“{match[0].strip()}”: {slip.why}"
    yield from _at_seams(text, language)


def _at_seams(text: str, language: Language) -> Iterator[tuple[int, int, str, str]]:
    """Yield the same for words that never stand so beside each other, with a letter beside them."""
    seams = _seams(language)
    until = 0
    hits = (
        (start.start(), -len(said), said, meant, first, last)
        for letters in seams.keys() & zip(text, text[1:], text[2:], strict=False)
        for said, meant, first, last in seams[letters]
        for start in (re.finditer(re.escape(said), text) if said in text else ())
    )
    for begin, _, said, meant, first, last in sorted(hits):
        if begin >= until:
            until = begin + len(said)
            words = meant[first : len(meant) - last]
            message = f"“{said}” is said in no rules text, “{meant}” is"
            yield begin + first, until - last, words, message


@cache
def _seams(language: Language) -> dict[Letters, list[tuple[str, str, int, int]]]:
    """Return words with what is meant, and how much of both ends is right, by three letters.

    These are at the seam, where hardly any text has them: few words are then looked for.
    """
    known: defaultdict[Letters, list[tuple[str, str, int, int]]] = defaultdict(list)
    for seam in language.lexicon.checks.seams:
        for before, wrong, behind in product(seam.before, seam.said, seam.behind):
            said = before + wrong + behind
            at = min(len(before) - 1, len(said) - 3)
            right = len(before) - 1, max(0, len(behind) - 1)
            words = said, before + seam.meant + behind, *right
            known[said[at], said[at + 1], said[at + 2]].append(words)
    return dict(known)


@cache
def _rows(language: Language) -> CuedPatterns:
    return CuedPatterns([(slip.near or slip.wrong).cues for slip in language.lexicon.checks.slips])


def _finding(start: int, end: int, words: str | None, message: str) -> Finding:
    if words is None:
        return Finding(start, end, message)
    return replaced(start, end, words, message, safe=False)
