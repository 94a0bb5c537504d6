"""All checks, a family a module, and what a fix of a translation must be to be offered."""

from collections.abc import Iterator
from functools import cache, partial
from importlib import import_module
from itertools import chain

from msgspec.structs import replace

from nanori.grammar import languages
from nanori.linting.check import Check, InPair, Rule
from nanori.linting.context import Finding, Pair, Subject, line_around
from nanori.linting.evidence import usage_slips
from nanori.linting.lexicon import Table, lint_words

# Modules of this folder whose constants are checks.
FAMILIES = (
    "characters",
    "documents",
    "lines",
    "marks",
    "names",
    "selves",
    "spelling",
    "translations",
    "types",
    "wording",
)

UNUSED = Check(
    "unused-suppression",
    """Remarks in a file that turn off a check or a rule which would report nothing there.

Why: it would hide a later finding, and tells readers about something that isn't there.

Fix: none. The remark is outside the card's fields; remove it by hand.

ja: 不要な抑制
""",
)
UNUSED.rules[UNUSED.name] = Rule(UNUSED.name, UNUSED.name, "Finds remarks that turn off nothing.")


@cache
def listed() -> dict[str, Check]:
    """Return every check by its name, in the order of the alphabet."""
    modules = [import_module(f"{__name__}.{family}") for family in FAMILIES]
    every = [each for module in modules for each in vars(module).values()]
    checks = [UNUSED, *(each for each in every if isinstance(each, Check))]
    for rule in (rule for check in checks for rule in check.rules.values()):
        if rule.in_pair:
            rule.in_pair = partial(_proved, rule.in_pair)
    return {check.name: check for check in sorted(checks, key=lambda check: check.name)}


@cache
def rules() -> dict[str, Rule]:
    """Return every rule by its name, check by check."""
    return {rule.name: rule for check in listed().values() for rule in check.rules.values()}


def rule_of(name: str) -> Rule | None:
    """Return the rule of that name, or that of a row of that name; None for any other."""
    return rules().get(name) or rules().get(rows().get(name, ""))


# The rule that finds by the rows of each table.
TABLES: dict[Table, str] = {
    "wording": "wording/usage",
    "outdated": "wording/term",
    "grammar": "grammar/slip",
    "garbled": "grammar/garbled",
    "capitals": "capitals/rules",
}


@cache
def rows() -> dict[str, str]:
    """Return the rule of each row of any language's tables, by its name: `wording/less-cards`."""
    return {
        f"{rule.partition('/')[0]}/{row}": rule
        for code in languages.codes()
        for table, rule in TABLES.items()
        for row in getattr(lint_words(languages.load(code)).rows, table)
    }


def _proved(find: InPair, pair: Pair) -> Iterator[Finding]:
    """Yield what a rule finds, without those of its fixes that make no text of the language."""
    for finding in find(pair):
        if finding.fix is None or finding.field != "text" or _is_proved(finding, pair):
            yield finding
        else:
            yield replace(finding, fix=None)


# Code points on each side of a fix by which it is proved, and the rest of their lines: no row of a
# table looks farther, and a text of thousands of findings is not read once more for each of them.
CONTEXT_OF_FIX = 300


def _is_proved(finding: Finding, pair: Pair) -> bool:
    """Tell whether the words of a fix fit at both ends, and nothing there is garbled with them."""
    subject = pair.translation
    text, moved, spans = subject.card.text, 0, list[tuple[int, int]]()
    for edit in sorted(finding.fix.edits if finding.fix else (), key=lambda edit: edit.start):
        start = edit.start + moved
        text = text[:start] + edit.text + text[edit.end + moved :]
        moved += len(edit.text) - (edit.end - edit.start)
        spans.append((start, start + len(edit.text)))
    for offset in chain.from_iterable(spans):
        stood_so = text[max(0, offset - 1) : offset + 1] in subject.card.text
        if not stood_so and not usage_slips.fits(text, offset, subject.language):
            return False
    if not spans:
        return True
    near = max(0, spans[0][0] - CONTEXT_OF_FIX), spans[-1][1] + CONTEXT_OF_FIX
    begin, line_end = line_around(text, *near)
    card = replace(subject.card, text=text[begin:line_end])
    mended = Subject(card, (), subject.index, subject.settings)
    garbled = rules()["grammar/garbled"].in_text
    return not any(
        slip.start <= end - begin and start - begin <= slip.end
        for slip in (garbled(mended) if garbled else ())
        for start, end in spans
    )
