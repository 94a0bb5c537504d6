"""The command `nanori completion`, and what it has a shell ask for."""

import os
import shlex
import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Literal

from msgspec import Struct

from nanori.model import data_files
from nanori.model.errors import NanoriError
from nanori.surfaces.cli import arguments
from nanori.surfaces.cli.arguments import HELP, Argument, Group, parameters
from nanori.surfaces.cli.options import TEXTS

# By it a shell asks: `complete_bash` and so on; the words are in COMP_WORDS, and the number of the
# one being typed, from 0, in COMP_CWORD.
VARIABLE = "_NANORI_COMPLETE"


def answer() -> int:
    """Print what may follow, one per line, as the shell reads it, and return the exit code."""
    shell = os.environ[VARIABLE].partition("_")[2]
    typed = _words(os.environ.get("COMP_WORDS", ""))
    number = os.environ.get("COMP_CWORD", "")
    offset = int(number) if number.isdecimal() else len(typed)
    for word, meaning in following(typed[1:offset], "".join(typed[offset : offset + 1])):
        shown = meaning or word
        match shell:
            case "bash":
                print(word)
            case "zsh":
                print(f"{word.replace(':', chr(92) + ':')}:{shown}")
            case _:
                print(f"{word}\t{shown}")
    return 0


def _words(typed: str) -> list[str]:
    try:
        return shlex.split(typed)
    except ValueError:  # a quotation that is not closed yet
        return typed.split()


def following(words_before: Sequence[str], word: str) -> Iterator[tuple[str, str]]:
    """Yield what may follow those words and begins like `word`, with what it does."""
    try:
        at, options = arguments.command_of(words_before)
    except NanoriError:
        return
    if isinstance(at, Group):
        yield from _beginning(word, {**at.commands, HELP: ""})
        return
    every = parameters(at.options)
    last = options[-1] if options else ""
    for each in every:
        if last in each.names and each.words:
            yield from _beginning(word, dict.fromkeys(each.choices, ""))
            return
    if word.startswith("-"):
        yield from _beginning(
            word, {name: each.about.help for each in every for name in each.names}
        )
        return
    alone = [choice for each in every if not each.names for choice in each.choices]
    yield from _beginning(word, dict.fromkeys(alone, ""))


def _beginning(word: str, words: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    return ((each, meaning) for each, meaning in words.items() if each.startswith(word))


EXAMPLES = {
    "nanori completion bash": 'a line for ~/.bashrc: eval "$(nanori completion bash)"',
    "nanori completion fish": "for ~/.config/fish/completions/nanori.fish",
}


# Shells that support completion.
Shell = Literal["bash", "zsh", "fish", "powershell"]


class Options(Struct, kw_only=True):
    """What `nanori completion` is asked for."""

    shell: Annotated[Shell, Argument("bash, zsh, fish or powershell.", "SHELL")]


def completion(options: Options) -> None:
    """Print a script for completing commands and options in your shell."""
    suffix = "ps1" if options.shell == "powershell" else options.shell
    sys.stdout.write(data_files.text(TEXTS / f"completion.{suffix}"))
