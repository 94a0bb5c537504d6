"""A paragraph and its translation to the quotations that only one marks, or marks otherwise."""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec import Struct

from nanori.linting.context import Pair, Subject
from nanori.linting.evidence import brackets
from nanori.linting.evidence.translations import is_written
from nanori.linting.findings import Finding
from nanori.linting.prose import HIDDEN


class QuotedWords(Struct, frozen=True):
    """Words in marks that stand in no others."""

    start: int
    end: int
    marks: str


def differing(pair: Pair) -> Iterator[Finding]:
    """Yield the quotations of a translation in other marks than are used first, and those missing.

    Others than the first are right for what the original does not quote, such as titles.
    """
    translation = pair.translation
    marks, text = translation.language.lexicon.documents.quotations, translation.card.text
    if not marks or not is_written(text, translation.language):
        return
    there, here = len(find(pair.original)), find(translation)
    lacking = there - sum(quotation.marks == marks[0] for quotation in here)
    for quotation in here:
        words = text[quotation.start : quotation.end]
        if quotation.marks == marks[0] or not is_written(words, translation.language):
            continue
        if lacking > 0 or quotation.marks not in translation.language.lexicon.name_marks:
            lacking -= 1
            message = f"“{words}” was wanted in “{marks[0]}”"
            yield Finding(quotation.start, quotation.end, message)
    if lacking > 0 and _are_whole(text, marks[0], brackets.pattern(translation.language)):
        message = f"the original has {there} quotations, this {there - lacking}"
        yield Finding(0, len(text), message)


def find(subject: Subject) -> list[QuotedWords]:
    """Return the quotations of a text in order, but for what a reference calls a rule."""
    text = subject.card.text
    closing = {pair[0]: pair for pair in subject.language.lexicon.documents.quotations}
    quotations: list[QuotedWords] = []
    waiting: list[tuple[str, int]] = []
    for place, sign in enumerate(text):
        if waiting and sign == waiting[-1][0][1]:
            marks, begin = waiting.pop()
            titled = text[max(0, begin - 3) : begin].rstrip(" ,").endswith(HIDDEN)
            if not waiting and not titled:
                quotations.append(QuotedWords(begin, place + 1, marks))
        elif sign in closing:
            waiting.append((closing[sign], place))
        elif sign == "\n":
            waiting.clear()
    return quotations


def _are_whole(text: str, marks: str, wrong: re.Pattern[str]) -> bool:
    """Tell whether every mark has its other half, and none is wrong: of these is told elsewhere."""
    return text.count(marks[0]) == text.count(marks[1]) and not wrong.search(text)
