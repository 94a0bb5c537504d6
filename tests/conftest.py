"""The options of the test run: `--accept`, `--language`; what takes long waits for `make check`."""

import os
import tempfile
from pathlib import Path
from zlib import crc32

import pytest
from hypothesis import HealthCheck, settings

import corpus
from command import GOOD
from project import CORPUS, EXHAUSTIVE, THOROUGH, examples, put

# No test reads or writes the names that whoever runs it has built.
os.environ["XDG_DATA_HOME"] = tempfile.mkdtemp(prefix="nanori-tests-")
# Nor the findings of earlier runs.
os.environ["NANORI_CACHE"] = tempfile.mkdtemp(prefix="nanori-tests-")

settings.register_profile(
    "quick",
    max_examples=examples(100),
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("quick")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--accept",
        action="store_true",
        help="rewrite the marks in corpus/ with what nanori says now; look at the diff",
    )
    parser.addoption("--language", help="run only the corpus texts of this language")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what takes long where no `-m` asks for anything: see the markers."""
    if not config.option.markexpr:
        left_out = ["slow"] if THOROUGH else ["slow", "thorough"]
        long = {item for item in items if any(map(item.get_closest_marker, left_out))}
        config.hook.pytest_deselected(items=list(long))
        items[:] = [item for item in items if item not in long]
    by_name = any("::" in argument for argument in config.args)
    if not (EXHAUSTIVE or by_name or config.option.markexpr or config.option.keyword):
        _sample(config, items)


def _sample(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave of each test that is marked as sampled one in so many, chosen by their names."""
    of_tests: dict[str, list[pytest.Item]] = {}
    for item in items:
        if item.get_closest_marker("sampled"):
            of_tests.setdefault(item.nodeid.partition("[")[0], []).append(item)
    left: set[pytest.Item] = set()
    for group in of_tests.values():
        # By a digest, as every fourth of files × four commands would be one command alone.
        group.sort(key=lambda item: crc32(item.nodeid.encode()))
        marker = group[0].get_closest_marker("sampled")
        assert marker is not None
        left.update(group[-(-len(group) // marker.args[0]) :])
    if left:
        config.hook.pytest_deselected(items=list(left))
        items[:] = [item for item in items if item not in left]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Make a test of every text of every case for the tests that take `case` and `text`."""
    if {"case", "text"} <= set(metafunc.fixturenames):
        language = metafunc.config.getoption("--language")
        unfinished = pytest.mark.xfail(strict=True, reason="todo in its heading")
        found = [
            pytest.param(
                case,
                text,
                id=f"{case.path.relative_to(CORPUS)}:{text.line}-{text.lang}",
                marks=[unfinished] if case.todo else [],
            )
            for folder in ("rules", "languages")
            for case in corpus.cases(folder)
            for text in case.texts
            if language in (None, text.lang)
        ]
        metafunc.parametrize(("case", "text"), found)


@pytest.fixture
def good(tmp_path: Path) -> str:
    """Return the path of a file of one card record."""
    path = put(tmp_path / "good.jsonl", GOOD)
    return str(path)
