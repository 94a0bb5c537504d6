"""The command `nanori completion`."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, cast

import typer
from typer.core import TyperGroup

PANEL = "Begin"
EXAMPLES = {
    "nanori completion bash": 'a line for ~/.bashrc: eval "$(nanori completion bash)"',
    "nanori completion fish": "for ~/.config/fish/completions/nanori.fish",
}


class Shell(StrEnum):
    """Shells that can complete what is typed."""

    BASH = "bash"
    ZSH = "zsh"
    FISH = "fish"
    POWERSHELL = "powershell"


def completion(
    context: typer.Context,
    shell: Annotated[Shell, typer.Argument(help="The shell.", show_default=False)],
) -> int:
    """Print the script that lets a shell complete commands and options."""
    from nanori.surfaces.cli.completing import answer

    return answer(cast("TyperGroup", context.find_root().command), f"source_{shell.value}")
