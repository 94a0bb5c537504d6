"""Patterns of the languages' files: each is one, and what is none is a line with file and field."""

from __future__ import annotations

import re
import shutil
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from nanori.grammar import languages, made_tables
from nanori.grammar.lexicon import pattern
from nanori.grammar.lexicon.pattern import Pattern, Template
from nanori.model.errors import DataFileError

WORD = "(?:a|b)"
"""What a template is tried with."""


def patterns(code: str) -> Iterator[Pattern]:
    """Yield all patterns of a language, templates filled in."""
    for _, written in pattern.each(languages.load(code).lexicon):
        yield written if isinstance(written, Pattern) else written.of(WORD)


@pytest.mark.parametrize("code", languages.codes())
def test_every_pattern_of_a_language_compiles(code: str) -> None:
    every = list(patterns(code))
    assert len(every) > 50
    assert all(isinstance(written.compiled, re.Pattern) for written in every)


@pytest.mark.parametrize("code", languages.codes())
def test_a_word_is_in_one_list_of_those_that_are_terminals(code: str) -> None:
    language = languages.load(code)
    words = language.lexicon.words
    assert all(len(set(listed)) == len(listed) for listed in words.values())
    terminals = made_tables.tables(language).lists
    counts = Counter(word for name in terminals for word in words[name.lower()])
    assert not [word for word, count in counts.items() if count > 1]


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a copy of the folder of grammars that is read in place of it."""
    copy = tmp_path / "grammar"
    shutil.copytree(languages.folder(), copy)
    monkeypatch.setattr(languages, "folder", lambda: copy)
    return copy


@pytest.mark.parametrize("field", ["whole_after", "kind_after"])
def test_what_is_no_pattern_is_one_line_with_file_and_field(files: Path, field: str) -> None:
    code = languages.reference_language()
    path = files / f"{code}.toml"
    broken = re.sub(rf"(?m)^{field} = .*$", f"{field} = '(?P<'", path.read_text("utf-8"))
    path.write_text(broken, "utf-8")
    restyling = languages.load.__wrapped__(code).lexicon.restyling
    written: Pattern | Template = getattr(restyling, field)
    with pytest.raises(DataFileError) as error:
        (written if isinstance(written, Pattern) else written.of(WORD)).search("this spell")
    assert str(error.value).startswith(f"{path}: restyling.{field}: no regular expression: ")
    assert "\n" not in str(error.value)


def test_what_is_no_text_at_all_is_one_line_with_file_and_field(files: Path) -> None:
    code = languages.reference_language()
    path = files / f"{code}.toml"
    path.write_text(
        re.sub(r"(?m)^whole_after = .*$", "whole_after = 3", path.read_text("utf-8")), "utf-8"
    )
    with pytest.raises(DataFileError) as error:
        languages.load.__wrapped__(code)
    assert str(error.value) == f"{path}: Expected `str`, got `int` - at `$.restyling.whole_after`"


def test_an_empty_pattern_matches_nothing_and_is_false() -> None:
    for empty in (Pattern(), Template().of("a")):
        assert not empty
        assert not empty.search("")
        assert not empty.fullmatch("")
        assert not list(empty.finditer("aa"))
        assert empty.sub("b", "a") == "a"
        assert empty.split("a") == ["a"]


def test_a_pattern_finds_what_the_compiled_one_finds() -> None:
    written = Pattern("a+")
    assert written
    assert repr(written) == "Pattern('a+')"
    for method in ("search", "match", "fullmatch"):
        assert getattr(written, method)("xaay", 1, 3)[0] == "aa"
    assert [match.span() for match in written.finditer("aba")] == [(0, 1), (2, 3)]
    assert written.subn("c", "aba", count=1) == ("cba", 1)


def test_a_template_is_made_once_for_each_word() -> None:
    template = Template("<{}>")
    assert template.of("a").search("<a>")
    assert template.of("a") is template.of("a")
    assert template.of("a") is not template.of("b")
