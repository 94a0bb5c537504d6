"""The options of the test run: `--accept`, `--language`."""

from __future__ import annotations

import pytest

import corpus


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--accept",
        action="store_true",
        help="rewrite the marks in corpus/ with what nanori says now; look at the diff",
    )
    parser.addoption("--language", help="run only the corpus texts of this language")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Make a test of every text of every case for the tests that take `case` and `text`."""
    if {"case", "text"} <= set(metafunc.fixturenames):
        language = metafunc.config.getoption("--language")
        found = [
            pytest.param(
                case,
                text,
                id=f"{path.relative_to(corpus.ROOT)}:{text.line}-{text.lang}",
                marks=[pytest.mark.xfail(strict=True, reason="todo in its heading")]
                if case.todo
                else [],
            )
            for path in sorted(corpus.ROOT.rglob("*.md"))
            if path.name != "README.md"
            for case in corpus.read(path)
            for text in case.texts
            if language in (None, text.lang)
        ]
        metafunc.parametrize(("case", "text"), found)
