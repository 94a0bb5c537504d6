"""The command line: finds the command asked for, runs it, and returns its exit code."""

import os
import sys
from collections.abc import Sequence

from nanori.model import messages
from nanori.model.errors import DataFileError, NanoriError
from nanori.surfaces.cli import arguments
from nanori.surfaces.cli.arguments import HELP, MESSAGES, Command, Group, HelpWanted, parsed
from nanori.surfaces.cli.ending import Ended
from nanori.surfaces.cli.guarding import guarded, silence

DONE, UNREADABLE, INTERRUPTED = 0, 2, 130
VERSION = "--version"


def _line_about(error: Exception) -> str:
    if isinstance(error, NanoriError):
        line = messages.said_of(error)
        return f"nanori: {line}" if error.path is None else line
    if isinstance(error, DataFileError):
        return str(error)
    if isinstance(error, OSError):
        return f"nanori: {messages.said((error.strerror or str(error)).lower())}"
    if isinstance(error, MemoryError):
        return f"nanori: {messages.said('out of memory')}"
    if isinstance(error, ModuleNotFoundError) and (error.name or "").endswith("__mypyc"):
        reason = f"{error.name}, the compiled part of this installation, is missing"
        return f"nanori: {reason}: install nanori again, or set NANORI_PURE=1 to do without"
    if os.environ.get("NANORI_TRACEBACK"):
        raise error
    words = " ".join(f"{type(error).__name__}: {error}".split())
    return f"nanori: internal error, please report it: {words}"


def _say(words: str) -> None:
    try:
        sys.stderr.write(words)
        sys.stderr.flush()
    except OSError:
        silence(sys.stderr)


def run(arguments: list[str] | None = None) -> int:
    """Run a command line and return its exit code, as interchange lists them."""
    with guarded():
        try:
            if arguments is None and "_NANORI_COMPLETE" in os.environ:  # a shell asks
                from nanori.surfaces.cli.commands import completion

                code = completion.answer()
            else:
                code = _run(_spoken(sys.argv[1:] if arguments is None else arguments))
            sys.stdout.flush()
            return code
        except BrokenPipeError:
            # Nobody reads any more: no complaint now, nor when Python closes the stream.
            silence(sys.stdout)
            return DONE
        except KeyboardInterrupt as signal:
            return signal.code if isinstance(signal, Ended) else INTERRUPTED
        except Exception as error:
            _say(f"{_line_about(error)}\n")
            try:
                sys.stdout.flush()
            except OSError:  # that was the message
                silence(sys.stdout)
            return UNREADABLE


def _spoken(words: Sequence[str]) -> list[str]:
    """Choose the language of messages, that of `--messages` or of the locale; return the rest."""
    rest: list[str] = []
    code = messages.of_environment()
    waiting = iter(words)
    for word in waiting:
        name, _, value = word.partition("=")
        if name == MESSAGES:
            code = value or next(waiting, "")
        else:
            rest.append(word)
    messages.choose(code)
    return rest


def _run(words: Sequence[str]) -> int:
    command, words = arguments.command_of(words)
    if isinstance(command, Command):
        try:
            parsed_options = parsed(command.options, words)
            from nanori.surfaces.cli import options

            if not isinstance(parsed_options, options.ReadingOptions):
                return command.run(parsed_options) or DONE
            from nanori.grammar import languages

            with languages.translated_from(options.original_of(parsed_options)):
                return command.run(parsed_options) or DONE
        except HelpWanted:
            _print_help(command)
    elif HELP in words:
        _print_help(command)
    elif command is arguments.ROOT and VERSION in words:
        _print_versions([word for word in words if word != VERSION])
    else:
        always_there = (HELP, VERSION) if command is arguments.ROOT else (HELP,)
        arguments.prove_options(command, words, always_there)
    return DONE


def _print_versions(codes: Sequence[str]) -> None:
    from nanori.grammar import languages
    from nanori.surfaces.cli import versions

    lines = [*versions.of_all()] if not codes else []
    for code in codes:
        lines += versions.of_language(languages.load(code))
    print(*lines, sep="\n")


def _print_help(at: Command | Group) -> None:
    from nanori.surfaces.cli import help_pages

    if isinstance(at, Group):
        lines = help_pages.of_group(at.name, at.module.__doc__ or "", at.panels, at.module.EXAMPLES)
    else:
        page = at.run.__doc__ or ""
        lines = help_pages.of_command(at.name, page, at.options, at.module.EXAMPLES)
    print(*lines, sep="\n")
