"""What -o may take the place of: what nanori made, and no card file."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from command import nanori
from project import put

CARD = {"name": "Reed Ox", "lang": "en", "type": "Creature — Ox", "text": "Untap Reed Ox."}
WRITERS = [
    ["annotate", "IN"],
    ["annotate", "--abilities", "IN"],
    ["restyle", "--style", "tilde", "IN"],
    ["show", "IN"],
    ["lint", "IN"],
    ["lint", "--format", "jsonl", "IN"],
]


def written(folder: Path, name: str = "in.jsonl") -> Path:
    return put(folder / name, json.dumps(CARD) + "\n")


@pytest.mark.parametrize(
    "command", [*WRITERS, ["convert", "IN"], ["names", "build", "IN"]], ids=" ".join
)
def test_a_card_file_is_not_replaced(command: list[str], tmp_path: Path) -> None:
    path, other = written(tmp_path), written(tmp_path, "out.jsonl")
    before = other.read_bytes()
    words = [word.replace("IN", str(path)) for word in command]
    refused = nanori(*words, "-o", str(other))
    assert (refused.code, other.read_bytes()) == (2, before)
    assert "is a card file and would be replaced; remove it first" in refused.err


@pytest.mark.parametrize("command", [*WRITERS, ["names", "build", "IN"]], ids=" ".join)
def test_what_nanori_wrote_is_written_anew(command: list[str], tmp_path: Path) -> None:
    words = [word.replace("IN", str(written(tmp_path))) for word in command]
    for _ in range(2):
        assert nanori(*words, "-o", str(tmp_path / "made")).code != 2


def test_a_database_of_another_program_stays(tmp_path: Path) -> None:
    place = tmp_path / "other.db"
    with closing(sqlite3.connect(place)) as connection, connection:
        connection.execute("CREATE TABLE a (b)")
    before = place.read_bytes()
    refused = nanori("names", "build", str(written(tmp_path)), "-o", str(place))
    assert (refused.code, place.read_bytes()) == (2, before)
    assert "a database of another program" in refused.err


@pytest.mark.parametrize("content", [b"", b"notes\n", b'{"a": 1}\n', b"\x00\xff"])
def test_any_other_file_is_replaced(content: bytes, tmp_path: Path) -> None:
    place = put(tmp_path / "out.txt", content)
    assert nanori("annotate", str(written(tmp_path)), "-o", str(place)).code == 0
