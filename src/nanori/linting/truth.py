"""A rule's name to what was measured of it on files of strangers: truth.toml."""

from functools import cache
from operator import attrgetter
from pathlib import Path

from msgspec import Struct

from nanori.model import data_files

# Fixes, all of them right, from which on a rule is proven …
MIN_RIGHT = 20
# … if they are in files of so many makers.
MIN_MAKERS = 4
# Fixes of which one may be wrong.
MIN_WITH_ONE_WRONG = 100
# Right fixes of each rule, none being wrong, from which on a proven check proves all its rules …
MIN_RIGHT_OF_FAMILY = 3
# … if they are in files of so many makers.
MIN_MAKERS_OF_FAMILY = 2
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
    """Fixes of these that are what the maker would write."""
    wrong: int
    kept: int
    """Right ones that say of themselves that nothing else can be meant,"""
    refuted: int
    """and wrong ones."""
    makers: int

    @property
    def is_proven(self) -> bool:
        """Whether its fixes may be made unasked that say that nothing else can be meant."""
        fixes = self.kept + self.refuted
        if self.refuted:
            return self.refuted == 1 and fixes >= MIN_WITH_ONE_WRONG
        return fixes >= MIN_WITH_ONE_WRONG or (fixes >= MIN_RIGHT and self.makers >= MIN_MAKERS)

    @property
    def is_right(self) -> bool:
        """Whether its fixes were right so far, if too few for a proof of its own."""
        enough = self.kept >= MIN_RIGHT_OF_FAMILY and self.makers >= MIN_MAKERS_OF_FAMILY
        return enough and not self.refuted

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
    """Tell whether fixes of a rule, or of all rules of its check, were right often enough."""
    own = measured().get(rule)
    if own is None or own.is_proven:
        return own is not None
    return own.is_right and _is_family_proven(rule.partition("/")[0])


@cache
def _is_family_proven(check: str) -> bool:
    """Tell whether of all fixes of a check's rules that are not off nearly none was wrong."""
    rules = [
        each
        for rule, each in measured().items()
        if rule.partition("/")[0] == check and not each.is_doubtful
    ]
    right, refuted = (sum(map(attrgetter(name), rules)) for name in ("kept", "refuted"))
    return right >= MIN_WITH_ONE_WRONG * max(1, refuted)


@cache
def doubtful() -> frozenset[str]:
    """Return the rules that are run only if somebody asks for them."""
    return frozenset(rule for rule, each in measured().items() if each.is_doubtful)
