"""What the tests of the command line share: a card file, what is found in it, the command."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

CORPUS = Path(__file__).parents[1] / "corpus" / "formats"
GOOD = '{"id": "g", "lang": "en", "name": "Elder Heron", "text": "Sacrifice this creature."}\n'
FOUND = (
    '{"id":"g","lang":"en","name":"Elder Heron","references":[{"start":10,"end":23,'
    '"text":"this creature","form":"this","target":"self","scope":"rules","rule":"201.5"}]}\n'
)
Captured = pytest.CaptureFixture[str]


def nanori(*arguments: str, stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "nanori", *arguments]
    return subprocess.run(command, input=stdin, capture_output=True, check=False, timeout=60)
