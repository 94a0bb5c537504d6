"""Long streams in little memory, cut anywhere."""

import io
import json
import os
import random
import tracemalloc
from pathlib import Path

import pytest

from nanori.formats import reader
from nanori.formats.io import streams
from nanori.formats.io.streams import Source
from nanori.formats.json import stream


def source_of(text: str | bytes) -> Source:
    raw = io.BytesIO(text.encode() if isinstance(text, str) else text)
    return Source("test", io.BufferedReader(raw))  # type: ignore[arg-type]


def test_every_line_is_there_without_its_line_feed() -> None:
    assert list(source_of("a\r\n\n  \nb").lines()) == [b"a\r", b"", b"  ", b"b"]


def test_a_line_may_be_longer_than_a_block() -> None:
    long = b"x" * (3 * streams.BLOCK_BYTES + 7)
    assert list(source_of(long + b"\n" + long).lines()) == [long, long]


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


@pytest.mark.skipif(not Path("/dev/fd").exists(), reason="pipes have no paths here")
def test_a_pipe_is_opened_once() -> None:
    reading, writing = os.pipe()
    os.write(writing, LINE)
    os.close(writing)
    try:
        (batch,) = reader.batches(f"/dev/fd/{reading}")
    finally:
        os.close(reading)
    assert len(batch.elements) == 1
