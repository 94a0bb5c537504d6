"""What stands behind the end of a compressed stream is refused, never dropped by a rewriting."""

from __future__ import annotations

import bz2
import gzip
import lzma
from collections.abc import Callable
from pathlib import Path

import pytest

from nanori.surfaces.cli.app import run

CARD = b'{"id": "1", "lang": "en", "name": "Reed Ox", "text": "Reed Ox attacks."}\n'


@pytest.mark.parametrize("pack", [gzip.compress, bz2.compress, lzma.compress])
def test_bytes_behind_the_end_are_refused_and_stay(
    pack: Callable[[bytes], bytes], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "cards.jsonl.packed"
    path.write_bytes(packed := pack(CARD) + b"more of mine")
    assert run(["restyle", "--style", "tilde", "--in-place", str(path)]) == 2
    assert "behind the end of the compressed stream" in capsys.readouterr().err
    assert path.read_bytes() == packed
