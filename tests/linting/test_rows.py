"""Rows of the tables: each has an example that it alone finds, and a wrong file is one line."""

from __future__ import annotations

import re
import shutil
import time
from pathlib import Path

import pytest

from nanori.annotation.pipeline import annotate
from nanori.grammar import languages
from nanori.linting import lexicon
from nanori.linting.context import Subject
from nanori.linting.evidence import rows
from nanori.linting.indexes import Index
from nanori.linting.options import Settings
from nanori.model.errors import DataFileError
from nanori.model.values import Card

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
    (mark,) = MARK.finditer(example)
    wrong, right = mark.groups()
    text = MARK.sub(lambda match: match[1], example)
    found = [each for each in rows.find(subject(code, text), table) if each.rule == rule]
    assert found, "another row tells it, or none"
    (edit,) = found[0].fix.edits if found[0].fix else (None,)
    mended = text if edit is None else text[: edit.start] + edit.text + text[edit.end :]
    assert found[0].start <= mark.start() <= found[0].end
    assert mended == (text if right is None else MARK.sub(right.replace("\\", r"\\"), example))
    assert wrong in text


@pytest.mark.parametrize(("code", "table", "rule", "example"), EXAMPLES[:: len(EXAMPLES) // 97])
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
        ('"Each ⟦them → of them⟧"', '"Each them"', "one part of the example was wanted in ⟦ ⟧"),
        ("(?P<said>those|these|them)", "(?P<said>whose)", "the pattern does not find its example"),
        ("(?P<said>those|these|them)", "(?P<said>those", "no regular expression: missing )"),
        ("meant = 'of", "x = 'of", "unknown field `x`"),
        (',\n    "Each ⟦them → of them⟧"', "] #", "Expected `array` of length 2, got 1"),
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
