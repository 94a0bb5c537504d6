"""What is unfinished is removed by whoever began it, else by the next run; nothing else ever is."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from nanori.formats.io import leftovers, streams, writing
from nanori.model.errors import NanoriError

POSIX = pytest.mark.skipif(leftovers.fcntl is None, reason="there are no locks here")
NAME = f".cards.0123abcd{leftovers.UNFINISHED}"


def put(place: Path, content: bytes = b"new") -> None:
    with writing.output(str(place)) as out:
        out.write(content)


@POSIX
def test_the_next_run_removes_what_a_killed_one_left(tmp_path: Path) -> None:
    (tmp_path / NAME).write_text("half")
    (tmp_path / NAME.replace("cards", "folder")).mkdir()
    put(tmp_path / "cards")
    assert [path.name for path in tmp_path.iterdir()] == ["cards"]


@POSIX
def test_what_another_run_writes_stays(tmp_path: Path) -> None:
    with writing.output(str(tmp_path / "one")) as out:
        put(tmp_path / "two")
        out.write(b"new")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["one", "two"]


@POSIX
def test_what_only_looks_like_a_left_over_stays(tmp_path: Path) -> None:
    others = ["cards.part", ".cards.part", f"cards{leftovers.UNFINISHED}", ".x.0123abcd.part"]
    for name in others:
        (tmp_path / name).write_text("mine")
    (tmp_path / NAME).symlink_to(tmp_path / others[0])
    put(tmp_path / "cards")
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted([*others, NAME, "cards"])


@POSIX
def test_the_folder_of_a_killed_run_is_removed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    code = "import os\nfrom nanori.formats.io import leftovers\n"
    code += "with leftovers.scratch() as folder:\n    (folder / 'x').touch(); os._exit(9)\n"
    environment = os.environ | {"TMPDIR": str(tmp_path)}
    subprocess.run([sys.executable, "-c", code], env=environment, check=False)
    (left,) = tmp_path.iterdir()
    with leftovers.scratch() as folder:
        assert not left.exists()
        assert folder.stat().st_mode & 0o777 == 0o700
        with leftovers.scratch() as other:
            assert folder.exists()
            assert other != folder
    assert list(tmp_path.iterdir()) == []


def test_a_copy_of_a_private_file_is_private(tmp_path: Path) -> None:
    private, copy = tmp_path / "private", tmp_path / "copy"
    private.write_text("x")
    private.chmod(0o600)
    with writing.output(str(copy), like=str(private)) as out:
        out.write(b"x")
        (part,) = tmp_path.glob(".*")
        assert part.stat().st_mode & 0o777 == 0o600
    assert copy.stat().st_mode & 0o777 == 0o600


def test_a_file_with_several_names_is_not_replaced(tmp_path: Path) -> None:
    place, other = tmp_path / "a", tmp_path / "b"
    place.write_text("old")
    os.link(place, other)
    with pytest.raises(NanoriError, match=r"2 names \(hard links\)"):
        put(place)
    assert (place.read_text(), other.read_text()) == ("old", "old")
    assert len(list(tmp_path.iterdir())) == 2


def test_a_read_only_file_is_not_replaced(tmp_path: Path) -> None:
    place = tmp_path / "a"
    place.write_text("old")
    place.chmod(0o444)
    with pytest.raises(NanoriError, match="read-only"):
        put(place)
    assert place.read_text() == "old"


@pytest.mark.skipif(not hasattr(os, "setxattr"), reason="there are no attributes here")
def test_extended_attributes_stay_or_nothing_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = tmp_path / "a"
    place.write_text("old")
    try:
        os.setxattr(place, "user.note", b"kept")
    except OSError:
        pytest.skip("this file system has no attributes")
    put(place)
    assert (place.read_text(), os.getxattr(place, "user.note")) == ("new", b"kept")

    def refuse(*given: object) -> None:
        raise OSError("no")

    monkeypatch.setattr(os, "setxattr", refuse)
    with pytest.raises(NanoriError, match=r"user\.note, which would be lost"):
        put(place, b"newer")
    assert place.read_text() == "new"


def test_a_file_whose_owner_cannot_be_kept_is_not_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = tmp_path / "a"
    place.write_text("old")

    def refuse(*given: object) -> None:
        raise PermissionError("no")

    monkeypatch.setattr(os, "chown", refuse)
    real = Path.stat

    def of_another(path: Path, **how: bool) -> os.stat_result:
        found = real(path, **how)
        fields = list(found)
        if path == place:
            fields[4] += 1
        return os.stat_result(fields)

    monkeypatch.setattr(Path, "stat", of_another)
    with pytest.raises(NanoriError, match="belongs to another"):
        put(place)
    assert place.read_text() == "old"
    assert list(tmp_path.iterdir()) == [place]


def test_standard_input_that_is_read_twice_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    with Path(__file__).open() as file, monkeypatch.context() as patched:
        patched.setattr(sys, "stdin", file)
        with streams.seekable("-") as copy:
            assert Path(copy).read_bytes() == Path(__file__).read_bytes()
    assert list(tmp_path.iterdir()) == []
