"""The library says of itself what is so: every example of it is run."""

import doctest
import inspect
from collections.abc import Iterator
from pathlib import Path

import pytest

import nanori

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
