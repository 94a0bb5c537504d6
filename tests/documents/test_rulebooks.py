"""Rules documents: corpus/documents/ says what does not fit; hostile and real documents."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import prose
from nanori.documents import numbered_paragraphs, rulebook, source
from nanori.documents.source import Document
from nanori.grammar import languages
from project import SHARED

REAL = SHARED / "rules"


def findings(text: str) -> list[tuple[int, str, str]]:
    """Return line, check and words of each finding."""
    return [
        (finding.line, finding.rule, finding.text) for finding in rulebook.check(Document(text))
    ]


@pytest.mark.parametrize("path", prose.UPDATES, ids=lambda path: path.name)
def test_the_findings_in_a_document_are_as_the_corpus_says(
    path: Path, request: pytest.FixtureRequest
) -> None:
    lines = "".join(prose.finding_lines(prose.read(path)))
    expected = path.with_suffix(".findings")
    if request.config.getoption("--accept"):
        expected.write_text(lines, "utf-8")
    assert lines == expected.read_text("utf-8")


def test_a_number_in_the_place_of_another_is_told_once_where_it_comes_second() -> None:
    text = (
        "728.1. See rule 728.2.\n728.1 rule 728.3参照。\n728.2 A.\n728.2 あ。\n728.3 B.\n728.3 い。"
    )
    assert findings(text) == [(2, "different-reference", "728.3")]


def test_a_reference_that_one_half_lacks_is_told_where_it_stands() -> None:
    text = "728.1. See rule 728.2.\n728.1 なし。\n728.2 A.\n728.2 あ(rule 728.1参照)。"
    assert findings(text) == [
        (1, "different-reference", "728.2"),
        (4, "different-reference", "728.1"),
    ]


def test_a_document_in_one_language_lacks_no_halves() -> None:
    assert findings("728.1. A rule.\n728.2. Another; see rule 728.1.") == []


def test_a_section_is_there_if_one_of_its_rules_is() -> None:
    assert findings("728.1a One rule; see rules 728 and 728.1.") == []


@pytest.mark.parametrize(
    ("text", "lang", "numbers"),
    [
        ("see rules 601.2b and 601.2f–h.", "en", ["601.2b", "601.2f", "601.2g", "601.2h"]),
        (
            "See rule 701.60, “A,” rule 701.34, “B,” and rule 708.",
            "en",
            ["701.60", "701.34", "708"],
        ),
        ("a ruler 601 and 601.2 alone", "en", []),
        ("rule 601.2b と rule 601.2f-h に従う", "ja", ["601.2b", "601.2f", "601.2g", "601.2h"]),
        ("詳細は701.34〔予示〕参照", "ja", ["701.34"]),
        ("810.8と810.9に従う", "ja", ["810.8", "810.9"]),
        ("(rule903 [統率者戦]参照)", "ja", ["903"]),
        ("(CR:608.2j)。CR：701.25cも", "ja", ["608.2j", "701.25c"]),
        ("ｒule ７２８．１ａ参照", "ja", ["728.1a"]),
        ("引用:総合ルール 20190125.1、2017 年 9 月 25 日、709.5項が", "ja", []),
    ],
)
def test_a_cross_reference_is_read_in_every_form(text: str, lang: str, numbers: list[str]) -> None:
    read = numbered_paragraphs.find(text, 0, len(text), languages.load(lang))
    assert [number for reference in read for number in reference.numbers] == numbers


@given(st.text(st.sampled_from("7281.ab rule参照See〔〕“”,、\n\r\u00a0あ。–と"), max_size=90))
def test_any_text_is_checked(text: str) -> None:
    document = Document(text)
    for finding in rulebook.check(document):
        assert document.text[finding.start : finding.end] == finding.text


def test_references_out_of_an_excerpt_may_be_right() -> None:
    assert findings("728.4. See rules 601 and 601.2b.\n728.9. See rule 728.2.") == []


def test_the_full_rules_tell_of_references_out_of_an_excerpt() -> None:
    excerpt = Document("728.4. See rules 601 and 601.2b.\n728.9. See rule 728.2.")
    full = Document("601. Casting\n\n601.2a A step.\n\n728.2. A rule.")
    assert [each.text for each in rulebook.check(excerpt, full)] == ["601.2b"]


def test_an_example_in_one_language_is_told() -> None:
    text = "728.1. A.\nExample: B.\n728.1 あ。\n728.2. C.\nExample: D.\n728.2 い。\n例：う。"
    assert findings(text) == [(2, "lines/half", "Example:")]


def test_a_glossary_entry_in_one_language_is_told() -> None:
    text = (
        "728.1. A.\n728.1 あ。\n\nA lamp. See rule 728.\n灯火。rule 728参照。\n\nA wick. It burns."
    )
    assert findings(text) == [(7, "lines/half", "A wick. It burns.")]


def test_a_reference_calls_a_rule_as_its_heading_does() -> None:
    text = "728 夜明け/Dawn\n\n728.1. See rule 728, “Dawn.”\n728.1 rule 728〔黄昏〕参照。"
    assert findings(text) == [(4, "wrong-title", "728")]


# ── The documents beside the project ───────────────────────────────────────────────────────────

# Counted by eye.
FINDINGS = {
    "000": [],
    "001": [],
    "002": [],
    "003": [],
    "004": [
        (20, "lines/half", "Example:"),
        (79, "lines/half", "709.3b"),
        *((line, "lines/half", "") for line in (128, 130, 132, 144, 146)),
    ],
}


@pytest.mark.real
@pytest.mark.parametrize("start", FINDINGS)
def test_what_does_not_fit_in_a_real_document_is_reported(start: str) -> None:
    if not REAL.exists():
        pytest.skip("no real documents: ../shared/rules is absent")
    path = next(REAL.glob(f"{start}_*.txt"))
    assert [
        (finding.line, finding.rule, "" if " " in finding.text else finding.text)
        for finding in rulebook.check(source.read(str(path)))
    ] == FINDINGS[start]


@pytest.mark.real
def test_the_slip_of_the_first_lines_is_found_where_it_is_made_again() -> None:
    if not REAL.exists():
        pytest.skip("no real documents: ../shared/rules is absent")
    text = next(REAL.glob("004_*.txt")).read_text("utf-8")
    assert "rule 709.5参照" in text
    slipped = text.replace("(rule 709.5参照)", "(rule 727参照)")
    again = [finding for finding in rulebook.check(Document(slipped)) if finding.text == "727"]
    assert [finding.rule for finding in again] == [
        "different-reference",
        "wrong-number",
    ]
