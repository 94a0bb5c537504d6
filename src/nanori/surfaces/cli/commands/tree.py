"""The command `nanori tree`."""

import json
from collections.abc import Iterator
from html import escape
from typing import Annotated, Any, Literal

from nanori.annotation.pipeline import parse
from nanori.grammar import language_detection, languages
from nanori.model.errors import NanoriError
from nanori.model.values import Node, Token
from nanori.surfaces.cli import inputs, reporting
from nanori.surfaces.cli.arguments import Option
from nanori.surfaces.cli.options import OUTPUT, FileOptions, Sample
from nanori.surfaces.cli.rendering import DEEPEST, shown

# The leaf for a gap between words, which only JSON and spans need.
BLANK = "BLANK"


# What `tree` writes.
TreeShape = Literal["outline", "spans", "json", "dot", "svg"]


def outline(tree: Node, text: str) -> Iterator[str]:
    """Yield a line for each node, indented; one that holds only words has them beside it.

    A word is `TERMINAL words`: `np INDEFINITE a · OBJECT_NOUN card`.
    """
    for depth, node in _nodes(tree):
        indent = "  " * min(depth, DEEPEST) + (f"({depth}) " if depth > DEEPEST else "")
        leaves = [part for part in _said(node) if isinstance(part, Token)]
        if isinstance(node, Token):
            yield f"{indent}{_word(node, text)}"
        elif len(leaves) == len(_said(node)):
            words = " · ".join(_word(leaf, text) for leaf in leaves)
            yield f"{indent}{node.kind}  {words}".rstrip()
        else:
            yield f"{indent}{node.kind}"


def spans(tree: Node, text: str) -> Iterator[str]:
    """Yield a line for each node and each leaf, with its span in code points."""
    waiting: list[tuple[int, Node | Token]] = [(0, tree)]
    while waiting:
        depth, part = waiting.pop()
        indent = "  " * min(depth, DEEPEST) + (f"({depth}) " if depth > DEEPEST else "")
        span = f"{part.start}–{part.end}"
        if isinstance(part, Node):
            yield f"{indent}{part.kind} {span}"
            waiting += [(depth + 1, child) for child in reversed(part.children)]
        else:
            yield f"{indent}{part.type} {span} “{_words(part, text)}”"


def as_json(tree: Node, text: str) -> str:
    """Return the tree as one line: nodes with `kind` and `children`, leaves with `type`, `text`."""
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
    return json.dumps(root, ensure_ascii=False)


def dot(tree: Node, text: str) -> Iterator[str]:
    """Yield the lines of a graph for Graphviz."""
    yield "digraph tree {"
    yield '  node [shape=plain, fontname="sans-serif"]; edge [arrowhead=none];'
    numbers = {id(part): number for number, (_, part) in enumerate(_nodes(tree, leaves=True))}
    for _, part in _nodes(tree, leaves=True):
        label = part.kind if isinstance(part, Node) else _word(part, text)
        yield f"  n{numbers[id(part)]} [label={json.dumps(label, ensure_ascii=False)}];"
        if isinstance(part, Node):
            for child in _said(part):
                yield f"  n{numbers[id(part)]} -> n{numbers[id(child)]};"
    yield "}"


# Points between levels of a drawing, of a letter's width, and between words.
ROW, LETTER, GAP = 34, 9, 14


def svg(tree: Node, text: str) -> str:
    """Return a drawing of the tree: words in a row at the bottom, nodes above them."""
    rows = list(_nodes(tree, leaves=True))
    places: dict[int, float] = {}
    depths = {id(part): depth for depth, part in rows}
    bottom = max(depths.values())
    x = float(GAP)
    for _, part in rows:
        if isinstance(part, Token):
            cells = sum(1.6 if ord(letter) > 0x2E7F else 1 for letter in _words(part, text))
            width = LETTER * max(cells, len(part.type) * 0.7)
            places[id(part)] = x + width / 2
            x += width + GAP
    for _, part in reversed(rows):
        if isinstance(part, Node):
            below = [places[id(child)] for child in _said(part) if id(child) in places]
            places[id(part)] = (below[0] + below[-1]) / 2 if below else GAP
    height = (bottom + 2) * ROW
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{x:.0f}" height="{height}"'
        ' font-family="sans-serif" font-size="13" text-anchor="middle">'
    ]
    for _, part in rows:
        here, y = places[id(part)], _height(part, depths, bottom)
        for child in _said(part) if isinstance(part, Node) else ():
            end = f'x2="{places[id(child)]:.1f}" y2="{_height(child, depths, bottom) - 14}"'
            lines.append(f'<line x1="{here:.1f}" y1="{y + 4}" {end} stroke="#999"/>')
        if isinstance(part, Node):
            lines.append(f'<text x="{here:.1f}" y="{y}" fill="#06c">{escape(part.kind)}</text>')
        else:
            words = escape(_words(part, text))
            lines.append(f'<text x="{here:.1f}" y="{y}">{words}</text>')
            small = f'font-size="9" fill="#777">{escape(part.type)}'
            lines.append(f'<text x="{here:.1f}" y="{y + 14}" {small}</text>')
    return "\n".join([*lines, "</svg>"])


def _height(part: Node | Token, depths: dict[int, int], bottom: int) -> int:
    return ((bottom if isinstance(part, Token) else depths[id(part)]) + 1) * ROW - ROW // 2


def _nodes(tree: Node, *, leaves: bool = False) -> Iterator[tuple[int, Node | Token]]:
    """Yield what has a line of its own with its depth, depth first, without gaps.

    Words beside only other words have none, unless `leaves`.
    """
    waiting: list[tuple[int, Node | Token]] = [(0, tree)]
    while waiting:
        depth, part = waiting.pop()
        yield depth, part
        if isinstance(part, Node):
            said = _said(part)
            if leaves or any(isinstance(child, Node) for child in said):
                waiting += [(depth + 1, child) for child in reversed(said)]


def _said(part: Node | Token) -> list[Node | Token]:
    """Return the parts of a node without the gaps between them."""
    if isinstance(part, Token):
        return []
    return [child for child in part.children if isinstance(child, Node) or child.type != BLANK]


def _words(leaf: Token, text: str) -> str:
    return shown(text[leaf.start : leaf.end].replace("\n", "⏎"))


def _word(leaf: Token, text: str) -> str:
    return f"{leaf.type} {_words(leaf, text)}".rstrip()


EXAMPLES = {
    'nanori tree --text "Sacrifice this creature: Draw a card."': "the clauses of a text",
}

DONE = 0


class TreeOptions(FileOptions, kw_only=True):
    """What `nanori tree` is asked for."""

    text: Annotated[str | None, Option("A rules text, in place of files.", (), "TEXT")] = None
    to: Annotated[TreeShape, Option("Output format.", panel=OUTPUT)] = "outline"
    sample: Sample = False


def tree(options: TreeOptions) -> int:
    """Print the parse tree of each text: its clauses, subjects, verbs, objects and phrases."""
    text, to, lang = options.text, options.to, options.lang
    if text is not None:
        if options.files or options.sample:
            raise NanoriError("a FILE or --text was wanted, not both")
        code = languages.load(lang or language_detection.of_text(text)).code
        print(written(parse(text, code), text, to))
        return DONE
    format = options.told_format()
    paths = options.paths(sample=options.sample)
    failures = inputs.FailureLog(paths)
    for record in inputs.records(paths, lang, failures, format):
        card = record.card
        if to in ("outline", "spans"):
            print(f"### {reporting.heading(record)}")
        print(written(parse(card.text, card.lang, card=card), card.text, to))
    return failures.code


def written(parsed: Node, text: str, to: TreeShape) -> str:
    """Return a tree in the shape asked for."""
    if to == "json":
        return as_json(parsed, text)
    if to == "svg":
        return svg(parsed, text)
    lines = {
        "outline": outline,
        "spans": spans,
        "dot": dot,
    }
    return "\n".join(lines[to](parsed, text))
