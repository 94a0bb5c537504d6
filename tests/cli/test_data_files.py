"""A data file of nanori's that is missing or broken: one line that names it, whatever is asked."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

import installation
import nanori as library
from command import Ran, nanori
from nanori.grammar import language_detection
from nanori.model import messages
from nanori.names import database, merging, readings
from project import CORPUS, ROOT, put

CARDS = [
    {"id": "1", "name": "Courier", "text": "Sacrifice Courier: Draw a card."},
    {"id": "2", "name": "Salt Ogre", "text": '{1}: It gains "Untap this creature."'},
    {"id": "3", "name": "灰の急使", "text": "灰の急使を生け贄に捧げる:カードを1枚引く。"},
    {"id": "4", "name": "塩のオーガ", "text": "{1}:このクリーチャーをアンタップする。"},
]
for japanese, english in zip(CARDS[2:], CARDS, strict=False):
    japanese["name_en"] = english["name"]
SCENARIO = {
    "objects": [{"id": "A", "card": card} for card in CARDS[:1]],
    "events": [],
    "questions": [{"state": "A"}],
}
# The languages of these cards: no other one is read for them.
FIRST, SECOND = dict.fromkeys(language_detection.of_text(card["text"]) for card in CARDS)


class Files(NamedTuple):
    """What commands are tried on, and the copies of the data files."""

    cards: str
    scenario: str
    built: str
    grammar: Path


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Files]:
    cards, scenario = tmp_path / "cards.jsonl", tmp_path / "scenario.json"
    cards.write_text("".join(json.dumps(card) + "\n" for card in CARDS), "utf-8")
    scenario.write_text(json.dumps(SCENARIO), "utf-8")
    monkeypatch.setattr(database, "default_path", lambda: tmp_path / "none.sqlite")
    with installation.copied(tmp_path / "grammar", monkeypatch) as grammar:
        yield Files(str(cards), str(scenario), str(tmp_path / "built.sqlite"), grammar)


COMMANDS = {
    "annotate": "annotate {cards}",
    "annotate in two processes": "annotate {cards} --jobs 2",
    "annotate with names": "annotate {cards} --names {cards}",
    "bind": "bind {scenario}",
    "explain": "explain --all",
    "formats": "formats",
    "lint": "lint {cards}",
    "lint with fixes": "lint {cards} --diff",
    "mentions": f"mentions {CORPUS / 'documents' / 'page.txt'}",
    "names build": "names build {cards} -o {built}",
    "names choose": "names choose 灰の急使",
    "names find": "names find 灰の急使",
    "names show": "names show 灰の急使",
    "rename": "rename {cards} Courier Runner",
    "restyle": "restyle {cards} --style tilde",
    "lint of rules": f"lint {CORPUS / 'documents' / 'update.txt'}",
    "show": "show {cards}",
    "tree": "tree {cards}",
}
NEEDED_BY_ALL = ("annotate", "bind", "lint", "restyle", "show", "tree")
"""Commands that annotate cards of either language, or parse them."""


def run(command: str, files: Files) -> Ran:
    return nanori(*COMMANDS[command].format(**files._asdict()).split())


def broken(files: Files, name: str, how: str) -> Path:
    """Break a data file, and return its path."""
    path = {"GAME_WORDS": readings.GAME_WORDS, "OVERRIDES": merging.OVERRIDES}.get(
        name, files.grammar / name
    )
    match how:
        case "missing":
            path.unlink()
        case "cut":
            path.write_bytes(path.read_bytes()[: path.stat().st_size // 2] + b"\n[ =\n")
        case _:
            path.write_bytes(b"\xff\xfe" + path.read_bytes())
    return path


NAMES = [f"{code}.{kind}" for code in (FIRST, SECOND) for kind in ("toml", "lark")]
NAMES += ["common.lark", "GAME_WORDS", "OVERRIDES"]


def is_named(done: Ran, path: Path) -> bool:
    """Tell whether a command ended with one line that names the file, and wrote nothing else."""
    return (done.code, done.err.count("\n")) == (2, 1) and done.err.startswith(f"{path}:")


@pytest.mark.sampled(6)
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("command", COMMANDS)
def test_a_missing_data_file_is_one_line_for_every_command(
    files: Files, command: str, name: str
) -> None:
    path = broken(files, name, "missing")
    done = run(command, files)
    if is_named(done, path):
        assert not Path(files.built).exists()
        return
    # A grammar of a language in which nothing was given is not asked for.
    unasked = name.isupper() or name == f"{SECOND}.lark"
    assert unasked or command not in NEEDED_BY_ALL, done.err
    assert done.code in (0, 1)
    assert path.name not in done.err


@pytest.mark.parametrize("how", ["cut", "bytes"])
@pytest.mark.parametrize("name", NAMES)
def test_a_broken_data_file_is_one_line(files: Files, name: str, how: str) -> None:
    path = broken(files, name, how)
    command = "names build" if name.isupper() else "annotate"
    done = run(command, files)
    assert is_named(done, path), done.err


@pytest.mark.parametrize("command", ["annotate", "names find", "lint", "formats"])
def test_a_folder_without_a_language_is_one_line(files: Files, command: str) -> None:
    for path in files.grammar.glob("*.*"):
        path.unlink()
    done = run(command, files)
    assert command == "formats" or is_named(done, files.grammar), done.err


@pytest.mark.parametrize(
    ("name", "old", "new", "where"),
    [
        ("common.lark", "\nstart:", "\nstart: (\nstart:", "common.lark:12: "),
        (f"{FIRST}.lark", "\nCOLON", "\ncolon: (\nCOLON", f"{FIRST}.lark:"),
        (f"{FIRST}.lark", "\nCOLON: /", "\nCOLON: /(", f"{FIRST}.lark: "),
        ("common.lark", "\nability:", "\nno_ability:", ", with common.lark, does not work"),
        (f"{FIRST}.toml", "\nname = ", "\nx = 1\nname = ", f"{FIRST}.toml:2: x: there is no such"),
        (f"{FIRST}.toml", "\nname = ", "\nname = 0\nname = ", f"{FIRST}.toml:3: name is there tw"),
        (f"{FIRST}.toml", "\nname = ", "\nname = 0 #", f"{FIRST}.toml:2: name: Expected `str`"),
        (f"{FIRST}.toml", "\n[words]\n", "\n[words]\nx = [0]\n", ": words.x[0]: Expected `str`"),
        (f"{FIRST}.toml", "\nword = ", '\nword = "(" # ', ": word: no regular"),
        (f"{FIRST}.toml", "\ndefault = true", "", "grammar: no language is the default"),
    ],
)
def test_what_is_wrong_in_a_file_is_said_with_its_place(
    files: Files, name: str, old: str, new: str, where: str
) -> None:
    path = files.grammar / name
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), "utf-8")
    done = run("annotate", files)
    assert (done.code, done.err.count("\n")) == (2, 1), done.err
    assert f"{files.grammar.parent}{os.sep}" in done.err
    assert where in done.err


def test_a_program_gets_one_kind_of_error_for_it(files: Files) -> None:
    path = broken(files, f"{FIRST}.lark", "missing")
    with pytest.raises(library.DataFileError) as error:
        library.annotate(library.Card(name="Salt", text="Untap it.", lang=FIRST))
    assert str(error.value) == f"{path}: no such file or directory"
    assert not isinstance(error.value, library.NanoriError)


def test_it_is_one_line_for_the_command_as_it_is_installed(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "src" / "nanori", tmp_path / "nanori")
    shutil.copytree(ROOT / "grammar", tmp_path / "nanori" / "grammar" / "files")
    path = put(tmp_path / "nanori" / "grammar" / "files" / f"{FIRST}.toml", "words = [")
    done = subprocess.run(
        [sys.executable, "-m", "nanori", "annotate", "--sample", "--jobs", "2"],
        capture_output=True,
        check=False,
        encoding="utf-8",
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        timeout=300,
    )
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert done.stderr.startswith(f"{path}: ")


def test_a_broken_catalogue_of_messages_is_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for content in (b"\xff", b'msgid "a" b"\nmsgstr ""\n'):
        folder = tmp_path / str(len(content))
        shutil.copytree(messages.FOLDER, folder)
        (path := folder / f"{SECOND}.po").write_bytes(content)
        monkeypatch.setattr(messages, "FOLDER", folder)
        messages.catalogue.cache_clear()
        assert is_named(nanori("--messages", SECOND, "formats"), path)
    monkeypatch.undo()
    messages.catalogue.cache_clear()
