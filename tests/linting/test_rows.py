"""Rows of the tables: each has an example that it alone finds, and a wrong file is one line."""

from __future__ import annotations

import re
import shutil
import time
from pathlib import Path
from typing import get_args

import pytest

import nanori
from nanori.annotation.pipeline import annotate
from nanori.grammar import languages
from nanori.linting import configuration, lexicon, truth
from nanori.linting.context import Subject, fits_in
from nanori.linting.evidence import rows
from nanori.linting.indexes import Index
from nanori.linting.options import Settings
from nanori.model.edits import apply
from nanori.model.errors import DataFileError
from nanori.model.values import Card, Edit
from nanori.surfaces.cli.options import SAMPLE

MARK = re.compile(r"⟦([^⟧]*?)(?: → ([^⟧]*))?⟧", re.DOTALL)
EXAMPLES = [
    pytest.param(code, table, rule, example, id=f"{code} {table}/{rule}")
    for code in languages.codes()
    for table, rule, example in rows.examples(languages.load(code))
]
LONG = 20_000
"""Code points of a text in which a row is looked for in SECONDS."""
SECONDS = 1.0


def subject(code: str, text: str) -> Subject:
    card = Card(name="Ember Courier", text=text, lang=code)
    return Subject(card, annotate(card), Index(), Settings())


@pytest.mark.parametrize(("code", "table", "rule", "example"), EXAMPLES)
def test_a_row_finds_its_example(code: str, table: lexicon.Table, rule: str, example: str) -> None:
    text = MARK.sub(lambda match: match[1], example)
    found = [each for each in rows.find(subject(code, text), table) if each.rule == rule]
    marks = list(MARK.finditer(example))
    assert len(found) == len(marks), "another row tells it, or none"
    left = 0
    for finding, mark in zip(found, marks, strict=True):
        start = mark.start() - left
        left += len(mark[0]) - len(mark[1])
        assert finding.start <= start <= finding.end
    edits = [edit for each in found if each.fix for edit in each.fix.edits]
    wanted = MARK.sub(lambda match: match[1] if match[2] is None else match[2], example)
    assert apply(text, edits) == wanted
    # What is mended is told by no row of the table anew, and by this one no more.
    before = {each.rule for each in rows.find(subject(code, text), table)}
    after = {each.rule for each in rows.find(subject(code, wanted), table)}
    assert after <= before - ({rule} if all(mark[2] is not None for mark in marks) else set())


@pytest.mark.parametrize(("code", "table", "rule", "example"), EXAMPLES)
def test_a_fix_has_the_apostrophes_of_its_text(
    code: str, table: lexicon.Table, rule: str, example: str
) -> None:
    text = MARK.sub(lambda match: match[1], example).replace("'", "’") + " It’s there."
    found = [each for each in rows.find(subject(code, text), table) if each.rule == rule]
    assert not any("'" in edit.text for each in found if each.fix for edit in each.fix.edits)


def test_a_line_broken_within_its_sentence_is_judged_by_no_word_at_its_break() -> None:
    def rules(text: str) -> set[str]:
        told = subject("en", text)
        return {each.rule for each in (*rows.find(told, "grammar"), *rows.find(told, "wording"))}

    for text in {record.card.text for record in nanori.read(SAMPLE) if record.card.lang == "en"}:
        for blank in re.finditer("(?<=[a-z]) (?=[a-z])", text):
            broken = f"{text[: blank.start()]}\n{text[blank.end() :]}"
            assert rules(broken) - rules(text) <= {"line-break-inside-sentence"}, broken


@pytest.mark.parametrize(("code", "table", "rule", "example"), EXAMPLES)
def test_a_row_takes_time_in_proportion_to_the_text(
    code: str, table: lexicon.Table, rule: str, example: str
) -> None:
    row, _ = getattr(lexicon.lint_words(languages.load(code)).rows, table)[rule]
    text = MARK.sub(r"\1", example)
    long = f"{text} " * (LONG // len(text) + 1)
    began = time.process_time()
    list(row.pattern.finditer(long))
    assert time.process_time() - began < SECONDS


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("⟦each each → each⟧", "each each", "a part of the example was wanted in ⟦ ⟧"),
        (r"([a-z]{2,}) \1\b", r"([a-z]{22,}) \1\b", "the pattern does not find its example"),
        (r"([a-z]{2,}) \1\b", r"([a-z]{2,} \1\b", "no regular expression: "),
        (
            "meant = '\\1', why = \"is repeated\"",
            "x = '', why = \"\"",
            "[0].x: there is no such field",
        ),
        (',\n    "Tap ⟦each each', "] #", "Expected `array` of length 2, got 1"),
        (
            "\nlacks-an-apostrophe = ",
            "\nrepeated-word = ",
            "rows.grammar.repeated-word is there twice, first in line ",
        ),
        ("\n[selves]\n", "\n[selves]\nx = 1\n", "selves.x: there is no such field"),
    ],
)
def test_a_wrong_row_is_one_line_with_file_and_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, old: str, new: str, said: str
) -> None:
    code = languages.reference_language()
    folder = Path(shutil.copytree(lexicon.FOLDER, tmp_path / "rows"))
    path = folder / f"{code}.toml"
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), "utf-8")
    monkeypatch.setattr(lexicon, "FOLDER", folder)
    lexicon.lint_words.cache_clear()
    with pytest.raises(DataFileError) as error:
        lexicon.lint_words(languages.load(code))
    lexicon.lint_words.cache_clear()
    assert re.match(rf"{re.escape(str(path))}:\d+: ", str(error.value))
    assert said in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("rule", list(truth.measured()))
def test_what_was_measured_is_of_a_rule_that_there_is_and_a_doubtful_one_is_off(rule: str) -> None:
    configuration.prove_check(rule)
    known = truth.measured()[rule]
    assert known.true <= known.found
    assert known.right + known.wrong <= known.found
    check, _, row = rule.partition("/")
    for table in {check, "outdated", "garbled"} & {*get_args(lexicon.Table)}:
        if found := getattr(lexicon.lint_words(languages.load("en")).rows, table).get(row):
            assert {*known.safe} <= {"", *found[0].pattern.compiled.groupindex}
    assert (rule in truth.doubtful()) == (known.found >= 10 and known.true < 0.9 * known.found)


@pytest.mark.parametrize(
    ("text", "old", "new", "fits"),
    [
        ("until end of turn", "end", "end of turn", False),
        ("Tap each each Elf.", "each each", "each", True),
        ("if an opponent control's it", "control", "controls", False),
        ("Tap this creture's Elf.", "creture", "creature", True),
        ("Chose one —", "Chose", "choose", False),
        ("You may Chose one.", "Chose", "choose", True),
    ],
)
def test_a_fix_that_does_not_go_with_the_words_beside_it_is_not_safe(
    text: str, old: str, new: str, fits: bool
) -> None:
    start = text.index(old)
    assert fits_in(text, Edit(start, start + len(old), new)) is fits
