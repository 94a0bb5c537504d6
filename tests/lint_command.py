"""What the tests of `nanori lint` share: the command, run in this process, and a card file."""

from __future__ import annotations

import io
import json
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any, NamedTuple

from nanori.cli.app import run


class Ran(NamedTuple):
    code: int
    out: str
    err: str

    def records(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.out.splitlines()]

    def said(self) -> list[tuple[str, str]]:
        """Return check and words of each finding that was written as JSON Lines."""
        return [(one["check"], one["text"]) for one in self.records()]


def lint(*arguments: object) -> Ran:
    """Run `nanori lint`; standard input cannot be given."""
    return ran("lint", *arguments)


def ran(*arguments: object) -> Ran:
    raw, err = io.BytesIO(), io.StringIO()
    out = io.TextIOWrapper(raw, "utf-8", newline="", write_through=True)
    with redirect_stdout(out), redirect_stderr(err):
        code = run([str(one) for one in arguments])
    return Ran(code, raw.getvalue().decode("utf-8", "surrogateescape"), err.getvalue())


def found(*arguments: object) -> list[dict[str, Any]]:
    """Return the findings as records."""
    return lint(*arguments, "--format", "jsonl").records()


def cards(path: Path, *records: dict[str, object]) -> Path:
    """Write card records to a file."""
    lines = [json.dumps(one, ensure_ascii=False) + "\n" for one in records]
    path.write_text("".join(lines), "utf-8")
    return path


HERON: dict[str, object] = {
    "id": "h",
    "name": "Elder Heron",
    "type": "Creature — Bird",
    "text": "Sacrifice ~: Draw a card.",
}
"""A card with one finding, which can be mended safely."""
