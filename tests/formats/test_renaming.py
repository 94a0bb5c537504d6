"""What commands write into files of every format: a new name wherever it is said, new words."""

import json
import shutil
from pathlib import Path

import pytest

from command import nanori
from format_files import WRITTEN, copied, found_in, ids
from nanori.formats import reader
from nanori.formats.entries import Entry
from nanori.model.errors import NanoriError, Remark
from nanori.surfaces.cli.app import run
from project import FORMATS, put

COMMANDS = [
    ["restyle", "--style", "tilde", "--in-place"],
    ["restyle", "--style", "foundations", "--in-place"],
    ["lint", "--fix", "--unsafe-fixes"],
]


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


def test_a_list_of_pictures_without_texts_is_renamed_and_comes_back(tmp_path: Path) -> None:
    cards = [{"name": name, "type": "Artifact"} for name in ("CR01 Tarn Lantern", "CR02 Ash Moth")]
    lines = "[common(2)]\n8 CR01 Tarn Lantern\n1 CR02 Ash Moth\n"
    old = f"[CustomCards]\n{json.dumps(cards, indent=1)}\n{lines}"
    path = put(tmp_path / "draft.txt", old)
    assert run(["rename", str(path), "CR01 Tarn Lantern", "Sea Lamp", "--write"]) == 0
    assert path.read_text("utf-8") == old.replace("Tarn Lantern", "Sea Lamp")
    assert run(["rename", str(path), "Sea Lamp", "Tarn Lantern", "--write"]) == 0
    assert path.read_text("utf-8") == old
    assert run(["rename", str(path), "--strip-codes", "--write"]) == 0
    assert "CR0" not in path.read_text("utf-8")
    assert run(["lint", str(path)]) == 2
    assert run(["restyle", str(path), "--style", "tilde", "--in-place"]) == 2


def nameable(path: Path) -> Entry | None:
    """Return a card of a file whose name stands there and may be changed."""
    entries = [entry for _, entry in found_in(path) if "name" in entry.places and not entry.fixed]
    if path.name.startswith("wrong-records"):  # its format can only be guessed
        return None
    return next((entry for entry in entries if len(entry.card.name) > 2), None)


def names_in(path: Path) -> list[str]:
    return [entry.card.name for _, entry in found_in(path)]


@pytest.mark.parametrize("path", [path for path in WRITTEN if nameable(path)], ids=ids)
def test_a_name_is_changed_in_every_format_that_is_written_back(path: Path) -> None:
    entry = nameable(path)
    assert entry
    old, new = entry.card.name, "Zinc Oyster" if entry.card.name.isascii() else "亜鉛の牡蠣"
    with copied(path) as copy:
        before = names_in(copy)
        said = [entry for entry in reader.entries(str(copy)) if isinstance(entry, NanoriError)]
        broken = any(not isinstance(error, Remark) for error in said)
        assert run(["rename", str(copy), old, new, "--write"]) == int(broken)
        after = names_in(copy)
    assert len(after) == len(before)
    assert old not in after
    assert new in after


@pytest.mark.sampled(4)
@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
@pytest.mark.parametrize("path", WRITTEN, ids=ids)
def test_every_command_that_writes_a_file_writes_each_format(
    path: Path, command: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with copied(path) as copy:
        before = found_in(copy)
        code = run([*command, str(copy)])
        said = capsys.readouterr().err
        assert code in (0, 1, 2)
        assert "internal" not in said
        after = found_in(copy)
    assert len(after) == len(before)


@pytest.mark.parametrize(("name", "line"), [("po/ja.po", 8), ("xliff/v2.xliff", 4)])
def test_a_name_that_no_unit_has_is_one_error(name: str, line: int) -> None:
    path = FORMATS / name
    ran = nanori("rename", path, "Ash Courier", "Zed", "--diff")
    said = f"{path}:{line}: the name “Ash Courier” has no place that can be changed\n"
    assert (ran.code, ran.out, ran.err) == (2, "", said)
