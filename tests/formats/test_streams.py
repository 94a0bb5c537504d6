"""Long streams in little memory, cut anywhere, or in ranges that several processes read."""

import io
import json
import os
import random
import tracemalloc
from pathlib import Path

import pytest

from nanori.formats import line_ranges, reader
from nanori.formats.io import streams
from nanori.formats.io.streams import Source
from nanori.formats.json import stream
from nanori.model.errors import NanoriError
from project import put


def source_of(text: str | bytes) -> Source:
    raw = io.BytesIO(text.encode() if isinstance(text, str) else text)
    return Source("test", io.BufferedReader(raw))  # type: ignore[arg-type]


def test_lines_are_numbered_and_blank_ones_are_passed_over() -> None:
    assert list(source_of("a\r\n\n  \nb").lines()) == [(1, b"a\r"), (4, b"b")]


def test_a_line_may_be_longer_than_a_block() -> None:
    long = b"x" * (3 * streams.BLOCK_BYTES + 7)
    assert list(source_of(long + b"\n" + long).lines()) == [(1, long), (2, long)]


def test_an_endless_line_is_an_error_and_fills_no_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "MAX_LINE_BYTES", streams.BLOCK_BYTES)
    with pytest.raises(streams.NanoriError, match="longer than") as caught:
        list(source_of(b"{}\n" + b"x" * 9 * streams.BLOCK_BYTES).lines())
    assert caught.value.line == 2


def test_values_are_found_wherever_the_blocks_end(monkeypatch: pytest.MonkeyPatch) -> None:
    values: list[object] = ["灯\\n“", {"a": [1, {"b": None}]}, -12.5e3, True, [], {}, "\U00020b9f"]
    text = json.dumps(values, ensure_ascii=False, indent=1)
    for size in range(1, 40):
        monkeypatch.setattr(streams, "BLOCK_BYTES", size)
        monkeypatch.setattr(streams, "HEAD_BYTES", size)
        elements = list(stream.pull(source_of(text), lambda keys: not keys))
        assert [json.loads(value) for _, _, _, value, *_ in elements] == values
        assert elements[0][0] == 2
        assert elements[-1][0] == text.count("\n")
        one_by_one = " \n".join(map(json.dumps, values))
        read = [json.loads(value) for _, _, _, value, *_ in stream.values(source_of(one_by_one))]
        assert read == values


def test_only_what_is_wanted_is_gone_into() -> None:
    text = '{"a": {"no": [1], "yes": [2, 3]}, "b": [4], "yes": {"yes": [5]}}'
    elements = stream.pull(source_of(text), lambda keys: set(keys) <= {"a", "yes"})
    assert [value for _, _, _, value, *_ in elements] == [b"2", b"3", b"5"]


@pytest.mark.parametrize(
    "text", ["[1 2]", "[1,]", '{"a" 1}', "{1: 2}", "[1", '["a', "[] []", "[nul"]
)
def test_what_is_not_json_is_an_error(text: str) -> None:
    with pytest.raises(streams.NanoriError, match="not JSON"):
        list(stream.pull(source_of(text), lambda keys: True))


def test_damaged_json_never_does_anything_but_raise_nanori_error() -> None:
    chance = random.Random(7)
    text = json.dumps({"data": [{"a": "灯\n", "b": [1.5, None]}] * 5}, ensure_ascii=False).encode()
    for _ in range(3000):
        damaged = bytearray(text)
        for _ in range(chance.randint(1, 3)):
            damaged[chance.randrange(len(damaged))] = chance.randrange(256)
        try:
            list(stream.pull(source_of(bytes(damaged)), lambda keys: True))
        except streams.NanoriError as error:
            assert error.line is not None  # noqa: PT017 — only now and then is there an error


def test_memory_does_not_grow_with_the_file(tmp_path: Path) -> None:
    def peak(count: int) -> int:
        path = tmp_path / f"{count}.json"
        item = json.dumps({"name": "x" * 1000})
        path.write_text(f'{{"skipped": 1, "data": [{",".join([item] * count)}]}}', "utf-8")
        tracemalloc.start()
        try:
            with streams.opened(str(path)) as source:
                assert sum(1 for _ in stream.pull(source, lambda keys: True)) == count
            return tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()

    assert peak(4_000) < 1.2 * peak(1_000)


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
    monkeypatch.setattr(streams, "BLOCK_BYTES", block)
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
    monkeypatch.setattr(streams, "BLOCK_BYTES", 64)
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
