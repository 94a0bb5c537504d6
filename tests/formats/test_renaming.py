"""A name is changed in a file wherever the file says it, and the file is read with the new one."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

from nanori.surfaces.cli.app import run
from project import FORMATS


def test_the_key_that_a_card_stands_under_is_renamed_with_it(tmp_path: Path) -> None:
    path = tmp_path / "set.json"
    shutil.copyfile(FORMATS / "lackeybot" / "set.json", path)
    assert run(["rename", str(path), "Tarn Lantern", "Ash Lamp", "--write"]) == 0
    card = next(iter(json.loads(path.read_text("utf-8")).items()))
    assert card[0] == "Ash Lamp_TRN"
    assert (card[1]["fullName"], card[1]["cardName"]) == ("Ash Lamp", "Ash Lamp")
    assert "Tarn Lantern" not in path.read_text("utf-8")


def test_a_text_that_is_there_twice_is_changed_in_both_places(tmp_path: Path) -> None:
    path = tmp_path / "set.json"
    shutil.copyfile(FORMATS / "egg" / "as-kept.json", path)
    assert run(["rename", str(path), "灯の壺", "灰の壺", "--write"]) == 0
    card = json.loads(path.read_text("utf-8"))["cards"][4]
    assert card["special_text"] == "灰の壺を生け贄に捧げる。"
    assert card["rules_text"] == "[i]灯の壺は暖かい。[/i]\n灰の壺を生け贄に捧げる。"
