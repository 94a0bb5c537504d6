"""Messages in other languages: what the catalogues have, and what is shown by them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import check_examples
from command import nanori
from nanori.grammar import languages
from nanori.linting import checks
from nanori.linting.context import Pair
from nanori.model import messages
from nanori.surfaces.cli import command_words
from nanori.surfaces.cli.arguments import Option, parameters
from nanori.surfaces.cli.command_words import Command, Group

OTHERS = [code for code in messages.codes() if code != messages.source()]
EXAMPLES = check_examples.examples()


@pytest.fixture(autouse=True)
def in_english() -> Iterator[None]:
    yield
    messages.choose(messages.source())


def of_help(at: Group | Command) -> Iterator[str]:
    """Yield what is said on the page of a command, or of a group and all its commands."""
    if isinstance(at, Group):
        for panel, rows in at.panels.items():
            yield from (panel, *rows.values())
            for name in rows:
                yield from of_help(command_words.inner(at, name))
        return
    yield from (" ".join(part.split()) for part in (at.run.__doc__ or "").split("\n\n"))
    yield from at.module.EXAMPLES.values()
    for each in parameters(at.options):
        yield each.said.help
        if isinstance(each.said, Option):
            yield each.said.panel


@pytest.mark.parametrize("code", OTHERS)
def test_every_help_page_is_translated(code: str) -> None:
    known = messages.entries(code)
    assert not {said for said in of_help(command_words.ROOT) if said and said not in known}


@pytest.mark.parametrize("code", OTHERS)
def test_every_finding_of_the_corpus_is_translated(code: str) -> None:
    messages.choose(code)
    left: set[str] = set()
    for example in EXAMPLES:
        if example.kind in (check_examples.RULES, check_examples.FILE):
            continue
        subject, original = example.subjects()
        for check in checks.listed().values():
            found = []
            if check.kind == "check":
                found = check.find(subject)
            elif check.kind == "check_pair" and original is not None:
                found = check.find(Pair(original, subject))
            left.update(one.message for one in found if messages.said(one.message) == one.message)
    assert not left


@pytest.mark.parametrize("code", OTHERS)
def test_every_reason_of_a_slip_is_translated(code: str) -> None:
    known = messages.entries(code)
    spoken = (languages.load(lang) for lang in languages.finished())
    reasons = {slip.why for language in spoken for slip in language.lexicon.checks.slips}
    assert reasons <= set(known)


def test_values_stay_as_they_are() -> None:
    messages.choose("ja")
    assert messages.said("“９” is not in the original, which has “2”") == (
        "「９」は原文になく、原文では「2」です"
    )
    assert messages.said("a message that nobody translated") == "a message that nobody translated"


def test_an_option_or_the_locale_chooses_the_language() -> None:
    assert "使い方：" in nanori("lint", "--help", "--messages", "ja").out
    assert "使い方：" in nanori("--messages=ja", "lint", "--help").out
    assert "Usage:" in nanori("lint", "--help").out
    assert messages.of_environment({"LC_ALL": "", "LANG": "ja_JP.UTF-8"}) == "ja"
    assert messages.of_environment({"LC_ALL": "C", "LANG": "ja_JP.UTF-8"}) == "en"
    assert "one of en, ja" in nanori("lint", "--messages", "xx").err


def test_what_programs_read_is_english() -> None:
    said = nanori(
        "lint",
        "-",
        "--format",
        "jsonl",
        "--messages",
        "ja",
        stdin=b"""{"id": "h",
"name": "Elder Heron", "type": "Creature", "text": "Sacrifice ~: Draw a card."}""",
    ).out
    assert "was wanted" in said
