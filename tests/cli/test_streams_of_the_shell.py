"""What the system around the program does to it: streams, names, locales, signals, and its end."""

import json
import os
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from command import GOOD, Ran, nanori
from project import ROOT, put

pytestmark = pytest.mark.thorough

LINUX = pytest.mark.skipif(sys.platform != "linux", reason="needs a shell and signals")
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


PATIENCE = 300
"""Seconds after which something hangs, however busy the machine is."""
ENDED = (
    *(f"annotate - --no-file-names --jobs {jobs} -o {{}}/out.jsonl" for jobs in (2, 1)),
    "lint -",
)
"""None of the first two waits for the end of its input, for the names that cards have there."""


def _heeding() -> None:
    """Let signals end the process that is to begin, whatever the one that tests is started by."""
    for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
        signal.signal(number, signal.SIG_DFL)


def run(arguments: list[str], folder: Path) -> subprocess.Popen[bytes]:
    """Start nanori on endless standard input, and wait until it works."""
    process = subprocess.Popen(
        [sys.executable, "-m", "nanori", *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        env=os.environ | {"TMPDIR": str(folder)},
        start_new_session=True,
        preexec_fn=_heeding,
    )
    assert process.stdin
    process.stdin.write(GOOD.encode() * 3000)
    process.stdin.flush()
    end = time.monotonic() + PATIENCE
    while not list(folder.iterdir()) and time.monotonic() < end:
        time.sleep(0.02)
    time.sleep(0.2)
    return process


def gone(session: int) -> bool:
    """Wait until no process of a session is there; tell whether that came."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        try:
            os.killpg(session, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.05)
    return False


@LINUX
@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP", "SIGINT"])
@pytest.mark.parametrize("command", ENDED)
def test_a_signal_is_an_end_like_any_other(command: str, name: str, tmp_path: Path) -> None:
    number = getattr(signal, name)
    process = run(command.format(tmp_path).split(), tmp_path)
    # A terminal interrupts all of a session at once.
    (os.killpg if name == "SIGINT" else os.kill)(process.pid, number)
    _, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, err) == (128 + number, b"")
    assert gone(process.pid)
    assert list(tmp_path.iterdir()) == []


@LINUX
def test_no_worker_outlives_a_killed_run_and_the_next_one_is_whole(tmp_path: Path) -> None:
    command = ENDED[0].format(tmp_path).split()
    process = run(command, tmp_path)
    process.kill()
    process.communicate(timeout=PATIENCE)
    assert gone(process.pid)
    assert [path.suffix for path in tmp_path.iterdir()] == [".part"]
    again = [sys.executable, "-m", "nanori", *command]
    subprocess.run(again, input=GOOD.encode(), check=True, timeout=PATIENCE)
    # What was begun stays beside it, by a name that no other run has (SECURITY.md).
    whole = [path for path in tmp_path.iterdir() if path.suffix != ".part"]
    assert [path.name for path in whole] == ["out.jsonl"]
    assert whole[0].read_bytes().count(b"\n") == GOOD.count("\n")


LOCALES = [{"PYTHONUTF8": "0", "LANG": "C", "LC_ALL": "C"}, {"PYTHONUTF8": "1", "LANG": "C.UTF-8"}]
COMMANDS = [
    ["show", "set.csv"],
    ["lint", "set.csv"],
    ["restyle", "set.csv", "--style", "tilde"],
    ["mentions", "article.txt"],
    ["--help"],
]
HARBOR = (ROOT / "examples" / "harbor.csv").read_text("utf-8")


def at_home(folder: Path, *words: str, **more: str) -> tuple[int, bytes, bytes]:
    """Run the command as a process in a folder, with an environment of its own."""
    kept = {key: os.environ[key] for key in ("PATH", "XDG_DATA_HOME", "NANORI_CACHE")}
    done = subprocess.run(
        [sys.executable, "-m", "nanori", *words],
        cwd=folder,
        env={**kept, **more},
        capture_output=True,
        check=False,
    )
    return done.returncode, done.stdout, done.stderr


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with a set and an article."""
    (tmp_path / "set.csv").write_bytes(HARBOR.encode())
    (tmp_path / "article.txt").write_bytes((ROOT / "examples" / "article.txt").read_bytes())
    return tmp_path


@pytest.mark.parametrize("words", COMMANDS, ids=lambda words: words[0])
def test_what_is_printed_does_not_depend_on_the_locale(words: list[str], folder: Path) -> None:
    bare, utf8 = (at_home(folder, *words, **each) for each in LOCALES)
    assert b"Traceback" not in bare[2]
    assert bare == utf8
    assert bare[1].decode("utf-8")
    assert bare[0] in (0, 1)


@pytest.mark.parametrize("end", ["\r\n", "\r", "\n"], ids=["CRLF", "CR", "LF"])
def test_lines_end_as_they_ended(end: str, folder: Path) -> None:
    cards = HARBOR.replace("\n", end)
    (folder / "set.csv").write_bytes(cards.encode())
    found = at_home(folder, "annotate", "set.csv", "--to", "summary")
    (folder / "set.csv").write_bytes(HARBOR.encode())
    assert found == at_home(folder, "annotate", "set.csv", "--to", "summary")


def test_files_that_differ_in_capitals_alone_are_each_read(folder: Path) -> None:
    (folder / "sets").mkdir()
    for path, name in (("Set.jsonl", "Ash Fox"), ("set.jsonl", "Salt Hare")):
        record = {"id": name, "lang": "en", "name": name, "text": f"Untap {name}."}
        (folder / "sets" / path).write_text(json.dumps(record), "utf-8")
    code, out, _ = at_home(folder, "annotate", "sets")
    assert (code, [json.loads(line)["id"] for line in out.splitlines()]) == (
        0,
        ["Ash Fox", "Salt Hare"],
    )


def test_an_input_by_another_of_its_names_is_not_written_over(folder: Path) -> None:
    # As SET.CSV is where capitals do not count: the system says that both are one file.
    (folder / "SET.CSV").hardlink_to(folder / "set.csv")
    code, out, err = at_home(folder, "annotate", "set.csv", "-o", "SET.CSV")
    assert (code, out, err.count(b"\n")) == (2, b"", 1)
    assert (folder / "set.csv").read_bytes() == HARBOR.encode()
