"""`nanori lint --against`: what an excerpt of the rules refers to; and severities in words."""

from pathlib import Path

import pytest

from nanori.surfaces.cli import app
from project import put

EXCERPT = """310.1. A lamp is lit. See rule 310.2 and rule 410.7.
310.1 灯は点される。ルール310.2とルール410.7を参照。

310.2. It burns until dawn.
310.2 それは夜明けまで燃える。
"""
FULL = (
    EXCERPT
    + """
410.6. A wick is cut.
410.6 芯は切られる。

410.8. Oil is poured.
410.8 油は注がれる。
"""
)


@pytest.fixture
def excerpt(tmp_path: Path) -> Path:
    """Return an excerpt that refers out of itself."""
    return put(tmp_path / "excerpt.txt", EXCERPT)


def test_an_excerpt_is_looked_up_in_the_full_rules(
    excerpt: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    full = excerpt.with_name("full.txt")
    full.write_text(FULL, "utf-8")
    assert app.run(["lint", str(excerpt)]) == 0
    assert app.run(["lint", str(excerpt), "--against", str(full)]) == 1
    said = capsys.readouterr().out
    assert ": warning: rule-numbers/dangling: " in said
    assert said.count("410.7") >= 2
    full.write_text(FULL + "\n410.7. Another.\n410.7 別のもの。\n", "utf-8")
    assert app.run(["lint", str(excerpt), "--against", str(full)]) == 0


def test_missing_full_rules_are_one_line(excerpt: Path, capsys: pytest.CaptureFixture[str]) -> None:
    missing = excerpt.with_name("missing.txt")
    assert app.run(["lint", str(excerpt), "--against", str(missing)]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.count("\n") == 1
    assert "missing.txt" in said.err


def test_severity_is_a_word_where_there_are_no_colours(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = put(tmp_path / "cards.jsonl", '{"name": "Reed Kite", "text": "{T: Draw a card."}\n')
    assert app.run(["lint", str(path)]) == 1
    assert f"{path}:1:32: error: characters/symbol: " in capsys.readouterr().out
    assert app.run(["lint", str(path), "--format", "concise"]) == 1
    assert f"{path}:1:32: characters/symbol: " in capsys.readouterr().out
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert app.run(["lint", str(path)]) == 1
    assert "error: " not in capsys.readouterr().out
