"""The command line, run in this process or in one of its own, and a card file for it."""

import io
import json
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from typing import Any, NamedTuple
from unittest.mock import patch

import pytest

from nanori.surfaces.cli.app import run

GOOD = '{"id": "g", "lang": "en", "name": "Elder Heron", "text": "Sacrifice this creature."}\n'
FOUND = (
    '{"id":"g","lang":"en","name":"Elder Heron","references":[{"start":10,"end":23,'
    '"text":"this creature","form":"this","target":"self","scope":"rules","rule":"700.7"}]}\n'
)
"""What `nanori annotate` writes of it."""
Captured = pytest.CaptureFixture[str]


class Ran(NamedTuple):
    """What a command line did; bytes that are no UTF-8 are lone surrogates."""

    code: int
    out: str
    err: str

    def records(self) -> list[dict[str, Any]]:
        """Return what was written as JSON Lines."""
        return [json.loads(line) for line in self.out.splitlines()]


def nanori(*arguments: object, stdin: bytes = b"") -> Ran:
    """Run a command line in this process."""
    out, err = io.BytesIO(), io.StringIO()
    given = io.TextIOWrapper(io.BufferedReader(io.BytesIO(stdin)), "utf-8")
    shown = io.TextIOWrapper(out, "utf-8", newline="", write_through=True)
    with redirect_stdout(shown), redirect_stderr(err), patch.object(sys, "stdin", given):
        code = run([str(argument) for argument in arguments])
    return Ran(code, out.getvalue().decode("utf-8", "surrogateescape"), err.getvalue())


def process(*arguments: str, stdin: bytes = b"") -> Ran:
    """Run a command line in a process of its own, which takes a second: only where it must."""
    command = [sys.executable, "-m", "nanori", *arguments]
    done = subprocess.run(command, input=stdin, capture_output=True, check=False, timeout=300)
    out, err = (one.decode("utf-8", "surrogateescape") for one in (done.stdout, done.stderr))
    return Ran(done.returncode, out, err)
