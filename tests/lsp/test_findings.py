"""An editor is told what `nanori lint` tells, as one types; Neovim shows it and mends."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from command import nanori
from editor_client import Editor

pytestmark = pytest.mark.thorough

CARDS = "formats/harbor.jsonl"
FORMS = ["harbor.csv", CARDS, "formats/cockatrice.xml", "formats/spoiler.txt", "rules.txt"]
FORMS += ["formats/cardnames-ja-JP.txt", "formats/forge/lantern_gull.txt", "formats/spoiler-ja.txt"]
FORMS += ["formats/harbor.mse-set/set", "translation/japanese.csv"]


def said(editor: Editor, uri: str) -> list[tuple[int, int, str, str]]:
    """Return the findings of a text, line and column counted from 1 as `nanori lint` does."""
    return sorted(
        (
            each["range"]["start"]["line"] + 1,
            each["range"]["start"]["character"] + 1,
            each["code"],
            each["message"],
        )
        for each in editor.found[uri]
    )


def test_the_findings_are_those_of_the_command(editor: Editor, workspace: Path) -> None:
    paths = [workspace / name for name in FORMS]
    for path in paths:
        editor.open(path.as_uri(), path.read_text("utf-8"))
    for path in paths:
        editor.wait(path.as_uri(), 1)
    editor.settled()
    ran = nanori("lint", "--format", "jsonl", workspace)
    expected = [json.loads(line) for line in ran.out.splitlines()]
    for path in paths:
        lines = sorted(
            (each["line"], each["column"], each["rule"], each["message"])
            for each in expected
            if each["path"] == str(path)
        )
        assert said(editor, path.as_uri()) == lines
    assert sum(len(editor.found[path.as_uri()]) for path in paths) > 20


def test_a_slip_is_told_as_it_is_typed_and_goes_as_it_is_mended(
    editor: Editor, workspace: Path
) -> None:
    path = workspace / "harbor.csv"
    text = path.read_text("utf-8")
    editor.open(path.as_uri(), text)
    editor.wait(path.as_uri(), 1)
    editor.settled()
    before = said(editor, path.as_uri())
    row = next(number for number, line in enumerate(text.split("\n")) if "this creture" in line)
    column = text.split("\n")[row].index("creture") + 3
    place = {"line": row, "character": column}
    editor.change(path.as_uri(), 2, {"range": {"start": place, "end": place}, "text": "a"})
    editor.wait(path.as_uri(), 2)
    after = said(editor, path.as_uri())
    assert {line[2] for line in before} - {line[2] for line in after} == {"spelling/demonstrative"}


def test_a_card_that_is_cut_in_the_middle_leaves_the_findings_of_the_others(
    editor: Editor, tmp_path: Path
) -> None:
    cards = [
        {"name": f"Ash Wolf {number}", "text": "Untap this creture.", "type": "Creature — Wolf"}
        for number in range(5)
    ]
    text = json.dumps(cards, indent=2, ensure_ascii=False)
    cut = text.replace('Wolf 2",', "Wolf 2,")
    uri = (tmp_path / "cards.json").as_uri()
    editor.open(uri, cut)
    editor.wait(uri, 1)
    editor.settled()
    codes = [each["code"] for each in editor.found[uri]]
    assert codes.count("unreadable") == 1
    assert codes.count("spelling/demonstrative") == 4


def test_settings_are_those_of_the_folder_and_of_the_editor(workspace: Path) -> None:
    (workspace / "nanori.toml").write_text('ignore = ["own-name/misspelled"]\n', "utf-8")
    path = workspace / "harbor.csv"
    with Editor(workspace, {"ignore": ["own-name/misspelled", "names/swapped"]}) as editor:
        editor.open(path.as_uri(), path.read_text("utf-8"))
        editor.wait(path.as_uri(), 1)
        editor.settled()
        codes = {each["code"] for each in editor.found[path.as_uri()]}
    assert "named-card/unknown" in codes
    assert not codes & {"own-name/misspelled", "names/swapped"}


def test_the_names_in_an_article_are_held_against_the_database_of_names(workspace: Path) -> None:
    nanori("names", "build", "--db", workspace / "names.sqlite", workspace / CARDS)
    (workspace / "nanori.toml").write_text('names = "names.sqlite"\n', "utf-8")
    path = workspace / "page.md"
    text = "まず《提灯鴎/Lantern Gull》を出す。\n次に《提灯鷺/Lantern Gull》。\n"
    with Editor(workspace) as editor:
        editor.open(path.as_uri(), text)
        editor.wait(path.as_uri(), 1)
        editor.settled()
        (said,) = editor.found[path.as_uri()]
        where = {"textDocument": {"uri": path.as_uri()}, "range": said["range"]}
        asked = where | {"context": {"diagnostics": []}}
        action = editor.ask("textDocument/codeAction", asked)[0]
    assert said["range"]["start"]["line"] == 1
    assert action["title"] == "“提灯鷺/Lantern Gull” → “提灯鴎/Lantern Gull” (to be looked at)"


NEOVIM = shutil.which("nvim")
SCRIPT = Path(__file__).with_name("neovim.lua")


@pytest.mark.skipif(NEOVIM is None, reason="Neovim is not installed")
def test_neovim_shows_mends_and_renames(workspace: Path, tmp_path: Path) -> None:
    out = tmp_path / "told.json"
    environment = {
        **os.environ,
        "NANORI_FOLDER": str(workspace),
        "NANORI_OUT": str(out),
        "NANORI_COMMAND": sys.executable,
        "XDG_STATE_HOME": str(tmp_path / "state"),
        "XDG_CACHE_HOME": str(tmp_path / "cache"),
    }
    command = [str(NEOVIM), "--headless", "--clean", "-n", "-c", f"luafile {SCRIPT}"]
    subprocess.run(command, env=environment, capture_output=True, timeout=200, check=True)
    told = json.loads(out.read_text("utf-8"))
    assert any("this creture" in message for *_, message in told["before"])
    assert told["titles"][0] == "“Tidebell Heorn” → “Tidebell Heron” (to be looked at)"
    assert told["after"] == len(told["before"]) - 1
    assert "Whenever Tidebell Heron attacks" in told["line"]
    files = [path for path in workspace.rglob("*") if path.is_file()]
    renamed = [path for path in files if "Beacon Gull" in path.read_text("utf-8")]
    suffixes = {".csv", ".txt", ".jsonl", ".json", ".xml", ""}
    assert {path.suffix for path in renamed} == suffixes
    assert not any(
        "Lantern Gull" in path.read_text("utf-8") for path in renamed if path.suffix == ".txt"
    )
