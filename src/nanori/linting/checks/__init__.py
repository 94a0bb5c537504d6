"""Checks, one a module: its name is the check's, its docstring the page that explains it.

A module has `SEVERITY`, `OPTIONAL = True` if it is run only where it is selected by its name, and
one function that yields findings: `check` of a `Subject`,
`check_pair` of a `Pair` (one card in two languages), `check_rules` of a document as `Prose`, or
`check_suppressions` of the remarks in a file that turn checks off. One of cards may have
`check_rules` as well. A new module here needs no other change.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import cast

from msgspec import Struct

from nanori.linting.findings import Finding
from nanori.model.diagnostics import Severity

KINDS = ("check", "check_pair", "check_rules", "check_suppressions")
"""Names of the function a module has, by what it looks at."""


class Check(Struct, frozen=True):
    """One check."""

    name: str
    """As users write it: `misspelled-own-name`."""
    kind: str
    """Which of `KINDS` it is."""
    severity: Severity
    page: str
    """Its docstring: what it finds, why, and what its fix does."""
    optional: bool
    """Whether it is run only if it is selected by its name."""
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
    return Check(
        name=stem.replace("_", "-"),
        kind=alone[0],
        severity=cast("Severity", module.SEVERITY),
        page=module.__doc__ or "",
        optional=getattr(module, "OPTIONAL", False),
        find=getattr(module, alone[0]),
        find_in_prose=getattr(module, "check_rules", None),
    )
