"""The database of the real names: how many inexact ones find their card first."""

from __future__ import annotations

import lzma
from pathlib import Path

import msgspec
import pytest

import inexact
import real
from nanori.names.database import Database
from nanori.surfaces.cli import app

NAMES = real.SHARED / "data" / "names.jsonl.xz"
ENOUGH = 0.97

ASKED = 1000 // real.EVERY
"""How many names are asked."""


@pytest.mark.real
def test_nearly_every_inexact_name_finds_its_card_first(tmp_path: Path) -> None:
    if not NAMES.exists():
        pytest.skip("no real names: ../shared/data/names.jsonl.xz is absent")
    place = tmp_path / "names.sqlite"
    assert app.run(["names", "build", str(NAMES), "-o", str(place)]) == 0
    with lzma.open(NAMES) as source:
        lines = [msgspec.json.decode(line, type=inexact.Line) for line in source]
    with Database.open(place) as register:
        missed = [
            query
            for query in inexact.queries(lines, ASKED)
            if not {hit.name_en for hit in register.find(query.text, limit=1)} & query.right
        ]
        assert len(missed) <= ASKED * (1 - ENOUGH), missed
        for name in ("堀葬の儀式", "掘葬の儀式"):
            assert register.find(name)[0].name_en == "Unburial Rites"
        official = [form.name for form in register.names("ja") if form.face == "Bomb Squad"]
        assert official[0] == "爆弾兵団"
