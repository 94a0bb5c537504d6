"""Finds a bracket or quotation mark without its other half in the same ability.

Why: a quotation or reminder text extends to its closing mark; if one is missing, the rest of the
line is read as something else. A quotation that spans several lines is fine.

Fix: unsafe. A remark that runs to the end of the line is closed there; elsewhere the writer has to
say where the other half belongs.

ja: 対にならない括弧
"""

from __future__ import annotations

import re
from array import array
from collections import Counter
from collections.abc import Callable, Iterator
from functools import lru_cache

from nanori.grammar.languages import Language
from nanori.grammar.lexicon.pattern import Pattern
from nanori.linting.context import Finding, Subject, replaced
from nanori.linting.evidence import brackets
from nanori.linting.evidence.brackets import MISREAD, MISREAD_CUE, MarkPairs
from nanori.linting.lexicon import lint_words
from nanori.linting.prose import Prose
from nanori.model.diagnostics import Fix, Severity
from nanori.model.values import Edit

SEVERITY: Severity = "warning"
EXPECTED_ON_REAL = {
    "official Japanese": (13, 13),
    "legends of 2026": (1, 1),
    "custom cards": (2, 2),
    "sets of designers": (4, 4),
}


# A sentence's end.
END = re.compile(r"[.。!?！？]$")
# How many orders of brackets are remembered.
KEPT = 1024


def check_rules(prose: Prose) -> Iterator[Finding]:
    """Yield the same for the paragraphs of a document, with the brackets of titles."""
    yield from prose.of_texts(lambda subject: _unbalanced(subject, brackets.of_documents))


def check(subject: Subject) -> Iterator[Finding]:
    """Yield a finding for each bracket that nothing closes or opens, but for `1)` and `b)`."""
    yield from _unbalanced(subject, brackets.of_cards)


def _unbalanced(subject: Subject, known: Callable[[Language], MarkPairs]) -> Iterator[Finding]:
    pairs, text = known(subject.language), subject.card.text
    if MISREAD_CUE in text:  # `garbled-wording` says so
        text = MISREAD.sub("···", text)
    if _are_balanced("".join(mark for mark in pairs.marks.findall(text) if len(mark) == 1), pairs):
        return  # nearly always, and by few ways to have brackets
    waiting, opened = array("q"), Counter[str]()
    if turned := list(_turned(text, pairs)):
        yield from turned  # all that is wrong
        return
    for match in pairs.marks.finditer(text):
        if len(mark := match[0]) > 1:
            continue
        inside = bool(waiting) and mark in pairs.ends(text[waiting[-1]])  # " closes „, too
        begins = mark in pairs.closing or (mark in pairs.even and not opened[mark])
        if begins and not inside:  # “ opens in English and closes in German
            waiting.append(match.start())
            opened[mark] += 1
        else:
            yield from _closed(mark, match.start(), text, waiting, opened, pairs)
    ends = lint_words(subject.language).quotation_end
    for place in waiting:
        yield _unclosed(text, place, pairs, ends)


@lru_cache(KEPT)
def _are_balanced(marks: str, pairs: MarkPairs) -> bool:
    """Tell whether each of the marks that a text has, one after another, has its other half."""
    waiting: list[str] = []
    for mark in marks:
        if waiting and mark in pairs.ends(waiting[-1]):
            waiting.pop()
        elif mark in pairs.closing or (mark in pairs.even and mark not in waiting):
            waiting.append(mark)
        else:
            return False
    return not waiting


def _closed(
    mark: str, place: int, text: str, waiting: array[int], opened: Counter[str], pairs: MarkPairs
) -> Iterator[Finding]:
    """Yield a finding for each bracket that this one leaves open, or for itself."""
    if not any(count and mark in pairs.ends(other) for other, count in opened.items()):
        yield _alone(mark, place, "opens")
        return
    while True:
        last = waiting.pop()
        opened[text[last]] -= 1
        if mark in pairs.ends(text[last]):
            return
        yield _unclosed(text, last, pairs)


# Each is tried on the whole text. One that has more of them has more that is wrong.
MOST_TRIED = 16


def _turned(text: str, pairs: MarkPairs) -> Iterator[Finding]:
    """Yield a half that stands for the other, if it is all that is wrong: 「…「, 」…」."""
    begin = tried = 0
    for line in text.split("\n"):
        marks = [mark for mark in pairs.marks.finditer(line) if len(mark[0]) == 1]
        for said in {mark[0] for mark in marks} - pairs.even:
            opens = said in pairs.closing
            meant = pairs.ends(said) if opens else pairs.begins(said)
            same = [mark.start() for mark in marks if mark[0] == said]
            if len(same) != len("「」") or len(meant) > 1 or not meant.isdisjoint(line):
                continue
            tried += 1
            if tried > MOST_TRIED:
                return
            start, other = begin + same[opens], next(iter(meant))
            mended = pairs.marks.findall(f"{text[:start]}{other}{text[start + 1 :]}")
            if _are_balanced("".join(mark for mark in mended if len(mark) == 1), pairs):
                message = f"nothing {'closes' if opens else 'opens'} “{said}”"
                yield replaced(start, start + 1, other, message, safe=False)
        begin += len(line) + 1


def _unclosed(text: str, place: int, pairs: MarkPairs, ends: Pattern | None = None) -> Finding:
    """Return the finding about a bracket, with the other half where only a line's end is left.

    Or where what follows shows that a quotation ended.
    """
    end = text.find("\n", place)
    end = end if end >= 0 else len(text)
    alone = _alone(text[place], place, "closes")
    closing = pairs.ends(text[place])
    last = list(ends.finditer(text, place, end)) if ends and len(closing) == 1 else []
    if len(last) == 1 and text[place] not in "(（":
        start = last[0].start()
        fix = Fix(False, (Edit(start, start, next(iter(closing))),))
        return Finding(start - 1, min(start + 1, end), alone.message, fix)
    # A remark that goes on up to the line's end; behind a quotation words may follow.
    is_last = END.search(text, end - 1, end) and not pairs.marks.search(text, place + 1, end)
    if text[place] not in "(（" or not is_last:
        return alone
    fix = Fix(False, (Edit(end, end, ")" if text[place] == "(" else "）"),))
    return Finding(place, end, alone.message, fix)


def _alone(mark: str, place: int, verb: str) -> Finding:
    return Finding(place, place + len(mark), f"nothing {verb} “{mark}”")
