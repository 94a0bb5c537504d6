"""What people see: labels under their words, whatever the width of the characters."""

import json
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from rich.cells import cell_len
from rich.console import Console

from command import nanori
from nanori.annotation.pipeline import annotate, parse
from nanori.formats.entries import Entry
from nanori.model.values import Card, Node, Reference, Token
from nanori.surfaces.cli import rendering
from nanori.surfaces.cli.commands import tree
from project import ROOT, put


def rows(card: Card, references: list[Reference] | None = None, width: int = 80) -> list[str]:
    record = Entry(card, path="cards")
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
    lines = list(tree.spans(parse(text, "en"), text))
    assert lines[0].endswith(f"0–{len(text)}")
    assert all("\n" not in line for line in lines)


@pytest.mark.parametrize("depth", [10_000])
def test_a_deep_tree_can_be_printed(depth: int) -> None:
    node: Node | Token = Token("WATER", 0, 1)
    for _ in range(depth):
        node = Node("quote", 0, 1, (node,))
    assert isinstance(node, Node)
    assert len(list(tree.spans(node, "x"))) == depth + 1


SET = str(ROOT / "examples" / "harbor.csv")
HOSTILE = {
    "name": "</title><script>&\ufffe",
    "lang": "en",
    "text": "Tap \x1b[31m<b>&\x0b\uffff</b>.",
}


def test_a_page_has_every_card_in_its_language() -> None:
    ran = nanori("show", SET, "--to", "html")
    root = ElementTree.fromstring(
        re.sub(r"<meta ([^>]*)>", r"<meta \1/>", ran.out.removeprefix("<!doctype html>"))
    )
    articles = root.findall("body/main/article")
    assert [article.get("lang") for article in articles] == ["en", "ja"] * 8
    assert "".join(articles[5].findall("p")[1].itertext()) == (
        "{2}{U}：このクリーチャーをオーナーの手札に戻す。"
    )


@pytest.mark.parametrize("to", ["html", "text"])
def test_words_of_a_card_are_never_markup(to: str, tmp_path: Path) -> None:
    (tmp_path / "cards.jsonl").write_text(json.dumps(HOSTILE) + "\n", "utf-8")
    out = tmp_path / "out"
    assert nanori("show", tmp_path / "cards.jsonl", "--to", to, "-o", out).code == 0
    written = out.read_text("utf-8")
    assert "\x1b" not in written
    if to != "text":
        assert "<script" not in written
        assert "<b>" not in written


@pytest.mark.parametrize("name", ["Lantern Gull", "003", "提灯鴎"])
def test_one_card_can_be_shown(name: str) -> None:
    ran = nanori("show", SET, "--card", name)
    assert ran.code == 0
    assert "Saltworn" not in ran.out
    assert "提灯鴎" in ran.out or name == "003"


def test_a_card_there_is_not_is_one_line_with_the_nearest() -> None:
    ran = nanori("show", SET, "--card", "Lantern Gul")
    assert ran == (2, "", "nanori: no card “Lantern Gul”, did you mean “Lantern Gull”?\n")


def test_the_input_is_not_written_over(tmp_path: Path) -> None:
    copy = put(tmp_path / "cards.csv", Path(SET).read_bytes())
    assert nanori("show", copy, "--to", "html", "-o", copy).code == 2
    assert copy.read_bytes() == Path(SET).read_bytes()


def test_colours_that_are_asked_for_pass_into_a_pipe(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert "\x1b[" in nanori("show", SET, "--card", "003").out
