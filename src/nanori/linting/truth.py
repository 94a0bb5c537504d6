"""A rule's name to what was measured of it on files of strangers: truth.toml."""

from functools import cache
from pathlib import Path

from msgspec import Struct

from nanori.model import data_files

# Fixes that were all right prove a rule from so many on, by so many makers; of so many one may be
# wrong.
MIN_RIGHT, MIN_MAKERS, MIN_WITH_ONE_WRONG = 20, 4, 100
# A rule is off by default if of so many findings a smaller share is true.
MIN_FINDINGS, MIN_SHARE_OF_TRUE = 10, 0.9


class Measured(Struct, frozen=True):
    """How many of a rule's findings were read, and what their makers would do about them."""

    found: int
    true: int
    """Those whose maker would change the text."""
    right: int
    """Fixes of these that are what the maker would write."""
    wrong: int
    makers: int

    @property
    def is_proven(self) -> bool:
        """Whether its fixes may be made unasked, if nothing else can be meant."""
        fixes = self.right + self.wrong
        if self.wrong:
            return self.wrong == 1 and fixes >= MIN_WITH_ONE_WRONG
        return fixes >= MIN_WITH_ONE_WRONG or (fixes >= MIN_RIGHT and self.makers >= MIN_MAKERS)

    @property
    def is_doubtful(self) -> bool:
        """Whether the rule is run only if somebody asks for it."""
        return self.found >= MIN_FINDINGS and self.true < MIN_SHARE_OF_TRUE * self.found


class _Table(Struct, frozen=True):
    rules: dict[str, Measured]


@cache
def measured() -> dict[str, Measured]:
    """Return what is known of each rule that found something, by its name."""
    return data_files.table(Path(__file__).with_name("truth.toml"), _Table).rules


def is_proven(rule: str) -> bool:
    """Tell whether the fixes of a rule were right often enough to be made unasked."""
    return rule in measured() and measured()[rule].is_proven


def doubtful() -> frozenset[str]:
    """Return the rules that are run only if somebody asks for them."""
    return frozenset(rule for rule, each in measured().items() if each.is_doubtful)
