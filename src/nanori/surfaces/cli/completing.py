"""What is typed so far to the commands and options that may follow, for a shell."""

from __future__ import annotations

import os

from typer.completion import get_completion_inspect_parameters, shell_complete
from typer.core import TyperGroup

VARIABLE = "_NANORI_COMPLETE"
"""By it a shell asks: `complete_bash` and the like; `source_bash` for the script that asks."""


def answer(command: TyperGroup, instruction: str = "") -> int:
    """Print what may follow, or the script of a shell, and return the exit code."""
    get_completion_inspect_parameters()  # makes Typer's shells known
    asked = instruction or os.environ[VARIABLE]
    return shell_complete(command, {}, "nanori", VARIABLE, asked)
