"""Checks, one a module: its name is the check's, its docstring the page that explains it.

The docstring ends with the check's title in other languages, each a line `code: title`. A module
has `SEVERITY`; `OPTIONAL = True` if it is run only where it is selected by its name; `GROUP =
TEMPLATING` if it is one of those that are run on files of designers, or where they are asked for;
`OF_THIS_GAME = True` if it holds texts against this game's rules, as all of a group do, and is not
run on files of another;
`EXPECTED_ON_REAL`, how many findings real texts have, and how many of them are true; and one
function that yields findings: `check` of a `Subject`, `check_pair` of a `Pair` (one card in two
languages), `check_rules` of a document as `Prose`, or `check_suppressions` of the remarks in a file
that turn checks off. One of cards may have `check_rules` as well. A new module here
needs no other change.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from importlib import import_module
from itertools import chain
from pathlib import Path
from types import ModuleType
from typing import cast

from msgspec import Struct
from msgspec.structs import replace

from nanori.linting.context import Finding, Pair, Subject
from nanori.linting.evidence import usage_slips
from nanori.model.diagnostics import Severity

# By the name of real texts (`tests/shared/real_checks.py`), findings there, and true ones.
Expected = Mapping[str, tuple[int, int]]

# A line of a docstring with the check's title in a language.
TITLE = re.compile(r"^(?P<code>[a-z]{2,3}(?:-[A-Za-z]+)?): (?P<title>.+)$", re.MULTILINE)

# The group of checks of how texts are worded, for files of designers.
TEMPLATING = "templating"

# Names of the function a module has, by what it looks at.
KINDS = ("check", "check_pair", "check_rules", "check_suppressions")


class Check(Struct, frozen=True):
    """One check."""

    name: str
    """As users write it: `misspelled-own-name`."""
    kind: str
    """Which of `KINDS` it is."""
    severity: Severity
    page: str
    """Its docstring: what it finds, why, and what its fix does."""
    titles: Mapping[str, str]
    """What it is called in languages other than English, by their codes."""
    expected: Expected
    """How many findings it has on real texts, and how many of them are true."""
    optional: bool
    """Whether it is run only if it is selected by its name."""
    group: str
    """The group that it belongs to, by whose name it is selected, too; empty for most."""
    of_this_game: bool
    """Whether it holds texts against the rules and terms of this game, which others have not."""
    find: Callable[..., Iterator[Finding]]
    find_in_prose: Callable[..., Iterator[Finding]] | None = None
    """The function that looks at documents, if there is one."""


@cache
def listed() -> dict[str, Check]:
    """Return every check by its name, in the order of the alphabet."""
    stems = sorted(path.stem for path in Path(__file__).parent.glob("[!_]*.py"))
    checks = [_check(import_module(f"{__name__}.{stem}"), stem) for stem in stems]
    return {check.name: check for check in checks}


def _check(module: ModuleType, stem: str) -> Check:
    kinds = [kind for kind in KINDS if hasattr(module, kind)]
    alone = [kind for kind in kinds if kind != "check_rules"] or kinds
    assert len(alone) == 1, f"checks/{stem}.py has {kinds or 'no function'} of {KINDS}"
    page = module.__doc__ or ""
    return Check(
        name=stem.replace("_", "-"),
        kind=alone[0],
        severity=cast("Severity", module.SEVERITY),
        page=TITLE.sub("", page).strip() + "\n",
        titles={match["code"]: match["title"] for match in TITLE.finditer(page)},
        expected=cast("Expected", getattr(module, "EXPECTED_ON_REAL", {})),
        optional=getattr(module, "OPTIONAL", False),
        group=cast("str", getattr(module, "GROUP", "")),
        of_this_game=getattr(module, "OF_THIS_GAME", hasattr(module, "GROUP")),
        find=_proved(module.check_pair) if alone[0] == "check_pair" else getattr(module, alone[0]),
        find_in_prose=getattr(module, "check_rules", None),
    )


def _proved(find: Callable[[Pair], Iterator[Finding]]) -> Callable[[Pair], Iterator[Finding]]:
    """Return a check of pairs without those of its fixes that make no text of the language."""

    def proved(pair: Pair) -> Iterator[Finding]:
        for finding in find(pair):
            if finding.fix is None or finding.field != "text" or _is_proved(finding, pair):
                yield finding
            else:
                yield replace(finding, fix=None)

    return proved


# Code points on each side of a fix by which it is proved, and the rest of their lines: no row of a
# table looks farther, and a text of thousands of findings is not read once more for each of them.
NEAR = 300


def _is_proved(finding: Finding, pair: Pair) -> bool:
    """Tell whether the words of a fix fit at both ends, and nothing there is garbled with them."""
    subject = pair.translation
    text, moved, made = subject.card.text, 0, list[tuple[int, int]]()
    for edit in sorted(finding.fix.edits if finding.fix else (), key=lambda edit: edit.start):
        start = edit.start + moved
        text = text[:start] + edit.text + text[edit.end + moved :]
        moved += len(edit.text) - (edit.end - edit.start)
        made.append((start, start + len(edit.text)))
    for place in chain.from_iterable(made):
        stood_so = text[max(0, place - 1) : place + 1] in subject.card.text
        if not stood_so and not usage_slips.fits(text, place, subject.language):
            return False
    if not made:
        return True
    begin = text.rfind("\n", 0, max(0, made[0][0] - NEAR)) + 1
    behind = text.find("\n", made[-1][1] + NEAR)
    card = replace(subject.card, text=text[begin : behind if behind >= 0 else len(text)])
    mended = Subject(card, (), subject.index, subject.settings)
    return not any(
        slip.start <= end - begin and start - begin <= slip.end
        for slip in listed()["garbled-wording"].find(mended)
        for start, end in made
    )
