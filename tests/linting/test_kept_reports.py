"""Findings are kept for a run in which nothing has changed, and for no other."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from lint_command import lint
from nanori.linting import engine

CARD = {"name": "Lantern Gull", "lang": "en", "text": "Whenever Lantern Gul attacks, draw a card."}


@pytest.fixture(autouse=True)
def runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Count how often the checks look at files, with a place of its own for what is kept."""
    monkeypatch.setenv("NANORI_CACHE", str(tmp_path / "kept"))
    counted: list[int] = []
    looked = engine.inspections

    def look(*arguments: object) -> object:
        counted.append(1)
        return looked(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(engine, "inspections", look)
    return counted


@pytest.fixture
def cards(tmp_path: Path) -> Path:
    path = tmp_path / "cards.jsonl"
    path.write_text(json.dumps(CARD) + "\n", "utf-8")
    return path


def kept(tmp_path: Path) -> list[Path]:
    return sorted((tmp_path / "kept").rglob("*.jsonl"))


def test_a_run_in_which_nothing_has_changed_says_the_same(cards: Path, runs: list[int]) -> None:
    first = lint(str(cards), "--format", "jsonl")
    assert first.out
    again = lint(str(cards), "--format", "jsonl")
    assert (again.code, again.out, len(runs)) == (first.code, first.out, 1)


def test_a_changed_file_or_option_is_looked_at(cards: Path, runs: list[int]) -> None:
    lint(str(cards))
    lint(str(cards), "--ignore", "self-style/text")
    lint(str(cards), "--lang", "en")
    cards.write_text(json.dumps({**CARD, "text": "Draw a card."}) + "\n", "utf-8")
    assert lint(str(cards)).code == 0
    assert len(runs) == 4


def test_a_file_beside_it_counts_too(cards: Path, runs: list[int]) -> None:
    lint(str(cards.parent))
    (cards.parent / "more.jsonl").write_text(json.dumps(CARD) + "\n", "utf-8")
    lint(str(cards.parent))
    assert len(runs) == 2


@pytest.mark.parametrize("damage", [b"", b"nanori findings 1\n", b"{}", b"\xff\xfe"])
def test_what_is_damaged_is_found_anew(
    cards: Path, tmp_path: Path, runs: list[int], damage: bytes
) -> None:
    first = lint(str(cards))
    kept(tmp_path)[0].write_bytes(damage)
    assert lint(str(cards)).out == first.out
    assert len(runs) == 2
    assert lint(str(cards)).out == first.out
    assert len(runs) == 2


def test_what_was_cut_off_is_no_run(cards: Path, tmp_path: Path, runs: list[int]) -> None:
    lint(str(cards))
    path = kept(tmp_path)[0]
    path.write_bytes(path.read_bytes()[:-2])
    lint(str(cards))
    assert len(runs) == 2


def test_where_a_record_cannot_be_read_nothing_is_kept(cards: Path, tmp_path: Path) -> None:
    cards.write_text(json.dumps(CARD) + "\n" + '{"name": 3}\n', "utf-8")
    assert lint(str(cards)).err
    assert lint(str(cards)).err
    assert not kept(tmp_path)


def test_nothing_is_kept_for_whoever_wants_none(cards: Path, tmp_path: Path) -> None:
    lint(str(cards), "--no-cache")
    assert not kept(tmp_path)


def test_where_nothing_may_be_written_all_is_as_ever(
    cards: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("", "utf-8")
    monkeypatch.setenv("NANORI_CACHE", str(tmp_path / "file"))
    assert lint(str(cards)) == lint(str(cards), "--no-cache")
