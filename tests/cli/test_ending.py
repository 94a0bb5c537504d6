"""However a run ends: nothing unfinished stays, no process goes on, no traceback is shown."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from command import GOOD

LINUX = pytest.mark.skipif(sys.platform != "linux", reason="needs sessions and signals")


def run(arguments: list[str], folder: Path) -> subprocess.Popen[bytes]:
    """Start nanori on endless standard input, and wait until it works."""
    process = subprocess.Popen(
        [sys.executable, "-m", "nanori", *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        env=os.environ | {"TMPDIR": str(folder)},
        start_new_session=True,
    )
    assert process.stdin
    process.stdin.write(GOOD.encode() * 3000)
    process.stdin.flush()
    end = time.monotonic() + 30
    while not list(folder.iterdir()) and time.monotonic() < end:
        time.sleep(0.02)
    time.sleep(0.2)
    return process


def gone(session: int) -> bool:
    """Wait until no process of a session is there; tell whether that came."""
    end = time.monotonic() + 20
    while time.monotonic() < end:
        try:
            os.killpg(session, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.05)
    return False


@LINUX
@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP"])
@pytest.mark.parametrize("command", ["annotate - --jobs 2 -o {}/out.jsonl", "lint -"])
def test_a_signal_is_an_end_like_any_other(command: str, name: str, tmp_path: Path) -> None:
    number = getattr(signal, name)
    process = run(command.format(tmp_path).split(), tmp_path)
    process.send_signal(number)
    _, err = process.communicate(timeout=30)
    assert (process.returncode, err) == (128 + number, b"")
    assert gone(process.pid)
    assert list(tmp_path.iterdir()) == []


@LINUX
def test_no_worker_outlives_a_killed_run_and_the_next_one_cleans_up(tmp_path: Path) -> None:
    command = ["annotate", "-", "--jobs", "2", "-o", str(tmp_path / "out.jsonl")]
    process = run(command, tmp_path)
    process.kill()
    process.communicate(timeout=30)
    assert gone(process.pid)
    assert [path.suffix for path in tmp_path.iterdir()] == [".part"]
    again = [sys.executable, "-m", "nanori", *command]
    subprocess.run(again, input=GOOD.encode(), check=True, timeout=60)
    assert [path.name for path in tmp_path.iterdir()] == ["out.jsonl"]
