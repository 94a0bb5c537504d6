"""The command line as a user meets it: output and exit codes."""

import gzip
import json
import subprocess
import sys
from pathlib import Path

import pytest

from command import FOUND, GOOD, Captured, nanori
from nanori import __version__
from nanori.grammar import languages
from nanori.surfaces.cli import app, options
from project import put


def test_annotate_writes_one_line_for_each_text(good: str, capsys: Captured) -> None:
    assert app.run(["annotate", good, good]) == 0
    assert capsys.readouterr() == (FOUND * 2, "2 records in 2 files read\n")


def test_standard_input_is_read_for_a_hyphen() -> None:
    done = nanori("annotate", "-", stdin=gzip.compress(GOOD.encode()))
    assert done == (0, FOUND, "1 record in 1 file read\n")


def test_unknown_keys_are_passed_through_but_references_are_ours(
    tmp_path: Path, capsys: Captured
) -> None:
    path = tmp_path / "cards.jsonl"
    path.write_text('{"name": "A", "text": "", "絵": ["x", {"y": 1}], "references": 5}\n', "utf-8")
    assert app.run(["annotate", str(path)]) == 0
    out = capsys.readouterr().out
    assert '"絵":["x",{"y":1}]' in out
    assert json.loads(out)["references"] == []


def test_markup_marks_the_text_under_a_heading(good: str, capsys: Captured) -> None:
    assert app.run(["annotate", "--to", "markup", good]) == 0
    assert capsys.readouterr().out == (
        "### g · Elder Heron\nSacrifice ⟦this>self|this creature⟧.\n\n"
    )


def test_summary_counts(good: str, capsys: Captured) -> None:
    assert app.run(["annotate", "--to", "summary", good, good]) == 0
    rows = [line.rsplit(maxsplit=1) for line in capsys.readouterr().out.splitlines()]
    assert {"texts": "2", "references": "2", "target": "2", "  self": "2"}.items() <= dict(
        rows
    ).items()


@pytest.mark.thorough
def test_a_reader_that_stops_early_is_no_error() -> None:
    samples = " ".join([str(options.SAMPLE)] * 50)
    for command in (f"annotate {samples}", f"annotate --jobs 2 {samples}", f"show {samples}"):
        line = f"{sys.executable} -m nanori {command} | head -n 1; echo ${{PIPESTATUS[0]}}"
        done = subprocess.run(["bash", "-c", line], capture_output=True, text=True, check=False)
        assert done.stdout.splitlines()[-1] == "0"
        assert done.stderr == ""


def test_names_of_other_cards_can_be_given(tmp_path: Path, capsys: Captured) -> None:
    path, names = tmp_path / "cards.jsonl", tmp_path / "names.txt"
    path.write_text('{"name": "A", "text": "Exile Crooked Lantern Inn."}\n', "utf-8")
    names.write_text("Crooked Lantern Inn\n", "utf-8")
    assert app.run(["annotate", str(path), "--names", str(names)]) == 0
    (reference,) = json.loads(capsys.readouterr().out)["references"]
    assert (reference["text"], reference["form"]) == ("Crooked Lantern Inn", "other")


def test_tree_prints_a_node_a_line(capsys: Captured) -> None:
    text = ["tree", "--text", "Sacrifice this creature.", "--lang", "en"]
    assert app.run([*text, "--to", "spans"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].split()[1] == "0–24"
    assert any("10–23 “this creature”" in line for line in lines)
    assert app.run(text) == 0
    assert "np  THIS_OBJECT this creature" in capsys.readouterr().out


def test_tree_is_written_for_programs(capsys: Captured) -> None:
    text = "Put <this> on top.\nこれを墓地に置く。"
    assert app.run(["tree", "--text", text, "--to", "json"]) == 0
    tree = json.loads(capsys.readouterr().out)
    assert (tree["start"], tree["end"], tree["kind"]) == (0, len(text), "text")


def test_each_reference_is_explained_in_a_line(capsys: Captured) -> None:
    assert app.run(["annotate", "--sample", "--explain"]) == 0
    out = capsys.readouterr().out
    assert (
        "its own name, shortened; stands within a sentence; subject of “enters”; CR 201.5c; ab"
        in out
    )
    assert "in an ability that “Other Insects” gets" in out


def test_show_shows_the_samples(capsys: Captured) -> None:
    assert app.run(["show", "--sample"]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert out.count("this>self") > 10


def test_the_version_is_told_with_the_languages_and_what_they_lack() -> None:
    ran = nanori("--version")
    assert (ran.code, ran.err) == (0, "")
    first, _, _, *spoken = ran.out.splitlines()
    assert first == f"nanori {__version__}"
    assert [line[:2] for line in spoken] == [code[:2] for code in languages.codes()]
    assert "en English" in spoken
    assert any(line.startswith("fr French: lacks ") for line in spoken)


def test_the_version_says_which_fields_a_language_lacks() -> None:
    ran = nanori("--version", "fr")
    assert ran.out.startswith("fr French\n  short (annotate): placeholders")
    assert nanori("--version", "xx").code == 2


def test_annotate_takes_what_is_piped_into_it_and_else_says_what_it_wants(tmp_path: Path) -> None:
    path = put(tmp_path / "cards.jsonl", '{"name": "Ox", "text": "Tap Ox."}\n')
    command = [sys.executable, "-m", "nanori", "annotate"]
    wanted = subprocess.run([*command, path], capture_output=True, check=True).stdout
    with path.open("rb") as file:
        assert subprocess.run(command, stdin=file, capture_output=True, check=True).stdout == wanted
    piped = subprocess.run(command, input=path.read_bytes(), capture_output=True, check=True)
    assert piped.stdout == wanted
    nothing = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, check=False)
    assert (nothing.returncode, nothing.stderr.count(b"\n")) == (2, 1)
    assert b"a FILE was wanted" in nothing.stderr
    shown = subprocess.run([*command[:3], "show"], cwd=tmp_path, capture_output=True, check=True)
    assert b"full>self" in shown.stdout
