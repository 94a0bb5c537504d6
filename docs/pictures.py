"""Makes the pictures of the pages: what commands print about the examples, as SVG.

`make docs` runs it; `tests/cli/test_pages.py` holds that the pictures say what the commands say.
"""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from pathlib import Path

from rich.text import Text

from nanori.surfaces.cli.commands import show

ROOT = Path(__file__).parents[1]
PLACE = Path(__file__).with_name("pictures")
SHOWN = ["show", "examples/harbor.csv", "--card", "Maren, Harbor Warden"]
LINTED = [
    *("lint", "examples/harbor.csv", "--select"),
    "misspelled-own-name,different-numbers-or-symbols",
]


def printed(arguments: list[str]) -> bytes:
    """Return what a command prints in colour, in the folder of the project."""
    environment = {**os.environ, "FORCE_COLOR": "1", "NO_COLOR": ""}
    command = [sys.executable, "-m", "nanori", *arguments]
    return subprocess.run(
        command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, check=False
    ).stdout


def made() -> dict[str, str]:
    """Return the pictures by the names of their files."""
    return {
        "cards.svg": printed([*SHOWN, "--to", "svg"]).decode(),
        "lint.svg": terminal(LINTED),
    }


def terminal(arguments: list[str]) -> str:
    """Return a command and what it prints, as a terminal shows them."""
    command = shlex.join(["nanori", *arguments])
    rows = [f"$ {command}", *printed(arguments).decode().rstrip("\n").split("\n")]
    return show.of_rows(map(Text.from_ansi, rows), f"nanori {arguments[0]}")


if __name__ == "__main__":
    PLACE.mkdir(exist_ok=True)
    for name, picture in made().items():
        (PLACE / name).write_text(picture, "utf-8", newline="\n")
