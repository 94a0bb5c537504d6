"""Lines of findings end between words, on any terminal and in either language."""

import re

import pytest
from rich.cells import cell_len

from nanori.linting.outputs import text
from nanori.linting.reports import Excerpt, Report
from nanori.model.diagnostics import Diagnostic
from nanori.surfaces.cli import terminal

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
