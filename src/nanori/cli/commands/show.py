"""The command `nanori show`."""

from __future__ import annotations

from nanori.annotation import pipeline
from nanori.cli import inputs, rendering
from nanori.cli.options import (
    Files,
    From,
    Lang,
    NamedColumns,
    NamesPath,
    Sample,
    UnitKeys,
    paths_of,
    with_columns,
)


def show(
    files: Files = None,
    lang: Lang = "",
    names: NamesPath = None,
    format: From = "",
    column: NamedColumns = None,
    key: UnitKeys = "",
    sample: Sample = False,
) -> int:
    """Show the cards of files with their references coloured and labelled."""
    format = with_columns(format, column, key)
    paths = paths_of(files, lang, format, sample=sample)
    failures = inputs.FailureLog(paths)
    known = inputs.known(names)
    terminal = rendering.Terminal()
    for record in inputs.records(paths, lang, failures, format):
        references = pipeline.annotate(record.card, known, record.markup)
        for row in rendering.card(record, references, terminal):
            terminal.print(row, soft_wrap=True)
    return failures.code
