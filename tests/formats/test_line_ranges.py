"""A file of lines in ranges of bytes, as several processes read it."""

import os
from pathlib import Path

import pytest

from nanori.formats import line_ranges, reader
from nanori.formats.io import streams
from nanori.model.errors import NanoriError
from project import put

LINE = b'{"lang": "en", "name": "Ember Pot", "text": "Ember Pot burns."}'
FILES = {
    "plain": b"\n".join([LINE] * 9) + b"\n",
    "without a last line feed": b"\n".join([LINE] * 9),
    "with a byte order mark": b"\xef\xbb\xbf" + b"\n".join([LINE] * 9),
    "with blank lines": b"\r\n".join([LINE, b"", b"  ", LINE] * 4) + b"\n\n\n",
    "with bytes that are no UTF-8": b"\n".join([LINE, b'{"name": "\xff\xfe"}', LINE] * 3),
    "with other letters": LINE.replace(b"burns", "燃える".encode()) + b"\n" + LINE,
}


@pytest.mark.parametrize("content", FILES.values(), ids=FILES)
@pytest.mark.parametrize("block", [16, 100, 1000])
def test_ranges_have_the_elements_of_the_whole(
    content: bytes, block: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(streams, "BLOCK", block)
    path = put(tmp_path / "cards.jsonl", content)
    whole = [each for batch in reader.batches(str(path)) for each in batch.elements]
    for several in (False, True):
        divided = [
            each
            for batch in reader.divided(str(path), several=several)
            for each in line_ranges.fetched(batch).elements
        ]
        assert divided == [each._replace(start=0) for each in whole]


def test_a_line_that_is_too_long_is_told_with_its_number(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(streams, "BLOCK", 64)
    monkeypatch.setattr(line_ranges, "MAX_LINE_BYTES", 500)
    path = put(tmp_path / "cards.jsonl", LINE + b"\n" + LINE + b" " * 2000 + b"\n" + LINE)
    every = reader.divided(str(path), several=True)
    assert next(every).cards == 1
    with pytest.raises(NanoriError, match="a line longer") as raised:
        list(every)
    assert raised.value.line == 2


def test_a_file_that_has_become_shorter_is_an_error(tmp_path: Path) -> None:
    path = put(tmp_path / "cards.jsonl", LINE + b"\n" + LINE)
    (batch,) = reader.divided(str(path), several=True)
    (read,) = reader.divided(str(path))
    path.write_bytes(LINE)
    with pytest.raises(NanoriError, match="changed while it was read"):
        list(reader.records(batch))
    path.unlink()
    with pytest.raises(NanoriError, match="no such file"):
        list(reader.records(batch))
    assert len(list(reader.records(read))) == 2  # one process has read it by then


def test_an_array_is_read_by_one_process(tmp_path: Path) -> None:
    path = put(tmp_path / "cards.json", b"[" + LINE + b"," + LINE + b"]")
    (batch,) = reader.divided(str(path))
    assert batch.unread is None
    assert len(batch.elements) == 2


@pytest.mark.skipif(not Path("/dev/fd").exists(), reason="pipes have no paths here")
def test_a_pipe_is_opened_once_and_read_by_one_process() -> None:
    reading, writing = os.pipe()
    os.write(writing, LINE)
    os.close(writing)
    try:
        (batch,) = reader.divided(f"/dev/fd/{reading}")
    finally:
        os.close(reading)
    assert len(batch.elements) == 1
