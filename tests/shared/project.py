"""Where the parts of the project lie, and the real data beside it."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).parents[2]
CORPUS = ROOT / "corpus"
FORMATS = CORPUS / "formats"
SHARED = ROOT.parent / "shared"
"""Real texts, in places where they are at hand."""
SAMPLE = ROOT / "src" / "nanori" / "cli" / "sample.jsonl"
