"""Edits written back: wherever the file is, whatever it is packed in, all of it or nothing."""

import bz2
import gzip
import io
import json
import lzma
import sys
import tracemalloc
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import pytest

from failing import fail
from nanori.formats import patching
from nanori.formats.entries import Entry
from nanori.model.errors import NanoriError
from nanori.model.values import Edit
from project import put

LINE = '{"name": "Elder Heron", "text": "Flying\\nElder Heron can\'t block.", "x": 1.50}'


def first(words: str) -> Callable[[Entry], Mapping[str, Sequence[Edit]]]:
    """Return what replaces the first character of every text."""
    return lambda entry: {"text": [Edit(0, 1, words)]}


@pytest.mark.parametrize("packing", [gzip, lzma, bz2])
def test_a_packed_file_is_copied_and_never_changed(packing: object, tmp_path: Path) -> None:
    path, out = tmp_path / "cards.jsonl", tmp_path / "out"
    path.write_bytes(packing.compress(LINE.encode()))  # type: ignore[attr-defined]
    assert patching.rewrite(str(path), str(out), lambda _: {}, fail) == 0
    assert out.read_bytes() == path.read_bytes()
    with pytest.raises(NanoriError, match="unpack it first"):
        patching.rewrite(str(path), str(path), first("s"), fail)
    assert out.read_bytes() == path.read_bytes()


def test_standard_input_is_rewritten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(LINE.encode())))
    out = tmp_path / "out"
    assert patching.rewrite("-", str(out), first("灯"), fail) == 1
    assert out.read_text("utf-8") == LINE.replace("Flying", "灯lying")
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b'[{"text": "A"')))
    with pytest.raises(NanoriError) as caught:
        patching.rewrite("-", str(out), first("x"), fail)
    assert caught.value.path == "<stdin>"


def test_a_file_that_breaks_off_is_not_written(tmp_path: Path) -> None:
    path, out = tmp_path / "cards.json", tmp_path / "out"
    path.write_text(f"[{LINE}, {LINE}, {{", "utf-8")
    out.write_text("old", "utf-8")
    with pytest.raises(NanoriError, match="ends too early"):
        patching.rewrite(str(path), str(out), first("x"), fail)
    assert out.read_text("utf-8") == "old"
    assert sorted(tmp_path.iterdir()) == [path, out]


def test_a_bad_record_stays_and_the_others_are_written(tmp_path: Path) -> None:
    path = tmp_path / "cards.jsonl"
    bad = b'{"name": "\xff\xe3\x81", "text": 5}'
    path.write_bytes(b"\xef\xbb\xbf" + b"\r\n".join([bad, LINE.encode(), b"", bad, LINE.encode()]))
    noted: list[str] = []
    count = patching.rewrite(
        str(path), str(path), first("灯"), lambda error: noted.append(str(error))
    )
    assert (count, len(noted)) == (2, 2)
    for message, line in zip(noted, (1, 4), strict=True):
        assert message.startswith(f"{path}:{line}: ")
    new = LINE.replace("Flying", "灯lying").encode()
    assert path.read_bytes() == b"\xef\xbb\xbf" + b"\r\n".join([bad, new, b"", bad, new])


def test_a_character_that_the_encoding_lacks_is_an_error_and_nothing_is_written(
    tmp_path: Path,
) -> None:
    rows = "カード名,タイプ,テキスト\r\n静かな灯、アル,クリーチャー,アルは飛行を持つ。\r\n"
    before = rows.encode("cp932")
    path = put(tmp_path / "cards.csv", before)
    with pytest.raises(NanoriError, match="“🐉” cannot be written in CP932"):
        patching.rewrite(str(path), str(path), first("🐉"), fail)
    assert path.read_bytes() == before
    assert patching.rewrite(str(path), str(path), first("エ"), fail) == 1
    assert path.read_bytes() == before.replace("アルは".encode("cp932"), "エルは".encode("cp932"))


def test_edits_that_contradict_each_other_change_nothing(tmp_path: Path) -> None:
    card = {
        "name": "Heron",
        "text": "Flying",
        "foreignData": [{"language": "Japanese", "name": "鷺", "text": "飛行"}],
    }
    path = put(tmp_path / "set.json", json.dumps({"meta": {}, "data": {"cards": [card]}}))
    before = path.read_bytes()
    words = iter("ab")
    edits = {"name": lambda: [Edit(0, 0, next(words))]}

    def contrary(entry: Entry) -> Mapping[str, Sequence[Edit]]:
        field = "name_en" if entry.card.name_en else "name"
        return {field: edits["name"]()}

    noted: list[str] = []
    patching.rewrite(str(path), str(path), contrary, lambda error: noted.append(error.message))
    assert noted == ["two edits want different words in one place"]
    assert path.read_bytes() == before
    with pytest.raises(NanoriError, match="“reading” of “Heron” has no place"):
        patching.rewrite(str(path), str(path), lambda _: {"reading": [Edit(0, 0, "x")]}, fail)


@pytest.mark.thorough
def test_memory_does_not_grow_with_the_file(tmp_path: Path) -> None:
    long = LINE.replace("1.50", json.dumps("x" * 1500))

    def peak(count: int) -> int:
        path = put(tmp_path / f"{count}.jsonl", f"{long}\n" * count)
        tracemalloc.start()
        try:
            assert patching.rewrite(str(path), f"{path}.new", first("x"), fail) == count
            return tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()

    peak(10)
    assert peak(3_000) < 1.2 * peak(1_000)
