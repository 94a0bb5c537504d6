"""The command `nanori completion`."""

from __future__ import annotations

import sys
from enum import StrEnum
from typing import Annotated

from msgspec import Struct

from nanori.surfaces.cli.arguments import Argument

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


class CompletionOptions(Struct, kw_only=True):
    """What `nanori completion` is asked for."""

    shell: Annotated[Shell, Argument("bash, zsh, fish or powershell.", "SHELL")]


def completion(options: CompletionOptions) -> int:
    """Print the script that lets a shell complete commands and options."""
    from nanori.surfaces.cli.completing import SCRIPTS

    sys.stdout.write(SCRIPTS[options.shell.value])
    return 0
