"""The command `nanori tree`."""

from __future__ import annotations

from typing import Annotated

from nanori.annotation.pipeline import parse
from nanori.grammar import languages
from nanori.model.errors import NanoriError
from nanori.model.values import Node
from nanori.surfaces.cli import inputs, reporting, trees
from nanori.surfaces.cli.arguments import Option
from nanori.surfaces.cli.options import OUTPUT, FileOptions, Sample
from nanori.surfaces.cli.trees import TreeShape

EXAMPLES = {
    'nanori tree --text "Sacrifice this creature: Draw a card."': "the clauses of a text",
}

DONE = 0


class TreeOptions(FileOptions, kw_only=True):
    """What `nanori tree` is asked for."""

    text: Annotated[str | None, Option("A rules text, in place of files.", (), "TEXT")] = None
    to: Annotated[TreeShape, Option("What to write.", panel=OUTPUT)] = TreeShape.OUTLINE
    sample: Sample = False


def tree(options: TreeOptions) -> int:
    """Print the parse tree of each text: its clauses, subjects, verbs, objects and phrases."""
    text, to, lang = options.text, options.to, options.lang
    if text is not None:
        if options.files or options.sample:
            raise NanoriError("a FILE or --text was wanted, not both")
        code = languages.load(lang or languages.of_text(text)).code
        print(written(parse(text, code), text, to))
        return DONE
    format = options.told_format()
    paths = options.paths(sample=options.sample)
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
