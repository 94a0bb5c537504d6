"""`--help` of every command says what it does, on a terminal or into a pipe."""

from __future__ import annotations

import pkgutil

import pytest

from command import nanori, process
from nanori.cli import commands

COMMANDS = [module.name for module in pkgutil.iter_modules(commands.__path__)]


def test_help_goes_into_a_pipe() -> None:
    ran = process("--help")
    assert (ran.code, ran.err) == (0, "")
    assert all(f" {command} " in ran.out for command in COMMANDS)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_says_what_it_does(command: str) -> None:
    ran = nanori(command, "--help")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith(f"Usage: nanori {command} ")
