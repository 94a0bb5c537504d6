"""What `import nanori` gives: listed, explained, not before it is asked for; examples are true."""

import doctest
import inspect
import pydoc
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import nanori

HEAVY = ("lark", "rich", "yaml", "sqlite3", "rapidfuzz", "pykakasi", "unidecode")


def test_dir_lists_the_public_names_and_no_other() -> None:
    assert [name for name in dir(nanori) if not name.startswith("__")] == sorted(nanori.__all__)


def test_every_public_name_is_there_and_explained() -> None:
    for name in nanori.__all__:
        found = getattr(nanori, name)
        assert inspect.getdoc(found), name
        for method, function in inspect.getmembers(found, inspect.isfunction):
            if not method.startswith("_") and found.__module__.startswith("nanori."):
                assert inspect.getdoc(function), f"{name}.{method}"


def test_every_argument_of_a_public_function_is_in_its_docstring() -> None:
    silent = [
        f"{name}({argument})"
        for name in nanori.__all__
        if inspect.isfunction(function := getattr(nanori, name))
        for argument in inspect.signature(function).parameters
        if f"`{argument}`" not in (function.__doc__ or "") and argument not in SAID
    ]
    assert not silent


SAID = ("card", "cards", "text")
"""What the first sentence speaks of without its name."""


def test_help_shows_every_public_name() -> None:
    shown = pydoc.plain(pydoc.render_doc(nanori))
    for name in nanori.__all__:
        way = f"`{name}`" if inspect.ismodule(getattr(nanori, name)) else f" {name}("
        assert way in shown, name


def test_nothing_heavy_is_imported_before_it_is_asked_for() -> None:
    code = f"import sys, nanori; dir(nanori); print([x for x in {HEAVY} if x in sys.modules])"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, encoding="utf-8"
    )
    assert done.stdout == "[]\n"


def test_no_other_name_is_there() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'annotat'"):
        nanori.annotat  # noqa: B018  # pyright: ignore[reportAttributeAccessIssue]


ROOT = Path(__file__).parents[2]
FLAGS = doctest.ELLIPSIS | doctest.FAIL_FAST


def examples() -> Iterator[doctest.DocTest]:
    """Yield the examples of every public name."""
    finder = doctest.DocTestFinder(exclude_empty=False)
    for name in nanori.__all__:
        found = getattr(nanori, name)
        module = inspect.getmodule(found)
        yield from finder.find(found, name, module=module, globs={"nanori": nanori})


TESTS = {test.name: test for test in examples()}


@pytest.mark.parametrize("name", [name for name, test in TESTS.items() if test.examples])
def test_the_example_of_a_docstring_is_true(name: str) -> None:
    result = doctest.DocTestRunner(optionflags=FLAGS).run(TESTS[name])
    assert not result.failed


PAGES = [
    "README.md",
    "docs/library.md",
    "docs/tutorials/data.md",
    "docs/tutorials/data.ja.md",
]


@pytest.mark.parametrize("path", PAGES)
def test_what_the_documentation_shows_is_true(path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    text = (ROOT / path).read_text("utf-8").replace("\n```", "\n\n```")
    test = doctest.DocTestParser().get_doctest(text, {}, path, path, 0)
    assert len(test.examples) > 3
    result = doctest.DocTestRunner(optionflags=FLAGS).run(test)
    assert not result.failed


def test_every_public_name_but_an_error_has_an_example() -> None:
    parser = doctest.DocTestParser()
    examples = [each for test in TESTS.values() for each in test.examples]
    for path in PAGES:
        examples += parser.get_examples((ROOT / path).read_text("utf-8"))
    shown = "".join(each.source for each in examples)
    names = [name for name in nanori.__all__ if not name.endswith("Error")]
    assert not [name for name in names if f"nanori.{name}" not in shown]
