"""What is unfinished is removed by whoever began it; nothing else ever is."""

import errno
import os
import sys
import tempfile
from pathlib import Path

import pytest

from nanori.formats.io import streams, writing
from nanori.model.errors import NanoriError


def put(place: Path, content: bytes = b"new") -> None:
    with writing.output(str(place)) as out:
        out.write(content)


def test_what_another_run_writes_stays(tmp_path: Path) -> None:
    with writing.output(str(tmp_path / "one")) as out:
        put(tmp_path / "two")
        out.write(b"new")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["one", "two"]


def test_a_copy_of_a_private_file_is_private(tmp_path: Path) -> None:
    private, copy = tmp_path / "private", tmp_path / "copy"
    private.write_text("x")
    private.chmod(0o600)
    with writing.output(str(copy), like=str(private)) as out:
        out.write(b"x")
        (part,) = tmp_path.glob(".*")
        assert part.stat().st_mode & 0o777 == 0o600
    assert copy.stat().st_mode & 0o777 == 0o600


def test_a_read_only_file_is_not_replaced(tmp_path: Path) -> None:
    place = tmp_path / "a"
    place.write_text("old")
    place.chmod(0o444)
    with pytest.raises(NanoriError, match="read-only"):
        put(place)
    assert place.read_text() == "old"


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


@pytest.mark.parametrize("fails_at", [0, 1, 2, 3])
@pytest.mark.parametrize("links", [True, False])
def test_of_several_files_all_are_written_or_none_and_the_one_that_cannot_be_is_named(
    fails_at: int, links: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    places = [tmp_path / name for name in "abc"]
    for place in places[:2]:  # the third is new
        place.write_text("old")
    inodes = [place.stat().st_ino for place in places[:2]]
    real = Path.replace

    def replace(path: Path, target: Path) -> Path:
        if fails_at < 3 and target == places[fails_at] and path.name.count(".") == 4:
            raise OSError(errno.EBUSY, "busy")
        return real(path, target)

    def refuse(*given: object) -> None:
        raise OSError(errno.EPERM, "no links")

    monkeypatch.setattr(Path, "replace", replace)
    if not links:
        monkeypatch.setattr(os, "link", refuse)

    def put_all() -> None:
        with writing.together():
            for place in places:
                put(place)

    if fails_at == 3:
        put_all()
        assert [place.read_text() for place in places] == ["new"] * 3
    else:
        with pytest.raises(NanoriError, match="nothing is changed") as raised:
            put_all()
        assert raised.value.path == str(places[fails_at])
        assert [place.read_text() for place in places[:2]] == ["old"] * 2
        if links:
            assert [place.stat().st_ino for place in places[:2]] == inodes
    assert {path.name for path in tmp_path.iterdir()} == {*("abc" if fails_at == 3 else "ab")}


@pytest.mark.skipif(writing.fcntl is None, reason="there are no locks here")
def test_a_folder_that_stays_locked_is_said_and_not_waited_for_without_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(writing, "MAX_WAIT", 0.1)
    monkeypatch.setattr(writing, "MAX_SILENCE", 0.05)
    file = os.open(tmp_path, os.O_RDONLY)
    writing.fcntl.flock(file, writing.fcntl.LOCK_EX)  # type: ignore[union-attr]
    with pytest.raises(NanoriError, match="another program has locked"), writing.together():
        put(tmp_path / "a")
    os.close(file)
    assert capsys.readouterr().err.count("has locked the folder, waiting") == 1
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(writing.fcntl is None, reason="there are no locks here")
def test_a_folder_without_locks_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*given: object) -> None:
        raise OSError(errno.ENOTSUP, "no locks")

    monkeypatch.setattr(writing.fcntl, "flock", refuse)
    with writing.together():
        put(tmp_path / "a")
    assert [path.name for path in tmp_path.iterdir()] == ["a"]
