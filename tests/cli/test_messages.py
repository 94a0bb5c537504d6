"""Messages in other languages: what the catalogues have, and what is shown by them."""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest

import check_examples
import nanori as nanori_package
from command import nanori
from nanori.grammar import languages
from nanori.linting.context import Pair
from nanori.linting.lexicon import Table, lint_words
from nanori.model import messages
from nanori.model.errors import NanoriError
from nanori.surfaces.cli import arguments
from nanori.surfaces.cli.arguments import Command, Group, Option, parameters

OTHERS = [code for code in messages.codes() if code != messages.source()]
SOURCES = Path(nanori_package.__file__).parent
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
                yield from of_help(arguments.inner(at, name))
        return
    yield from (" ".join(part.split()) for part in (at.run.__doc__ or "").split("\n\n"))
    yield from at.module.EXAMPLES.values()
    for each in parameters(at.options):
        yield each.about.help
        if isinstance(each.about, Option):
            yield each.about.panel


@pytest.mark.parametrize("code", OTHERS)
def test_every_help_page_is_translated(code: str) -> None:
    known = messages.entries(code)
    assert not {said for said in of_help(arguments.ROOT) if said and said not in known}


@pytest.mark.parametrize("code", OTHERS)
def test_every_finding_of_the_corpus_is_translated(code: str) -> None:
    messages.choose(code)
    left: set[str] = set()
    for example in EXAMPLES:
        if example.kind in (check_examples.RULES, check_examples.FILE):
            continue
        subject, original = example.subjects()
        rule = example.check
        found = list(rule.in_text(subject)) if rule.in_text else []
        if rule.in_pair and original is not None:
            found += rule.in_pair(Pair(original, subject))
        left.update(one.message for one in found if messages.said(one.message) == one.message)
    assert not left


@pytest.mark.parametrize("code", OTHERS)
def test_every_reason_of_a_slip_is_translated(code: str) -> None:
    known = messages.entries(code)
    reasons = {
        row.why if table == "garbled" else f"“{{}}” {row.why}{{}}"
        for lang in languages.finished()
        for table in get_args(Table)
        for row, _ in getattr(lint_words(languages.load(lang)).rows, table).values()
    }
    assert reasons <= set(known)


def words_of(message: ast.expr) -> str:
    """Return a message as its `msgid` has it, "" for one that is made elsewhere."""
    if isinstance(message, ast.Constant):
        return str(message.value)
    if not isinstance(message, ast.JoinedStr):
        return ""
    parts = (each.value if isinstance(each, ast.Constant) else "{}" for each in message.values)
    return "".join(map(str, parts))


def of_errors() -> Iterator[str]:
    """Yield what the errors of files and arguments say that are raised with their own words."""
    for module in SOURCES.rglob("*.py"):
        for node in ast.walk(ast.parse(module.read_text("utf-8"))):
            match node:
                case ast.Raise(
                    exc=ast.Call(
                        func=ast.Name(id="NanoriError" | "Remark" | "NoPlaceError"),
                        args=[message, *_],
                    )
                ):
                    yield words_of(message)


@pytest.mark.parametrize("code", OTHERS)
def test_every_error_is_translated(code: str) -> None:
    known = messages.entries(code)
    left = {said for said in of_errors() if said not in known}
    assert not {said for said in left if any(map(str.isalpha, said.replace("{}", "")))}


def test_an_error_keeps_its_place_and_its_values() -> None:
    messages.choose("ja")
    assert messages.said_of(NanoriError("no check “unkown”, did you mean “unknown”?")) == (
        "検査「unkown」はありません。「unknown」のことですか？"
    )
    error = NanoriError("no such file or directory", path="a.csv", line=3)
    assert messages.said_of(error) == "a.csv:3: そのようなファイルやフォルダーはありません"
    assert "そのような" in nanori("lint", "no-such.csv", "--messages", "ja").err


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
