"""`nanori mentions`, `nanori lint` of rules and `--against`, as a user runs them."""

import io
import json
import sys
from pathlib import Path

import pytest

import prose
from nanori.surfaces.cli import app
from project import put

DIAGNOSTIC = (
    "check rule severity path line column end_line end_column card field lang start end text"
    " message fix"
)
"""The keys of a diagnostics record, spec/interchange.md."""


@pytest.fixture(scope="module")
def names(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("names") / "names.sqlite"
    app.run(["names", "build", str(prose.ROOT / "names.jsonl"), "-o", str(path)])
    return str(path)


def test_what_is_wrong_is_a_line_with_its_place(
    names: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = put(tmp_path / "page.txt", "一行目。\n後の灰色の鷺/Ash Heronと炎/Lumen。")
    assert app.run(["mentions", str(page), "--db", names]) == 1
    assert capsys.readouterr().out == (
        f"{page}:2:3: warning: named-card/superseded: "
        "a misprint of “Ash Heron”, which is “灰の鷺”\n"
        f"{page}: 1 misprint, 1 right\n"
    )


def test_every_mention_is_a_diagnostics_record(
    names: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = prose.ROOT / "page.txt"
    assert app.run(["mentions", str(path), "--db", names, "--to", "jsonl"]) == 1
    text = path.read_text("utf-8")
    records = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert len(records) > 20
    for record in records:
        assert " ".join(record).startswith(DIAGNOSTIC)
        assert text[record["start"] : record["end"]] == record["text"]
        line = text.splitlines()[record["line"] - 1]
        assert line[record["column"] - 1 :].startswith(record["text"])


def test_a_rules_document_gives_diagnostics_records(capsys: pytest.CaptureFixture[str]) -> None:
    path = prose.ROOT / "update.txt"
    assert app.run(["lint", str(path), "--format", "jsonl"]) == 1
    records = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert all(" ".join(record) == DIAGNOSTIC for record in records)
    assert {"lines/half", "rule-numbers/mismatched", "rule-numbers/dangling"} <= {
        record["rule"] for record in records
    }


def test_a_rules_document_that_fits_is_silent(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rules = "\ufeff310.1. See rule 310.2.\r\n310.1 rule 310.2参照。\r\n310.2. A.\r\n310.2 あ。\r\n"
    path = put(tmp_path / "rules.txt", rules.encode())
    assert app.run(["lint", str(path)]) == 0
    assert capsys.readouterr().out == ""


def test_standard_input_is_read(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    raw = io.BytesIO(b"310.1. See rule 310.3.\n310.2. A rule.\n310.4. A rule.")
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BufferedReader(raw)))
    assert app.run(["lint", "-"]) == 1
    assert "no rule 310.3 is in this document" in capsys.readouterr().out


@pytest.mark.parametrize("command", ["mentions", "lint"])
@pytest.mark.parametrize("content", [None, b"\xff\xfe\x00", b"\x1f\x8b broken"])
def test_a_file_that_cannot_be_read_is_one_line_and_exit_2(
    command: str, content: bytes | None, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "page.txt"
    if content is not None:
        path.write_bytes(content)
    out = tmp_path / "out"
    assert app.run([command, str(path), "-o", str(out)]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.count("\n") == 1
    assert said.err.startswith(str(path))
    assert not out.exists()


def test_lint_and_mentions_say_the_same_of_a_name_by_the_same_name(
    names: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = put(tmp_path / "page.txt", "一行目。\n後の《灰色の鷺/Ash Heron》と《炎/Lumen》。")
    app.run(["mentions", str(page), "--db", names, "--to", "jsonl"])
    mentioned = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    app.run(["lint", str(page), "--names", names, "--format", "jsonl"])
    linted = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    worth = [each for each in mentioned if each["severity"] != "info"]
    assert worth
    assert [(each["rule"], each["message"], each["start"]) for each in linted] == [
        (each["rule"], each["message"], each["start"]) for each in worth
    ]


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
