"""The `.toml` files of a language: its words, and what each room needs to know of it."""

from collections.abc import Iterator
from pathlib import Path

import msgspec

from nanori.documents.lexicon import FOLDER as DOCUMENTS
from nanori.documents.lexicon import document_words
from nanori.game.lexicon import FOLDER as GAME
from nanori.game.lexicon import game_words
from nanori.grammar import languages
from nanori.grammar.lexicon import pattern
from nanori.grammar.lexicon.pattern import Pattern, Template, WordList
from nanori.linting.lexicon import FOLDER as LINTING
from nanori.linting.lexicon import lint_words
from nanori.names.lexicon import FOLDER as NAMES
from nanori.names.lexicon import term_words
from nanori.rewriting.lexicon import FOLDER as REWRITING
from nanori.rewriting.lexicon import restyling_words

ROOMS = {
    "documents": (DOCUMENTS, document_words),
    "game": (GAME, game_words),
    "linting": (LINTING, lint_words),
    "names": (NAMES, term_words),
    "rewriting": (REWRITING, restyling_words),
}


def tables(code: str) -> Iterator[tuple[str, Path, msgspec.Struct]]:
    """Yield each room's name (that of the language is empty), the file and what is read of it."""
    language = languages.load(code)
    yield "", languages.folder() / f"{code}.toml", language.lexicon
    for room, (folder, words) in ROOMS.items():
        path = folder / f"{code}.toml"
        if path.exists() or not language.lexicon.draft:
            yield room, path, words(language)


def each(code: str) -> Iterator[tuple[str, Pattern | Template | WordList]]:
    """Yield the patterns and lists of a language with their fields, as `linting.target`."""
    for room, _, table in tables(code):
        yield from pattern.each(table, room)
