"""The docstrings of checks to pages for people."""

from collections.abc import Iterator

from nanori.linting import checks
from nanori.linting.checks import Check

# What a check looks at, by the name of its function.
KINDS = {
    "check": "each text",
    "check_pair": "a translation beside its original",
    "check_rules": "documents",
    "check_suppressions": "remarks in files",
}

_HEAD = """# Checks

<!-- Built from the docstrings in src/nanori/linting/checks/. -->

What `nanori lint` looks for. “Documents” are rules and articles, in one language or with paragraphs
in two; they are only reported on, never changed. A safe fix certainly keeps the meaning and is
applied by `--fix`; an unsafe one also needs `--unsafe-fixes`. `nanori explain CHECK` shows the page
of a check. Nothing is said of a text in a language that nanori does not have.

Checks of the group templating run on cards of a set: those without catalogue numbers or release
dates that are no translation, or all with `profile = "set"` in nanori.toml; and if selected:
`--select templating`. The last column gives
the number of findings on real texts (official cards and published sets of designers) and how many
of them are true; every finding was read.

| check | severity | looks at | fix | found, true |
|---|---|---|---|---|
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
        row = (f"[{name}](#{name})", check.severity, looks, _fix(check), _true(check))
        yield f"| {' | '.join(row)} |\n"
    for name, check in checks.listed().items():
        yield f"\n## {name}\n\n{check.page.strip()}\n{_on_real(check)}"


def _looked_at(check: Check) -> str:
    also = check.find_in_prose is not None and check.kind != "check_rules"
    documents = f", {KINDS['check_rules']}" if also else ""
    group = f", group {check.group}" if check.group else ""
    asked = ", only if asked for" if check.optional else ""
    return f"{KINDS[check.kind]}{documents}{group}{asked}"


def _true(check: Check) -> str:
    """Return how many findings a check has on real texts, and how many are true; – for none."""
    findings = sum(count for count, _ in check.expected.values())
    true = sum(true for _, true in check.expected.values())
    return f"{findings}, {true}" if findings else "–"


def _on_real(check: Check) -> str:
    """Return a line with the findings of a check on each of the real texts; empty for none."""
    if not check.expected:
        return ""
    said = "; ".join(
        f"{corpus} {count}" + (f", {true} of them true" if true < count else "")
        for corpus, (count, true) in check.expected.items()
    )
    return f"\nOn real texts: {said}.\n"


def _fix(check: Check) -> str:
    """Return what a page says of the fix: safe, unsafe or none."""
    said = check.page.partition("\nFix: ")[2]
    word = said.split(".")[0].split(";")[0].split(",")[0].split()
    return "–" if not word or word[0] == "none" else word[0]
