"""What does not fit in rules documents."""

from collections.abc import Iterator

from nanori.linting.check import Check
from nanori.linting.context import Finding
from nanori.linting.prose import RULES_OF_NUMBERS, RULES_OF_REFERENCES, Prose

RULE_NUMBERS = Check(
    "rule-numbers",
    """Rule numbers that do not fit in a rules document, or lead nowhere.

Why: in a bilingual document a rule has the same number in both languages, and both halves refer to
the same rules; with every edition rules are renumbered. In an excerpt that contains none of the
rules of a section, or fewer than half, nothing is reported; `--against FILE` looks these references
up in the full rules.

Fix: none. The document does not say which number is right.

ja: ルール番号
""",
)


@RULE_NUMBERS.in_prose("mismatched")
def mismatched_rule_number(prose: Prose) -> Iterator[Finding]:
    """Finds rule numbers that do not fit in a rules document."""
    yield from prose.of_numbers(RULES_OF_NUMBERS)


@RULE_NUMBERS.in_prose("dangling")
def dangling_rule_reference(prose: Prose) -> Iterator[Finding]:
    """Finds a reference to a rule that the rules document does not contain."""
    yield from prose.of_numbers(RULES_OF_REFERENCES)
