"""The command `nanori restyle`."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from typing import Annotated

import typer

from nanori.formats import patching
from nanori.formats.edit_plans import EditPlan
from nanori.formats.io import writing
from nanori.formats.transaction import Transaction
from nanori.linting.files import discovery
from nanori.model import visible
from nanori.model.errors import NanoriError
from nanori.rewriting import restyling
from nanori.rewriting.restyling.files import edits
from nanori.surfaces.cli import columnar, inputs, progress, rewordings
from nanori.surfaces.cli.inputs import FailureLog
from nanori.surfaces.cli.options import (
    FileNames,
    Files,
    From,
    Lang,
    NamedColumns,
    NamesPath,
    OutputPath,
    UnitKeys,
    prove,
    prove_no_input,
    with_columns,
)

PANEL = "Check and change"
EXAMPLES = {
    "nanori restyle examples/harbor.csv --style foundations --diff": "names become “this creature”",
    "nanori restyle examples/harbor.csv --style foundations --in-place": "in the file itself",
}


class Style(StrEnum):
    """How references are to be worded."""

    FOUNDATIONS = "foundations"
    ORACLE = "oracle"
    TILDE = "tilde"
    FORGE = "forge"
    XMAGE = "xmage"
    MSE = "mse"


def restyle(
    files: Files = None,
    style: Annotated[
        Style | None,
        typer.Option(help="How to word what a card says of itself.", show_default=False),
    ] = None,
    edition: Annotated[
        str, typer.Option(help="Edition of the rules for oracle: 2011, or none for the latest.")
    ] = "",
    output: OutputPath = None,
    lang: Lang = "",
    names: NamesPath = None,
    file_names: FileNames = True,
    format: From = "",
    column: NamedColumns = None,
    key: UnitKeys = "",
    jobs: Annotated[int, typer.Option(min=1, help="Processes that work at once; for records.")] = 1,
    in_place: Annotated[
        bool, typer.Option("--in-place", help="Reword the texts in the files themselves.")
    ] = False,
    as_file: Annotated[
        bool, typer.Option("--as-file", help="Write the card file reworded, and no records.")
    ] = False,
    diff: Annotated[
        bool, typer.Option("--diff", help="Show as a unified diff what --in-place would change.")
    ] = False,
) -> int:
    """Reword the references of cards to themselves, and write what was changed."""
    format = with_columns(format, column, key)
    prove(lang, format)
    style = _checked(style, edition)
    if not files:
        raise NanoriError("a FILE was wanted; - is standard input")
    prove_no_input(output, *files, names)
    files = files if as_file else discovery.card_files(files, format)
    failures = inputs.FailureLog(files)
    known = inputs.known(names, files if file_names else (), lang, format)
    if in_place or as_file or diff:
        _prove_one(in_place + as_file + diff, output if not as_file else None)
        done = edits(style, edition, known)
        if as_file:
            return _as_file(files, output, done, failures, lang, format)
        return _in_place(files, done, failures, lang, format, write=in_place)
    batches = inputs.batches(files, lang, failures, format)
    if progress.is_shown(output):
        batches = progress.watched(batches, files)
    restyling_job = rewordings.RestylingJob(style, edition, known)
    with rewordings.workers(restyling_job, jobs) as work:
        return _write(output, rewordings.rows(work(batches), failures), failures)


def _write(output: str | None, rows: Iterator[dict[str, object]], failures: FailureLog) -> int:
    """Write a row for each record, as columns or as lines of JSON."""
    if output and columnar.is_columnar(output):
        from nanori.surfaces.arrow import rows as columns

        columns.write(output, columns.RESTYLED, rows)
        return failures.code
    with writing.output(output) as out:
        out.writelines(visible.json(row) + b"\n" for row in rows)
    return failures.code


def _prove_one(ways: int, output: str | None) -> None:
    """Raise NanoriError for several ways of changing files, or an output that none of them has."""
    if ways > 1:
        raise NanoriError("one of --in-place, --as-file and --diff was wanted, not more")
    if output:
        raise NanoriError("-o writes records, or with --as-file a card file")


def _checked(style: Style | None, edition: str) -> Style:
    """Return the style; NanoriError where an option has a value that it cannot have."""
    if style is None:
        raise NanoriError(f"a --style was wanted, one of {', '.join(Style)}")
    restyling.check(style, edition)
    return style


def _as_file(
    files: list[str],
    output: str | None,
    done: EditPlan,
    failures: FailureLog,
    lang: str,
    format: str,
) -> int:
    """Write one card file reworded."""
    if len(files) > 1:
        raise NanoriError(f"{len(files)} files are there, with --as-file one was wanted")
    patching.rewrite(files[0], output, done, failures.note, lang, format)
    return failures.code


def _in_place(
    files: list[str], done: EditPlan, failures: FailureLog, lang: str, format: str, *, write: bool
) -> int:
    """Reword the texts of files, or show how."""
    for _ in inputs.batches(files, lang, failures, format):
        pass  # a file without a text is told of
    transaction = Transaction(files, lang, format)
    transaction.prepare(done, failures.note)
    if write:
        transaction.write(done)
    else:
        transaction.show(done)
    return failures.code
