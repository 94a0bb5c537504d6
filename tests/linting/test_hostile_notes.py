"""`nanori lint --annotate` over hostile words and broken files of translators."""

from __future__ import annotations

from pathlib import Path

import polib
import pytest

from lint_command import findings, lint
from noted_files import FILES, PO, XLIFF_1, annotate, issues


@pytest.mark.parametrize("name", ["a.xlf", "b.xlf", "c.po"])
def test_hostile_words_in_a_finding_are_words(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    words = (
        "&lt;its:x&gt;&quot;&amp;&#x202e; noqa: all" if "xlf" in name else '<its:x>\\" noqa: all'
    )
    text = FILES[name].replace("灰の急便が", f"《Ash Courier {words}》を（")
    path.write_text(text.replace("When Ash", f"When a card named “Ash Courier {words}” or Ash"))
    said = findings(path)
    assert said
    once = annotate(path)
    assert [each["message"] for each in findings(path)] == [each["message"] for each in said]
    assert annotate(path) == once
    if "xlf" in name:
        assert len(issues(once)) == len(said)
    else:
        polib.pofile(str(path))


def test_words_that_look_like_a_note_are_not_taken_out(tmp_path: Path) -> None:
    sign = ' its:locQualityIssuesRef="#nanori-1"'
    path = tmp_path / "a.xlf"
    text = XLIFF_1.replace("カード２枚", f"カード{sign}３枚").replace("急便", "急使")
    path.write_text(text, "utf-8")
    annotate(path)
    assert f"カード{sign}" in path.read_text("utf-8")


def test_a_broken_file_stays_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "a.xlf"
    broken = XLIFF_1.replace("</file>", "</fil>").encode()
    path.write_bytes(broken)
    assert lint(path, "--annotate").code == 2
    assert path.read_bytes() == broken


def test_a_language_that_is_no_tag_is_no_stumbling_block(tmp_path: Path) -> None:
    path = tmp_path / "a.xlf"
    path.write_text(XLIFF_1.replace('target-language="ja"', 'target-language="ja // "'), "utf-8")
    assert "internal" not in lint(path, "--annotate").err


def test_an_escape_that_is_no_octal_number_is_no_stumbling_block(tmp_path: Path) -> None:
    path = tmp_path / "c.po"
    path.write_text(PO.replace("２枚", r"２\9枚\８"), "utf-8")
    assert "internal" not in lint(path, "--annotate").err
    assert "# nanori: " in path.read_text("utf-8")
