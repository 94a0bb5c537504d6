"""`--help` of every command says what it does, on a terminal or into a pipe."""

import os
import pkgutil
import re
import shlex
import shutil
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

from command import nanori, process
from nanori.surfaces.cli import arguments, commands
from nanori.surfaces.cli.arguments import Group
from nanori.surfaces.cli.commands import names
from project import ROOT

COMMANDS = [module.name for module in pkgutil.iter_modules(commands.__path__)]
GROUPS = {"": commands, "names ": names}


def test_help_goes_into_a_pipe() -> None:
    ran = process("--help")
    assert (ran.code, ran.err) == (0, "")
    assert all(f" {command} " in ran.out for command in COMMANDS)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_says_what_it_does(command: str) -> None:
    ran = nanori(command, "--help")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.strip().startswith(f"Usage: nanori {command} ")


MODULES = [
    *(f"{commands.__name__}.{command}" for command in COMMANDS),
    *(f"{names.__name__}.{module.name}" for module in pkgutil.iter_modules(names.__path__)),
]
SLIPS = [
    ("lnit", "did you mean “lint”?"),
    ("names fnid x", "did you mean “find”?"),
    ("lint --fxi x", "no option “--fxi”, did you mean “--fix”?"),
    ("show --to htlm --sample", "did you mean “html”?"),
    ("restyle --style fundations x", "did you mean “foundations”?"),
    ("annotate --from scryfal x", "did you mean “scryfall”?"),
    ("show --sample --lang jaa", "did you mean “ja”?"),
    ("lint --select own-name/mispelled .", "did you mean “own-name/misspelled”?"),
    ("lint --format jsn .", "did you mean “json”?"),
    ("explain placeholder/leftovr", "did you mean “placeholder/leftover”?"),
    ("names find x --limt 3", "did you mean “--limit”?"),
    ("show --zzzzzz", "no option “--zzzzzz”"),
    ("zzzzzz", "--help lists them"),
    ("", "a command was wanted"),
    ("annotate", "a FILE was wanted"),
    ("tree", "a FILE was wanted"),
    ("annotate --to xml -", "'xml' is not one of 'jsonl', 'markup', 'summary'"),
    ("annotate --jobs 0 -", "“0” is there, 1 or more was wanted"),
    ("annotate --jobs two -", "“two” is there, 1 or more was wanted"),
    ("annotate --sample --names /nothing/names", "/nothing/names: no such file or directory"),
    ("tree --text x --lang xx", "unknown language “xx”, there are: de"),
    ("tree --text x file", "a FILE or --text was wanted, not both"),
    ("restyle x --style tilde --lang xx", "unknown language “xx”, there are: de"),
    ("restyle x", "a --style was wanted"),
    ("restyle x --style tilde --edition 2011", "is no edition of style tilde"),
]


@pytest.mark.sampled(3)
@pytest.mark.parametrize("module", MODULES)
def test_every_help_ends_with_examples_that_run(
    module: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.setattr("nanori.surfaces.web.server.serve", lambda *_: None)  # it would not end
    assert nanori("names", "build", "examples/harbor.csv", "-o", "names.sqlite").code == 0
    imported = import_module(module)
    help_of = [*module.removeprefix(f"{commands.__name__}.").split("."), "--help"]
    shown = nanori(*help_of).out.partition("\nExamples:")[2]
    assert imported.EXAMPLES
    for line, what in imported.EXAMPLES.items():
        assert f"{line}  {what}" in shown
        if not hasattr(imported, "__path__"):
            ran = nanori(*shlex.split(line)[1:])
            assert ran.code in (0, 1), ran.err


@pytest.mark.parametrize("group", GROUPS)
def test_every_command_is_listed_with_what_it_does(group: str) -> None:
    folder = GROUPS[group]
    listed = {name: said for panel in folder.COMMANDS.values() for name, said in panel.items()}
    assert sorted(listed) == sorted(module.name for module in pkgutil.iter_modules(folder.__path__))
    for name, said in listed.items():
        at, _ = arguments.command_of([*group.split(), name])
        help_of = at.module.__doc__ if isinstance(at, Group) else at.run.__doc__
        first = (help_of or "").partition("\n")[0]
        assert re.findall(r"\w+", said)[0] == re.findall(r"\w+", first)[0], f"{name}: {first}"


def test_lint_has_no_more_than_22_options() -> None:
    shown = nanori("lint", "--help").out
    assert len(re.findall(r"^  (?:-o, )?--(?!help )", shown, re.MULTILINE)) <= 22


def test_commands_are_grouped_by_who_wants_them() -> None:
    shown = nanori("--help").out
    assert len({name for panel in commands.COMMANDS.values() for name in panel}) <= 16
    translating, making = (shown.index(f"\n{group}:\n") for group in [*commands.COMMANDS][1:3])
    assert translating < shown.index("  lint ") < making < shown.rindex("  lint ")


@pytest.mark.parametrize(("line", "nearest"), SLIPS)
def test_a_wrong_word_is_one_line_with_the_nearest_right_one(line: str, nearest: str) -> None:
    ran = nanori(*line.split())
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert nearest in ran.err


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish", "powershell"])
def test_a_shell_gets_its_script(shell: str) -> None:
    ran = nanori("completion", shell)
    assert (ran.code, ran.err) == (0, "")
    assert "_NANORI_COMPLETE" in ran.out


@pytest.mark.parametrize(
    ("typed", "place", "expected"),
    [("nanori ren", 1, "rename"), ("nanori lint --unsa", 2, "--unsafe-fixes")],
)
def test_what_is_typed_is_completed(typed: str, place: int, expected: str) -> None:
    asked = {"_NANORI_COMPLETE": "complete_bash", "COMP_WORDS": typed, "COMP_CWORD": str(place)}
    done = subprocess.run(
        [sys.executable, "-m", "nanori"],
        env={**os.environ, **asked},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout.split(), done.stderr) == (0, [expected], "")


def test_build_takes_db_as_the_others_do(tmp_path: Path) -> None:
    place = tmp_path / "names.sqlite"
    assert nanori("names", "build", ROOT / "examples/harbor.csv", "--db", place).code == 0
    assert nanori("names", "show", "Lantern Gull", "--db", place).code == 0


def test_the_demo_fits_a_screen_and_points_to_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    recipe = (ROOT / "Makefile").read_text("utf-8").partition("\ndemo:")[2].partition("\n\n")[0]
    commands_of_demo = recipe.splitlines()[1:]
    (shown,) = [line for line in commands_of_demo if line.startswith("\t@$(BIN)/nanori ")]
    ran = nanori(*shlex.split(shown)[1:])
    assert (ran.code, ran.err) == (0, "")
    assert len(ran.out.splitlines()) + len(commands_of_demo) - 1 <= 25
    assert any("nanori --help" in line for line in commands_of_demo)
