"""Finds a translation that leaves out a paragraph of the original.

Why: a paragraph is an ability (CR 113.2c), and what is left out is not on the card. Paragraphs that
are merged, as keywords often are, and paragraphs of reminder text alone are not counted.

Fix: none.

ja: 段落の抜け
"""

import re
from collections.abc import Iterator, Sequence

from nanori.linting.context import Finding, Pair
from nanori.linting.evidence import alignment
from nanori.linting.evidence.alignment import Aligned
from nanori.linting.evidence.amounts import without_remarks
from nanori.linting.evidence.translations import is_left
from nanori.model.diagnostics import Severity

SEVERITY: Severity = "warning"
ISSUE = "omission"

# Code points of a paragraph that are shown.
SHOWN = 40


def check_pair(pair: Pair) -> Iterator[Finding]:
    """Yield a finding for each paragraph of the original that no line of the translation says."""
    original, card = pair.original.card.text, pair.translation.card
    if original.count("\n") <= card.text.count("\n"):
        return
    language = pair.translation.language
    if is_left(card.text, language):
        return
    place = 0
    steps = alignment.aligned(pair)
    for number, (there, here) in enumerate(steps):
        place = here[-1].end if here else place
        for start, end in there if not here else ():
            line = original[start:end]
            if without_remarks(line).strip() and not _is_joined(steps, number, pair):
                shown = line if len(line) <= SHOWN else f"{line[:SHOWN]}…"
                begin = card.text.rfind("\n", 0, place) + 1
                end = place or alignment.lines(card.text)[0].end
                yield Finding(begin, end, f"the original has “{shown}” here, this does not")


def _is_joined(steps: Sequence[Aligned], number: int, pair: Pair) -> bool:
    """Tell whether a line beside lists more things than its original's: keywords made one line."""
    for there, here in (*steps[number - 1 : number], *steps[number + 1 : number + 2]):
        if there and here:
            said = pair.original.card.text[there[0].start : there[-1].end]
            given = pair.translation.card.text[here[0].start : here[-1].end]
            if _listed(given) > _listed(said):
                return True
    return False


def _listed(line: str) -> int:
    """Return how many things a line divides at its beginning, before its first sentence."""
    first = re.split("[.。]", without_remarks(line), maxsplit=1)[0]
    return len(re.findall("[,、]", first))
