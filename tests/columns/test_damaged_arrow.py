"""A damaged Arrow file, whose buffers may point anywhere, is one line and no crash."""

import random
from pathlib import Path

import pytest

import nanori
from nanori.model.errors import NanoriError

pa = pytest.importorskip("pyarrow", reason="pyarrow is not installed")


def content(kind: str) -> bytes:
    names = ["Elder Heron", "Lantern Gull", None] * 40
    texts = ["Sacrifice this creature.", "Flying", "長老の鷺が攻撃するたび、占術１を行う。"] * 40
    columns = {"name": pa.array(names), "text": pa.array(texts, getattr(pa, kind)())}
    columns["lang"] = pa.array(["en", "en", "ja"] * 40).dictionary_encode()
    table = pa.table(columns)
    sink = pa.BufferOutputStream()
    with pa.ipc.new_file(sink, table.schema) as writer:
        writer.write_table(table)
    return sink.getvalue().to_pybytes()


@pytest.mark.parametrize("kind", ["string", "large_string", "string_view"])
def test_whatever_byte_is_wrong(kind: str, tmp_path: Path) -> None:
    chance = random.Random(kind)
    whole = content(kind)
    path = tmp_path / "cards.arrow"
    said: list[str] = []
    for _ in range(150):
        damaged = bytearray(whole)
        for _ in range(chance.randint(1, 6)):
            damaged[chance.randrange(len(damaged))] = chance.randrange(256)
        path.write_bytes(damaged)
        try:
            for record in nanori.read(str(path)):
                assert isinstance(record, nanori.results.Entry | NanoriError)
        except NanoriError as error:
            said.append(str(error))
    assert not [line for line in said if "\n" in line]
