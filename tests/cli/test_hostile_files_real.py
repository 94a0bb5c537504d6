"""The files that broke something once, each through every command that reads or writes it."""

import json
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from command import nanori
from nanori.model.visible import visible
from nanori.names import schema
from project import SHARED

HOSTILE = SHARED / "data" / "hostile"
pytestmark = [
    pytest.mark.real,
    pytest.mark.skipif(not HOSTILE.is_dir(), reason="needs ../shared/data/hostile"),
]
NO_CARDS = ["02b-", "04-", "05-", "07-", "08-", "09-", "15-", "16-", "18-"]
"""Files without a card, or of which nothing may be changed."""
SLOW = ["14-", "17-"]
"""Fifty thousand findings, ten thousand cards: `make bench` measures their like."""
FILES = [
    path
    for path in sorted(HOSTILE.glob("[0-9]*"))
    if path.suffix != ".sqlite" and not path.name.startswith(tuple(SLOW))
]
READING = [
    *(["annotate"], ["annotate", "--to", "markup"], ["show"], ["lint"]),
    *(["lint", "--format", "json"], ["lint", "--format", "sarif"], ["lint", "--diff"]),
    *(["restyle", "--style", "oracle"], ["restyle", "--style", "tilde", "--diff"]),
]
WRITING = [
    *(
        ["restyle", "--style", "oracle", "--in-place"],
        ["restyle", "--style", "tilde", "--in-place"],
    ),
    *(["lint", "--fix"], ["lint", "--fix", "--unsafe-fixes"]),
    ["rename", "Ember Pot", "Ash Urn", "--write"],
]


def copied(path: Path, folder: Path) -> Path:
    copy = folder / path.name
    shutil.copyfile(path, copy)
    return copy


def line(command: list[str], path: Path) -> list[str]:
    """Return a command line with the path where it belongs."""
    at = 1 if command[0] == "rename" else len(command)
    return [*command[:at], str(path), *command[at:]]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_every_hostile_file_is_read_or_refused_in_words_that_may_be_shown(
    path: Path, tmp_path: Path
) -> None:
    copy = copied(path, tmp_path)
    for command in READING:
        code, out, err = nanori(*line(command, copy))
        assert code in (0, 1, 2)
        assert "internal error" not in err
        assert visible(err) == err
        if "--format" in command:
            json.loads(out)
        assert visible(out) == out
    assert copy.read_bytes() == path.read_bytes()
    assert list(tmp_path.iterdir()) == [copy]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_no_hostile_file_loses_anything(path: Path, tmp_path: Path) -> None:
    for command in WRITING:
        copy = copied(path, tmp_path)
        code, _, err = nanori(*line(command, copy))
        assert code in (0, 1, 2)
        assert "internal error" not in err
        if path.name.startswith(tuple(NO_CARDS)):
            assert copy.read_bytes() == path.read_bytes()
        elif path.suffix == ".jsonl":
            assert copy.read_bytes().count(b"\n") == path.read_bytes().count(b"\n")
        assert list(tmp_path.iterdir()) == [copy]


@pytest.mark.parametrize("style", ["foundations", "oracle", "tilde"])
def test_a_name_in_other_capitals_is_not_doubled_and_a_second_run_changes_nothing(
    style: str, tmp_path: Path
) -> None:
    (path,) = HOSTILE.glob("11-*")
    copy = copied(path, tmp_path)
    nanori("restyle", "--style", style, "--in-place", copy)
    first = copy.read_bytes()
    assert b"Shoal of the" not in first
    nanori("restyle", "--style", style, "--in-place", copy)
    assert copy.read_bytes() == first


def test_json_with_a_comment_changes_in_its_texts_alone(tmp_path: Path) -> None:
    (path,) = HOSTILE.glob("02-*")
    for command in WRITING:
        copy = copied(path, tmp_path)
        nanori(*line(command, copy))
        pairs = list(zip(*(one.read_bytes().split(b"\n") for one in (path, copy)), strict=True))
        changed = {old.split(b":")[0].strip() for old, new in pairs if old != new}
        assert changed <= ({b'"name"', b'"text"'} if command[0] == "rename" else {b'"text"'})
        assert pairs[0] == (b"// my cards", b"// my cards")


def test_a_database_with_an_endless_view_is_refused(tmp_path: Path) -> None:
    (path,) = HOSTILE.glob("*.sqlite")
    code, out, err = nanori("names", "find", "Ember", "--db", path)
    assert (code, out) == (2, "")
    assert "a database of names by an older nanori" in err
    copy = copied(path, tmp_path)
    copy.chmod(0o600)
    with closing(sqlite3.connect(copy)) as connection:
        connection.execute(f"PRAGMA user_version = {schema.VERSION}")
        connection.commit()
    code, out, err = nanori("names", "find", "Ember", "--db", copy)
    assert (code, out) == (2, "")
    assert "its tables are not those of a database of names" in err
