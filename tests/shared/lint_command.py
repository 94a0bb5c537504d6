"""`nanori lint`, run in this process, and card files for it."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from command import Ran, nanori
from project import put


def lint(*arguments: object, stdin: bytes = b"") -> Ran:
    """Run `nanori lint`."""
    return nanori("lint", *arguments, stdin=stdin)


def findings(*arguments: object) -> list[dict[str, Any]]:
    """Return the findings as records."""
    return lint(*arguments, "--format", "jsonl").records()


def cards(path: Path, *records: Mapping[str, object]) -> Path:
    """Write card records to a file."""
    lines = [json.dumps(record, ensure_ascii=False) + "\n" for record in records]
    return put(path, "".join(lines))


HERON: dict[str, object] = {
    "id": "h",
    "name": "Elder Heron",
    "type": "Creature — Bird",
    "text": "Sacrifice ~: Draw a card.",
}
"""A card with one finding, which can be mended safely."""
