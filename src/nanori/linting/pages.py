"""The pages of checks and their rules, for people."""

from collections.abc import Iterator

from nanori.linting import checks, truth
from nanori.linting.check import Check, Rule

_HEAD = """# Checks

<!-- Built from src/nanori/linting/checks/. -->

What `nanori lint` looks for: checks, each with its rules. `--select`, `--ignore`, settings and
remarks in files take either, `own-name` or `own-name/misspelled`. “Documents” are rules and
articles, in one language or with paragraphs in two; they are only reported on, never changed. A
safe fix certainly keeps the meaning and is applied by `--fix`: nothing else can be meant, by a law
or because such fixes were right on several strangers' files. An unsafe one also needs
`--unsafe-fixes`. “Measured” is what such files had of a rule; it is off by default if less than
nine in ten of at least ten findings were true. Nothing is said of a text in a language that nanori
does not have.

Rules of the group templating run on cards of a set: those without catalogue numbers or release
dates that are no translation, or all with `profile = "set"` in nanori.toml; and if selected:
`--select templating`.
"""


def first(check: Check) -> str:
    """Return the sentence that says what a check finds."""
    return check.page.strip().partition("\n\n")[0].replace("\n", " ")


def page(name: str) -> Iterator[str]:
    """Yield the page of a check, or of that which has a rule."""
    check = checks.listed()[name.partition("/")[0]]
    yield f"{check.name}\n\n{check.page.strip()}\n"
    if name in checks.rows():
        yield f"\n{name} (a row of {checks.rows()[name]}){_truth(name)}\n"
    for rule in check.rules.values():
        if name in (rule.name, check.name):
            yield f"\n{rule.name} ({_facts(rule)})\n{rule.about}{_truth(rule.name)}\n"
            yield from (
                f"  {row}:{_truth(row)}\n"
                for row, table in checks.rows().items()
                if table == rule.name and row in truth.measured()
            )


def contents() -> Iterator[str]:
    """Yield a line for each check."""
    every = checks.listed()
    width = max(map(len, every))
    for name, check in every.items():
        yield f"{name:<{width}}  {first(check)}\n"


def every() -> Iterator[str]:
    """Yield a page with all checks, in Markdown."""
    yield _HEAD
    for name, check in checks.listed().items():
        yield f"\n## {name}\n\n{check.page.strip()}\n\n"
        for rule in check.rules.values():
            yield f"- `{rule.name}` ({_facts(rule)}): {rule.about}{_truth(rule.name)}\n"


def _facts(rule: Rule) -> str:
    kinds = {
        "texts": rule.in_text,
        "translations beside their originals": rule.in_pair,
        "documents": rule.in_prose,
    }
    looked_at = ", ".join(kind for kind, find in kinds.items() if find) or "remarks in files"
    group = f"; group {rule.group}" if rule.group else ""
    return f"{rule.severity}; looks at {looked_at}{group}"


def _truth(rule: str) -> str:
    if (measured := truth.measured().get(rule)) is None:
        return ""
    sentence = f" Measured: {measured.true} of {measured.found} true, "
    if fixes := measured.right + measured.wrong:
        sentence += f"{measured.right} of {fixes} fixes right, "
    makers = f"{measured.makers} maker{'s' * (measured.makers != 1)}"
    return f"{sentence}by {makers}{'; off by default' * measured.is_doubtful}."
