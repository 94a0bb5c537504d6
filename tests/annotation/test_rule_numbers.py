"""Each rule number that nanori prints is one of the rules, of an edition that is told."""

import ast
import re
from functools import cache

import pytest

from nanori.annotation import binding
from nanori.annotation.mentions import Mention
from nanori.game import explaining
from project import ROOT, SHARED

NUMBER = re.compile(r"\d{3}\.\d+[a-z]?")
HAD = re.compile(r"20[1235]\.|709\.5")
"""Rules of which `../shared/rules` has the text: names, of both games, and Rooms."""
CITED = {
    "2023-11-17": (
        "201.2 201.2a 201.2b 201.2c 201.3 201.4 201.4a 201.4b 201.4c 201.4d 201.4e 201.4f 201.4g"
        " 201.5 201.5a 201.5b 201.5c 201.6"
    ),
    "2024-09": "709.5f 709.5g",
    "Duel Masters": "202.2 202.3 202.3a 202.5 202.6a 203.2 203.4 205.1a",
    "2026": "700.7",
    "as cited in the glossary of scenarios, text not at hand": (
        "111.3 111.4 111.10 114.1 400.7 601.2a 612.2 613.1f 613.2a 701.28 702.140e 702.47 707.2"
        " 707.9a 708.2a 708.8 710.4 712.1 712.4 730.2"
    ),
}
"""The edition that each number is of."""


@cache
def printed() -> set[str]:
    """Return the numbers in the program."""
    every = {
        node.value
        for path in (ROOT / "src").rglob("*.py")
        if NUMBER.search(path.read_text("utf-8"))
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    return {words for words in every if NUMBER.fullmatch(words)}


def test_the_edition_of_each_number_is_told() -> None:
    assert printed() == {number for numbers in CITED.values() for number in numbers.split()}


def test_every_language_says_what_each_rule_of_a_reference_says() -> None:
    forms = ("full", "this", "bare", "short", "alternate", "placeholder", "named", "face")
    rules = {
        binding.bind(Mention(0, 1, form, granted=granted))[1]
        for form in forms
        for granted in (False, True)
    }
    assert rules <= set(explaining.RULES)


def test_this_and_a_noun_is_no_rule_of_names() -> None:
    assert binding.bind(Mention(0, 1, "this")) == ("self", "700.7")
    assert binding.bind(Mention(0, 1, "full")) == ("self", "201.5")


@pytest.mark.real
def test_the_numbers_are_in_the_rules() -> None:
    folder = SHARED / "rules"
    if not folder.is_dir():
        pytest.skip("the rules are not there")
    rules = "\n".join(path.read_text() for path in sorted(folder.glob("*.txt")))
    for number in filter(HAD.match, printed()):
        assert re.search(rf"(?<![\d.]){re.escape(number)}(?![\da-z])", rules), number
