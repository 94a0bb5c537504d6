"""The texts that are measured: real ones beside the project, else the shipped sample."""

from __future__ import annotations

import json
import lzma
import os
from pathlib import Path
from typing import Any

import msgspec

from nanori import Card
from nanori.grammar import languages

ROOT = Path(__file__).parents[1]
SHARED = Path(os.environ.get("NANORI_SHARED", ROOT.parent / "shared"))
SAMPLE = ROOT / "src" / "nanori" / "surfaces" / "cli" / "sample.jsonl"


def is_real() -> bool:
    """Tell whether the real texts are there."""
    return (SHARED / "data").is_dir()


def path(lang: str) -> Path:
    """Return the file of card records in a language."""
    return SHARED / "data" / f"cards.{lang}.jsonl.xz" if is_real() else SAMPLE


def measured() -> list[str]:
    """Return the languages of which there are whole files of cards."""
    return [lang for lang in languages.codes() if path(lang).exists()]


def cards(lang: str) -> list[Card]:
    """Return the card records in a language."""
    source = path(lang)
    decoder = msgspec.json.Decoder(Card)
    with lzma.open(source) if source.suffix == ".xz" else source.open("rb") as lines:
        found = [decoder.decode(line) for line in lines]
    return [card for card in found if card.lang == lang]


def lines(path: Path) -> list[bytes]:
    """Return the lines of a packed file."""
    with lzma.open(path) as packed:
        return packed.read().splitlines()


def gold(lang: str) -> list[dict[str, Any]]:
    """Return the annotated texts in a language; none where they are absent."""
    source = SHARED / "gold" / f"dev.{lang}.jsonl"
    if not source.exists():
        return []
    return [json.loads(line) for line in source.read_text("utf-8").splitlines()]
