"""The docstrings of checks to pages for people."""

from __future__ import annotations

from collections.abc import Iterator

from nanori.linting import checks
from nanori.linting.checks import Check

KINDS = {
    "check": "each text",
    "check_pair": "a translation beside its original",
    "check_rules": "documents",
    "check_suppressions": "remarks in files",
}
"""What a check looks at, by the name of its function."""

_HEAD = """# Checks

<!-- Written by `make docs` from the docstrings in src/nanori/checks/. -->

What `nanori lint` looks for. Documents are rules and articles, in one language or paragraph by
paragraph in two; in them nothing is mended. A safe fix keeps the meaning for certain and is made by
`--fix`; an unsafe one needs `--unsafe-fixes`, too. `nanori explain CHECK` shows one of these pages.

| check | severity | looks at | fix |
|---|---|---|---|
"""


def first(check: Check) -> str:
    """Return the sentence that says what a check finds."""
    return check.page.strip().partition("\n\n")[0].replace("\n", " ")


def page(name: str) -> Iterator[str]:
    """Yield the page of a check."""
    check = checks.listed()[name]
    yield f"{name} ({check.severity}; looks at {_looked_at(check)})\n\n"
    yield f"{check.page.strip()}\n"


def contents() -> Iterator[str]:
    """Yield a line for each check."""
    every = checks.listed()
    width = max(map(len, every))
    for name, check in every.items():
        yield f"{name:<{width}}  {check.severity:<7}  {first(check)}\n"


def every() -> Iterator[str]:
    """Yield a page with all checks, in Markdown."""
    yield _HEAD
    for name, check in checks.listed().items():
        looks = _looked_at(check)
        yield f"| [{name}](#{name}) | {check.severity} | {looks} | {_fix(check)} |\n"
    for name, check in checks.listed().items():
        yield f"\n## {name}\n\n{check.page.strip()}\n"


def _looked_at(check: Check) -> str:
    also = check.find_in_prose is not None and check.kind != "check_rules"
    documents = f", {KINDS['check_rules']}" if also else ""
    return f"{KINDS[check.kind]}{documents}{', only if asked for' if check.optional else ''}"


def _fix(check: Check) -> str:
    """Return what a page says of the fix: safe, unsafe or none."""
    said = check.page.partition("\nFix: ")[2]
    word = said.split(".")[0].split(";")[0].split(",")[0].split()
    return "–" if not word or word[0] == "none" else word[0]
