"""Makes src/nanori/linting/truth.toml: what the makers of files say of each rule.

    python bench/truth.py VERDICTS…

A file of verdicts is of one maker: findings as `nanori lint --fix --ask --verdicts FILE` keeps
them, or as `-o known.json` writes them with a `verdict` added by somebody who read them: “y” the
maker would change it so, “w” change it otherwise, “a” may leave it, though the fix is right, “n”
would leave it. The files are looked at anew: what is no longer found does not count, and what
nobody has read is printed.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections import defaultdict
from pathlib import Path
from typing import Any, NamedTuple

TABLE = Path(__file__).parents[1] / "src/nanori/linting/truth.toml"
HEAD = """\
# What was measured of each rule on files of strangers, by bench/truth.py: how many findings were
# read, how many of them are true, how many fixes are right and wrong, of how many makers, and
# which branches of its pattern have fixes that are safe: they were never wrong, and often enough
# right.
"""
# Right fixes of a branch from which on it is safe, none being wrong …
MIN_RIGHT = 4
# … if they are in files of so many makers.
MIN_MAKERS = 4
# Fixes of which one may be wrong.
MIN_WITH_ONE_WRONG = 100


def key(finding: dict[str, Any]) -> str:
    """Return what tells a finding with its fix from others, in any run, whatever rule finds it."""
    edits = [(edit["start"], edit["end"], edit["text"]) for edit in edits_of(finding)]
    place = [finding.get(name) for name in ("path", "card", "field", "start", "text")]
    return json.dumps([*place, edits])


def edits_of(finding: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the edits of its fix, none without one."""
    return (finding.get("fix") or {}).get("edits", [])


# Lints with the branch behind each rule, and the fixes safe that say so of themselves.
LINT = """
from nanori.linting import check, truth
truth.is_proven = lambda rule, branch: True
of = check.Rule.of
check.Rule.of = lambda rule, finding: f"{of(rule, finding)} {finding.branch}"
from nanori.__main__ import main
main()
"""


def found_now(paths: set[str]) -> dict[str, dict[str, Any]]:
    """Return what is found in files now, by their keys."""
    command = [sys.executable, "-c", LINT, "lint", "--no-cache", "--select", "all"]
    found = dict[str, dict[str, Any]]()
    for path in sorted(paths):
        ran = subprocess.run([*command, "--format", "jsonl", path], capture_output=True, text=True)
        found.update((key(row), row) for row in map(json.loads, ran.stdout.splitlines()))
    return found


class Read(NamedTuple):
    """A finding with what its maker says of it."""

    branch: str
    verdict: str
    maker: str
    fix: bool | None
    """Whether its fix is safe if others by its branch are right; none for none."""


def main(files: list[str]) -> None:
    """Write the table of what is read, and print what is not."""
    rules = defaultdict[str, list[Read]](list)
    for file in files:
        rows = [json.loads(line) for line in Path(file).read_text("utf-8").splitlines()]
        now = found_now({row["path"] for row in rows})
        for place, row in {key(row): row for row in rows}.items():
            if finding := now.pop(place, None):
                rule, _, branch = finding["rule"].partition(" ")
                fix = finding["fix"]["safe"] if edits_of(row) else None
                rules[rule].append(Read(branch, row["verdict"], file, fix))
        for unread in now.values():
            print(json.dumps(unread, ensure_ascii=False))
    lines = (line(rule, reads) for rule, reads in sorted(rules.items()))
    TABLE.write_text(HEAD + "\n[rules]\n" + "".join(lines), "utf-8")


def line(rule: str, reads: list[Read]) -> str:
    """Return what the table says of a rule."""
    fixes = [each for each in reads if each.fix is not None]
    counts = {
        "found": len(reads),
        "true": sum(each.verdict in "yw" for each in reads),
        "right": sum(each.verdict in "ya" for each in fixes),
        "wrong": sum(each.verdict in "wn" for each in fixes),
        "makers": len({each.maker for each in reads}),
        "safe": [
            branch
            for branch in sorted({each.branch for each in fixes})
            if is_safe([each for each in fixes if each.fix and each.branch == branch])
        ],
    }
    return (
        f'"{rule}" = {{ {", ".join(f"{name} = {json.dumps(n)}" for name, n in counts.items())} }}\n'
    )


def is_safe(fixes: list[Read]) -> bool:
    """Tell whether such fixes may be made unasked."""
    right = [each.maker for each in fixes if each.verdict in "ya"]
    if len(right) < len(fixes):
        return len(fixes) - len(right) == 1 and len(right) >= MIN_WITH_ONE_WRONG
    return len(right) >= MIN_RIGHT and len({*right}) >= MIN_MAKERS


if __name__ == "__main__":
    main(sys.argv[1:])
