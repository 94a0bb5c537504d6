"""The command `nanori tree`."""

from __future__ import annotations

from typing import Annotated

import typer

from nanori.annotation.pipeline import parse
from nanori.grammar import languages
from nanori.model.errors import NanoriError
from nanori.model.values import Node
from nanori.surfaces.cli import inputs, reporting, trees
from nanori.surfaces.cli.options import (
    Files,
    From,
    Lang,
    NamedColumns,
    Sample,
    UnitKeys,
    paths_of,
    with_columns,
)
from nanori.surfaces.cli.trees import TreeShape

PANEL = "Look"
EXAMPLES = {
    'nanori tree --text "Sacrifice this creature: Draw a card."': "the clauses of a text",
}

DONE = 0


def tree(
    files: Files = None,
    text: Annotated[str | None, typer.Option(help="A rules text, in place of files.")] = None,
    to: Annotated[TreeShape, typer.Option(help="What to write.")] = TreeShape.OUTLINE,
    lang: Lang = "",
    format: From = "",
    column: NamedColumns = None,
    key: UnitKeys = "",
    sample: Sample = False,
) -> int:
    """Print the parse tree of each text: its clauses, subjects, verbs, objects and phrases."""
    format = with_columns(format, column, key)
    if text is not None:
        if files or sample:
            raise NanoriError("a FILE or --text was wanted, not both")
        code = languages.load(lang or languages.of_text(text)).code
        print(written(parse(text, code), text, to))
        return DONE
    paths = paths_of(files, lang, format, sample=sample)
    failures = inputs.FailureLog(paths)
    for record in inputs.records(paths, lang, failures, format):
        card = record.card
        if to in (TreeShape.OUTLINE, TreeShape.SPANS):
            print(f"### {reporting.heading(record)}")
        print(written(parse(card.text, card.lang, card=card), card.text, to))
    return failures.code


def written(parsed: Node, text: str, to: TreeShape) -> str:
    """Return a tree as it is asked for."""
    if to is TreeShape.JSON:
        return trees.as_json(parsed, text)
    if to is TreeShape.SVG:
        return trees.svg(parsed, text)
    lines = {
        TreeShape.OUTLINE: trees.outline,
        TreeShape.SPANS: trees.spans,
        TreeShape.DOT: trees.dot,
    }
    return "\n".join(lines[to](parsed, text))
