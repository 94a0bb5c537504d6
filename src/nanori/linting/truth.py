"""A rule's name to what was measured of it on files of strangers: truth.toml."""

from functools import cache
from pathlib import Path

from msgspec import Struct

from nanori.model import data_files

# Findings from which on it is asked how many are true.
MIN_FINDINGS = 10
# A rule is off by default if a smaller share of its findings is true.
MIN_SHARE_OF_TRUE = 0.9


class Measured(Struct, frozen=True):
    """How many of a rule's findings were read, and what their makers would do about them."""

    found: int
    true: int
    """Those whose maker would change the text."""
    right: int
    """Fixes that are what the maker would write, if anything,"""
    wrong: int
    """and all others."""
    makers: int
    safe: tuple[str, ...] = ()
    """The branches of its pattern whose fixes were right often enough; "" is what has none."""

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


def is_proven(rule: str, branch: str) -> bool:
    """Tell whether fixes of a rule, by that branch of its pattern, were right often enough."""
    known = measured().get(rule)
    return known is not None and branch in known.safe


@cache
def doubtful() -> frozenset[str]:
    """Return the rules that are run only if somebody asks for them."""
    return frozenset(rule for rule, each in measured().items() if each.is_doubtful)
