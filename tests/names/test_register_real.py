"""The database of the real names: how many inexact ones find their card first."""

import json
import lzma
from pathlib import Path

import pytest

import inexact
import real
from nanori.names.database import Database
from nanori.names.merging import renamings

pytestmark = pytest.mark.thorough

ENOUGH = 0.97

ASKED = 1000 // real.EVERY
"""How many names are asked."""


@pytest.mark.real
def test_nearly_every_inexact_name_finds_its_card_first(tmp_path: Path) -> None:
    with Database.open(inexact.database(tmp_path)) as register:
        missed = [
            query
            for query in inexact.queries(inexact.lines(), ASKED)
            if not {hit.name_en for hit in register.find(query.text, limit=1)} & query.right
        ]
        assert len(missed) <= ASKED * (1 - ENOUGH), missed
        for name in ("堀葬の儀式", "掘葬の儀式"):
            assert register.find(name)[0].name_en == "Unburial Rites"
        official = [form.name for form in register.names("ja") if form.face == "Bomb Squad"]
        assert official[0] == "爆弾兵団"


OF_SLIPS = {"Resurrection": "蘇生", "Nimbus of the Isles": "諸島の雨雲"}
"""Cards whose first name of as many prints is another card's, or has half a bracket."""


@pytest.mark.real
def test_official_is_what_most_prints_have(tmp_path: Path) -> None:
    path = inexact.database(tmp_path)
    with lzma.open(inexact.NAMES) as source:
        lines = [json.loads(line) for line in source]
    several = [line for line in lines if len(line["ja"]) > 1 and line["name"] not in renamings()]
    with Database.open(path) as register:
        for line in several:
            entry = register.entry(line["name"])
            assert entry
            forms = [form for form in entry.forms if form.lang == "ja"]
            rank = {form.name: (-len(form.printings), form.printings[0].released) for form in forms}
            wanted = OF_SLIPS.get(line["name"], min(rank, key=rank.__getitem__))
            assert [form.name for form in forms if form.official] == [wanted], line["name"]
    assert len(several) > 60
