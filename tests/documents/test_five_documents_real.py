"""What is told of the five documents beside the project; each was read."""

from __future__ import annotations

import pytest

from command import nanori
from project import SHARED

REAL = SHARED / "rules"
NAMES = SHARED / "data/names.jsonl.xz"

# Apart from the one remark on references that lead out of an excerpt.
OLDER = "named-card/superseded"  # the page speaks of older names and says so
NEWER = "named-card/unjudged"  # cards that are newer than the database
HALF, NUMBER = "lines/half", "numbers/different"
EXPECTED: dict[str, list[tuple[int, str]]] = {
    "000": [*((line, OLDER) for line in (10, 10, 79, 81)), (49, NEWER), (97, NEWER)],
    "001": [],
    "002": [],
    "003": [],
    "004": [
        (20, HALF),
        # “eleven twelve” became twelve, and 10 became 11: both stand together.
        (27, NUMBER),
        (46, NEWER),
        (56, NEWER),
        (79, HALF),
        *((line, HALF) for line in (128, 130, 132)),
        (140, "brackets/unbalanced"),
        *((line, HALF) for line in (144, 146)),
    ],
}


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> str:
    if not REAL.exists():
        pytest.skip("no real documents: ../shared/rules is absent")
    path = str(tmp_path_factory.mktemp("names") / "names.sqlite")
    assert nanori("names", "build", NAMES, "-o", path).code == 0
    return path


@pytest.mark.thorough
@pytest.mark.real
@pytest.mark.parametrize("start", EXPECTED)
def test_what_does_not_fit_is_told_and_nothing_else(start: str, database: str) -> None:
    (path,) = REAL.glob(f"{start}_*.txt")
    records = nanori("lint", path, "--format", "jsonl", "--names", database).records()
    assert sorted(
        (record["line"], record["rule"])
        for record in records
        if record["rule"] in (OLDER, NEWER)
        or (record["severity"] != "info" and record["rule"] != "rule-numbers/dangling")
    ) == sorted(EXPECTED[start])
