"""Finds words of a translation in whose place the other translations of the files have others.

Why: reminder text, and much else, is said again on many cards. Where several translations of the
same words are the same, names and numbers aside, and one differs from them in one place, that is a
slip of the hand, or a word or a sentence that was lost. Where words are not divided, letters that
no other translation has beside each other are told as well, if one edit makes of them what many
have.

Fix: unsafe. What the others have is put there.

ja: 他の翻訳と異なる箇所
"""

from collections.abc import Iterator

from msgspec.structs import replace

from nanori.linting.context import Finding, Pair
from nanori.linting.evidence import precedents, stretches
from nanori.model.diagnostics import Fix, Severity
from nanori.model.values import Edit

SEVERITY: Severity = "warning"


def check_pair(pair: Pair) -> Iterator[Finding]:
    """Yield a finding for each place in which no other translation says what this one does."""
    told = list(precedents.departures(pair))
    for start, end, said, usual, times in told:
        written = f"have “{usual}”" if usual else "leave it out"
        message = f"“{said}” is unusual" if said else "something is missing here"
        message += f": {times} other translations of the same words {written}"
        yield _finding(pair, start, end, usual, message)
    for start, end, said, usual, times, sure in stretches.find(pair):
        if any(other.start <= end and start <= other.end for other in told):
            continue
        message = f"“{said}” is superfluous here"
        if usual:
            message = f"“{said}” is unusual" if said else "a letter is missing here"
            message += f": other translations have “{usual}” {times} times"
        finding = _finding(pair, start, end, usual, message)
        yield finding if sure else replace(finding, fix=None)


def _finding(pair: Pair, start: int, end: int, usual: str, message: str) -> Finding:
    """Return a finding whose fix puts in what is usual; of what is lost about the letter there."""
    text = pair.translation.card.text
    words = precedents.in_text(usual, text)
    fix = Fix(safe=False, edits=(Edit(start, end, words),)) if words is not None else None
    begin = min(start, max(len(text) - 1, 0)) if start == end else start
    return Finding(begin, max(end, begin + 1), message, fix)
