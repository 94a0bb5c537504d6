"""Reports to how many there are of each check."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from nanori.linting.reports import Report


class Counted:
    """Reports that are counted while they pass."""

    def __init__(self, reports: Iterable[Report]) -> None:
        """Begin before the first of them."""
        self._reports = reports
        self.checks: Counter[str] = Counter()
        """How many were found by each check."""
        self.information = 0
        """How many are no more than information."""
        self.safe = 0
        """How many have a fix that is safe."""
        self.unsafe = 0
        """How many have a fix that is not."""
        self.fixable: set[str] = set()
        """Checks of which one finding at least has a fix."""

    def __iter__(self) -> Iterator[Report]:
        """Yield them."""
        for report in self._reports:
            self.note(report)
            yield report

    def note(self, report: Report) -> None:
        """Count one that passes elsewhere."""
        diagnostic = report.diagnostic
        self.checks[diagnostic.check] += 1
        self.information += diagnostic.severity == "info"
        if diagnostic.fix is not None and diagnostic.fix.edits:
            self.safe += diagnostic.fix.safe
            self.unsafe += not diagnostic.fix.safe
            self.fixable.add(diagnostic.check)

    @property
    def count(self) -> int:
        """How many there were so far."""
        return self.checks.total()

    def summary(self) -> str:
        """Return a line that says how many there were and what can be done about them."""
        parts = [f"{self.count} finding{'s' if self.count > 1 else ''}"]
        if self.safe:
            parts.append(f"{self.safe} can be mended with --fix")
        if self.unsafe:
            parts.append(f"{self.unsafe} with --fix --unsafe-fixes")
        return ", ".join(parts)


def table(counted: Counted) -> Iterator[str]:
    """Yield a line for each check that found something, the most first; `[*]` where it can mend."""
    for _ in counted:
        pass
    width = len(str(max(counted.checks.values(), default=0)))
    for name, count in sorted(counted.checks.items(), key=lambda row: (-row[1], row[0])):
        mark = "[*]" if name in counted.fixable else "[ ]"
        yield f"{count:>{width}}  {mark} {name}\n"
