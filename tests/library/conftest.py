"""What the tests of the library share: the names that come with nanori, whatever the user has."""

from pathlib import Path

import pytest

from nanori.names import database


@pytest.fixture(autouse=True)
def sample_names(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Have no database of names of the user's own."""
    monkeypatch.setattr(database, "default_path", lambda: tmp_path / "none.sqlite")
