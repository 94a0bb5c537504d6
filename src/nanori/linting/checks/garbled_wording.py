"""Finds wording that no rules text has: typing slips, polite style, machine translation.

Why: a particle written twice, or one that the verb does not take (カードが破壊する), “:” without a
cost before it, “creature?s”, ます and です, or 墓場 for 墓地 are wrong on any card, whatever it was
translated from. The words, and which particles each verb takes behind which words, are part of each
language's data.

Fix: unsafe, if only one thing can be meant.

ja: 壊れた言い回し
"""

import html
import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cache

from nanori.grammar import languages
from nanori.grammar.automata import CuedPatterns
from nanori.grammar.languages import Language
from nanori.linting.context import Finding, Subject, ToldPlaces, replaced
from nanori.linting.evidence import joints
from nanori.linting.evidence.brackets import MISREAD, MISREAD_CUE
from nanori.linting.evidence.translations import is_written
from nanori.linting.prose import Prose
from nanori.model.diagnostics import Severity

SEVERITY: Severity = "warning"
ISSUE = "grammar"
EXPECTED_ON_REAL = {"official Japanese": (70, 70)}

# Words so many times as long as a reference may have one in them, and are a slip nevertheless.
MANY = 2

# What a program that reads pages or tables should have turned into signs, in any language.
MARKUP = re.compile(
    r"&(?:quot|amp|lt|gt|nbsp|apos|#\d{2,5});|<br ?/?>|\\[nrt](?![A-Za-z])"
    r"|</?(?P<tag>[biu]|em|strong)>"
)


Slip = tuple[int, int, str | None, str]
"""Where it is, what is meant if it is known, and what to say."""


def check_rules(prose: Prose) -> Iterator[Finding]:
    """Yield the same for each half of a paragraph of a rules document."""
    for halves in prose.pairs:
        pair = halves.pair
        for side, begin in (
            (pair.original, halves.original),
            (pair.translation, halves.translation),
        ):
            (slips,) = _slips([side.card.text], side.language, [()], [True])
            for start, end, words, message in slips:
                yield _finding(begin + start, begin + end, words, message)


def check(subject: Subject) -> Iterator[Finding]:
    """Yield a finding for each of those words that are no part of a reference."""
    return next(check_all([subject]))


def check_all(subjects: Sequence[Subject]) -> Iterator[Iterator[Finding]]:
    """Yield the same for each of several texts; one thing is asked of all before the next."""
    paths = {subject.path: subject.index for subject in subjects}
    of_other_game = {path: index.is_of_other_game(path) for path, index in paths.items()}
    by_language: dict[Language, list[Subject]] = {}
    for subject in subjects:
        by_language.setdefault(subject.language, []).append(subject)
    slips = {
        language: _slips(
            [subject.card.text for subject in alike],
            language,
            [{reference.end for reference in subject.references} for subject in alike],
            [of_other_game[subject.path] for subject in alike],
        )
        for language, alike in by_language.items()
    }
    for subject in subjects:
        yield _outside_references(subject, next(slips[subject.language]))


def _outside_references(subject: Subject, slips: Iterable[Slip]) -> Iterator[Finding]:
    """Yield a finding for each slip that is no part of a reference."""
    text, tagged = subject.card.text, subject.index.breaks_lines_by_tags(subject.card, subject.path)
    for start, end, words, message in slips:
        if tagged and text.startswith("<br", start):
            continue  # all its texts are divided into lines so
        if not any(
            reference.form != "bare" and end - start < MANY * (reference.end - reference.start)
            for reference in subject.references_in(start, end)
        ):
            yield _finding(start, end, words, message)


def _slips(
    texts: Sequence[str],
    language: Language,
    names: Sequence[Collection[int]],
    prose: Sequence[bool],
) -> Iterator[Iterator[Slip]]:
    """Yield the slips of each of several texts.

    `names` is where references end, `prose` says of what texts all rows are that are looked for
    only in cards.
    """
    own = [text if _is_own(text, language) else "" for text in texts]
    parts = zip(own, _rows_in(own, language), joints.find(own, language, names), prose, strict=True)
    for text, of_text, wrong, story in parts:
        yield _slips_in(text, language, of_text, wrong, prose=story)


def _is_own(text: str, language: Language) -> bool:
    """Tell whether a text is in that language, so that its words can be wrong."""
    if language.lexicon.script:
        return is_written(text, language)
    return languages.of_any_letter(text) == languages.reference_language()


def _slips_in(
    text: str,
    language: Language,
    rows: Sequence[int],
    wrong: Iterable[joints.WrongJoint],
    *,
    prose: bool,
) -> Iterator[Slip]:
    """Yield the slips of a text, which has those of rows of the table, and wrong joints."""
    for match in MARKUP.finditer(text):
        sign = html.unescape(match[0])
        words = sign if sign not in (match[0], "<", ">") else None  # these begin or end a tag
        if tag := match["tag"]:
            words = ""
            if text.count(f"<{tag}>") == text.count(f"</{tag}>"):
                continue  # how the file writes italics
        yield *match.span(), words, f"“{match[0]}” is markup that a program left in the text"
    for match in MISREAD.finditer(text) if MISREAD_CUE in text else ():
        sign = match[0].encode("cp1252").decode()
        yield *match.span(), sign, f"“{match[0]}” is “{sign}”, read in a wrong encoding"
    slips, told = language.lexicon.checks.slips, ToldPlaces()
    for row in rows:
        slip = slips[row]
        if slip.cards and prose:
            continue
        for match in slip.wrong.finditer(text):
            words = match.expand(slip.meant) if slip.meant else None
            start = match.start()
            if told.overlap(start, match.end()):
                continue  # an earlier row says more
            if "part" in match.re.groupindex:  # it stands there again
                start, words = match.end("part"), ""
            told.add(start, match.end())
            yield start, match.end(), words, f"“{match[0].strip()}”: {slip.why}"
    for joint in wrong:
        if not told.overlap(joint[0] - 1, joint[1] + 1):  # nor touch one
            yield joint


def _rows_in(texts: Sequence[str], language: Language) -> list[list[int]]:
    """Return for each of several texts the rows that match in it, in order."""
    slips, cued = language.lexicon.checks.slips, _rows(language)
    asked: dict[int, list[int]] = {}
    for number, text in enumerate(texts):
        for row in cued.within(text):
            asked.setdefault(row, []).append(number)
    rows: list[list[int]] = [[] for _ in texts]
    for row in sorted(asked):
        near, wrong = slips[row].near, slips[row].wrong.search
        is_near = near.search if near else None
        for number in asked[row]:
            text = texts[number]
            if (is_near is None or is_near(text)) and wrong(text):
                rows[number].append(row)
    return rows


@cache
def _rows(language: Language) -> CuedPatterns:
    return CuedPatterns([slip.near or slip.wrong for slip in language.lexicon.checks.slips])


def _finding(start: int, end: int, words: str | None, message: str) -> Finding:
    if words is None:
        return Finding(start, end, message)
    return replaced(start, end, words, message, safe=False)
