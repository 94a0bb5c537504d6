"""Archives and folders: what is read within limits, and that writing changes nothing else."""

import io
import random
from pathlib import Path
from zipfile import ZIP_BZIP2, ZipFile

import pytest

from mse_archives import packed
from nanori.formats.io import archives, repacking
from nanori.formats.io.streams import opened
from nanori.model.errors import NanoriError
from project import put

FILES = {"set": b"mse version: 2.0.2\n" * 50, "image1": bytes(range(256)), "a/card 灯": b"card:\n"}


def read(path: Path, *names: str) -> list[bytes]:
    """Return the contents of files in an archive or folder."""
    with opened(str(path), folder=True) as source, archives.opened(source) as container:
        return [container.read(container.find(name)) for name in names]


def written(tmp_path: Path, content: bytes) -> Path:
    return put(tmp_path / "cards.mse-set", content)


def folder(tmp_path: Path) -> Path:
    root = tmp_path / "folder"
    for name, content in FILES.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_bytes(content)
    return root


def test_files_are_found_in_letters_of_any_case_and_with_either_slash(tmp_path: Path) -> None:
    for path in (written(tmp_path, packed(FILES)), folder(tmp_path)):
        assert read(path, "set", "a\\card 灯", "A/Card 灯".lower()) == [
            FILES["set"],
            FILES["a/card 灯"],
            FILES["a/card 灯"],
        ]
        assert read(path, "SET") == [FILES["set"]]


def test_a_name_without_the_flag_of_utf_8_is_found(tmp_path: Path) -> None:
    raw = packed({"card é".encode().decode("cp437"): b"x"})
    assert raw.replace(b"\x00\x08", b"") != raw  # so that the flag can be taken away
    content = packed({"card é": b"x"}).replace(b"\x14\x00\x00\x08", b"\x14\x00\x00\x00")
    assert read(written(tmp_path, content), "card é") == [b"x"]


@pytest.mark.parametrize(
    "name", ["../set", "/set", "a/../../set", "\\\\host\\set", "C:\\set", "C:set", "..", "", "."]
)
def test_names_that_leave_the_folder_are_refused(name: str, tmp_path: Path) -> None:
    for path in (written(tmp_path, packed(FILES)), folder(tmp_path)):
        with pytest.raises(NanoriError, match="the folder"):
            read(path, name)


def test_a_link_that_leaves_the_folder_is_refused(tmp_path: Path) -> None:
    root = folder(tmp_path)
    (tmp_path / "secret").write_text("x")
    (root / "card").symlink_to(tmp_path / "secret")
    with pytest.raises(NanoriError, match="leads out of the folder"):
        read(root, "card")


def test_a_missing_file_is_an_error_with_the_path(tmp_path: Path) -> None:
    for path in (written(tmp_path, packed(FILES)), folder(tmp_path)):
        with pytest.raises(NanoriError, match="no file “none” in it") as caught:
            read(path, "none")
        assert caught.value.path == str(path)


def test_what_is_packed_too_tightly_or_too_long_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = written(tmp_path, packed({"set": bytes(8 << 20)}))
    with pytest.raises(NanoriError, match="packed more than 200 times") as caught:
        read(path, "set")
    assert caught.value.path == f"{path}/set"
    monkeypatch.setattr(archives, "MAX_MEMBER_BYTES", 100)
    for path in (written(tmp_path, packed(FILES)), folder(tmp_path)):
        with pytest.raises(NanoriError, match="longer than"):
            read(path, "set")
    monkeypatch.setattr(archives, "MAX_MEMBER_BYTES", 1 << 26)
    monkeypatch.setattr(archives, "MAX_TOTAL_BYTES", 1000)
    with pytest.raises(NanoriError, match="together"):
        read(folder(tmp_path), "set", "image1")


def test_damaged_archives_are_errors_of_one_line(tmp_path: Path) -> None:
    whole = packed(FILES)
    drawn = random.Random(5)
    for length in range(0, len(whole), 29):
        attempt(written(tmp_path, whole[:length]))
    for _ in range(100):
        broken = bytearray(whole)
        for _ in range(drawn.randint(1, 4)):
            broken[drawn.randrange(len(broken))] = drawn.randrange(256)
        attempt(written(tmp_path, bytes(broken)))


def test_an_archive_behind_other_bytes_is_none(tmp_path: Path) -> None:
    # ZipFile would read it, and what writes would take it for a plain file.
    path = written(tmp_path, b"<!-- " + packed(FILES))
    with pytest.raises(NanoriError, match="begins with other bytes"):
        read(path, "set")


def attempt(path: Path) -> None:
    """Read and write a broken archive: it works, or says why not."""
    for action in (
        lambda: read(path, "set"),
        lambda: repacking.rewrite(str(path), f"{path}.new", {"set": b"x"}),
    ):
        said = ""
        try:
            action()
        except NanoriError as error:
            said = str(error)
        assert not said or (said.startswith(str(path)) and "\n" not in said)


def test_an_encrypted_file_is_an_error(tmp_path: Path) -> None:
    raw = bytearray(packed({"set": b"x"}))
    raw[6] |= 1
    raw[raw.index(b"PK\x01\x02") + 8] |= 1
    with pytest.raises(NanoriError, match="encrypted"):
        read(written(tmp_path, bytes(raw)), "set")


def test_two_files_of_one_name_are_an_error(tmp_path: Path) -> None:
    buffer = io.BytesIO()
    with ZipFile(buffer, "w") as archive:
        archive.writestr("set", "a")
        with pytest.warns(UserWarning, match="Duplicate name"):
            archive.writestr("set", "b")
    with pytest.raises(NanoriError, match="two files of this name"):
        read(written(tmp_path, buffer.getvalue()), "set")


def streamed(files: dict[str, bytes]) -> bytes:
    """Return an archive as it is written to a pipe: sizes stand behind each file."""

    class Pipe(io.BytesIO):
        def seekable(self) -> bool:
            return False

        def seek(self, *_: int) -> int:
            raise io.UnsupportedOperation

        def tell(self) -> int:
            raise io.UnsupportedOperation

    pipe = Pipe()
    with ZipFile(pipe, "w", 8) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return pipe.getvalue()


@pytest.mark.parametrize("whole", [packed(FILES), streamed(FILES)], ids=["file", "pipe"])
@pytest.mark.parametrize("name", list(FILES))
def test_other_files_keep_content_order_date_and_method(
    name: str, whole: bytes, tmp_path: Path
) -> None:
    path = written(tmp_path, whole)
    out = tmp_path / "new"
    repacking.rewrite(str(path), str(out), {name: b"card:\n" * 9})
    old, new = ZipFile(path), ZipFile(out)
    assert new.testzip() is None
    assert new.read(name) == b"card:\n" * 9
    assert new.comment == old.comment
    for was, now in zip(old.infolist(), new.infolist(), strict=True):
        for kept in ("filename", "date_time", "compress_type", "comment", "extra", "external_attr"):
            assert getattr(was, kept) == getattr(now, kept)
        if was.filename != name:
            assert old.read(was) == new.read(now)


def test_a_name_without_the_flag_of_utf_8_is_written_as_it_was_meant(tmp_path: Path) -> None:
    content = packed({"set": b"x", "card é": b"y"}).replace(
        b"\x14\x00\x00\x08", b"\x14\x00\x00\x00"
    )
    path = written(tmp_path, content)
    repacking.rewrite(str(path), str(path), {"set": b"new"})
    assert read(path, "set", "card é") == [b"new", b"y"]
    assert ZipFile(path).namelist() == ["set", "card é"]


def test_an_archive_with_nothing_new_keeps_every_byte(tmp_path: Path) -> None:
    for whole in (packed(FILES), streamed(FILES), packed({})):
        path = written(tmp_path, whole)
        repacking.rewrite(str(path), str(path), {})
        assert path.read_bytes() == whole


def test_what_cannot_be_written_leaves_the_file_as_it_is(tmp_path: Path) -> None:
    buffer = io.BytesIO()
    with ZipFile(buffer, "w", ZIP_BZIP2) as archive:
        archive.writestr("set", "a" * 99)
    path = written(tmp_path, buffer.getvalue())
    assert read(path, "set") == [b"a" * 99]
    for name, reason in (("set", "packed in a way"), ("none", "no file “none”")):
        with pytest.raises(NanoriError, match=reason):
            repacking.rewrite(str(path), str(path), {name: b"b"})
        assert path.read_bytes() == buffer.getvalue()
    assert [path.name for path in tmp_path.iterdir()] == ["cards.mse-set"]


def test_a_folder_is_written_where_it_is_or_beside(tmp_path: Path) -> None:
    root = folder(tmp_path)
    repacking.rewrite(str(root), str(tmp_path / "new"), {"a/card 灯": b"new"})
    assert read(tmp_path / "new", "a/card 灯", "set") == [b"new", FILES["set"]]
    assert read(root, "a/card 灯") == [FILES["a/card 灯"]]
    repacking.rewrite(str(root), str(root), {"set": b"new"})
    assert read(root, "set", "image1") == [b"new", FILES["image1"]]
    for out, reason in ((None, "standard output"), (str(tmp_path / "new"), "there already")):
        with pytest.raises(NanoriError, match=reason):
            repacking.rewrite(str(root), out, {"set": b"x"})
    assert sorted(path.name for path in tmp_path.iterdir()) == ["folder", "new"]
