"""The command line: `annotate`, `show`, `tree`."""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from nanori.errors import NanoriError

if TYPE_CHECKING:
    from nanori.names import KnownNames
    from nanori.records import Batch, Record

SAMPLES = Path(__file__).parent / "samples" / "cards.jsonl"
"""Invented cards that come with nanori."""

DONE, SOME_FAILED, UNREADABLE, INTERRUPTED = 0, 1, 2, 130

app = typer.Typer(
    name="nanori",
    help="Finds every reference in trading-card rules text and says what it means.",
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    add_completion=False,
    no_args_is_help=False,
)


class To(StrEnum):
    """What `annotate` writes."""

    JSONL = "jsonl"
    MARKUP = "markup"
    SUMMARY = "summary"


Files = Annotated[
    list[str] | None,
    typer.Argument(metavar="FILE…", help="Card files; - is standard input.", show_default=False),
]
Lang = Annotated[
    str, typer.Option(help="Language of texts that do not say theirs, as a BCP 47 code.")
]
Names = Annotated[
    str | None,
    typer.Option(metavar="FILE", help="Names of other cards: one a line, or any card file."),
]
Sample = Annotated[bool, typer.Option("--sample", help="Read the sample cards of nanori.")]


class Failures:
    """What went wrong so far; each is reported on standard error when it is noted."""

    def __init__(self, paths: list[str]) -> None:
        """Begin with no failure in any of those files."""
        self._readable = len(paths)
        self._noted = False

    def note(self, error: NanoriError) -> None:
        """Report a record that could not be processed."""
        self._noted = True
        print(error, file=sys.stderr)

    def note_file(self, error: NanoriError) -> None:
        """Report a file that could not be read; raise if that leaves none."""
        self._readable -= 1
        if not self._readable:
            raise error
        self.note(error)

    @property
    def code(self) -> int:
        """The exit code of what was done in spite of them."""
        return SOME_FAILED if self._noted else DONE


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
        raise NanoriError("a command was wanted: annotate, show or tree; nanori --help says more")


@app.command()
def annotate(
    files: Files = None,
    to: Annotated[To, typer.Option(help="What to write.")] = To.JSONL,
    output: Annotated[
        str | None, typer.Option("-o", "--output", metavar="FILE", help="Where to write it.")
    ] = None,
    lang: Lang = "",
    jobs: Annotated[int, typer.Option(min=1, help="Processes that work at once.")] = 1,
    names: Names = None,
    sample: Sample = False,
) -> int:
    """Write the references of every text in card files, in the order of the files."""
    from nanori import progress, reporting, streams, writing
    from nanori.jobs import Task, workers

    paths = _inputs(files, sample, lang)
    if output and any(streams.same(output, path) for path in [*paths, names or output + "/"]):
        raise NanoriError("is an input, it would be overwritten", path=output)
    failures = Failures(paths)
    counts: Counter[tuple[str, str]] = Counter()
    task = Task(to.value, _known(names))
    with workers(task, jobs) as work, writing.output(output) as out:
        batches = _batches(paths, lang, failures)
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
def show(files: Files = None, lang: Lang = "", names: Names = None, sample: Sample = False) -> int:
    """Show the cards of files with their references coloured and labelled."""
    from rich.console import Console

    from nanori import showing
    from nanori.annotation import annotate as references_of

    paths = _inputs(files, sample, lang)
    failures = Failures(paths)
    known = _known(names)
    console = Console(highlight=False)
    for record in _records(paths, lang, failures):
        for row in showing.card(record, references_of(record.card, known), console):
            console.print(row, soft_wrap=True)
    return failures.code


@app.command()
def tree(
    files: Files = None,
    text: Annotated[str | None, typer.Option(help="A rules text, in place of files.")] = None,
    lang: Lang = "",
    sample: Sample = False,
) -> int:
    """Print the parse tree of each text, a node a line with its span."""
    from nanori import languages, reporting, showing
    from nanori.annotation import parse

    if text is not None:
        if files or sample:
            raise NanoriError("a FILE or --text was wanted, not both")
        _inputs(["-"], sample, lang)
        print(*showing.tree(parse(text, lang or languages.of_text(text)), text), sep="\n")
        return DONE
    paths = _inputs(files, sample, lang)
    failures = Failures(paths)
    for record in _records(paths, lang, failures):
        card = record.card
        print(f"### {reporting.heading(record)}")
        print(*showing.tree(parse(card.text, card.lang, card=card), card.text), sep="\n")
    return failures.code


def _inputs(files: list[str] | None, sample: bool, lang: str) -> list[str]:
    from nanori import languages

    if lang:
        languages.load(lang)
    paths = [*([str(SAMPLES)] if sample else []), *(files or [])]
    if not paths:
        raise NanoriError("a FILE was wanted; - is standard input")
    return paths


def _known(names: str | None) -> KnownNames | None:
    if names is None:
        return None
    from nanori import formats
    from nanori.names import KnownNames

    return KnownNames(formats.names(names))


def _batches(paths: list[str], lang: str, failures: Failures) -> Iterator[Batch]:
    from nanori import formats

    for path in paths:
        try:
            yield from formats.batches(path, lang)
        except NanoriError as error:
            failures.note_file(error)


def _records(paths: list[str], lang: str, failures: Failures) -> Iterator[Record]:
    from nanori import formats

    for batch in _batches(paths, lang, failures):
        for record in formats.records(batch):
            if isinstance(record, NanoriError):
                failures.note(record)
            else:
                yield record


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


def run(arguments: list[str] | None = None) -> int:
    """Run a command line and return its exit code, as interchange lists them."""
    with _quiet_ends() as ended:
        code = app(arguments, standalone_mode=False)
        ended.append(code if isinstance(code, int) else DONE)
    return ended[0]
