"""Finds a card name without the brackets that names are printed in.

Why: in Duel Masters texts, names are in 《》, which distinguishes them from races, types and
ordinary words. The check looks for the card's own names, and for the names of other cards in the
files where they stand alone.

Fix: safe for the card's own name if the text has the brackets elsewhere; otherwise unsafe, because
a text without any may be printed that way, and another card's name may be a word. The name gets the
brackets of the other names in its line, or 《》.

ja: 括弧のない名前
"""

from collections.abc import Iterator

from nanori.annotation.own_names import TWINPACTS
from nanori.linting.context import Finding, Subject
from nanori.linting.evidence import brackets
from nanori.linting.evidence.translations import standing
from nanori.linting.lexicon import lint_words
from nanori.model.diagnostics import Fix, Severity
from nanori.model.values import Edit

SEVERITY: Severity = "warning"

# Code points of another card's name that is more than a word.
SHORTEST = 4


def check(subject: Subject) -> Iterator[Finding]:
    """Yield a finding for each name without brackets."""
    card = subject.card
    titles = subject.language.lexicon.titles
    if card.game != TWINPACTS or not titles:
        return
    lines = brackets.Lines(subject)
    for reference in subject.own:
        if reference.form == "full" and not lines.within(reference.start):
            own = lines.of_names(reference.start, reference.end)
            safe = titles[0][0] in card.text and own in ("", titles[0])
            yield _bracketed(
                reference.start, reference.end, reference.text, own or titles[0], safe=safe
            )
    for start, end, name in standing(subject):
        if len(name) < SHORTEST or lines.within(start):
            continue
        if not _touches(card.text, start, end, subject):
            marks = lines.of_names(start, end) or titles[0]
            yield _bracketed(start, end, name, marks, safe=False)


def _bracketed(start: int, end: int, name: str, marks: str, *, safe: bool) -> Finding:
    fix = Fix(safe, (Edit(start, start, marks[0]), Edit(end, end, marks[1])))
    return Finding(start, end, f"“{name}” is a card's name and stands without {marks}", fix)


def _touches(text: str, start: int, end: int, subject: Subject) -> bool:
    """Tell whether words go on on either side, so that they are a longer one."""
    letter = subject.language.lexicon.guards.letter
    behind = letter.match(text, end) and letter.match(text, end - 1)
    before = start and letter.match(text, start - 1) and letter.match(text, start)
    sign = lint_words(subject.language).separators
    sides = text[end : end + 1] + text[max(0, start - 1) : start]
    return bool(behind or before or sign.search(sides))
