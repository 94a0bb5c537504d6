"""What people see: labels under their words, lines broken between them, what takes long."""

import io
import json
import re
import sys
import threading
from pathlib import Path
from xml.etree import ElementTree

import pytest
from rich.cells import cell_len

from command import nanori
from nanori.annotation.pipeline import annotate, parse
from nanori.formats.entries import Entry
from nanori.linting.outputs import text
from nanori.linting.reports import Excerpt, Report
from nanori.model.diagnostics import Diagnostic
from nanori.model.values import Card, Node, Reference, Token
from nanori.surfaces.cli import progress, rendering, terminal
from nanori.surfaces.cli.commands import tree
from project import ROOT


def rows(card: Card, references: list[Reference] | None = None, width: int = 80) -> list[str]:
    record = Entry(card, path="cards")
    found = annotate(card) if references is None else references
    return [row.plain for row in rendering.card(record, found, width)]


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


def test_colours_that_are_asked_for_pass_into_a_pipe(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert "\x1b[" in nanori("show", SET, "--card", "003").out


ENGLISH = "When this creature enters, choose one of the following and then choose again. " * 4
JAPANESE = (
    "このクリーチャーが戦場に出たとき、アーティファクト１つかエンチャント１つを対象とする。" * 5
)
ANSI = re.compile(r"\x1b\[[0-9;]*m")


@pytest.mark.parametrize("said", [ENGLISH, JAPANESE])
@pytest.mark.parametrize("colour", [False, True])
@pytest.mark.parametrize("width", [20, 40, 80])
def test_lines_are_broken_between_words(
    width: int, colour: bool, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    line = f"\033[1m{said}\033[0m\n" if colour else f"{said}\n"
    broken = "".join(terminal.findings([line]))
    assert ("\033[1m" in broken) is colour
    rows = ANSI.sub("", broken).splitlines()
    assert all(cell_len(row) <= width for row in rows)
    assert "".join("".join(rows).split()) == "".join(said.split())
    assert not any(row.strip()[0] in terminal.CLOSING for row in rows)
    assert said is JAPANESE or " ".join(" ".join(rows).split()) == said.strip()


def test_a_path_and_what_has_room_are_not_broken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "44")
    path = "sets/" * 30 + "cards.jsonl:1:1\n"
    assert "".join(terminal.findings([path, "short\n"])) == f"{path}short\n"


@pytest.mark.parametrize("said", [ENGLISH, JAPANESE])
def test_the_line_around_a_finding_has_room_and_is_cut_between_words(said: str) -> None:
    for start in range(0, len(said), 7):
        end = min(len(said), start + 5)
        diagnostic = Diagnostic(
            check="characters", rule="characters/width", severity="warning",
            path="cards.jsonl", line=1, column=1,
            end_line=1, end_column=2, start=start, end=end, text=said[start:end], message="",
        )  # fmt: skip
        report = Report(diagnostic, Excerpt(said, start, end))
        _, shown, carets = "".join(text.write([report])).splitlines()
        assert cell_len(shown) <= text.WIDTH
        assert carets.strip() == "^" * cell_len(said[start:end])
        inner = shown.removeprefix(text.INDENT).strip(text.CUT)
        first = said.index(inner, max(0, start - len(inner)))
        for place in (first, first + len(inner)):
            if place not in (0, start, end, len(said)):
                assert not re.fullmatch(r"[A-Za-z]{2}|[ァ-ー]{2}", said[place - 1 : place + 1])


class FakeTerminal(io.StringIO):
    """A standard error that is a terminal, and says when something is written."""

    def __init__(self) -> None:
        super().__init__()
        self.written = threading.Event()

    def isatty(self) -> bool:
        return True

    def write(self, text: str, /) -> int:
        count = super().write(text)
        if text.strip():
            self.written.set()
        return count


def standard_error(monkeypatch: pytest.MonkeyPatch) -> FakeTerminal:
    """Return what standard error is from now on; pytest puts its own there between fixtures."""
    fake = FakeTerminal()
    monkeypatch.setattr(sys, "stderr", fake)
    monkeypatch.setattr(sys, "__stderr__", fake)
    monkeypatch.setattr(progress, "SECONDS_BEFORE_SIGN", 0)
    monkeypatch.setenv("TERM", "xterm")
    return fake


def test_a_long_command_says_what_it_does(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = standard_error(monkeypatch)
    with progress.waiting("counting lanterns"):
        assert terminal.written.wait(120)
    assert "counting lanterns" in terminal.getvalue()


def test_it_is_gone_when_the_first_output_comes(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = standard_error(monkeypatch)
    with progress.waiting("counting lanterns") as over:
        assert terminal.written.wait(120)
        items = progress.until_output(["first"], over)
        assert next(items) == "first"
        shown = terminal.getvalue()
        assert list(items) == []
    assert terminal.getvalue() == shown


def test_a_short_command_says_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = standard_error(monkeypatch)
    monkeypatch.setattr(progress, "SECONDS_BEFORE_SIGN", 3600)
    with progress.waiting("counting lanterns"):
        pass
    assert terminal.getvalue() == ""


def test_nothing_is_said_into_a_file(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = standard_error(monkeypatch)
    monkeypatch.setattr(terminal, "isatty", lambda: False)
    with progress.waiting("counting lanterns") as over:
        over()
    assert terminal.getvalue() == ""


def test_an_error_ends_it(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = standard_error(monkeypatch)

    def fail() -> None:
        with progress.waiting("counting lanterns"):
            assert terminal.written.wait(120)
            raise ValueError("no lantern")

    with pytest.raises(ValueError, match="no lantern"):
        fail()
    assert terminal.getvalue().endswith("\x1b[?25h\r\x1b[1A\x1b[2K")  # the line is empty again
