"""Files that are written whole or not at all, one or several together."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from nanori.formats.io import writing
from nanori.formats.io.fingerprints import Fingerprint
from nanori.formats.patching import Wanted
from nanori.formats.transaction import Trial
from nanori.model.errors import NanoriError
from nanori.rewriting.restyling.files import edits
from project import FORMATS

CARD = '{"id": "1", "lang": "en", "name": "Reed Ox", "text": "Reed Ox attacks."}\n'


def put(path: Path, text: str) -> None:
    with writing.output(str(path)) as out:
        out.write(text.encode())


def put_both(one: Path, other: Path) -> None:
    with writing.together():
        put(one, "new")
        put(other, "new")


def test_together_all_files_take_their_places_at_the_end(tmp_path: Path) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    one.write_text("old")
    with writing.together():
        put(one, "new")
        with writing.together():
            put(other, "new")
        assert one.read_text() == "old"
        assert not other.exists()
    assert (one.read_text(), other.read_text()) == ("new", "new")
    assert sorted(tmp_path.iterdir()) == [one, other]


def test_together_none_is_written_if_one_fails(tmp_path: Path) -> None:
    one = tmp_path / "one"
    one.write_text("old")
    with pytest.raises(NanoriError, match="cannot be written"):
        put_both(one, tmp_path / "missing" / "other")
    assert one.read_text() == "old"
    assert list(tmp_path.iterdir()) == [one]


def test_permissions_stay(tmp_path: Path) -> None:
    one = tmp_path / "one"
    one.write_text("old")
    one.chmod(0o640)
    put(one, "new")
    assert one.stat().st_mode & 0o777 == 0o640


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="not the superuser")
def test_the_owner_stays(tmp_path: Path) -> None:
    one = tmp_path / "one"
    one.write_text("old")
    os.chown(one, 12345, 12345)
    put(one, "new")
    assert (one.stat().st_uid, one.stat().st_gid) == (12345, 12345)


def test_none_of_several_card_files_is_changed_if_one_changes_meanwhile(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    paths = [tmp_path / "a.jsonl", tmp_path / "b.jsonl"]
    for path in paths:
        path.write_text(CARD)
    done: Wanted = edits("tilde")
    trial = Trial([str(path) for path in paths], "", "")
    trial.prepare(done, lambda _: None)
    checks: list[int] = []
    check = Fingerprint.check

    def late(mark: Fingerprint) -> None:
        checks.append(1)
        if len(checks) == 5:  # two at first, one for each file, and then the first again
            paths[1].write_text(CARD * 2)
        check(mark)

    monkeypatch.setattr(Fingerprint, "check", late)
    with pytest.raises(NanoriError, match="changed meanwhile"):
        trial.write(done)
    assert [path.read_text() for path in paths] == [CARD, CARD * 2]
    assert sorted(tmp_path.iterdir()) == paths


def test_a_folder_and_a_file_change_together(tmp_path: Path) -> None:
    folder, beside = tmp_path / "lanterns", tmp_path / "a.jsonl"
    shutil.copytree(FORMATS / "mse" / "lanterns", folder)
    beside.write_text(CARD)
    trial = Trial([str(folder), str(beside)], "", "")
    trial.prepare(edits("tilde"), lambda _: None)
    assert all(trial.counts.values())
    trial.write(edits("tilde"))
    assert "~ attacks" in beside.read_text()
    assert any("~" in one.read_text() for one in folder.iterdir() if one.suffix != ".png")
    assert not list(tmp_path.rglob("*.part"))
