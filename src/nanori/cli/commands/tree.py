"""The command `nanori tree`."""

from __future__ import annotations

from typing import Annotated

import typer

from nanori.annotation.pipeline import parse
from nanori.cli import inputs, rendering, reporting
from nanori.cli.options import Files, From, Lang, Sample, paths_of
from nanori.grammar import languages
from nanori.model.errors import NanoriError

DONE = 0


def tree(
    files: Files = None,
    text: Annotated[str | None, typer.Option(help="A rules text, in place of files.")] = None,
    lang: Lang = "",
    format: From = "",
    sample: Sample = False,
) -> int:
    """Print the parse tree of each text, a node a line with its span."""
    if text is not None:
        if files or sample:
            raise NanoriError("a FILE or --text was wanted, not both")
        code = languages.load(lang or languages.of_text(text)).code
        print(*rendering.tree(parse(text, code), text), sep="\n")
        return DONE
    paths = paths_of(files, lang, format, sample=sample)
    failures = inputs.FailureLog(paths)
    for record in inputs.records(paths, lang, failures, format):
        card = record.card
        print(f"### {reporting.heading(record)}")
        print(*rendering.tree(parse(card.text, card.lang, card=card), card.text), sep="\n")
    return failures.code
