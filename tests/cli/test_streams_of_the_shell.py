"""What the shell around the program does to it: closed or full streams, names that are no UTF-8."""

import json
import os
import shlex
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from command import GOOD, Ran, nanori
from project import put

pytestmark = pytest.mark.thorough

LINUX = pytest.mark.skipif(sys.platform != "linux", reason="needs a shell and /dev/full")
BAD = '{"name": "Reed Ox", "text": "Untap Reid Ox (it."}\n{}\n'
Run = Callable[[str, str], Ran]
"""Runs a command, with what stands behind the name of the file."""
OLD = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}


def shell(line: str, folder: Path, **environment: str) -> Ran:
    """Run a line of a shell in which `nanori` is this one."""
    done = subprocess.run(
        ["bash", "-c", line.replace("nanori ", f"{sys.executable} -m nanori ")],
        cwd=folder,
        env=os.environ | environment,
        capture_output=True,
        check=False,
        timeout=300,
    )
    out, err = (one.decode("utf-8", "surrogateescape") for one in (done.stdout, done.stderr))
    return Ran(done.returncode, out, err)


@LINUX
@pytest.mark.parametrize("closed", [">/dev/full", ">&-"])
@pytest.mark.parametrize(
    "command",
    ["annotate g.jsonl", "lint b.jsonl", "lint b.jsonl --format json", "show g.jsonl", "formats"],
)
def test_an_output_that_takes_nothing_is_one_line_and_exit_2(
    command: str, closed: str, tmp_path: Path
) -> None:
    (tmp_path / "g.jsonl").write_text(GOOD)
    (tmp_path / "b.jsonl").write_text('{"name": "Reed Ox", "text": "Untap (it."}\n')
    ran = shell(f"nanori {command} {closed}", tmp_path)
    assert ran.code == 2
    lines = [line for line in ran.err.splitlines() if " finding" not in line]
    assert len(lines) == 1
    assert lines[0].startswith("nanori: ")


@LINUX
@pytest.mark.parametrize("closed", ["2>/dev/full", "2>&-", "<&- 2>&-"])
def test_without_standard_error_the_exit_code_says_it(closed: str, tmp_path: Path) -> None:
    ran = shell(f"nanori annotate missing {closed}", tmp_path)
    assert (ran.code, ran.out) == (2, "")


@LINUX
def test_an_output_file_needs_no_standard_output(tmp_path: Path) -> None:
    (tmp_path / "g.jsonl").write_text(GOOD)
    assert shell("nanori annotate g.jsonl -o out.jsonl >&-", tmp_path).code == 0
    assert (tmp_path / "out.jsonl").stat().st_size > 0


def ran_all(run: Run, path: Path) -> None:
    """Run every command on a file with a bad name, and see that each says what it is."""
    for command in ("annotate", "lint", "lint --format github", "show", "tree", "lint --diff"):
        ran = run(command, "")
        assert ran.code == 1, ran
        assert "Traceback" not in ran.err
        assert "internal error" not in ran.err
    name = path.name if path.name.isprintable() else "\ufffd\ufffd.jsonl"
    for command in ("lint --format json", "lint --format jsonl"):
        ran = run(command, "")
        whole = command.endswith("json")
        diagnostics = json.loads(ran.out)["findings"] if whole else ran.records()
        assert {Path(diagnostic["path"]).name for diagnostic in diagnostics} == {name}
    assert run("lint --format sarif", "").code == 1
    assert run("lint -o b.json", "").code == 1
    bad = path.read_text()
    assert (run("restyle --style tilde --in-place", "").code, path.read_text()) == (1, bad)
    run("rename", "'Reed Ox' 'Ash Ox' --write")
    assert "Ash Ox" in path.read_text()


@pytest.mark.parametrize("name", ["壺.jsonl", os.fsdecode(b"\xff\xfe.jsonl")])
def test_any_file_name_can_be_read_written_and_said(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path(name).write_text(BAD)
    ran_all(lambda first, last: nanori(*shlex.split(first), name, *shlex.split(last)), Path(name))


@LINUX
@pytest.mark.parametrize("name", ["壺.jsonl", os.fsdecode(b"\xff\xfe.jsonl")])
def test_so_it_can_where_all_is_ascii(name: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text(BAD)
    ran_all(
        lambda first, last: shell(f"nanori {first} *.jsonl {last}", tmp_path, **OLD),
        tmp_path / name,
    )


def test_huge_numbers_are_no_traceback(good: str, tmp_path: Path) -> None:
    huge = "9" * 5000
    assert nanori("annotate", good, "--jobs", "9" * 30).code == 0
    assert nanori("names", "find", "x", "--limit", huge).err.count("\n") == 1
    assert nanori("annotate", good, "--jobs", huge).code == 2
    for settings in (f"edition = {huge}", f'style = "{huge}"', f"x = {huge}"):
        (tmp_path / "nanori.toml").write_text(settings)
        ran = nanori("lint", good)
        assert (ran.code, ran.err.count("\n")) == (2, 1)
        assert "internal" not in ran.err
    (tmp_path / "nanori.toml").unlink()
    for text in (f'{{"id": {huge}, "name": "A", "text": "x"}}', f"[{huge}]", f'{{"a": -{huge}}}'):
        path = put(tmp_path / "huge.json", text)
        for command in ("annotate", "lint", "bind"):
            ran = nanori(command, path)
            assert ran.code in (1, 2)
            assert "internal" not in ran.err


@pytest.mark.parametrize("place", ["/", "/dev", "", "."])
def test_no_command_writes_onto_a_folder(place: str, good: str) -> None:
    for arguments in (
        ["annotate", good],
        ["restyle", good, "--style", "tilde"],
        ["restyle", good, "--style", "tilde", "--as-file"],
        ["names", "build", good],
    ):
        ran = nanori(*arguments, f"--output={place}")
        assert (ran.code, ran.err.count("\n")) == (2, 1), ran
        assert "cannot be written" in ran.err


@pytest.mark.parametrize("shape", ["json", "sarif"])
def test_output_for_programs_is_complete_where_the_input_is_not(shape: str, tmp_path: Path) -> None:
    path = put(tmp_path / "cut.json", '[{"name":"A B","text":"When A Bs enters. \\"x"},{"name"')
    for name in (path, tmp_path / "missing.json"):
        ran = nanori("lint", name, "--format", shape)
        assert ran.code == 2
        assert json.loads(ran.out) is not None
        assert ran.err.count("\n") == 1


def test_a_fault_of_ours_is_one_line(good: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nanori.surfaces.cli.rendering.rows", None)
    ran = nanori("show", good)
    assert (ran.code, ran.err.count("\n")) == (2, 1)
    assert "internal error, please report it: TypeError" in ran.err
