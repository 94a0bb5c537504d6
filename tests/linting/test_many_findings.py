"""A text with more findings than anybody reads: the first are told, and how many more there are."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import nanori
from nanori import Card
from nanori.linting import context
from nanori.linting.checks import marks
from nanori.linting.context import Subject
from nanori.linting.indexes import Index
from nanori.linting.options import Settings
from nanori.model.limits import LONGEST_TEXT
from nanori.surfaces.cli.app import run

MOST = context.MAX_FINDINGS


def of_brackets(count: int) -> list[nanori.results.Diagnostic]:
    return nanori.lint([Card(name="Ember Pot", text="(" * count)])


def test_as_many_as_are_shown_are_shown_as_they_are() -> None:
    for count in (MOST, MOST + 1):
        every = of_brackets(count)
        assert len(every) == count
        assert {each.message for each in every} == {"nothing closes “(”"}


def test_of_more_one_diagnostic_says_how_many_there_are() -> None:
    *every, last = of_brackets(MOST + 7)
    assert len(every) == MOST
    assert last.rule == "brackets/unbalanced"
    assert last.start == MOST
    assert last.message == "7 more findings like the ones before, not shown"
    assert last.fix is None


@pytest.mark.parametrize("shape", ["text", "concise", "json", "jsonl", "github", "sarif"])
def test_every_way_of_output_says_it(
    shape: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "cards.jsonl"
    path.write_text(json.dumps({"lang": "en", "name": "Ember Pot", "text": "(" * (MOST + 7)}))
    assert run(["lint", "--format", shape, str(path)]) == 1
    assert capfd.readouterr().out.count("7 more findings like the ones before") >= 1


def test_more_findings_than_are_shown_are_mended(tmp_path: Path) -> None:
    path = tmp_path / "cards.jsonl"
    text = "Ember Pot enters." + " Embr Pot enters." * (MOST * 3)
    path.write_text(json.dumps({"lang": "en", "name": "Ember Pot", "text": text}))
    run(["lint", "--fix", str(path)])
    assert json.loads(path.read_text())["text"] == text.replace("Embr", "Ember")


def test_a_check_that_finds_more_than_can_be_looked_at_mends_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("nanori.linting.fixing.MAX_FINDINGS_FIXED", 5)
    path = tmp_path / "cards.jsonl"
    card = {"lang": "en", "name": "Ember Pot", "text": "Embr Pot enters." + " Embr Pot enters." * 6}
    path.write_text(json.dumps(card))
    run(["lint", "--fix", str(path)])
    assert json.loads(path.read_text()) == card


def test_marks_that_close_nothing_are_told_with_many_open() -> None:
    text = "(" * 50_000 + '""' * 50_000 + "」"
    subject = Subject(Card(name="Ember Pot", text=text, lang="ja"), (), Index(), Settings())
    assert sum(1 for _ in marks.unbalanced(subject)) >= 50_000


def test_a_text_longer_than_any_card_has_is_refused() -> None:
    nanori.annotate(Card(name="Ember Pot", text="a" * LONGEST_TEXT))
    with pytest.raises(nanori.NanoriError, match="a text of 262145 code points, no more than"):
        nanori.annotate(Card(name="Ember Pot", text="a" * (LONGEST_TEXT + 1)))
