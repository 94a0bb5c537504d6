"""Every check against corpus/checks/: what it finds, what all others do not, what its fixes do."""

from __future__ import annotations

import re
from functools import cache

import pytest

import corpus
from check_examples import FILE, RULES, Example, as_expected, check_of, examples, in_line
from nanori.documents.source import Document
from nanori.grammar import languages
from nanori.linting import checks, fixing
from nanori.linting.check import ALL, Rule
from nanori.linting.configuration import Chosen
from nanori.linting.context import Finding, Pair
from nanori.linting.diagnosing import lint
from nanori.linting.engine import findings_of
from nanori.linting.prose import Prose
from nanori.model.diagnostics import Diagnostic
from nanori.model.edits import apply
from nanori.model.values import Card

EXAMPLES = examples()
TEXTS = [example for example in EXAMPLES if example.kind in languages.finished()]
DOCUMENTS = [example for example in EXAMPLES if example.kind == RULES]

of_texts = pytest.mark.parametrize("example", TEXTS, ids=lambda one: one.name)
of_documents = pytest.mark.parametrize("example", DOCUMENTS, ids=lambda one: one.name)
of_checks = pytest.mark.parametrize("name", list(checks.listed()))
of_rules = pytest.mark.parametrize("name", list(checks.rules()))


def found(example: Example) -> list[tuple[Rule, Finding]]:
    """Return what all checks find in an example, and in it as a translation of the other text."""
    subject, original = example.subjects()
    rules = [
        rule for rule in checks.rules().values() if rule.group in ("", example.check.group)
    ]  # the others are run on files of designers
    said: list[tuple[Rule, Finding]] = []
    for rule in rules:
        if rule.in_text:
            said += [(rule, one) for one in findings_of(rule.in_text(subject), subject)]
        if rule.in_pair and original is not None:
            said += [(rule, one) for one in rule.in_pair(Pair(original, subject))]
    return Chosen(rules, frozenset({ALL})).best(said)


@cache
def groups() -> list[list[Card]]:
    """Return a text of each file of the corpus in which something is found, with its original."""
    firsts: dict[str, list[Card]] = {}
    for example in TEXTS:
        if example.marks() and example.case.path.name not in firsts:
            others = [one for one in TEXTS if one.case is example.case and one.kind == "en"]
            both = [*(others if example.kind != "en" else ()), example]
            firsts[example.case.path.name] = [one.card() for one in both]
    return list(firsts.values())


@cache
def found_selecting(name: str) -> list[Diagnostic]:
    return lint(groups(), config={"select": [name]})


@pytest.mark.parametrize("name", [*checks.listed(), *checks.rules()])
def test_a_check_or_rule_that_is_selected_finds_what_it_finds_among_all(name: str) -> None:
    rules = [rule for rule in checks.rules().values() if name in (rule.name, rule.check)]
    among_all = [one for one in found_selecting(ALL) if checks.rule_of(one.rule) in rules]
    assert found_selecting(name) == among_all


QUOTED = re.compile("“((?:[^“”]|“[^“”]*”)*)”")
REPLACEMENT = re.compile(": “(.*)”$")
# Checks that name what should be there, and no fix writes it, or what other cards say.
OF_WHAT_IS_ELSEWHERE = ("type-against-text", "card-name")


@of_texts
def test_a_message_quotes_what_is_there_or_what_its_fix_writes(example: Example) -> None:
    card = example.card()
    for rule, finding in found(example):
        if rule.in_text is None or rule.check in OF_WHAT_IS_ELSEWHERE:
            continue
        value = str(getattr(card, finding.field, "") or "")
        fixed = apply(value, finding.fix.edits) if finding.fix else value
        known = (
            "\n".join((card.text, card.name, card.type, value, fixed)).replace("\n", "⏎").lower()
        )
        for words in QUOTED.findall(finding.message):
            shown = words.rstrip("…").lower()
            assert shown in known or not any(map(str.isalnum, shown)), finding.message
        if finding.fix and (replacement := REPLACEMENT.search(finding.message)):
            assert replacement[1] in fixed.replace("\n", "⏎"), finding.message


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
        (check.name, text.count("\n", 0, one.start))
        for check in checks.rules().values()
        if check.in_prose
        for one in check.in_prose(Prose(Document(text, "rules.txt")))
    ]
    expected = [(name, text.count("\n", 0, start)) for name, _, _, start in example.marks()]
    assert sorted(said) == sorted(expected)


BY_DATABASE = (
    "named-card/misspelled",
    "named-card/superseded",
    "named-card/unjudged",
    "named-card/wrong",
)
"""What a database of names says of a document: `corpus/documents/*.mentions` has its cases."""


@of_rules
def test_a_rule_has_good_and_bad_examples_in_every_language(name: str) -> None:
    if name in BY_DATABASE:
        return
    mine = [one for one in EXAMPLES if check_of(one.case.path) == name]
    rule = checks.rules()[name]
    if not (rule.in_text or rule.in_pair):
        kinds = [RULES if rule.in_prose else FILE]
        bad_in = kinds
    else:
        kinds = sorted(corpus.LANGUAGES)
        bad_in = [lang for lang in kinds if not (rule.in_pair and lang == "en")]
        bad_in = next((one.case.settings["languages"] for one in mine if _only(one)), bad_in)
    bad = {one.kind for one in mine if _is_bad(one, name)}
    good = {one.kind for one in mine if not _is_bad(one, name)}
    if rule.in_prose and (rule.in_text or rule.in_pair):
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
    assert {check_of(path) for path in corpus.files("checks")} <= set(checks.rules())
    marked = {mark[0] for example in EXAMPLES for mark in example.marks()}
    assert marked <= set(checks.rules())
    assert not [one.name for one in EXAMPLES if "⟦" in one.plain]


@of_checks
def test_a_page_says_what_is_found_why_and_what_the_fix_does(name: str) -> None:
    check = checks.listed()[name]
    paragraphs = check.page.strip().split("\n\n")
    assert all(rule.about.startswith("Finds ") for rule in check.rules.values())
    assert len(paragraphs) >= 3
    assert any(one.startswith("Why: ") for one in paragraphs)
    assert any(one.startswith(("Fix: safe", "Fix: unsafe", "Fix: none")) for one in paragraphs)


@of_checks
def test_a_check_has_a_title_in_every_language(name: str) -> None:
    titles = checks.listed()[name].titles
    assert set(titles) <= set(languages.finished())
    assert all(titles.values())


def test_there_are_26_checks_and_what_remarks_turn_off_for_nothing() -> None:
    assert len(checks.listed()) == 26 + 1
