"""Makes src/nanori/linting/truth.toml: what the makers of files say of each rule.

    python bench/truth.py VERDICTS…

A file of verdicts is of one maker: findings as `nanori lint --fix --ask --verdicts FILE` keeps
them, or as `-o known.json` writes them with a `verdict` added by somebody who read them: “y” the
maker would change it so, “w” change it otherwise, “n” leave it; arguable is “n”. The files are
looked at anew: what is no longer found does not count, and what nobody has read is printed.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

TABLE = Path(__file__).parents[1] / "src/nanori/linting/truth.toml"
HEAD = """\
# What was measured of each rule on files of strangers, by bench/truth.py: how many findings were
# read, how many of them are true, how many fixes are right and wrong, how many of those that say of
# themselves that nothing else can be meant kept it and how many not, and of how many makers.
"""


def key(finding: dict[str, Any]) -> str:
    """Return what tells a finding with its fix from others, in any run, whatever rule finds it."""
    edits = [(edit["start"], edit["end"], edit["text"]) for edit in edits_of(finding)]
    place = [finding.get(name) for name in ("path", "card", "field", "start", "text")]
    return json.dumps([*place, edits])


def edits_of(finding: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the edits of its fix, none without one."""
    return (finding.get("fix") or {}).get("edits", [])


# Lints with the fixes safe that say of themselves that nothing else can be meant.
LINT = """
from nanori.linting import truth
truth.is_proven = lambda rule: True
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


def main(files: list[str]) -> None:
    """Write the table of what is read, and print what is not."""
    counts, makers = defaultdict[str, Counter[str]](Counter), defaultdict[str, set[str]](set)
    for file in files:
        rows = [json.loads(line) for line in Path(file).read_text("utf-8").splitlines()]
        now = found_now({row["path"] for row in rows})
        for row in {key(row): row for row in rows}.values():
            if not (finding := now.pop(key(row), None)):
                continue
            rule, verdict = finding["rule"], row["verdict"]
            makers[rule].add(file)
            counts[rule].update(("found", *(["true"] if verdict != "n" else [])))
            if edits_of(row):
                counts[rule]["right" if verdict == "y" else "wrong"] += 1
                if finding["fix"]["safe"]:
                    counts[rule]["kept" if verdict == "y" else "refuted"] += 1
        for unread in now.values():
            print(json.dumps(unread, ensure_ascii=False))
    columns = ("found", "true", "right", "wrong", "kept", "refuted")
    lines = (
        f'"{rule}" = {{ {"".join(f"{name} = {count[name]}, " for name in columns)}'
        f"makers = {len(makers[rule])} }}\n"
        for rule, count in sorted(counts.items())
    )
    TABLE.write_text(HEAD + "\n[rules]\n" + "".join(lines), "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
