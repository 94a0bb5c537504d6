"""Finds numbers and symbols in a translation that are missing from the original or differ from it.

Why: a card that draws three cards in one language and two in the other is two different cards. The
check compares mana symbols, changes such as +1/+1, and numbers from two up, as digits or words and
in any width. It skips names, {C} where a print from before 2016 has {1}, and limits phrased the
other way round; in reminder text it only reports one value in place of another.

Fix: unsafe. A value that replaces exactly one other becomes that of the original.

ja: 原文と異なる数や記号
"""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from unicodedata import normalize

from msgspec.structs import replace

from nanori.linting.context import Finding, Pair, replaced
from nanori.linting.evidence import alignment, amounts, brackets, lost_words
from nanori.linting.evidence.amounts import Amount
from nanori.linting.evidence.translations import is_left
from nanori.linting.prose import Prose
from nanori.model.diagnostics import Severity

SEVERITY: Severity = "warning"

# What stands before a chapter ability (CR 714.2) or a loyalty ability (CR 606.3).
HEADING = re.compile(
    r"(?:(?P<chapter>[IVXＩＶＸ]{1,4}(?:, ?[IVXＩＶＸ]{1,4})*) ?[―—–-]"
    r"|\[?(?P<loyalty>[+＋−–－-]?(?:[0-9０-９]{1,2}|[XＸ]))\]?[:：])"
)


def check_rules(prose: Prose) -> Iterator[Finding]:
    """Yield the same for the halves of a document, and numbers that one says too often."""
    yield from prose.of_pairs(check_pair)
    for halves in prose.pairs:
        for amount, times, expected in amounts.too_often(halves.pair):
            message = f"“{amount.value}” stands here {times} times, in the original {expected}"
            start, end = (halves.translation + place for place in (amount.start, amount.end))
            yield Finding(start, end, message)


def check_pair(pair: Pair) -> Iterator[Finding]:
    """Yield a finding for each value that only the translation, if there is one, has or lacks."""
    if is_left(pair.translation.card.text, pair.translation.language):
        return
    yield from _headings(pair)
    whole, differing = (0, len(pair.translation.card.text)), False
    there, here = amounts.find(pair.original), amounts.find(pair.translation)
    for lacking, extra in amounts.compared(there, here, pair, amounts.end_of(pair)):
        differing |= bool(lacking or extra)
        yield from _findings(lacking, extra, pair, whole)
    if not differing:
        yield from _by_lines(pair, there, here)
        yield from _without_variable(pair)
    for remarks in brackets.remarks_alone(pair):
        there, here = amounts.find(remarks.original), amounts.find(remarks.translation)
        # A number that only one of them has may be of a sentence that a print leaves out.
        yield from (each for each in _by_lines(remarks, there, here) if each.fix)
        yield from _without_variable(remarks)


def _without_variable(pair: Pair) -> Iterator[Finding]:
    """Yield the lines that say “one” where their originals say X once more than these."""
    for there, here in alignment.one_by_one(pair):
        original = amounts.narrowed(pair.original.card.text)
        said = [*amounts.VARIABLE.finditer(original, *there)]
        text = amounts.narrowed(pair.translation.card.text)
        given = len(amounts.VARIABLE.findall(text, *here))
        if len(said) == given + 1:
            for amount in said if given else said[:1]:
                if article := lost_words.counted_as_one(pair, amount.end(), (there, here)):
                    yield _meant(pair, article, "X")
                    break


def _meant(pair: Pair, span: tuple[int, int], value: str) -> Finding:
    """Return the finding about a number that stands where the original has another."""
    words = pair.translation.card.text[slice(*span)]
    message = f"“{words}” is not in the original, which has “{value}”"
    wide = words[-1] != words[-1].translate(amounts.NARROW)
    return replaced(*span, value.translate(amounts.WIDE if wide else {}), message, safe=False)


def _headings(pair: Pair) -> Iterator[Finding]:
    """Yield the chapters of a Saga, and the costs of loyalty abilities, that differ."""
    original, text = pair.original.card.text, pair.translation.card.text
    for first, second in alignment.one_by_one(pair):
        there = HEADING.match(original, *first)
        here = HEADING.match(text, *second)
        if there is None or here is None:
            continue
        meant, said = (_plain(match) for match in (there, here))
        if meant != said and here.lastgroup == there.lastgroup:
            start, end = here.span(here.lastgroup or 0)
            message = f"“{text[start:end]}” stands before this, in the original “{meant}”"
            wide = normalize("NFKC", text[start:end]) != text[start:end]
            mended = meant.translate(amounts.WIDE) if wide else meant
            yield replaced(start, end, mended, message, safe=False)


def _plain(match: re.Match[str]) -> str:
    """Return a heading in half width, with one sort of minus sign and of spaces."""
    said = normalize("NFKC", match[match.lastgroup or 0])
    return re.sub("[−–]", "-", re.sub(r",\s*", ", ", said))


def _by_lines(pair: Pair, there: Sequence[Amount], here: Sequence[Amount]) -> Iterator[Finding]:
    """Yield what differs in a line, though another line of the text has it."""
    for other, line in alignment.one_by_one(pair):
        expected, given = alignment.inside(other, there), alignment.inside(line, here)
        differing = False
        for lacking, extra in amounts.compared(expected, given, pair, line.end):
            differing |= bool(lacking or extra)
            yield from _findings(lacking, extra, pair, line)
        if not differing and not amounts.are_taken_up(pair, other, line):
            for value, times, given_times in amounts.recounted(expected, given):
                message = f"“{value}” stands here {given_times} times, in the original {times}"
                for first, second in pairwise(given):
                    if first.value == second.value == value and first.end == second.start:
                        yield replaced(second.start, second.end, "", message, safe=False)
                        break
                else:
                    yield Finding(*line, message)


def _findings(
    lacking: Sequence[Amount], extra: Sequence[Amount], pair: Pair, line: tuple[int, int]
) -> Iterator[Finding]:
    """Yield what differs, with a fix where one value stands for one other."""
    text = pair.translation.card.text
    for amount in extra:
        words = text[amount.start : amount.end]
        span, message = (amount.start, amount.end), f"“{words}” is not in the original"
        if len(lacking) == 1 and len({other.value for other in extra}) == 1:
            yield _meant(pair, span, lacking[0].value)
        elif not lacking and len(extra) == 1 and lost_words.may_be_one(pair, amount):
            yield replace(_meant(pair, span, "1"), message=message)
        else:
            yield Finding(*span, message)
    values = "”, “".join(amount.value for amount in lacking)
    if len(lacking) == 1 and not extra and lacking[0].kind == "number":
        for there, here in alignment.one_by_one(pair):
            if there.start <= lacking[0].start < there.end:
                article = lost_words.counted_as_one(pair, lacking[0].end, (there, here))
                if article:
                    yield _meant(pair, article, lacking[0].value)
                    return
    if values and not extra:
        message = f"the original has “{values}”, this does not"
        start, end, meant = lost_words.place_of(pair, lacking[0], line)
        if meant is None or len(lacking) > 1:
            yield Finding(start, end, message)
        else:
            yield replaced(start, end, meant, message, safe=False)
