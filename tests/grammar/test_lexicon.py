"""Patterns of the languages' files: each is one, and what is none is a line with file and field."""

import re
import shutil
import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import cast

import msgspec
import pytest

import word_files
from nanori.game.lexicon import game_words
from nanori.grammar import languages, parser
from nanori.grammar.languages import Language
from nanori.grammar.lexicon import pattern
from nanori.grammar.lexicon.pattern import Pattern, Template, WordList
from nanori.model.errors import DataFileError
from nanori.rewriting.lexicon import FOLDER, RestylingWords

LONGEST = 120
MOST = 3700
"""Characters of one pattern, and of all of a language that are not in ROWS."""
PATTERN = re.compile(r"\\[a-zA-Z$.*]|\(\?|\[[^\]]+\]|[\w)]\||[^ ][*+]|\{\d*,\d*\}|[$^]")
"""What hardly stands in a word."""
SENTENCES = (
    *("linting.templating.", "linting.rows.", "linting.reworded["),
    "linting.saying.",
)
"""A row for each slip, for what a reminder says, and all words for several: as long as these."""
ROWS = (
    *SENTENCES,
    *("linting.saying.", "linting.compared[", "linting.lost[", "linting.surplus["),
    "linting.arguments.",
)
"""Lists that grow by rows, as those of the small words of a translation."""
MEANT = re.compile(r"linting\.rows\..*(?:\.meant(?:\[\d+\])?|\[1\])")
"""What a row wants, which may name a group of its pattern, and its example."""
CHANGES = re.compile(r"\+1/\+1[^|]*")
"""Words with a change of power in them, which only looks like a pattern."""
TOKEN_TEXTS = re.compile(r"game\.tokens\.predefined\.[^.]+\.text")
"""Rules texts of tokens, word for word: “+1/+1” in them only looks like a pattern."""
WORD = "(?:a|b)"
"""What a template is tried with."""


def patterns(code: str) -> Iterator[Pattern]:
    """Yield all patterns of a language, templates filled in."""
    for _, written in word_files.each(code):
        if not isinstance(written, WordList):
            yield written if isinstance(written, Pattern) else written.of(WORD)


def written_patterns(code: str) -> dict[str, str]:
    """Return what is written of every pattern of a language by its field, of whatever type."""
    lexicon = languages.load(code).lexicon
    typed = {
        field: written.template if isinstance(written, Template) else written.pattern
        for field, written in word_files.each(code)
        if not isinstance(written, WordList)
    }
    language = languages.load(code)
    changes = game_words(language).changes
    texts = (
        *(
            lexicon.word,
            lexicon.script,
            lexicon.own_script,
        ),
        *(*lexicon.unlisted.values(), *(part for pair in lexicon.name_lists for part in pair)),
        *(changes.before, changes.behind),
        lexicon.columns.reading,
    )
    return typed | {f"text {number}": text for number, text in enumerate(texts)}


def strings(value: object, field: str = "") -> Iterator[tuple[str, str]]:
    """Yield all strings in a table of a `.toml` file with their fields."""
    if isinstance(value, str):
        yield field, value
    elif isinstance(value, dict):
        for name, part in cast("dict[str, object]", value).items():
            yield from strings(part, f"{field}.{name}" if field else name)
    elif isinstance(value, list):
        for number, part in enumerate(cast("list[object]", value)):
            yield from strings(part, f"{field}[{number}]")


@pytest.mark.parametrize("code", languages.codes())
def test_every_pattern_of_a_language_compiles(code: str) -> None:
    every = list(patterns(code))
    assert every
    assert all(isinstance(written.compiled, re.Pattern) for written in every)


@pytest.mark.parametrize("code", languages.codes())
def test_a_word_is_in_one_list_of_those_that_are_terminals(code: str) -> None:
    language = languages.load(code)
    words = language.lexicon.words
    assert all(len(set(listed)) == len(listed) for listed in words.values())
    terminals = parser.load_tables(language).lists
    counts = Counter(word for name in terminals for word in words[name.lower()])
    assert not [word for word, count in counts.items() if count > 1]


def test_patterns_are_few_and_short() -> None:
    every = {code: written_patterns(code) for code in languages.codes()}
    long = [
        f"{code}: {field}"
        for code, written in every.items()
        for field, text in written.items()
        if len(text) > LONGEST and not field.startswith(SENTENCES)
    ]
    assert not long
    for written in every.values():
        lengths = (len(text) for field, text in written.items() if not field.startswith(ROWS))
        assert sum(lengths) <= MOST


@pytest.mark.parametrize("code", languages.codes())
def test_what_looks_like_a_pattern_is_one(code: str) -> None:
    known = set(written_patterns(code).values())
    assert not [
        (field, text)
        for room, path, _ in word_files.tables(code)
        for field, text in strings(tomllib.loads(path.read_text("utf-8")), room)
        if PATTERN.search(text)
        and text not in known
        and not TOKEN_TEXTS.fullmatch(field)
        and not CHANGES.fullmatch(text)
        and not MEANT.fullmatch(field)
    ]


@pytest.mark.parametrize("code", languages.codes())
def test_a_list_has_words_and_no_patterns(code: str) -> None:
    lexicon = languages.load(code).lexicon
    every = word_files.each(code)
    lists = [written.words for _, written in every if isinstance(written, WordList)]
    words = [word for listed in (*lists, *lexicon.words.values()) for word in listed]
    assert words
    assert not [word for word in words if PATTERN.search(word)]


def test_words_are_found_whole_and_with_a_capital() -> None:
    words = WordList(("up to", "more"))
    assert [match[0] for match in words.finditer("Up to two more, moreover more")] == [
        "Up to", "more", "more",
    ]  # fmt: skip
    assert words.match("more or less")
    nothing = WordList()
    assert not nothing
    assert not nothing.search("")


def test_words_are_found_anywhere_where_a_language_divides_none() -> None:
    words = WordList(("以上",))
    words.file = pattern.LanguageFile()
    words.file.divided = False
    assert words.search("２体以上の")


@pytest.fixture
def files(tmp_path: Path) -> Path:
    """Return a copy of the folder of what restyling needs."""
    return Path(shutil.copytree(FOLDER, tmp_path / "words"))


@pytest.mark.parametrize("field", ["whole_after", "kind_after"])
def test_what_is_no_pattern_is_one_line_with_file_line_and_field(files: Path, field: str) -> None:
    code = languages.reference_language()
    path = files / f"{code}.toml"
    broken = re.sub(rf"(?m)^{field} = .*$", f"{field} = '(?P<'", path.read_text("utf-8"))
    path.write_text(broken, "utf-8")
    restyling = languages.read_words(files, languages.load(code), RestylingWords)
    written: Pattern | Template = getattr(restyling, field)
    with pytest.raises(DataFileError) as error:
        (written if isinstance(written, Pattern) else written.of(WORD)).search("this spell")
    line = broken[: broken.index(f"\n{field} = ") + 1].count("\n") + 1
    assert str(error.value).startswith(f"{path}:{line}: {field}: no regular expression: ")
    assert "\n" not in str(error.value)


def test_a_language_that_is_no_draft_has_a_file_in_each_room(files: Path) -> None:
    language = languages.load(languages.reference_language())
    path = files / f"{language.code}.toml"
    path.unlink()
    with pytest.raises(DataFileError) as error:
        languages.read_words(files, language, RestylingWords)
    assert str(error.value) == f"{path}: no such file or directory"
    draft = Language("xx", msgspec.structs.replace(language.lexicon, draft=True))
    assert not languages.read_words(files, draft, RestylingWords).nouns


def test_all_that_a_language_lacks_is_told_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = shutil.copytree(languages.folder(), tmp_path / "grammar")
    monkeypatch.setattr(languages, "folder", lambda: files)
    path = files / f"{languages.reference_language()}.toml"
    path.write_text('order = "svo"\n', "utf-8")
    with pytest.raises(DataFileError) as error:
        languages.read(path.stem)
    assert str(error.value) == f"{path}: lacks name, pairs, legendary, words"


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
    for method in ("search", "match", "fullmatch"):
        assert getattr(written, method)("xaay", 1, 3)[0] == "aa"
    assert [match.span() for match in written.finditer("aba")] == [(0, 1), (2, 3)]
    assert written.subn("c", "aba", count=1) == ("cba", 1)
