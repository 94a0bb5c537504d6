"""A run that is stopped and goes on, and a pipe that gives or takes little at a time."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = [
    pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="no such signal here"),
    pytest.mark.thorough,
]

NANORI = [sys.executable, "-m", "nanori"]
CARDS = "".join(
    json.dumps({"id": number, "lang": "en", "name": f"Cart {number}", "text": "Cart 1 attacks."})
    + "\n"
    for number in range(400)
).encode()


def done(*arguments: str, given: bytes = CARDS) -> bytes:
    """Return what a command says where nothing is slow."""
    return subprocess.run([*NANORI, *arguments], input=given, capture_output=True).stdout


@pytest.mark.parametrize("arguments", [["annotate", "-"], ["annotate", "-", "--jobs", "2"]])
def test_a_run_that_is_stopped_between_its_lines_goes_on(arguments: list[str]) -> None:
    expected = done(*arguments)
    with subprocess.Popen(
        [*NANORI, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        half = len(CARDS) // 2
        process.stdin.write(CARDS[:half])
        process.stdin.flush()
        os.kill(process.pid, signal.SIGSTOP)
        os.waitpid(process.pid, os.WUNTRACED)
        os.kill(process.pid, signal.SIGCONT)
        process.stdin.write(CARDS[half:])
        process.stdin.close()
        assert process.stdout.read() == expected
        assert process.wait() == 0


def test_a_pipe_of_single_bytes_is_read_whole() -> None:
    given = CARDS[: CARDS.index(b"\n", 500) + 1]
    expected = done("annotate", "-", given=given)
    with subprocess.Popen(
        [*NANORI, "annotate", "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for place in range(len(given)):
            process.stdin.write(given[place : place + 1])
        process.stdin.close()
        assert process.stdout.read() == expected


def test_a_file_whose_rewriting_is_stopped_and_goes_on_is_whole(tmp_path: Path) -> None:
    path, same = tmp_path / "cards.jsonl", tmp_path / "same.jsonl"
    path.write_bytes(CARDS)
    same.write_bytes(CARDS)
    command = ["restyle", "--style", "tilde", "--in-place"]
    done(*command, str(same))
    with subprocess.Popen([*NANORI, *command, str(path)]) as process:
        for _ in range(5):
            os.kill(process.pid, signal.SIGSTOP)
            if not os.WIFSTOPPED(os.waitpid(process.pid, os.WUNTRACED)[1]):
                break
            assert path.read_bytes() in (CARDS, same.read_bytes())
            os.kill(process.pid, signal.SIGCONT)
        assert process.wait() == 0
    assert path.read_bytes() == same.read_bytes() != CARDS
    assert sorted(tmp_path.iterdir()) == [path, same]
