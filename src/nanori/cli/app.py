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

from nanori.cli import bind
from nanori.cli import documents
from nanori.cli import formats as cli_formats
from nanori.cli import lint
from nanori.cli import names as cli_names
from nanori.cli import rename
from nanori.cli import restyle
from nanori.cli.options import Files
from nanori.cli.options import From
from nanori.cli.options import Lang
from nanori.cli.options import Names
from nanori.cli.options import Output
from nanori.model.errors import NanoriError

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


app.add_typer(cli_names.app, name="names")


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
    from nanori.cli import inputs
    from nanori.cli import progress
    from nanori.cli import reporting
    from nanori.formats.io import streams
    from nanori.formats.io import writing
    from nanori.cli.workers import Task
    from nanori.cli.workers import workers

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
    from nanori.cli import inputs
    from nanori.cli import rendering
    from nanori.annotation.pipeline import annotate as references_of

    paths = _inputs(files, sample, lang, wanted)
    failures = inputs.Failures(paths)
    known = inputs.known(names)
    terminal = rendering.Terminal()
    for record in inputs.records(paths, lang, failures, wanted):
        for row in rendering.card(
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
    from nanori.cli import inputs
    from nanori.grammar import languages
    from nanori.cli import reporting
    from nanori.cli import rendering
    from nanori.annotation.pipeline import parse

    if text is not None:
        if files or sample:
            raise NanoriError("a FILE or --text was wanted, not both")
        _inputs(["-"], sample, lang, wanted)
        print(*rendering.tree(parse(text, lang or languages.of_text(text)), text), sep="\n")
        return DONE
    paths = _inputs(files, sample, lang, wanted)
    failures = inputs.Failures(paths)
    for record in inputs.records(paths, lang, failures, wanted):
        card = record.card
        print(f"### {reporting.heading(record)}")
        print(*rendering.tree(parse(card.text, card.lang, card=card), card.text), sep="\n")
    return failures.code


app.command(name="formats")(cli_formats.formats)
app.command()(bind.bind)
app.command()(documents.mentions)
app.command()(documents.rules)
app.command()(rename.rename)
app.command()(lint.lint)
app.command()(lint.explain)
app.command()(restyle.restyle)


def _inputs(files: list[str] | None, sample: bool, lang: str, wanted: str) -> list[str]:
    from nanori.grammar import languages

    if lang:
        languages.load(lang)
    if wanted:
        from nanori.formats import catalogue

        catalogue.known(wanted)
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
