"""The pages say what is so: every command in them is run, and prints what they show."""

import html
import re
import runpy
import shutil
from pathlib import Path

import pytest

import pages
from nanori.surfaces.cli import app, arguments
from nanori.surfaces.cli.arguments import Command
from project import ROOT

COMMANDS = {path: pages.shown(path) for path in pages.PAGES}
WORDS_OF_PICTURE = re.compile(r">([^<>]*)</text>")


def name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder in which commands run: the examples are in it, and the user's names."""
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("COLUMNS", "80")
    for variable in ("FORCE_COLOR", "NO_COLOR"):
        monkeypatch.delenv(variable, raising=False)
    return tmp_path


@pytest.mark.parametrize("path", [path for path in pages.PAGES if COMMANDS[path]], ids=name)
def test_every_command_prints_what_its_page_shows(
    path: Path, folder: Path, request: pytest.FixtureRequest
) -> None:
    if path.parent == ROOT / "examples":
        (folder / "examples").rename(folder / "here")
        request.getfixturevalue("monkeypatch").chdir(folder / "here")
    answers = [pages.printed(shown.command) for shown in COMMANDS[path]]
    if request.config.getoption("--accept"):
        path.write_text(pages.accepted(path.read_text("utf-8"), answers), "utf-8")
        return
    for shown, lines in zip(COMMANDS[path], answers, strict=True):
        assert pages.agree(shown.printed, lines), "\n".join([shown.command, *lines])


@pytest.mark.parametrize("path", pages.PAGES, ids=name)
def test_no_command_of_nanori_stands_where_it_is_not_run(path: Path) -> None:
    for line in pages.outside(path.read_text("utf-8")):
        words = line.removeprefix("    ").removeprefix("$ ").split()
        assert not words or words[0] != "nanori", f"not in a fence `console`: {line}"
        assert not line.startswith("    $ ") or words[0] in pages.SETTING_UP, line


@pytest.mark.parametrize("path", pages.PAGES, ids=name)
def test_every_command_named_among_words_is_there_with_its_options(path: Path) -> None:
    for command in pages.inline(path.read_text("utf-8")):
        words = command.split()[1:]
        if words[:1] == ["COMMAND"]:
            continue
        at, words = arguments.command_of(words)
        options = {app.HELP, app.VERSION}
        if isinstance(at, Command):
            options |= arguments.by_name(arguments.parameters(at.options)).keys()
        named = {word for word in words if re.fullmatch(r"--?[a-z][a-z-]*", word)}
        assert named <= options, command


def test_a_line_that_is_not_printed_is_not_passed_over() -> None:
    assert pages.agree(["a", "…", "d"], ["a", "b", "c", "d"])
    assert pages.agree(["a", "…", "d"], ["a", "d"])
    assert not pages.agree(["a", "d"], ["a", "b", "d"])
    assert not pages.agree(["a b"], ["a  b"])
    assert not pages.agree([], ["a"])


def words_of(picture: str) -> list[str]:
    """Return the words of a picture, however they are placed and cut."""
    text = html.unescape("".join(WORDS_OF_PICTURE.findall(picture)))
    return text.replace("\xa0", " ").split()


@pytest.mark.thorough
def test_the_pictures_show_what_the_commands_say() -> None:
    made = runpy.run_path(str(ROOT / "docs" / "pictures.py"))["made"]()
    assert made
    for name, picture in made.items():
        there = (ROOT / "docs" / "pictures" / name).read_text("utf-8")
        assert words_of(there) == words_of(picture), f"{name}: make docs makes it anew"
        assert "http" not in there.replace('"http://www.w3.org/2000/svg"', "")


@pytest.mark.parametrize("path", pages.PAGES, ids=name)
def test_every_link_between_the_pages_leads_somewhere(path: Path) -> None:
    text = pages.CODE.sub("", path.read_text("utf-8"))
    for link in re.findall(r"\]\(([^)#\s]+)[^)]*\)", text):
        if not link.startswith(("http:", "https:")):
            assert (path.parent / link).exists(), link
