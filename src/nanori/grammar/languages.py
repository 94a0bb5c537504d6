"""The languages there are: each is `grammar/<code>.lark` and `grammar/<code>.toml`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property, partial
from pathlib import Path

from nanori.grammar.lexicon import Lexicon, pattern
from nanori.grammar.lexicon.pattern import WordList
from nanori.model import data_files
from nanori.model.errors import DataFileError, NanoriError
from nanori.model.typed_values import LOCK

COMMON = "common"
"""Stem of the grammar that all languages share."""


@dataclass(frozen=True, eq=False)
class Language:
    """One language: its words and the text of its grammar; there is one value of each."""

    code: str
    lexicon: Lexicon
    grammar: str

    @property
    def mtgjson(self) -> str:
        """MTGJSON's word for the language."""
        return self.lexicon.mtgjson

    @cached_property
    def plain_words(self) -> frozenset[str]:
        """Words that are used in rules texts for what they mean, whatever name is like them."""
        words = (word for words in self.lexicon.words.values() for word in words)
        return frozenset((*words, *self.lexicon.subtypes, *self.lexicon.checks.words))

    @property
    def scryfall(self) -> str:
        """Scryfall's code for the language."""
        return self.lexicon.scryfall


@cache
def folder() -> Path:
    """Return the folder of grammars: inside the installed package, else beside its source."""
    inside = Path(__file__).parent / "files"
    return inside if inside.is_dir() else Path(__file__).parents[3] / "grammar"


@cache
def codes() -> tuple[str, ...]:
    """Return the codes of all languages that have a grammar, sorted."""
    stems = tuple(sorted(path.stem for path in folder().glob("*.toml")))
    if not stems:
        raise DataFileError(str(folder()), "there is no language")
    return stems


@cache
def load(code: str) -> Language:
    """Return the language of that code, read on first use and kept.

    NanoriError if there is none; DataFileError if one of its files is missing or broken.
    """
    with LOCK:
        return _first(code)


def read(code: str) -> Language:
    """Return the same as its files say now."""
    if code not in codes():
        raise NanoriError(f"unknown language “{code}”, there are: {', '.join(codes())}")
    path = folder() / f"{code}.toml"
    prove = partial(_prove_patterns, path)
    lexicon = data_files.table(path, Lexicon, pattern.decoded, prove)
    for field, written in pattern.each(lexicon):
        if isinstance(written, WordList):
            written.divided = lexicon.divided
        else:
            written.place = f"{path}: {field}"
    return Language(code, lexicon, _grammar(code, lexicon))


_first = cache(read)
"""Called by one thread at a time, so that there is one value of each language."""


def _grammar(code: str, lexicon: Lexicon) -> str:
    lists = [
        f"{name.upper()}: /(?:{'|'.join(map(_escaped, sorted(words, key=len, reverse=True)))})/"
        for name, words in lexicon.words.items()
    ]
    files = [data_files.text(path) for path in _grammar_files(code, lexicon.order)]
    written = "\n".join([*files, *lists, ""])
    return written + "\n".join([*_absent(written), ""])


_QUOTED = re.compile(r"//[^\n]*|/(?:[^/\\\n]|\\.)+/[a-z]*|\"(?:[^\"\\\n]|\\.)*\"")
"""Comments, patterns and strings of a grammar, in which nothing is named."""
_DEFINED = re.compile(r"^([A-Z][A-Z_0-9]*)(?:\.\d+)? *:|^%declare +(.+)", re.MULTILINE)
_NAMED = re.compile(r"\b[A-Z][A-Z_0-9]*\b")
_PATTERN = re.compile(r"^[A-Z].*(?:\n[ \t]+\|.*)*", re.MULTILINE)
"""The definition of a terminal."""


def _absent(grammar: str) -> Iterator[str]:
    """Yield a definition of each terminal that is named and defined nowhere: the language lacks it.

    As a part of another terminal it matches nothing; elsewhere no token is ever of it.
    """
    plain = _QUOTED.sub(" ", grammar)
    named = set(_NAMED.findall(plain))
    for name, more in _DEFINED.findall(plain):
        named -= {name, *more.split()}
    parts = {name for written in _PATTERN.findall(plain) for name in _NAMED.findall(written)}
    for name in sorted(named):
        yield f"{name}: /(?!)/" if name in parts else f"%declare {name}"


def _grammar_files(code: str, order: str) -> list[Path]:
    """Return the files of a language's grammar: of all languages, of its word order, its own."""
    return [folder() / f"{stem}.lark" for stem in (COMMON, order, code) if stem]


def place_in_grammar(language: Language, line: int | None) -> str:
    """Return the file, and the line in it, of a line of a language's grammar, from 1."""
    *shared, own = _grammar_files(language.code, language.lexicon.order)
    if line is None:
        return str(own)
    for path in shared:
        length = data_files.text(path).count("\n") + 1
        if line <= length:
            return f"{path}:{line}"
        line -= length
    return f"{own}:{line}"


def _prove_patterns(path: Path, lexicon: Lexicon) -> None:
    """Raise DataFileError for a pattern that is none, of those that have no type of their own."""
    alone = ("word", "starts", "script", "apposition")
    patterns: dict[str, str] = {name: getattr(lexicon, name) for name in alone}
    patterns |= {f"unlisted.{name}": written for name, written in lexicon.unlisted.items()}
    patterns |= {f"noise[{number}]": written for number, written in enumerate(lexicon.noise)}
    patterns |= {
        f"short.{name}": getattr(lexicon.short, name) for name in ("word", "tail", "apart")
    }
    for field, written in patterns.items():
        try:
            re.compile(written)
        except re.error as error:
            message = f"no regular expression: {error}"
            raise DataFileError(f"{path}: {field}", message) from None


def _escaped(word: str) -> str:
    """Return a word as a pattern of Lark's, which a stroke would end."""
    return re.escape(word).replace("/", r"\/")


@cache
def reference_language() -> str:
    """Return the code of the language whose names are the cards' names everywhere (CR 201.2)."""
    for code in codes():
        if load(code).lexicon.default:
            return code
    raise DataFileError(str(folder()), "no language is the default")


@cache
def _scripts() -> tuple[tuple[str, re.Pattern[str]], ...]:
    every = [load(code) for code in codes()]
    return tuple(
        (language.code, re.compile(language.lexicon.script))
        for language in every
        if language.lexicon.script
    )


SHARE = 5
"""One letter in so many is at least in the script of the language that a text is written in."""


def of_text(text: str) -> str:
    """Return the code of the language a text is written in, told by the share of its script."""
    for code, script in _scripts():
        written = len(script.findall(text))
        if written and written * SHARE >= sum(map(str.isalpha, text)):
            return code
    return reference_language()


def of_any_letter(text: str) -> str:
    """Return the code of the language of whose script a text has any letter.

    Prose that says each name in two languages may have few of them.
    """
    return next((code for code, script in _scripts() if script.search(text)), reference_language())
