"""The command line: finds the command that is asked for, runs it, and returns its exit code."""

from __future__ import annotations

import os
import sys
from collections.abc import Generator
from contextlib import contextmanager
from functools import cache
from typing import Annotated

import typer

from nanori.cli import commands
from nanori.cli.command_groups import group
from nanori.model.errors import DataFileError, NanoriError

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
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code[:] = [DONE]
    except typer.Exit as asked:
        code[:] = [asked.exit_code]
    except KeyboardInterrupt:
        code[:] = [INTERRUPTED]
    except NanoriError as error:
        print(f"nanori: {error}" if error.path is None else error, file=sys.stderr)
        code[:] = [UNREADABLE]
    except DataFileError as error:
        print(error, file=sys.stderr)
        code[:] = [UNREADABLE]
    except typer.TyperException as error:
        message = getattr(error, "format_message", error.__str__)()
        print("nanori:", *message.split(), file=sys.stderr)
        code[:] = [UNREADABLE]
    except OSError as error:
        place = error.filename or "nanori"
        print(f"{place}: {(error.strerror or str(error)).lower()}", file=sys.stderr)
        code[:] = [UNREADABLE]


_command = cache(lambda: group("nanori", commands.__name__, commands.__path__, root))
"""The command line as Typer makes it of the functions, which takes a while."""


def run(arguments: list[str] | None = None) -> int:
    """Run a command line and return its exit code, as interchange lists them."""
    with _quiet_ends() as ended:
        # A terminal may lack our characters.
        if reconfigure := getattr(sys.stdout, "reconfigure", None):
            reconfigure(errors="replace")
        # Typer's own main has codes of its own for a closed pipe and an interrupt.
        given = sys.argv[1:] if arguments is None else arguments
        with _command().make_context("nanori", list(given)) as context:
            code = _command().invoke(context)
        ended.append(code if isinstance(code, int) else DONE)
    return ended[0]
