"""A check as users know it, with a page, and its rules: functions that yield findings.

A family of checks is a module of `checks/`. A rule looks at a text (`in_text`), at a translation
beside its original (`in_pair`), or at a document (`in_prose`); one may look at several. The
docstring of its function is what `nanori explain` says of it.
"""

import inspect
import re
from collections.abc import Callable, Iterator, Mapping
from typing import TypeVar

from msgspec import Struct, field

from nanori.linting import truth
from nanori.linting.context import Finding, Pair, Subject, doubted
from nanori.linting.prose import Prose
from nanori.model.diagnostics import Severity

InText = Callable[[Subject], Iterator[Finding]]
InPair = Callable[[Pair], Iterator[Finding]]
InProse = Callable[[Prose], Iterator[Finding]]
Find = TypeVar("Find", bound=Callable[..., Iterator[Finding]])

# A line of a check's page with its title in a language.
TITLE = re.compile(r"^(?P<code>[a-z]{2,3}(?:-[A-Za-z]+)?): (?P<title>.+)$", re.MULTILINE)
# The sort of rules that explain a wrong word; of several at a place the strongest is right.
SLIP = "slip"
# The word for every check, in capitals too.
ALL = "all"
# The group of rules of how texts are worded, for files of designers.
TEMPLATING = "templating"


class Rule(Struct, eq=False):
    """A kind of findings of a check, each of which can be selected and suppressed."""

    check: str
    """The name of its check."""
    name: str
    """As users write it: `own-name/misspelled`."""
    about: str
    """What it finds."""
    severity: Severity = "warning"
    group: str = ""
    """The group that it belongs to, by whose name it is selected, too; empty for most."""
    of_this_game: bool = False
    """Whether it holds texts against the rules and terms of this game, which others have not."""
    sort: str = ""
    """What its findings explain: of one sort, the run keeps those of the strongest at a place."""
    strength: int = 0
    """How sure a finding is, beside those of other rules of its sort."""
    law: bool = False
    """Whether its safe fixes are so by a law of the game or the language, and need no measuring."""
    in_text: InText | None = None
    in_pair: InPair | None = None
    in_prose: InProse | None = None

    @property
    def names(self) -> frozenset[str]:
        """The words by which it is selected or ignored."""
        return frozenset((ALL, self.name, self.check, *filter(None, (self.group,))))

    def of(self, finding: Finding) -> str:
        """Return the rule of a finding: that of the row of a table, where one found it."""
        return f"{self.check}/{finding.rule}" if finding.rule else self.name

    def weighed(self, finding: Finding) -> Finding:
        """Return a finding; its fix stays safe only by a law, or where such fixes were right."""
        if finding.law or (self.law and not finding.rule):
            return finding
        proven = truth.is_proven(self.of(finding), finding.branch)
        return finding if proven else doubted(finding)


class Check(Struct, eq=False):
    """What users see: a name, a page, and titles in other languages."""

    name: str
    about: str
    """Its page, then its titles in other languages, each a line as `ja: …`."""
    rules: dict[str, Rule] = field(default_factory=dict[str, Rule])

    @property
    def page(self) -> str:
        """What it finds, why, and what its fix does."""
        return TITLE.sub("", self.about).strip() + "\n"

    @property
    def titles(self) -> dict[str, str]:
        """What it is called in languages other than English, by their codes."""
        return {match["code"]: match["title"] for match in TITLE.finditer(self.about)}

    def in_text(self, name: str, **facts: object) -> Callable[[Find], Find]:
        """Make a function a rule that looks at texts; `facts` are fields of `Rule`."""
        return self._registering("in_text", name, facts)

    def in_pair(self, name: str, **facts: object) -> Callable[[Find], Find]:
        """Make a function a rule that looks at translations."""
        return self._registering("in_pair", name, facts)

    def in_prose(self, name: str, **facts: object) -> Callable[[Find], Find]:
        """Make a function a rule that looks at documents."""
        return self._registering("in_prose", name, facts)

    def _registering(
        self, kind: str, name: str, facts: Mapping[str, object]
    ) -> Callable[[Find], Find]:
        def register(find: Find) -> Find:
            about = " ".join(inspect.cleandoc(find.__doc__ or "").split())
            whole = name if name == self.name else f"{self.name}/{name}"
            rule = self.rules.setdefault(whole, Rule(self.name, whole, about))
            for fact, value in {**facts, kind: find}.items():
                setattr(rule, fact, value)
            rule.of_this_game |= rule.group == TEMPLATING
            if kind != "in_prose" and "about" not in facts:
                rule.about = about
            return find

        return register
