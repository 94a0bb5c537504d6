"""`nanori formats`, `--from`, and every format with every command."""

import json
from pathlib import Path

import pytest

from command import Captured
from format_files import GOOD
from nanori.formats import catalogue, reader
from nanori.surfaces.cli import app
from project import FORMATS, put


def test_formats_are_listed_with_what_they_can_do(capsys: Captured) -> None:
    assert app.run(["formats"]) == 0
    shown = capsys.readouterr().out
    assert all(name in shown for name in catalogue.listed())
    assert app.run(["formats", "--to", "jsonl"]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["format"] for line in lines] == list(catalogue.listed())
    wanted = {"title", "reads", "writes", "languages", "faces", "alternates", "suppressions"}
    assert all(wanted <= line.keys() for line in lines)


def test_the_page_of_formats_says_what_is_true(capsys: Captured) -> None:
    assert app.run(["formats", "--markdown"]) == 0
    page = capsys.readouterr().out
    rows = [line for line in page.splitlines() if line.startswith("| `")]
    assert len(rows) == len(catalogue.listed())
    assert {row.count(" | ") for row in rows} == {7}


def test_columns_can_be_named_one_by_one(tmp_path: Path, capsys: Captured) -> None:
    path = put(tmp_path / "cards.csv", "Foo,Bar\nEmber Pot,Tap Ember Pot.\n")
    assert app.run(["annotate", str(path), "--column", "name=Foo", "--column", "text=Bar"]) == 0
    assert '"Ember Pot"' in capsys.readouterr().out
    columns = ["--column", "name=1", "--column", "text=bar"]
    assert app.run(["restyle", "--style", "tilde", "--in-place", str(path), *columns]) == 0
    assert path.read_text("utf-8") == "Foo,Bar\nEmber Pot,Tap ~.\n"
    capsys.readouterr()
    assert app.run(["annotate", str(path), "--column", "name=Foo"]) == 2
    assert "there are “Foo”, “Bar”" in capsys.readouterr().err
    path.write_text('{"name": "Ember Pot", "text": "Tap Ember Pot."}\n', "utf-8")
    assert app.run(["annotate", str(path), "--column", "name=Foo"]) == 2
    assert "columns are named, which the format" in capsys.readouterr().err


@pytest.mark.parametrize("command", ["annotate", "show", "tree"])
def test_an_unknown_format_is_one_line_that_lists_them(command: str, capsys: Captured) -> None:
    assert app.run([command, "--from", "nothing", "-"]) == 2
    err = capsys.readouterr().err
    assert err == f"nanori: unknown format “nothing”, there are: {', '.join(catalogue.listed())}\n"


def test_a_format_can_be_forced(tmp_path: Path, capsys: Captured) -> None:
    path = put(tmp_path / "cards.xml", '{"name": "Elder Heron", "text": "Elder Heron flies."}\n')
    assert app.run(["annotate", "--from", "cards", str(path)]) == 0
    assert '"Elder Heron"' in capsys.readouterr().out
    assert app.run(["annotate", "--from", "mtgjson", str(path)]) in (0, 2)


@pytest.mark.parametrize("path", GOOD, ids=lambda path: str(path.relative_to(FORMATS)))
def test_every_format_is_annotated_and_its_names_are_known(
    path: Path, tmp_path: Path, capsys: Captured
) -> None:
    assert app.run(["annotate", str(path)]) == 0
    annotated = capsys.readouterr().out.splitlines()
    assert app.run(["annotate", "--sample", "--names", str(path)]) == 0
    capsys.readouterr()
    names = list(reader.names(str(path)))
    assert {json.loads(line)["name"] for line in annotated} <= set(names)


@pytest.mark.parametrize("format_", sorted(catalogue.listed()))
def test_a_database_of_names_can_be_built_from_every_format(
    format_: str, tmp_path: Path, capsys: Captured
) -> None:
    output = tmp_path / "names.sqlite"
    sources = [str(path) for path in GOOD if path.parent.name == format_]
    assert app.run(["names", "build", *sources, "-o", str(output)]) in (0, 1)
    assert "Traceback" not in capsys.readouterr().err
    assert output.exists()
