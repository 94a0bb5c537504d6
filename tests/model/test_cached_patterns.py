"""Patterns of an earlier run are those that `re` compiles, and what is kept wrongly is not used."""

import importlib
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

import word_files
from nanori.grammar import languages, parser
from nanori.grammar.lexicon import pattern as lexicon_patterns
from nanori.model import cached_patterns
from nanori.model.cached_patterns import KeptPatterns
from project import SHARE

pytestmark = pytest.mark.skipif(
    sys.implementation.name != "cpython", reason="only CPython's engine has such numbers"
)
ODD = [
    *(("", 0), ("a", re.IGNORECASE), ("a", 0), (b"a", 0), (rb"(?s)\xff.", 0), ("(?x) a # b\n", 0)),
    *(
        ("(?P<one>a)(b)?(?P<two>\\1)", 0),
        ("[\ud800-\udfff]\0", 0),
        ("[一-龥ぁ-ん]+?", re.IGNORECASE),
    ),
    *(
        ("(?<!a)(?:b|c){2,70000}+$", re.MULTILINE),
        ("(?i:ſ)É\U0001f600", re.ASCII),
        ("(?>a)|(?!)", 0),
    ),
]
TEXT = "a aba Éé 一ぁ ſS bcbcbc\n\ud800 \0 named “Tidebell Heron” この クリーチャー"


@contextmanager
def keeping(folder: Path, command: str = "annotate") -> Iterator[KeptPatterns]:
    """Let `re` compile by what a folder keeps, and keep what was new."""
    re.purge()
    kept = KeptPatterns(command, folder)
    try:
        yield kept
    finally:
        kept.keep()
        re.purge()


@pytest.fixture
def by_python(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """What Python compiles itself from now on."""
    compiled: list[object] = []
    compiler = importlib.import_module("re._compiler")
    own = compiler.compile

    def compile(pattern: object, flags: int = 0) -> object:
        compiled.append(pattern)
        return own(pattern, flags)

    monkeypatch.setattr(compiler, "compile", compile)
    return compiled


def written(lang: str) -> Iterator[str]:
    """Yield the patterns of a language, in its words and its grammar."""
    language = languages.load(lang)
    for _, each in word_files.each(lang):
        if isinstance(each, lexicon_patterns.WordList):
            yield each.alternation
        elif isinstance(each, lexicon_patterns.Pattern):
            yield each._written
    yield from (terminal.pattern for terminal in parser.load_tables(language).terminals)


def test_what_is_kept_is_the_same_pattern_and_matches_alike(
    tmp_path: Path, by_python: list[object], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cached_patterns, "MAX_NEW_PATTERNS", 1 << 20)
    monkeypatch.setattr(cached_patterns, "MAX_BYTES", 1 << 30)
    every = [(each, 0) for lang in languages.codes() for each in written(lang)]
    asked = [*ODD, *every[::SHARE]]
    with keeping(tmp_path):
        made = [re.compile(*each) for each in asked]
    with keeping(tmp_path):
        by_python.clear()
        kept = [re.compile(*each) for each in asked]
        assert not by_python
    assert len(set(asked)) > cached_patterns.MIN_NEW_PATTERNS
    for first, again in zip(made, kept, strict=True):
        assert first == again  # flags and numbers
        assert first.groupindex == again.groupindex
        text = TEXT if isinstance(first.pattern, str) else TEXT.encode("utf-8", "replace")
        found = [[match.regs, match.lastgroup] for match in first.finditer(text)]
        assert found == [[match.regs, match.lastgroup] for match in again.finditer(text)]


@pytest.mark.parametrize("spoil", ["cut", "bit", "empty", "python", "folder"])
def test_what_is_spoilt_is_compiled_anew(
    tmp_path: Path, by_python: list[object], monkeypatch: pytest.MonkeyPatch, spoil: str
) -> None:
    with keeping(tmp_path):
        expected = [re.compile(*each) for each in ODD]
    file = next((tmp_path / "__pycache__").iterdir())
    content = file.read_bytes()
    if spoil == "cut":
        file.write_bytes(content[: len(content) // 2])
    elif spoil == "bit":
        middle = len(content) // 2
        file.write_bytes(content[:middle] + bytes([content[middle] ^ 4]) + content[middle + 1 :])
    elif spoil == "empty":
        file.write_bytes(b"")
    elif spoil == "python":
        monkeypatch.setattr(cached_patterns, "PYTHON", (0, "3.99", "little"))
    else:
        file.unlink()
        file.mkdir()
    with keeping(tmp_path):
        by_python.clear()
        assert [re.compile(*each) for each in ODD] == expected
        assert len(by_python) == len(ODD)
    assert list(file.parent.iterdir()) == [file]


def test_where_nothing_can_be_written_nothing_is_kept(tmp_path: Path) -> None:
    (tmp_path / "__pycache__").write_text("no folder")
    for _ in range(2):
        with keeping(tmp_path):
            assert re.compile("a(b)").match("ab")
            assert [re.compile(*each) for each in ODD]


def test_of_a_python_that_does_it_otherwise_nothing_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.implementation, "name", "pypy")
    with keeping(tmp_path):
        assert [re.compile(*each) for each in ODD]
    assert not list(tmp_path.iterdir())


def test_numbers_of_another_pattern_are_not_kept(tmp_path: Path) -> None:
    with keeping(tmp_path) as kept:
        made = [re.compile(*each) for each in ODD]
        assert len(made) == len(kept._new)
        numbers = [numbers for _, numbers in kept._new.values()]
        for asked, pattern, other in zip(kept._new, made, [*numbers[1:], []], strict=True):
            kept._new[asked] = pattern, other
    assert not list(tmp_path.iterdir())


def test_a_file_that_is_full_begins_anew(
    tmp_path: Path, by_python: list[object], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cached_patterns, "MAX_BYTES", 1500)
    for begin in ("a", "b"):
        with keeping(tmp_path):
            assert all(re.compile(f"{begin}{number}") for number in range(10))
    with keeping(tmp_path):
        by_python.clear()
        assert re.compile("b1")
        assert not by_python
        assert re.compile("a1")
        assert by_python
    with keeping(tmp_path, "lint"):
        assert all(re.compile(f"{'c' * 1000}{number}") for number in range(10))
    assert (
        len(list((tmp_path / "__pycache__").iterdir())) == 1
    )  # what is too long alone is not kept


def test_what_is_no_plain_pattern_is_left_to_python(tmp_path: Path) -> None:
    class Word(str):
        __slots__ = ()

    for _ in range(2):
        with keeping(tmp_path):
            assert [re.compile(*each) for each in ODD]
            assert re.compile(Word("a+")).fullmatch("aa")
            assert re.split("[_.]", "a_b.c") == ["a", "b", "c"]  # flags of an unusual kind
            assert re.Scanner([("a", "a")]).scan("aab")[1] == "b"  # type: ignore[attr-defined]


def test_a_wrong_pattern_is_told_as_python_tells_it(tmp_path: Path) -> None:
    with keeping(tmp_path), pytest.raises(re.error, match="unterminated"):
        re.compile("(a")


def test_a_word_that_is_no_command_names_no_file_of_its_own(tmp_path: Path) -> None:
    with keeping(tmp_path, "../names"):
        assert [re.compile(*each) for each in ODD]
    assert [file.name[:7] for file in (tmp_path / "__pycache__").iterdir()] == ["nanori."]


def test_a_command_says_the_same_by_what_another_kept() -> None:
    record = '{"name": "Lantern Gull", "text": "Return Lantern Gull to your hand.", "lang": "en"}'
    said = {
        subprocess.run(
            [sys.executable, "-m", "nanori", "annotate", "-"],
            input=record.encode(),
            env=os.environ | {"PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2", "3")
    }
    assert len(said) == 1
    assert list((Path(cached_patterns.__file__).parent / "__pycache__").glob("annotate.*.patterns"))
