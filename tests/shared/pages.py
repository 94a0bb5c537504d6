"""Pages of the documentation: the commands in them, and what they say these print.

A fence `console` holds commands after `$ ` and beneath each what it prints, standard output before
standard error. A line that is `…` alone stands for any number of lines.
"""

import re
import runpy
import shlex
import sys
from collections.abc import Iterator
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from typing import NamedTuple
from unittest.mock import patch

from command import nanori
from project import ROOT

FENCE = re.compile(r"(?ms)^```console\n(.*?)^```$")
CODE = re.compile(r"(?ms)^```(\w*)\n(.*?)^```$|^((?: {4}.*\n)+)")
PAGES = [
    ROOT / "README.md",
    ROOT / "examples" / "README.md",
    *sorted(path for path in (ROOT / "docs").rglob("*.md")),
]
SETTING_UP = ("make", "pip", "pipx", "uv", "git", "python", "python3", ".venv", "source", "cd")
"""First words of commands that set something up, which no test runs."""


class Shown(NamedTuple):
    """A command of a page and what it prints there."""

    command: str
    printed: list[str]


def fences(text: str) -> Iterator[list[Shown]]:
    """Yield the commands of each fence of a page."""
    for match in FENCE.finditer(text):
        pieces = re.split(r"(?m)^\$ ", match[1])
        assert not pieces[0].strip(), f"printed before any command: {pieces[0]}"
        lines = (piece.rstrip("\n").split("\n") for piece in pieces[1:])
        yield [Shown(command, [line.rstrip() for line in rest]) for command, *rest in lines]


def shown(path: Path) -> list[Shown]:
    """Return the commands of a page in their order."""
    return [command for fence in fences(path.read_text("utf-8")) for command in fence]


def outside(text: str) -> Iterator[str]:
    """Yield the lines of code of a page that are in no fence `console`."""
    for language, fenced, indented in CODE.findall(text):
        if language in ("", "sh"):
            yield from (fenced or indented).splitlines()


def inline(text: str) -> set[str]:
    """Return the commands that a page names among its words."""
    words = CODE.sub("", text)
    return {" ".join(command.split()) for command in re.findall(r"`(nanori [^`]+)`", words)}


last_code = 0
"""The exit code of the command that ran last, which `echo $?` prints."""


def printed(command: str) -> list[str]:
    """Return the lines that a command prints, run in the folder that the test is in."""
    global last_code
    program, *arguments = shlex.split(command)
    if command == "echo $?":
        return [str(last_code)]
    if program == "head":
        _, most, file = arguments
        return Path(file).read_text("utf-8").splitlines()[: int(most)]
    if program == "python":
        out = StringIO()
        with redirect_stdout(out), patch.object(sys, "argv", arguments):
            if arguments[0] == "-c":
                exec(arguments[1], {})
            else:
                runpy.run_path(arguments[0], run_name="__main__")
        return [line.rstrip() for line in out.getvalue().splitlines()]
    assert program == "nanori", command
    stdin = b""
    if "<" in arguments:
        *arguments, _, file = arguments
        stdin = Path(file).read_bytes()
    ran = nanori(*arguments, stdin=stdin)
    last_code = ran.code
    out = [line.rstrip() for line in ran.out.rstrip().splitlines()]
    return [*out, *(line.rstrip() for line in ran.err.splitlines())]


def agree(expected: list[str], lines: list[str]) -> bool:
    """Tell whether these lines are printed, those included that a line `…` stands for."""
    pattern = "".join(r"(?:.*\n)*" if line == "…" else re.escape(f"{line}\n") for line in expected)
    return re.fullmatch(pattern, "".join(f"{line}\n" for line in lines)) is not None


def accepted(text: str, answers: list[list[str]]) -> str:
    """Return a page in which every command prints what it prints now."""
    waiting = iter(answers)

    def fence(match: re.Match[str]) -> str:
        (commands,) = fences(match.group())
        pieces: list[str] = []
        for command in commands:
            lines = next(waiting)
            kept = command.printed if agree(command.printed, lines) else lines
            pieces.append("\n".join([f"$ {command.command}", *kept]) + "\n")
        return "```console\n" + "".join(pieces) + "```"

    return FENCE.sub(fence, text)
