"""Every check against corpus/checks/: what it finds, what all others do not, what its fixes do."""

from __future__ import annotations

from pathlib import Path

import pytest

import corpus
from check_examples import FILE, RULES, Example, as_expected, check_of, examples, in_line
from nanori.documents.source import Document
from nanori.grammar import languages
from nanori.linting import checks, fixing
from nanori.linting.checks import Check
from nanori.linting.context import Finding, Pair
from nanori.linting.engine import findings_of
from nanori.linting.prose import Prose
from nanori.model.edits import apply

EXAMPLES = examples()
TEXTS = [example for example in EXAMPLES if example.kind in languages.finished()]
DOCUMENTS = [example for example in EXAMPLES if example.kind == RULES]
MOST_LINES = 160

of_texts = pytest.mark.parametrize("example", TEXTS, ids=lambda one: one.name)
of_documents = pytest.mark.parametrize("example", DOCUMENTS, ids=lambda one: one.name)
of_checks = pytest.mark.parametrize("name", list(checks.listed()))


def found(example: Example) -> list[tuple[Check, Finding]]:
    """Return what all checks find in an example, and in it as a translation of the other text."""
    subject, original = example.subjects()
    said: list[tuple[Check, Finding]] = []
    for check in checks.listed().values():
        if check.optional and check != example.check:
            continue
        if check.group != example.check.group and check.group:
            continue  # they are run on files of designers
        if check.kind == "check":
            said += [(check, one) for one in findings_of(check.find(subject), subject)]
        elif check.kind == "check_pair" and original is not None:
            said += [(check, one) for one in check.find(Pair(original, subject))]
    return said


@of_texts
def test_all_checks_find_in_a_text_what_is_marked_and_mend_it_as_is_wanted(
    example: Example,
) -> None:
    card = example.card()
    everything = found(example)
    expected = [*example.marks(), *example.elsewhere(card)]
    said = [as_expected(check, one, card) for check, one in everything]
    assert sorted(in_line(each, card) for each in said) == sorted(
        in_line(each, card) for each in expected
    )
    # Where a finding has no fix, the words that show it may be any of the line.
    for place, (_, one) in zip(said, everything, strict=True):
        assert one.fix is None or place in expected
    fixes = [(check, one.fix) for check, one in everything if one.field == "text" and one.fix]
    of_the_check = [fix for check, fix in fixes if check.name == example.check.name]
    assert apply(example.plain, fixing.together(of_the_check)) == example.fixed
    if example.safely_fixed is not None:
        safe = [fix for _, fix in fixes if fix.safe]
        assert apply(example.plain, fixing.together(safe)) == example.safely_fixed
    for check, one in everything:
        for edit in one.fix.edits if one.fix else ():
            assert one.start <= edit.start <= edit.end <= one.end, check.name


@of_documents
def test_all_checks_find_in_a_document_what_is_marked(example: Example) -> None:
    text = example.plain
    said = [
        (check.name, "text", text[one.start : one.end], one.start)
        for check in checks.listed().values()
        if check.find_in_prose
        for one in check.find_in_prose(Prose(Document(text, "rules.txt")))
    ]
    assert sorted(said) == sorted(example.marks())


BY_DATABASE = ("misspelled-name", "superseded-name", "unknown-name", "wrong-name")
"""What a database of names says of a document: `corpus/documents/*.mentions` has its cases."""


@of_checks
def test_a_check_has_good_and_bad_examples_in_every_language(name: str) -> None:
    if name in BY_DATABASE:
        return
    mine = [one for one in EXAMPLES if check_of(one.case.path) == name]
    kind = checks.listed()[name].kind
    if kind in ("check_rules", "check_suppressions"):
        kinds = [RULES if kind == "check_rules" else FILE]
        bad_in = kinds
    else:
        kinds = sorted(corpus.LANGUAGES)
        bad_in = [lang for lang in kinds if not (kind == "check_pair" and lang == "en")]
        bad_in = next((one.case.settings["languages"] for one in mine if _only(one)), bad_in)
    bad = {one.kind for one in mine if _is_bad(one, name)}
    good = {one.kind for one in mine if not _is_bad(one, name)}
    if kind != "check_rules" and checks.listed()[name].find_in_prose:
        bad_in = [*bad_in, RULES]
    others = set(languages.finished()) - set(corpus.LANGUAGES) - set(bad_in)  # they may have some
    assert sorted(bad - others) == sorted(bad_in)
    assert set(kinds) <= good


def _only(example: Example) -> bool:
    """Tell whether the file says that a check is for some languages alone."""
    return "languages" in example.case.settings


def _is_bad(example: Example, name: str) -> bool:
    listed = example.case.settings.get("findings", ())
    elsewhere = [one["check"] for one in listed if one.get("lang", example.kind) == example.kind]
    said = "\n".join(example.case.settings.get("found", ()))
    marks = [mark[0] for mark in example.marks()]
    return name in [*marks, *elsewhere] or f" {name}: " in said


def test_every_file_is_of_a_check_and_every_mark_too() -> None:
    assert {check_of(path) for path in corpus.files("checks")} <= set(checks.listed())
    marked = {mark[0] for example in EXAMPLES for mark in example.marks()}
    assert marked <= set(checks.listed())
    assert not [one.name for one in EXAMPLES if "⟦" in one.plain]


@of_checks
def test_a_page_says_what_is_found_why_and_what_the_fix_does(name: str) -> None:
    check = checks.listed()[name]
    paragraphs = check.page.strip().split("\n\n")
    assert paragraphs[0].startswith("Finds ")
    assert any(one.startswith("Why: ") for one in paragraphs)
    assert any(one.startswith(("Fix: safe", "Fix: unsafe", "Fix: none")) for one in paragraphs)


@of_checks
def test_a_check_has_a_title_in_every_language(name: str) -> None:
    titles = checks.listed()[name].titles
    assert set(titles) <= set(languages.finished())
    assert all(titles.values())


@of_checks
def test_a_check_is_short(name: str) -> None:
    stem = name.replace("-", "_")
    path = Path(checks.__file__).with_name(f"{stem}.py")
    assert len(path.read_text("utf-8").splitlines()) <= MOST_LINES
