"""The command line: finds the command that is asked for, runs it, and returns its exit code."""

from __future__ import annotations

import os
import sys
from collections.abc import Generator
from contextlib import contextmanager
from functools import cache
from typing import Annotated

import typer
from typer.core import TyperGroup

from nanori.model.errors import DataFileError, NanoriError
from nanori.surfaces.cli import commands, suggesting
from nanori.surfaces.cli.command_groups import group
from nanori.surfaces.cli.ending import Ended
from nanori.surfaces.cli.guarding import guarded, silence

DONE, UNREADABLE, INTERRUPTED = 0, 2, 130


def root(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Say which version this is.")] = False,
) -> None:
    """Find every reference in trading-card rules text and say what it means."""
    if version:
        from nanori import __version__

        print(f"nanori {__version__}")
    elif context.invoked_subcommand is None:
        raise NanoriError("a command was wanted; nanori --help lists them")


@contextmanager
def _quiet_ends() -> Generator[list[int]]:
    """Turn what ends a command early into an exit code, put into the list, and at most a line."""
    code: list[int] = []
    try:
        yield code
        sys.stdout.flush()
    except BrokenPipeError:
        # Nobody reads any more: no complaint now, nor when Python closes the stream.
        silence(sys.stdout)
        code[:] = [DONE]
    except typer.Exit as asked:
        code[:] = [asked.exit_code]
    except KeyboardInterrupt as asked:
        code[:] = [asked.code if isinstance(asked, Ended) else INTERRUPTED]
    except Exception as error:
        code[:] = [UNREADABLE]
        _say(f"{_said(error)}\n")
        try:
            sys.stdout.flush()
        except OSError:  # that is what was said
            silence(sys.stdout)


def _said(error: Exception) -> str:
    """Return what is wrong in one line."""
    if isinstance(error, NanoriError):
        return f"nanori: {error}" if error.path is None else str(error)
    if isinstance(error, DataFileError):
        return str(error)
    if isinstance(error, typer.TyperException):
        message = getattr(error, "format_message", error.__str__)()
        command = getattr(getattr(error, "ctx", None), "command", None)
        known = _command_names(command) if isinstance(command, TyperGroup) else []
        return " ".join(["nanori:", *suggesting.said(message, known).split()])
    if isinstance(error, OSError):
        return f"nanori: {error.strerror or error}".lower()
    if isinstance(error, MemoryError):
        return "nanori: out of memory"
    if os.environ.get("NANORI_TRACEBACK"):
        raise error
    words = " ".join(f"{type(error).__name__}: {error}".split())
    return f"nanori: internal error, please report it: {words}"


def _command_names(command: TyperGroup) -> list[str]:
    """Return what may follow in a command line."""
    return command.list_commands(typer.Context(command))


def _say(words: str) -> None:
    """Write to standard error, if it takes anything."""
    try:
        sys.stderr.write(words)
        sys.stderr.flush()
    except OSError:
        silence(sys.stderr)


_command = cache(lambda: group("nanori", commands.__name__, commands.__path__, root))
"""The command line as Typer makes it of the functions, which takes a while."""


def run(arguments: list[str] | None = None) -> int:
    """Run a command line and return its exit code, as interchange lists them."""
    with guarded(), _quiet_ends() as ended:
        # Typer's own main has codes of its own for a closed pipe and an interrupt.
        given = sys.argv[1:] if arguments is None else arguments
        if arguments is None and "_NANORI_COMPLETE" in os.environ:
            from nanori.surfaces.cli import completing

            return completing.answer(_command())
        with _command().make_context("nanori", list(given)) as context:
            code = _command().invoke(context)
        ended.append(code if isinstance(code, int) else DONE)
    return ended[0]
