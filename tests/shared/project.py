"""Where the parts of the project lie, and the real data beside it."""

import os
from pathlib import Path

ROOT = Path(__file__).parents[2]
CORPUS = ROOT / "corpus"
FORMATS = CORPUS / "formats"
SHARED = ROOT.parent / "shared"
"""Real texts, in places where they are at hand."""
SAMPLE = ROOT / "src" / "nanori" / "surfaces" / "cli" / "sample.jsonl"

EXHAUSTIVE = bool(os.environ.get("NANORI_ALL"))
"""Whether this run takes everything, as `make check` does, and not a sample."""
THOROUGH = EXHAUSTIVE or bool(os.environ.get("NANORI_THOROUGH"))
"""Whether it takes every kind of test, as `.ci/run` does: browsers, Java, kills, growth."""
SHARE = 1 if EXHAUSTIVE else 8
"""The ordinary run takes one of so many random examples; `make check` takes all."""


def examples(most: int) -> int:
    """Return how many of so many random examples this run tries."""
    return -(-most // SHARE)


def put(path: Path, content: str | bytes | bytearray) -> Path:
    """Write a file, a text in UTF-8; return its path."""
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path
