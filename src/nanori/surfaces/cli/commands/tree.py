"""The command `nanori tree`."""

import json
from collections.abc import Iterator
from typing import Annotated, Any, Literal

from nanori.annotation.pipeline import parse
from nanori.grammar import language_detection, languages
from nanori.model.errors import NanoriError
from nanori.model.values import Node, Token
from nanori.surfaces.cli import inputs, reporting
from nanori.surfaces.cli.arguments import Option
from nanori.surfaces.cli.options import OUTPUT, FileOptions, Sample
from nanori.surfaces.cli.rendering import MAX_INDENTS, shown

# The leaf for a gap between words, which only JSON and spans need.
BLANK = "BLANK"


# What `tree` writes.
TreeShape = Literal["outline", "spans", "json"]


def outline(tree: Node, text: str) -> Iterator[str]:
    """Yield a line for each node, indented; one that holds only words has them beside it.

    A word is `TERMINAL words`: `np INDEFINITE a · OBJECT_NOUN card`.
    """
    waiting: list[tuple[int, Node | Token]] = [(0, tree)]
    while waiting:
        depth, part = waiting.pop()
        if isinstance(part, Token):
            yield f"{_indent(depth)}{_word(part, text)}"
            continue
        children = [
            child for child in part.children if isinstance(child, Node) or child.type != BLANK
        ]
        leaves = [child for child in children if isinstance(child, Token)]
        if len(leaves) == len(children):
            words = " · ".join(_word(leaf, text) for leaf in leaves)
            yield f"{_indent(depth)}{part.kind}  {words}".rstrip()
        else:
            yield f"{_indent(depth)}{part.kind}"
            waiting += [(depth + 1, child) for child in reversed(children)]


def spans(tree: Node, text: str) -> Iterator[str]:
    """Yield a line for each node and each leaf, with its span in code points."""
    waiting: list[tuple[int, Node | Token]] = [(0, tree)]
    while waiting:
        depth, part = waiting.pop()
        span = f"{part.start}–{part.end}"
        if isinstance(part, Node):
            yield f"{_indent(depth)}{part.kind} {span}"
            waiting += [(depth + 1, child) for child in reversed(part.children)]
        else:
            yield f"{_indent(depth)}{part.type} {span} “{_words(part, text)}”"


def _indent(depth: int) -> str:
    return "  " * min(depth, MAX_INDENTS) + (f"({depth}) " if depth > MAX_INDENTS else "")


def as_json(tree: Node, text: str) -> Iterator[str]:
    """Yield the tree as one line: nodes with `kind` and `children`, leaves with `type`, `text`."""
    root: dict[str, Any] = {}
    waiting: list[tuple[Node | Token, dict[str, Any]]] = [(tree, root)]
    while waiting:
        part, into = waiting.pop()
        into |= {"start": part.start, "end": part.end}
        if isinstance(part, Token):
            into |= {"type": part.type, "text": text[part.start : part.end]}
            continue
        below: list[dict[str, Any]] = [{} for _ in part.children]
        into |= {"kind": part.kind, "children": below}
        waiting += zip(part.children, below, strict=True)
    yield json.dumps(root, ensure_ascii=False)


def _words(leaf: Token, text: str) -> str:
    return shown(text[leaf.start : leaf.end].replace("\n", "⏎"))


def _word(leaf: Token, text: str) -> str:
    return f"{leaf.type} {_words(leaf, text)}".rstrip()


EXAMPLES = {
    'nanori tree --text "Sacrifice this creature: Draw a card."': "the clauses of a text",
}

DONE = 0


class Options(FileOptions, kw_only=True):
    """What `nanori tree` is asked for."""

    text: Annotated[str | None, Option("A rules text, instead of files.", (), "TEXT")] = None
    to: Annotated[TreeShape, Option("Output format.", panel=OUTPUT)] = "outline"
    sample: Sample = False


def tree(options: Options) -> int:
    """Print the parse tree of each text: its clauses, subjects, verbs, objects and phrases."""
    text, to, lang = options.text, options.to, options.lang
    if text is not None:
        if options.files or options.sample:
            raise NanoriError("a FILE or --text was wanted, not both")
        code = languages.load(lang or language_detection.of_text(text)).code
        _printed(parse(text, code), text, to)
        return DONE
    format = options.told_format()
    paths = options.paths(sample=options.sample)
    failures = inputs.FailureLog(paths)
    for record in inputs.records(paths, lang, failures, format):
        card = record.card
        if to != "json":
            print(f"### {reporting.heading(record)}")
        _printed(parse(card.text, card.lang, card=card), card.text, to)
    return failures.ended()


def _printed(parsed: Node, text: str, to: TreeShape) -> None:
    shape = {"json": as_json, "spans": spans, "outline": outline}[to]
    print(*shape(parsed, text), sep="\n")
