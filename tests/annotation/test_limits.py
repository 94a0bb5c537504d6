"""Names beyond what a card can have are an error of one line, in files and in memory."""

import json
from pathlib import Path
from typing import Any

import pytest

import nanori as library
from command import nanori
from nanori.model import limits

BEYOND: list[dict[str, Any]] = [
    {"name": "x" * (limits.LONGEST_NAME + 1)},
    {"name": "x", "faces": [f"F{number}" for number in range(limits.MOST_FACES + 1)]},
    {"name": "x", "alternate": [f"F{number}" for number in range(limits.MOST_ALTERNATES + 1)]},
    {"name": "x", "alternate": ["y" * (limits.LONGEST_NAME + 1)]},
]


@pytest.mark.parametrize("card", BEYOND)
@pytest.mark.parametrize("command", ["annotate", "lint", "show", "tree"])
def test_a_record_beyond_the_limits_is_named(
    card: dict[str, Any], command: str, tmp_path: Path
) -> None:
    path = tmp_path / "cards.jsonl"
    path.write_text(json.dumps({**card, "text": "Untap x."}) + '\n{"name": "A", "text": "x"}\n')
    ran = nanori(command, path)
    assert ran.code == 1
    (said,) = [line for line in ran.err.splitlines() if line.startswith(str(path))]
    assert "no more than" in said


@pytest.mark.parametrize("card", BEYOND)
def test_a_card_in_memory_has_the_same_limits(card: dict[str, Any]) -> None:
    given: Any = {
        key: tuple(value) if isinstance(value, list) else value for key, value in card.items()
    }
    with pytest.raises(library.NanoriError, match="no more than"):
        library.annotate(library.Card(text="Untap x.", lang="en", **given))
