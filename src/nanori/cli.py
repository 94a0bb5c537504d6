"""The command line: `annotate`, `show`, `tree`."""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Generator
from contextlib import contextmanager
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Annotated

import typer

from nanori import (
    binding_cli,
    documents_cli,
    formats_cli,
    linting_cli,
    names_cli,
    renaming_cli,
    restyling_cli,
)
from nanori.arguments import Files, From, Lang, Names, Output
from nanori.errors import NanoriError

SAMPLES = Path(__file__).parent / "samples" / "cards.jsonl"
"""Invented cards that come with nanori."""

DONE, UNREADABLE, INTERRUPTED = 0, 2, 130

app = typer.Typer(
    name="nanori",
    help="Finds every reference in trading-card rules text and says what it means.",
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    add_completion=False,
    no_args_is_help=False,
)


app.add_typer(names_cli.app, name="names")


class To(StrEnum):
    """What `annotate` writes."""

    JSONL = "jsonl"
    MARKUP = "markup"
    SUMMARY = "summary"


Sample = Annotated[bool, typer.Option("--sample", help="Read the sample cards of nanori.")]


@app.callback(invoke_without_command=True)
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


@app.command()
def annotate(
    files: Files = None,
    to: Annotated[To, typer.Option(help="What to write.")] = To.JSONL,
    output: Output = None,
    lang: Lang = "",
    jobs: Annotated[int, typer.Option(min=1, help="Processes that work at once.")] = 1,
    names: Names = None,
    wanted: From = "",
    sample: Sample = False,
) -> int:
    """Write the references of every text in card files, in the order of the files."""
    from nanori import inputs, progress, reporting, streams, writing
    from nanori.jobs import Task, workers

    paths = _inputs(files, sample, lang, wanted)
    if output and any(streams.same(output, path) for path in [*paths, *([names] if names else [])]):
        raise NanoriError("is an input, it would be overwritten", path=output)
    failures = inputs.Failures(paths)
    counts: Counter[tuple[str, str]] = Counter()
    task = Task(to.value, inputs.known(names))
    with workers(task, jobs) as work, writing.output(output) as out:
        batches = inputs.batches(paths, lang, failures, wanted)
        if progress.wanted(output):
            batches = progress.watched(batches, paths)
        for done in work(batches):
            out.write(done.output)
            counts += done.counts
            for error in done.errors:
                failures.note(error)
        if to is To.SUMMARY:
            out.write(reporting.summary(counts))
    return failures.code


@app.command()
def show(
    files: Files = None,
    lang: Lang = "",
    names: Names = None,
    wanted: From = "",
    sample: Sample = False,
) -> int:
    """Show the cards of files with their references coloured and labelled."""
    from nanori import inputs, showing
    from nanori.annotation import annotate as references_of

    paths = _inputs(files, sample, lang, wanted)
    failures = inputs.Failures(paths)
    known = inputs.known(names)
    terminal = showing.Terminal()
    for record in inputs.records(paths, lang, failures, wanted):
        for row in showing.card(
            record, references_of(record.card, known, record.anchors), terminal
        ):
            terminal.print(row, soft_wrap=True)
    return failures.code


@app.command()
def tree(
    files: Files = None,
    text: Annotated[str | None, typer.Option(help="A rules text, in place of files.")] = None,
    lang: Lang = "",
    wanted: From = "",
    sample: Sample = False,
) -> int:
    """Print the parse tree of each text, a node a line with its span."""
    from nanori import inputs, languages, reporting, showing
    from nanori.annotation import parse

    if text is not None:
        if files or sample:
            raise NanoriError("a FILE or --text was wanted, not both")
        _inputs(["-"], sample, lang, wanted)
        print(*showing.tree(parse(text, lang or languages.of_text(text)), text), sep="\n")
        return DONE
    paths = _inputs(files, sample, lang, wanted)
    failures = inputs.Failures(paths)
    for record in inputs.records(paths, lang, failures, wanted):
        card = record.card
        print(f"### {reporting.heading(record)}")
        print(*showing.tree(parse(card.text, card.lang, card=card), card.text), sep="\n")
    return failures.code


app.command(name="formats")(formats_cli.formats)
app.command()(binding_cli.bind)
app.command()(documents_cli.mentions)
app.command()(documents_cli.rules)
app.command()(renaming_cli.rename)
app.command()(linting_cli.lint)
app.command()(linting_cli.explain)
app.command()(restyling_cli.restyle)


def _inputs(files: list[str] | None, sample: bool, lang: str, wanted: str) -> list[str]:
    from nanori import languages

    if lang:
        languages.load(lang)
    if wanted:
        from nanori import formats

        formats.known(wanted)
    paths = [*([str(SAMPLES)] if sample else []), *(files or [])]
    if not paths:
        raise NanoriError("a FILE was wanted; - is standard input")
    return paths


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
    except typer.TyperException as error:
        message = getattr(error, "format_message", error.__str__)()
        print("nanori:", *message.split(), file=sys.stderr)
        code[:] = [UNREADABLE]
    except OSError as error:
        print(f"nanori: {error.strerror or error}".lower(), file=sys.stderr)
        code[:] = [UNREADABLE]


_command = cache(typer.main.get_command)
"""The command line as Typer makes it of the functions, which takes a while."""


def run(arguments: list[str] | None = None) -> int:
    """Run a command line and return its exit code, as interchange lists them."""
    with _quiet_ends() as ended:
        # A terminal may lack our characters.
        if reconfigure := getattr(sys.stdout, "reconfigure", None):
            reconfigure(errors="replace")
        # Typer's own main has codes of its own for a closed pipe and an interrupt.
        command = _command(app)
        given = sys.argv[1:] if arguments is None else arguments
        with command.make_context("nanori", list(given)) as context:
            code = command.invoke(context)
        ended.append(code if isinstance(code, int) else DONE)
    return ended[0]
