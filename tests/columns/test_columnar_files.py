"""Parquet and Arrow files at the command line: read by every command, written whole or not."""

import gzip
import json
import os
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.feather as feather
import pyarrow.parquet as parquet
import pytest

import nanori as library
from command import nanori, process
from nanori.formats.columnar import opening
from nanori.model.errors import NanoriError
from project import ROOT, put

SET = ROOT / "examples" / "harbor.csv"
ROWS: list[dict[str, Any]] = [
    {"id": 1, "name": "Salt Quay", "type": "Land", "text": "{T}: Untap Salt Quay.", "lang": "en"},
    {"id": 2, "name": "Ash Wolf", "type": "Creature", "text": None, "lang": "en"},
    {"id": 3, "name": "Mist Eel", "type": "Creature", "text": "Tap this creature.", "lang": "tlh"},
    {
        "id": 4,
        "name": "灰の急使",
        "type": "クリーチャー",
        "text": "灰の急使は飛行を持つ。",
        "lang": None,
    },
]
SAID = ":3: unknown language “tlh”, there are: de, en, es, fr, it, ja, ko, pt, ru, zhs, zht\n"
COUNTED = "3 records in 1 file read, 1 without text, 1 not read\n"


def table(times: int = 1) -> pa.Table:
    return pa.Table.from_pylist(ROWS * times)


def written(folder: Path, kind: str = "parquet", times: int = 1) -> Path:
    path = folder / f"cards.{kind}"
    if kind == "parquet":
        parquet.write_table(table(times), path, row_group_size=1000)
    elif kind == "feather":
        feather.write_feather(table(times), str(path))
    else:
        with pa.ipc.new_stream(path, table().schema) as out:
            out.write_table(table(times))
    return path


def read(path: Path) -> pa.Table:
    with opening.opened(str(path)) as file:
        return pa.Table.from_batches(file.batches(), file.schema)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("kind", ["parquet", "feather", "arrows"])
def test_every_kind_is_read_as_records(kind: str, tmp_path: Path) -> None:
    path = written(tmp_path, kind)
    ran = nanori("annotate", path)
    assert ran.code == 1
    assert ran.err.startswith(f"{path}{SAID}")
    # One record in, one line out: without a text, and not read, too.
    assert [record.get("id") for record in ran.records()] == [1, 2, None, 4]
    assert [len(record.get("references", "?")) for record in ran.records()] == [1, 0, 1, 1]
    assert "error" in ran.records()[2]
    piped = nanori("annotate", "-", stdin=path.read_bytes())
    assert piped.out == ran.out.replace(str(path), "<stdin>")
    assert piped.err.startswith(f"<stdin>{SAID}")
    packed = put(tmp_path / f"cards.{kind}.gz", gzip.compress(path.read_bytes()))
    assert nanori("annotate", packed).out == ran.out.replace(str(path), str(packed))


@pytest.mark.parametrize("kind", ["parquet", "feather", "arrows"])
def test_a_file_of_columns_becomes_one_with_a_row_for_each_row(kind: str, tmp_path: Path) -> None:
    path, out = written(tmp_path, kind), tmp_path / "references.pq"
    assert nanori("annotate", path, "-o", out) == (1, "", f"{path}{SAID}{COUNTED}")
    made = read(out)
    assert made.schema.names == [*table().schema.names, "read_as", "references", "error"]
    assert made.schema.metadata[b"nanori.schema"] == b"1"
    assert made.select(table().schema.names).to_pylist() == ROWS
    assert [each is None for each in made.column("references").to_pylist()] == [0, 1, 1, 0]
    assert made.column("error").null_count == 3


def test_the_references_are_those_of_json_lines(tmp_path: Path) -> None:
    path, out = written(tmp_path), tmp_path / "references.parquet"
    nanori("annotate", path, "-o", out)
    rows = {row["id"]: row["references"] for row in read(out).to_pylist()}
    for record in nanori("annotate", path).records():
        references = rows.get(record.get("id")) or ()
        got = [{key: value for key, value in each.items() if value} for each in references]
        wanted = record.get("references", ())
        assert got == [{k: v for k, v in each.items() if v} for each in wanted]


def test_the_other_commands_read_columns(tmp_path: Path) -> None:
    path = written(tmp_path)
    records = nanori("restyle", path, "--style", "tilde").records()
    assert sum(bool(record.get("changes")) for record in records) == 2
    slip = {"name": "Salt Quay", "text": "{T}: Untap Slat Quay."}
    parquet.write_table(pa.Table.from_pylist([ROWS[0], slip]), path)
    findings = map(json.loads, nanori("lint", path, "--format", "jsonl").out.splitlines())
    assert ("own-name/misspelled", 2) in [(each["rule"], each["line"]) for each in findings]
    before = path.read_bytes()
    assert "0 fixed" in nanori("lint", path, "--fix").err
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["annotate", SET, "-o", "x.parquet"], "only of Parquet and Arrow files Parquet"),
        (["annotate", SET, "-o", "x.parquet", "--jobs", 2], "one process writes Parquet"),
        (["annotate", SET, "-o", "x.feather"], ".feather is not written; annotate writes .parquet"),
        (["annotate", SET, "--to", "markup", "-o", "x.pq"], ".jsonl was wanted"),
        (["restyle", SET, "--style", "tilde", "-o", "x.parquet"], ".jsonl was wanted"),
    ],
)
def test_what_is_not_written_as_columns_is_refused(
    arguments: list[str | int | Path], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    ran = nanori(*arguments)
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert said in ran.err
    assert not [*tmp_path.iterdir()]


def test_names_in_the_columns_are_known(tmp_path: Path) -> None:
    rows = [{"name": "Ash Wolf", "text": "Tap Salt Quay."}, {"name": "Salt Quay", "text": None}]
    path, out = tmp_path / "cards.parquet", tmp_path / "out.parquet"
    parquet.write_table(pa.Table.from_pylist(rows), path)
    nanori("annotate", path, "-o", out)
    assert [each["form"] for each in read(out).column("references").to_pylist()[0]] == ["other"]
    nanori("annotate", path, "-o", out, "--no-file-names")
    assert read(out).column("references").to_pylist()[0] == []


def damaged(folder: Path, how: str) -> Path:
    path = written(folder, times=3000)
    content = bytearray(path.read_bytes())
    if how == "cut":
        del content[len(content) // 2 :]
    elif how == "a page":
        place = len(content) // 3
        content[place : place + 4000] = bytes(4000)
    elif how == "footer":
        content[-2000:-8] = bytes(1992)
    elif how == "begun":
        del content[4:]
    return put(path, content)


@pytest.mark.parametrize("how", ["cut", "a page", "footer", "begun"])
def test_a_damaged_file_is_one_line_and_nothing_is_written(how: str, tmp_path: Path) -> None:
    path, out = damaged(tmp_path, how), tmp_path / "out.parquet"
    out.write_bytes(b"what was there")
    ran = nanori("annotate", path, "-o", out, "--no-file-names")
    lines = [line for line in ran.err.splitlines() if "unknown language" not in line]
    assert (ran.code, ran.out, len(lines)) == (2, "", 1)
    assert f"{path}: cannot be read, it is damaged: " in lines[0]
    assert out.read_bytes() == b"what was there"
    assert {each.name for each in tmp_path.iterdir()} == {path.name, out.name}


@pytest.mark.parametrize(
    ("rows", "arguments", "said"),
    [
        ([{"name": "a", "text": None}], [], "no row has a rules text"),
        ([{"name": "a", "text": "b"}], ["--column", "text=c"], "no column “c”, there are"),
    ],
)
def test_what_cannot_be_done_is_one_line(
    rows: list[dict[str, Any]], arguments: list[str], said: str, tmp_path: Path
) -> None:
    path, out = tmp_path / "cards.parquet", tmp_path / "out.parquet"
    parquet.write_table(pa.Table.from_pylist(rows), path)
    ran = nanori("annotate", path, "-o", out, *arguments)
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert said in ran.err
    assert not out.exists()


def test_files_must_have_the_same_columns(tmp_path: Path) -> None:
    path, other, out = written(tmp_path), tmp_path / "b.parquet", tmp_path / "out.parquet"
    parquet.write_table(table().drop_columns(["id"]), other)
    ran = nanori("annotate", path, other, "-o", out, "--no-file-names")
    assert ran.code == 2
    assert f"{other}: its columns are others than those of {path}" in ran.err
    assert not out.exists()
    assert "is an input" in nanori("annotate", path, "-o", path).err


def test_without_pyarrow_a_line_names_the_extra(tmp_path: Path) -> None:
    path = written(tmp_path)
    put(tmp_path / "pyarrow.py", "raise ModuleNotFoundError('none', name='pyarrow')\n")
    for arguments in ([str(path)], [str(path), "-o", str(tmp_path / "out.parquet")]):
        command = [sys.executable, "-m", "nanori", "annotate", *arguments]
        environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
        ran = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
        assert ran.returncode == 2
        assert ran.stderr.count("\n") == 1
        assert "pip install 'nanori[arrow]'" in ran.stderr


def test_pyarrow_is_not_imported_for_other_files() -> None:
    code = "import sys; from nanori.surfaces.cli.app import run; run(['annotate', '--sample']);"
    code += "print('pyarrow' in sys.modules, file=sys.stderr)"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stderr.endswith("read\nFalse\n")
    assert process("--version").code == 0


def test_a_conversion_says_what_it_does_not_read(tmp_path: Path) -> None:
    path = tmp_path / "cards.parquet"
    pictures = pa.array([b"\x89PNG", None], pa.binary())
    cards = {"name": ["Ash Wolf", "Mist Eel"], "text": ["Ash Wolf attacks.", "Tap it."]}
    parquet.write_table(pa.table({**cards, "art": pictures}), path)
    assert nanori("convert", path, "--to", "csv").err == "not in the table: art\n"


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
            for record in library.read(str(path)):
                assert isinstance(record, library.results.Entry | NanoriError)
        except NanoriError as error:
            said.append(str(error))
    assert not [line for line in said if "\n" in line]
