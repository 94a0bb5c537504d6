"""However a run ends: nothing unfinished stays, no process goes on, no traceback is shown."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from command import GOOD

pytestmark = pytest.mark.thorough

LINUX = pytest.mark.skipif(sys.platform != "linux", reason="needs sessions and signals")

PATIENCE = 300
"""Seconds after which something hangs, however busy the machine is."""
COMMANDS = ("annotate - --no-file-names --jobs 2 -o {}/out.jsonl", "lint -")
"""The first does not wait for the end of its input, for the names that cards have there."""


def _heeding() -> None:
    """Let signals end the process that is to begin, whatever the one that tests is started by."""
    for number in (signal.SIGTERM, signal.SIGHUP):
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
@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP"])
@pytest.mark.parametrize("command", COMMANDS)
def test_a_signal_is_an_end_like_any_other(command: str, name: str, tmp_path: Path) -> None:
    number = getattr(signal, name)
    process = run(command.format(tmp_path).split(), tmp_path)
    process.send_signal(number)
    _, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, err) == (128 + number, b"")
    assert gone(process.pid)
    assert list(tmp_path.iterdir()) == []


@LINUX
def test_no_worker_outlives_a_killed_run_and_the_next_one_is_whole(tmp_path: Path) -> None:
    command = COMMANDS[0].format(tmp_path).split()
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
