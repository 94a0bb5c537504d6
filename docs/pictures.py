"""Makes the pictures of the pages: what commands print about the examples, as SVG.

`make docs` runs it; `tests/cli/test_pages.py` holds that the pictures say what the commands say.
"""

from __future__ import annotations

import html
import io
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

from rich.cells import cell_len
from rich.console import Console
from rich.terminal_theme import SVG_EXPORT_THEME
from rich.text import Text

ROOT = Path(__file__).parents[1]
PLACE = Path(__file__).with_name("pictures")
TEMPLATE = Path(__file__).with_name("picture.svg")
WIDTH = 88
"""Cells of a row in a picture."""
CELL = 12.2
"""Width of a cell: the letters' size of 20 units times 0.61."""
WORDS = re.compile(r'textLength="[^"]*"([^>]*)>([^<]*)<')
SHOWN = ["show", "examples/harbor.csv", "--card", "Maren, Harbor Warden"]
LINTED = [
    *("lint", "examples/harbor.csv", "--select"),
    "own-name/misspelled,numbers/different",
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
        "cards.svg": terminal(SHOWN),
        "lint.svg": terminal(LINTED),
    }


def terminal(arguments: list[str]) -> str:
    """Return a command and what it prints, as a terminal shows them."""
    command = shlex.join(["nanori", *arguments])
    rows = [f"$ {command}", *printed(arguments).decode().rstrip("\n").split("\n")]
    return drawn(map(Text.from_ansi, rows), f"nanori {arguments[0]}")


def drawn(rows: Iterable[Text], title: str) -> str:
    """Return rows of a terminal as an SVG picture: the same ones are the same."""
    console = Console(
        file=io.StringIO(), record=True, width=WIDTH, highlight=False, force_terminal=True
    )
    for row in rows:
        console.print(row)
    picture = console.export_svg(
        title=title, code_format=TEMPLATE.read_text("utf-8"), theme=SVG_EXPORT_THEME
    )
    return "\n".join(in_cells(line).rstrip() for line in picture.split("\n"))


def in_cells(line: str) -> str:
    """Return a line of a picture whose words are as long as their cells: full-width ones have two.

    Rich counts characters there.
    """

    def sized(match: re.Match[str]) -> str:
        cells = cell_len(html.unescape(match[2]))
        return f'textLength="{round(cells * CELL, 1):g}"{match[1]}>{match[2]}<'

    return WORDS.sub(sized, line)


if __name__ == "__main__":
    PLACE.mkdir(exist_ok=True)
    for name, picture in made().items():
        (PLACE / name).write_text(picture, "utf-8", newline="\n")
