"""What people see: labels under their words, whatever the width of the characters."""

from __future__ import annotations

import pytest
from rich.cells import cell_len
from rich.console import Console

from nanori.annotation.pipeline import annotate, parse
from nanori.cli import rendering, trees
from nanori.formats.records import Record
from nanori.model.values import Card, Node, Reference, Token


def rows(card: Card, references: list[Reference] | None = None, width: int = 80) -> list[str]:
    record = Record(card, {}, "cards", 1)
    found = annotate(card) if references is None else references
    return [row.plain for row in rendering.card(record, found, Console(width=width))]


def test_a_label_stands_under_full_width_words_cell_by_cell() -> None:
    text = "飛行 （このクリーチャーはブロックされない。）"
    title, line, labels, _ = rows(Card(text=text, name="年経た鷺", lang="ja"))
    assert title == "年経た鷺"
    assert line == "  " + text
    bar = labels.removesuffix(" this>self")
    start = text.index("このクリーチャー")
    assert cell_len(bar) == 2 + cell_len(text[: start + len("このクリーチャー")])
    assert bar.strip() == "╰" + "─" * (cell_len("このクリーチャー") - 1)


def test_labels_that_would_touch_get_rows_of_their_own() -> None:
    references = [
        Reference(start=0, end=2, text="AB", form="full", target="self", scope="rules", rule="x"),
        Reference(start=3, end=5, text="CD", form="this", target="name", scope="rules", rule="x"),
    ]
    shown = rows(Card(text="AB CD", name="A", lang="en"), references)
    assert shown == ["A", "  AB CD", "  ╰─ full>self", "     ╰─ this>name", ""]


def test_every_row_fits_and_nothing_is_lost() -> None:
    text = "長い文章があって、「クリーチャー」や{T}：Word and longwordthatgoesonandonandon。" * 9
    for width in range(14, 60):
        shown = rows(Card(text=text, name="x", lang="ja"), [], width)[1:-1]
        assert max(map(cell_len, shown)) <= width + 1  # a space may hang over the edge
        assert "".join(row[2:] for row in shown) == text
        assert not any(row[2:3] in tuple("。、」：") for row in shown)


def test_text_cannot_steer_the_terminal() -> None:
    shown = "".join(rows(Card(text="a\x1b[31m\x07\x9b b\tc\rd", name="n\x1b", lang="en"), []))
    assert not any(ord(character) < 32 or 127 <= ord(character) < 160 for character in shown)


def test_a_tree_is_a_line_for_each_node_in_order() -> None:
    text = "Flying\nSacrifice this creature."
    lines = list(trees.spans(parse(text, "en"), text))
    assert lines[0].endswith(f"0–{len(text)}")
    assert all("\n" not in line for line in lines)


@pytest.mark.parametrize("depth", [10_000])
def test_a_deep_tree_can_be_printed(depth: int) -> None:
    node: Node | Token = Token("WATER", 0, 1)
    for _ in range(depth):
        node = Node("quote", 0, 1, (node,))
    assert isinstance(node, Node)
    assert len(list(trees.spans(node, "x"))) == depth + 1
