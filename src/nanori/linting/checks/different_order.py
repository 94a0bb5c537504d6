"""Finds lines that are in a different order than in the original.

Why: the order of abilities is part of the card, and people who compare the two languages rely on
it. Lines are matched by their terms and symbols; the check reports only if every line out of place
says exactly what another position should. The other checks then compare the lines that correspond.

Fix: unsafe. Lines are put in the order of the original.

ja: 原文と異なる順序
"""

from collections.abc import Iterator

from nanori.linting.context import Finding, Pair
from nanori.linting.evidence import alignment
from nanori.linting.evidence.alignment import LineSpan
from nanori.linting.evidence.translations import is_translated
from nanori.model.diagnostics import Fix, Severity
from nanori.model.values import Edit

SEVERITY: Severity = "warning"


def check_pair(pair: Pair) -> Iterator[Finding]:
    """Yield a finding for the lines of a text that stand elsewhere in the original."""
    text = pair.translation.card.text
    if not is_translated(text, pair.translation.language):
        return
    if moved := alignment.misplaced(pair):
        number, line = moved[0]
        here = alignment.lines(text)
        message = f"line {number + 1} of the original stands here as line {here.index(line) + 1}"
        lines = [line for _, line in moved]
        yield Finding(line.start, max(lines).end, message, _fix(text, moved, here))
        return


def _fix(text: str, moved: list[tuple[int, LineSpan]], here: list[LineSpan]) -> Fix:
    """Return the fix that puts each line where the original has it."""
    edits = [Edit(*here[number], text[slice(*line)]) for number, line in moved]
    return Fix(False, tuple(sorted(edits, key=lambda edit: edit.start)))
