"""A text to the words of it that a table of a language says otherwise."""

from collections.abc import Iterator, Sequence

from nanori.grammar.lexicon.checks import UsageSlip
from nanori.linting.context import Finding, Subject, replaced

# What stands in the place of each letter of a reference of a card to itself, and of other names,
# where the patterns of a table look: a name may have any word.
SELF, NAME = "~", "\0"


def find(subject: Subject, table: Sequence[UsageSlip]) -> Iterator[Finding]:
    """Yield a finding for each place that a row of a table finds, with the words that it wants.

    What two rows find is told by the first.
    """
    text, told = masked(subject), list[tuple[int, int]]()
    for row in table:
        if row.symbols and subject.marks_symbols:
            continue
        for match in row.pattern.finditer(text) if row.may_be_in(text) else ():
            start, end = match.span("said" if match.groupdict().get("said") else 0)
            if any(start < last and first < end for first, last in told):
                continue
            told.append((start, end))
            said = subject.card.text[start:end]
            meant = match.expand(row.meant) if row.meant else ""
            if row.small:
                meant = said.lower()
            if SELF in meant or NAME in meant:
                meant = ""  # words of a name that the mask hides
            message = f"“{said.strip()}” {row.reason}"
            if meant:
                yield replaced(start, end, meant, f"{message}: “{meant.strip()}”", safe=False)
            else:
                yield Finding(start, end, message)


def masked(subject: Subject) -> str:
    """Return a text with its names hidden, every other letter at its place."""
    text = subject.card.text
    several = subject.language.lexicon.checks.templating.plural_name
    pieces: list[str] = []
    last = 0
    for reference in subject.references:
        if reference.form in ("this", "bare") or reference.start < last:
            continue
        own = reference.target == "self" and not several.search(
            text[reference.start : reference.end]
        )
        sign = SELF if own else NAME
        pieces += text[last : reference.start], sign * (reference.end - reference.start)
        last = reference.end
    return "".join([*pieces, text[last:]]).replace("’", "'")
