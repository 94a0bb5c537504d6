"""Files that are written whole or not at all, one or several together; what is unfinished goes."""

import errno
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import pytest

from nanori.formats.diffs import Transaction
from nanori.formats.edit_plans import EditPlan
from nanori.formats.io import repacking, streams, writing
from nanori.formats.io.writing import Fingerprint
from nanori.model.errors import NanoriError
from nanori.names import building
from nanori.rewriting.restyling import edit_plan
from project import FORMATS

CARD = '{"id": "1", "lang": "en", "name": "Reed Ox", "text": "Reed Ox attacks."}\n'


def put(path: Path, text: str) -> None:
    with writing.output(str(path)) as out:
        out.write(text.encode())


def put_both(first: Path, second: Path) -> None:
    with writing.together():
        put(first, "new")
        put(second, "new")


def build(path: Path) -> None:
    """Write a database of one name."""
    source = path.with_name("source.jsonl")
    source.write_text(CARD)
    building.build([str(source)], path, building.Reports(*[lambda error: None] * 3))
    source.unlink()


def mode(path: Path) -> int:
    return path.stat().st_mode & 0o777


@pytest.fixture
def open_umask() -> Iterator[None]:
    before = os.umask(0o002)
    yield
    os.umask(before)


def test_together_all_files_take_their_places_at_the_end(tmp_path: Path) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    first.write_text("old")
    with writing.together():
        put(first, "new")
        with writing.together():
            put(second, "new")
        assert first.read_text() == "old"
        assert not second.exists()
    assert (first.read_text(), second.read_text()) == ("new", "new")
    assert sorted(tmp_path.iterdir()) == [first, second]


def test_of_two_runs_that_replace_a_file_at_once_one_is_told(tmp_path: Path) -> None:
    """Each reads the file before the other is done, and looks at it slowly before it writes."""
    path = tmp_path / "cards"
    path.write_text("old")
    both_have_read = Barrier(2)

    def replace(text: str) -> bool:
        before = Fingerprint(str(path))
        both_have_read.wait()

        def check() -> None:
            before.check()
            time.sleep(0.1)

        try:
            with writing.together(check):
                put(path, text)
        except NanoriError:
            return False
        return path.read_text() == text

    with ThreadPoolExecutor(2) as runs:
        done = list(runs.map(replace, ["first", "second"]))
    assert sorted(done) == [False, True]


def test_together_none_is_written_if_one_fails(tmp_path: Path) -> None:
    first = tmp_path / "first"
    first.write_text("old")
    with pytest.raises(NanoriError, match="cannot be written"):
        put_both(first, tmp_path / "missing" / "second")
    assert first.read_text() == "old"
    assert list(tmp_path.iterdir()) == [first]


def copy_folder(place: Path) -> None:
    repacking.rewrite(str(FORMATS / "mse" / "lanterns"), str(place), {"set": b"new"})


def test_a_database_a_folder_and_a_file_wait_for_each_other(tmp_path: Path) -> None:
    places = [tmp_path / "names.sqlite", tmp_path / "folder", tmp_path / "file"]

    def write_all() -> None:
        build(places[0])
        copy_folder(places[1])
        put(places[2], "new")
        assert not any(place.exists() for place in places)

    with pytest.raises(NanoriError, match="no such"), writing.together():  # noqa: PT012
        write_all()
        raise NanoriError("no such thing")
    assert list(tmp_path.iterdir()) == []
    with writing.together():
        write_all()
    assert sorted(tmp_path.iterdir()) == sorted(places)


@pytest.mark.parametrize("write", [build, lambda path: put(path, "new")])
def test_permissions_stay(write: Callable[[Path], None], tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_text("old")
    path.chmod(0o640)
    write(path)
    assert mode(path) == 0o640


@pytest.mark.usefixtures("open_umask")
@pytest.mark.parametrize("write", [build, lambda path: put(path, "new")])
def test_what_is_new_has_the_permissions_of_any_new_file(
    write: Callable[[Path], None], tmp_path: Path
) -> None:
    path = tmp_path / "file"
    write(path)
    assert mode(path) == 0o664


def test_nobody_else_can_read_the_successor_of_a_private_file(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_text("old")
    path.chmod(0o600)
    with writing.replacement(str(path)) as new:
        assert mode(new) == 0o600


def test_a_name_of_the_longest_kind_is_no_obstacle(tmp_path: Path) -> None:
    path = tmp_path / ("札" * 85)  # 255 bytes
    put(path, "new")
    assert path.read_text() == "new"


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="not the superuser")
def test_the_owner_stays(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_text("old")
    for write in (build, lambda path: put(path, "new")):
        os.chown(path, 12345, 12345)
        write(path)
        assert (path.stat().st_uid, path.stat().st_gid) == (12345, 12345)


def test_none_of_several_card_files_is_changed_if_one_changes_meanwhile(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    paths = [tmp_path / "a.jsonl", tmp_path / "b.jsonl"]
    for path in paths:
        path.write_text(CARD)
    done: EditPlan = edit_plan("tilde")
    transaction = Transaction([str(path) for path in paths], "", "")
    transaction.prepare(done, lambda _: None)
    checks: list[int] = []
    check = Fingerprint.check

    def late(mark: Fingerprint) -> None:
        checks.append(1)
        if len(checks) == 5:  # two at first, one for each file, and then the first again
            paths[1].write_text(CARD * 2)
        check(mark)

    monkeypatch.setattr(Fingerprint, "check", late)
    with pytest.raises(NanoriError, match="changed meanwhile"):
        transaction.write(done)
    assert [path.read_text() for path in paths] == [CARD, CARD * 2]
    assert sorted(tmp_path.iterdir()) == paths


def test_a_folder_and_a_file_change_together(tmp_path: Path) -> None:
    folder, beside = tmp_path / "lanterns", tmp_path / "a.jsonl"
    shutil.copytree(FORMATS / "mse" / "lanterns", folder)
    beside.write_text(CARD)
    transaction = Transaction([str(folder), str(beside)], "", "")
    transaction.prepare(edit_plan("tilde"), lambda _: None)
    assert all(transaction.counts.values())
    transaction.write(edit_plan("tilde"))
    assert "~ attacks" in beside.read_text()
    assert any("~" in path.read_text() for path in folder.iterdir() if path.suffix != ".png")
    assert not list(tmp_path.rglob("*.part"))


def write_out(place: Path, content: bytes = b"new") -> None:
    with writing.output(str(place)) as out:
        out.write(content)


def test_what_another_run_writes_stays(tmp_path: Path) -> None:
    with writing.output(str(tmp_path / "one")) as out:
        write_out(tmp_path / "two")
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
        write_out(place)
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
        write_out(place)
    assert place.read_text() == "old"
    assert list(tmp_path.iterdir()) == [place]


def test_standard_input_that_is_read_twice_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    with Path(__file__).open() as file, monkeypatch.context() as patched:
        patched.setattr(sys, "stdin", file)
        streams.keep("-")
        for _ in range(2):
            with streams.opened("-") as source:
                assert source.whole(1 << 20) == Path(__file__).read_bytes()
        streams.let_go()
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
                write_out(place)

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
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writing, "MAX_WAIT", 0.1)
    file = os.open(tmp_path, os.O_RDONLY)
    writing.fcntl.flock(file, writing.fcntl.LOCK_EX)  # type: ignore[union-attr]
    with pytest.raises(NanoriError, match="another program has locked"), writing.together():
        write_out(tmp_path / "a")
    os.close(file)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(writing.fcntl is None, reason="there are no locks here")
def test_a_folder_without_locks_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*given: object) -> None:
        raise OSError(errno.ENOTSUP, "no locks")

    monkeypatch.setattr(writing.fcntl, "flock", refuse)
    with writing.together():
        write_out(tmp_path / "a")
    assert [path.name for path in tmp_path.iterdir()] == ["a"]
