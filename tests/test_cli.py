"""The command line as a user meets it: output, messages, exit codes."""

from __future__ import annotations

import gzip
import json
import os
import signal
import stat
import subprocess
import sys
import time
from pathlib import Path

import pytest

from nanori import __version__, cli

CORPUS = Path(__file__).parents[1] / "corpus" / "formats"
GOOD = '{"id": "g", "lang": "en", "name": "Elder Heron", "text": "Sacrifice this creature."}\n'
FOUND = (
    '{"id":"g","lang":"en","name":"Elder Heron","references":[{"start":10,"end":23,'
    '"text":"this creature","form":"this","target":"self","scope":"rules","rule":"201.5"}]}\n'
)


@pytest.fixture
def good(tmp_path: Path) -> str:
    path = tmp_path / "good.jsonl"
    path.write_text(GOOD, "utf-8")
    return str(path)


Captured = pytest.CaptureFixture[str]


def nanori(*arguments: str, stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "nanori", *arguments]
    return subprocess.run(command, input=stdin, capture_output=True, check=False, timeout=60)


def test_annotate_writes_one_line_for_each_text(good: str, capsys: Captured) -> None:
    assert cli.run(["annotate", good, good]) == 0
    assert capsys.readouterr() == (FOUND * 2, "")


def test_standard_input_is_read_for_a_hyphen() -> None:
    done = nanori("annotate", "-", stdin=gzip.compress(GOOD.encode()))
    assert (done.returncode, done.stdout, done.stderr) == (0, FOUND.encode(), b"")


def test_unknown_keys_are_passed_through_but_references_are_ours(
    tmp_path: Path, capsys: Captured
) -> None:
    path = tmp_path / "cards.jsonl"
    path.write_text('{"name": "A", "text": "", "絵": ["x", {"y": 1}], "references": 5}\n', "utf-8")
    assert cli.run(["annotate", str(path)]) == 0
    out = capsys.readouterr().out
    assert '"絵":["x",{"y":1}]' in out
    assert json.loads(out)["references"] == []


def test_markup_marks_the_text_under_a_heading(good: str, capsys: Captured) -> None:
    assert cli.run(["annotate", "--to", "markup", good]) == 0
    assert capsys.readouterr().out == (
        "### g · Elder Heron\nSacrifice ⟦this>self|this creature⟧.\n\n"
    )


def test_summary_counts(good: str, capsys: Captured) -> None:
    assert cli.run(["annotate", "--to", "summary", good, good]) == 0
    rows = [line.rsplit(maxsplit=1) for line in capsys.readouterr().out.splitlines()]
    assert {"texts": "2", "references": "2", "target": "2", "  self": "2"}.items() <= dict(
        rows
    ).items()


def test_a_bad_record_is_named_and_the_others_are_done(capsys: Captured) -> None:
    path = str(CORPUS / "cards" / "wrong-records.jsonl")
    assert cli.run(["annotate", path]) == 1
    out, err = capsys.readouterr()
    assert [json.loads(line)["id"] for line in out.splitlines()] == ["good"]
    assert len(err.splitlines()) == 10
    assert err.startswith(f"{path}:1: no text\n{path}:2: no name\n")
    assert f"{path}:9: unknown language “xx”" in err


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_an_unreadable_file_among_others_is_named_and_the_others_are_done(
    good: str, tmp_path: Path, jobs: str, capsys: Captured
) -> None:
    missing = str(tmp_path / "missing.jsonl")
    assert cli.run(["annotate", "--jobs", jobs, missing, good, str(tmp_path)]) == 1
    assert capsys.readouterr() == (
        FOUND,
        f"{missing}: no such file or directory\n{tmp_path}: is a directory\n",
    )


def unreadable(folder: Path, kind: str) -> str:
    """Return the path of a file that cannot be read, of some kind."""
    path = folder / kind
    match kind:
        case "folder":
            path.mkdir()
        case "text":
            path.write_text("Elder Heron\nFlying\n", "utf-8")
        case "binary":
            path.write_bytes(bytes(range(256)) * 100)
        case "cut":
            path.write_bytes(gzip.compress(GOOD.encode() * 1000)[:-9])
        case "array":
            path.write_text('[{"object": "card", "name": "A"}, {"object', "utf-8")
        case _:
            pass
    return str(path)


KINDS = ["missing", "folder", "text", "binary", "cut", "array"]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("command", ["annotate", "show", "tree"])
def test_unreadable_input_is_one_line_and_exit_2(
    command: str, kind: str, tmp_path: Path, capsys: Captured
) -> None:
    path = unreadable(tmp_path, kind)
    assert cli.run([command, path]) == 2
    err = capsys.readouterr().err
    assert err.startswith(path)
    assert err.count("\n") == 1


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_unreadable_input_leaves_nothing_at_the_output(
    jobs: str, kind: str, tmp_path: Path
) -> None:
    path = unreadable(tmp_path, kind)
    before = sorted(tmp_path.iterdir())
    output = tmp_path / "out.jsonl"
    assert cli.run(["annotate", path, "-o", str(output), "--jobs", jobs]) == 2
    assert sorted(tmp_path.iterdir()) == before
    output.write_text("old", "utf-8")
    assert cli.run(["annotate", path, "-o", str(output), "--jobs", jobs]) == 2
    assert output.read_text("utf-8") == "old"


def test_the_output_holds_the_good_records_when_some_failed(tmp_path: Path) -> None:
    output = tmp_path / "out.jsonl"
    assert (
        cli.run(["annotate", str(CORPUS / "cards" / "wrong-records.jsonl"), "-o", str(output)]) == 1
    )
    assert output.read_text("utf-8").count("\n") == 1
    assert list(tmp_path.iterdir()) == [output]


def test_the_output_takes_the_place_of_a_file_with_its_permissions(
    good: str, tmp_path: Path
) -> None:
    output = tmp_path / "out.jsonl"
    output.write_text("old", "utf-8")
    output.chmod(0o640)
    link = tmp_path / "link"
    link.symlink_to(output)
    assert cli.run(["annotate", good, "-o", str(link)]) == 0
    assert output.read_text("utf-8") == FOUND
    assert stat.S_IMODE(output.stat().st_mode) == 0o640
    assert link.is_symlink()


@pytest.mark.skipif(not Path("/dev/stdout").exists(), reason="there is no /dev/stdout here")
def test_a_pipe_can_be_the_output(good: str) -> None:
    done = nanori("annotate", good, "-o", "/dev/stdout")
    assert (done.returncode, done.stdout, done.stderr) == (0, FOUND.encode(), b"")


def test_cards_are_shown_where_their_characters_are_unknown(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("PYTHONIOENCODING", "latin-1")
    done = nanori("show", "--sample")
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full here")
def test_a_full_disk_is_one_line_and_exit_2() -> None:
    done = nanori("annotate", "--sample", "-o", "/dev/full")
    assert (done.returncode, done.stderr.count(b"\n")) == (2, 1)
    assert b"Traceback" not in done.stderr


def test_an_input_cannot_be_the_output(good: str, tmp_path: Path, capsys: Captured) -> None:
    link = tmp_path / "link"
    link.symlink_to(good)
    assert cli.run(["annotate", good, "-o", str(link)]) == 2
    assert Path(good).read_text("utf-8") == GOOD
    assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.parametrize("place", ["missing/out.jsonl", ""])
def test_an_output_that_cannot_be_written_is_one_line_and_exit_2(
    place: str, good: str, tmp_path: Path, capsys: Captured
) -> None:
    assert cli.run(["annotate", good, "-o", f"{tmp_path}/{place}"]) == 2
    assert "cannot be written" in capsys.readouterr().err


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["annotate"],
        ["show"],
        ["tree"],
        ["nothing"],
        ["annotate", "--nothing"],
        ["annotate", "--to", "xml", "-"],
        ["annotate", "--jobs", "0", "-"],
        ["annotate", "--jobs", "two", "-"],
        ["annotate", "--lang", "xx", "-"],
        ["annotate", "--sample", "--names", "/nothing/names"],
        ["tree", "--text", "x", "--lang", "xx"],
        ["tree", "--text", "x", "file"],
    ],
)
def test_wrong_usage_is_one_line_and_exit_2(arguments: list[str], capsys: Captured) -> None:
    assert cli.run(arguments) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert "Traceback" not in err


def test_an_empty_file_has_no_records(tmp_path: Path, capsys: Captured) -> None:
    path = tmp_path / "empty"
    path.touch()
    assert cli.run(["annotate", str(path)]) == 0
    assert capsys.readouterr() == ("", "")


def test_a_reader_that_stops_early_is_no_error() -> None:
    samples = " ".join([str(cli.SAMPLES)] * 50)
    for command in (f"annotate {samples}", f"annotate --jobs 2 {samples}", f"show {samples}"):
        line = f"{sys.executable} -m nanori {command} | head -n 1; echo ${{PIPESTATUS[0]}}"
        done = subprocess.run(["bash", "-c", line], capture_output=True, text=True, check=False)
        assert done.stdout.splitlines()[-1] == "0"
        assert done.stderr == ""


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_an_interrupt_ends_with_130_and_leaves_nothing(jobs: str, tmp_path: Path) -> None:
    output = tmp_path / "out.jsonl"
    command = [sys.executable, "-m", "nanori", "annotate", "-", "-o", str(output), "--jobs", jobs]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True
    ) as process:
        assert process.stdin
        process.stdin.write(GOOD.encode() * 5000)
        process.stdin.flush()
        deadline = time.monotonic() + 30
        while not list(tmp_path.iterdir()) and time.monotonic() < deadline:
            time.sleep(0.02)
        time.sleep(0.3)
        os.killpg(process.pid, signal.SIGINT)
        _, err = process.communicate(timeout=30)
    assert (process.returncode, err) == (130, b"")
    assert list(tmp_path.iterdir()) == []


def test_names_of_other_cards_can_be_given(tmp_path: Path, capsys: Captured) -> None:
    path, names = tmp_path / "cards.jsonl", tmp_path / "names.txt"
    path.write_text('{"name": "A", "text": "Exile Crooked Lantern Inn."}\n', "utf-8")
    names.write_text("Crooked Lantern Inn\n", "utf-8")
    assert cli.run(["annotate", str(path), "--names", str(names)]) == 0
    (reference,) = json.loads(capsys.readouterr().out)["references"]
    assert (reference["text"], reference["form"]) == ("Crooked Lantern Inn", "other")


def test_tree_prints_a_node_a_line(capsys: Captured) -> None:
    assert cli.run(["tree", "--text", "Sacrifice this creature.", "--lang", "en"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].split()[1] == "0–24"
    assert any("10–23 “this creature”" in line for line in lines)


def test_show_shows_the_samples(capsys: Captured) -> None:
    assert cli.run(["show", "--sample"]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert out.count("this>self") > 10


def test_the_version_is_told_quickly() -> None:
    assert nanori("--version").stdout.decode() == f"nanori {__version__}\n"

    def best(*command: str) -> float:
        def once() -> float:
            began = time.perf_counter()
            subprocess.run([sys.executable, *command], capture_output=True, check=True)
            return time.perf_counter() - began

        return min(once() for _ in range(5))

    assert best("-m", "nanori", "--version") <= 2 * best("-c", "import json, re") + 0.15
