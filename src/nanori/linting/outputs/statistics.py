"""How many findings each check has: `12  [*] check`, the most first; `[*]` where one has a fix."""

from collections import Counter
from collections.abc import Iterable, Iterator

from nanori.linting.reports import Report


def write(reports: Iterable[Report]) -> Iterator[str]:
    """Yield a line for each check that found something."""
    counts, fixable = Counter[str](), set[str]()
    for diagnostic in (report.diagnostic for report in reports):
        counts[diagnostic.rule] += 1
        if diagnostic.fix is not None and diagnostic.fix.edits:
            fixable.add(diagnostic.rule)
    width = len(str(max(counts.values(), default=0)))
    for name, count in sorted(counts.items(), key=lambda row: (-row[1], row[0])):
        yield f"{count:>{width}}  {'[*]' if name in fixable else '[ ]'} {name}\n"
