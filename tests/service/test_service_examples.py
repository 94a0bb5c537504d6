"""The programs in docs/service.md, run as they stand there."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from project import ROOT

PAGE = (ROOT / "docs" / "service.md").read_text("utf-8")
SOURCE, TARGET = "Draw 3 cards.", "カード２枚を引く。"
MESSAGE = "“２” is not in the original, which has “3”"
JAVASCRIPT = f"""
check("{SOURCE}", "{TARGET}")
  .then((said) => console.log(said.success, said.message))
  .then(() => check("{SOURCE}", "カード３枚を引く。"))
  .then((said) => console.log(said.success))
  .then(() => nanori.stdin.end());
"""


def script(language: str, words: str) -> str:
    """Return the block of the page in a language that has those words."""
    blocks = re.findall(f"```{language}\n(.*?)```", PAGE, re.DOTALL)
    (block,) = [block for block in blocks if words in block]
    return block


def ran(*command: str) -> str:
    """Return what a program writes that finds `nanori` beside this Python."""
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
    done = subprocess.run(
        command,
        env={**os.environ, "PATH": path, "PYTHONIOENCODING": "utf-8"},
        capture_output=True,
        check=True,
        timeout=60,
    )
    return done.stdout.decode()


def test_the_program_in_python_says_what_is_wrong() -> None:
    given = f"source, target = {SOURCE!r}, {TARGET!r}\n"
    ending = "process.stdin.close()\nprocess.wait()\n"
    said = ran(sys.executable, "-c", given + script("python", "serve") + ending)
    assert MESSAGE in said.splitlines()


def test_the_program_for_node_says_what_is_wrong() -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("node is not installed")
    said = ran(node, "-e", script("javascript", "serve") + JAVASCRIPT)
    assert said.splitlines() == [f"false {MESSAGE}", "true"]
