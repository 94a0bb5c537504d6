"""One record in, one line out: in every shape of file, from a pipe, in the library and tables."""

import io
import json
import subprocess
import sys
from pathlib import Path

import pytest

import nanori as library
from card_shapes import CARDS, SHAPES, written
from command import nanori
from nanori.surfaces.service import Service, serve
from project import put


def lines_of(out: str) -> list[tuple[str, list[tuple[int, int]]]]:
    """Return the name and the spans of each line."""
    every = map(json.loads, out.splitlines())
    return [
        (line["name"], [(each["start"], each["end"]) for each in line["references"]])
        for line in every
    ]


@pytest.fixture(scope="module")
def wanted(tmp_path_factory: pytest.TempPathFactory) -> list[tuple[str, list[tuple[int, int]]]]:
    path = written("JSON Lines", tmp_path_factory.mktemp("lines"))
    lines = lines_of(nanori("annotate", path).out)
    assert [name for name, _ in lines] == [name for name, *_ in CARDS]
    return lines


@pytest.mark.parametrize("shape", SHAPES)
def test_each_shape_gives_the_same_lines(
    shape: str, wanted: list[tuple[str, list[tuple[int, int]]]], tmp_path: Path
) -> None:
    path = written(shape, tmp_path)
    ran = nanori("annotate", path)
    assert ran.code == 0, ran.err
    assert lines_of(ran.out) == wanted


@pytest.mark.parametrize("shape", ["bare JSON", "JSON Lines", "CSV", "Cockatrice", "spoiler"])
def test_a_pipe_gives_the_same_lines(
    shape: str, wanted: list[tuple[str, list[tuple[int, int]]]], tmp_path: Path
) -> None:
    arguments = [sys.executable, "-m", "nanori", "annotate", "-"]
    content = written(shape, tmp_path).read_bytes()
    ran = subprocess.run(arguments, input=content, capture_output=True, check=True)
    assert lines_of(ran.stdout.decode()) == wanted


@pytest.mark.parametrize("shape", SHAPES)
def test_the_library_reads_the_same_records(shape: str, tmp_path: Path) -> None:
    path = written(shape, tmp_path)
    read = [(record.card.name, record.card.text) for record in library.read(path)]
    assert read == [(name, text) for name, _, text in CARDS]


def test_a_table_gives_the_same_rows(wanted: list[tuple[str, list[tuple[int, int]]]]) -> None:
    pyarrow = pytest.importorskip("pyarrow", reason="pyarrow is not installed")
    from nanori import arrow

    rows = [{"name": name, "type": kind, "text": text} for name, kind, text in CARDS]
    made = arrow.annotate(pyarrow.Table.from_pylist(rows))
    spans = [
        [(each["start"], each["end"]) for each in row] for row in made["references"].to_pylist()
    ]
    assert spans == [found for _, found in wanted]


def test_the_service_gives_the_same_references(
    wanted: list[tuple[str, list[tuple[int, int]]]],
) -> None:
    cards = [{"name": name, "type": kind, "text": text} for name, kind, text in CARDS]
    request = {"id": 1, "method": "annotate_many", "params": {"cards": cards}}
    out = io.BytesIO()
    serve(Service(), io.BytesIO(json.dumps(request).encode() + b"\n"), out)
    result = json.loads(out.getvalue())["result"]
    spans = [[(each["start"], each["end"]) for each in references] for references in result]
    assert spans == [found for _, found in wanted]


@pytest.mark.parametrize("shape", SHAPES)
def test_the_same_cards_have_the_same_findings(shape: str, tmp_path: Path) -> None:
    ran = nanori("lint", written(shape, tmp_path), "--format", "jsonl")
    assert [line["text"] for line in map(json.loads, ran.out.splitlines())] == ["you you"]
    ran = nanori("lint", written(shape, tmp_path))
    assert ran.err.startswith("12 cards in 1 file read, 2 without text: 1 finding, ")
    assert ran.err.endswith("; profile: set\n")


@pytest.mark.parametrize("profile", ["translation", "data"])
def test_a_profile_can_be_set(profile: str, tmp_path: Path) -> None:
    path = written("CSV", tmp_path)
    (tmp_path / "nanori.toml").write_text(f'profile = "{profile}"\n')
    ran = nanori("lint", path)
    assert (ran.code, ran.out) == (0, "")
    assert ran.err.endswith(f"nothing found; profile: {profile}\n")


@pytest.mark.parametrize("card", [{"name": "Ash"}, {"name": "Ash", "text": None}])
def test_a_name_alone_makes_no_record(card: dict[str, object], tmp_path: Path) -> None:
    every = {"meta": {}, "data": {"cards": [card, {"name": "B", "text": ""}]}}
    path = put(tmp_path / "a.json", json.dumps(every))
    assert [name for name, _ in lines_of(nanori("annotate", path).out)] == ["B"]
