"""Finds a remark in a file that turns off a check which would report nothing there.

Why: it would hide a later finding, and tells readers about something that isn't there.

Fix: none. The remark is outside the card's fields; remove it by hand.

ja: 不要な抑制
"""

from collections.abc import Collection, Iterator

from nanori.formats.suppressions import ALL
from nanori.linting import checks
from nanori.linting.context import Finding
from nanori.model.diagnostics import Severity

SEVERITY: Severity = "warning"


def check_suppressions(unused: Collection[str]) -> Iterator[Finding]:
    """Yield a finding for each check that is turned off for nothing; `*` stands for all."""
    for name in unused:
        what = "every check" if name == ALL else f"“{name}”"
        if name == ALL or name in checks.listed():
            yield Finding(0, 0, f"{what} is turned off here, but has nothing to say")
        else:
            yield Finding(0, 0, f"{what} is turned off here, but there is no such check")
