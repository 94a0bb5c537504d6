"""The languages there are: each is `grammar/<code>.lark` and `grammar/<code>.toml`."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

import msgspec

from nanori.grammar.lexicon import Lexicon, pattern
from nanori.model.errors import NanoriError


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
        lists = ("keyword_name", "subtype", "game_word", "object_noun")
        words = (word for name in lists for word in self.lexicon.words.get(name, ()))
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
    return tuple(sorted(path.stem for path in folder().glob("*.toml")))


@cache
def load(code: str) -> Language:
    """Return the language of that code; NanoriError if there is none or its files are broken."""
    if code not in codes():
        raise NanoriError(f"unknown language “{code}”, there are: {', '.join(codes())}")
    path = folder() / f"{code}.toml"
    try:
        words = tomllib.loads(path.read_text("utf-8"))
        lexicon = msgspec.convert(words, Lexicon, dec_hook=pattern.decoded)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise NanoriError(str(error), path=str(path)) from error
    for field, written in pattern.each(lexicon):
        written.place = f"{path}: {field}"
    return Language(code, lexicon, _grammar(code, lexicon))


def _grammar(code: str, lexicon: Lexicon) -> str:
    lists = [
        f"{name.upper()}: /(?:{'|'.join(map(_escaped, sorted(words, key=len, reverse=True)))})/"
        for name, words in lexicon.words.items()
    ]
    shapes = [f"%declare {name}" for name in lexicon.unlisted if name.lower() not in lexicon.words]
    files = [(folder() / f"{stem}.lark").read_text("utf-8") for stem in ("common", code)]
    return "\n".join([*files, *lists, *shapes, ""])


def _escaped(word: str) -> str:
    """Return a word as a pattern of Lark's, which a stroke would end."""
    return re.escape(word).replace("/", r"\/")


@cache
def reference_language() -> str:
    """Return the code of the language whose names are the cards' names everywhere (CR 201.2)."""
    return next(code for code in codes() if load(code).lexicon.default)


@cache
def _scripts() -> tuple[tuple[str, re.Pattern[str]], ...]:
    every = [load(code) for code in codes()]
    return tuple((one.code, re.compile(one.lexicon.script)) for one in every if one.lexicon.script)


def of_text(text: str) -> str:
    """Return the code of the language a text is written in, told by its script."""
    return next((code for code, script in _scripts() if script.search(text)), reference_language())
