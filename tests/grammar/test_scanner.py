"""What the scanner leaves untried could not have been found, and what it remembers stays true."""

from __future__ import annotations

import re
from functools import cache

import pytest

import corpus
from nanori.grammar import languages, parser
from nanori.grammar.firsts import AT_START
from nanori.grammar.scanner import Scanner
from nanori.model.values import Token


@cache
def _paragraphs() -> dict[str, set[str]]:
    """Return the paragraphs of the corpus in each language."""
    found: dict[str, set[str]] = {code: set() for code in languages.codes()}
    for folder in ("rules", "languages", "grammar"):
        for case in corpus.cases(folder):
            for text in case.texts:
                if text.lang in found:
                    found[text.lang].update(case.card(text).text.split("\n"))
    return found


def _scanner(code: str) -> Scanner:
    """Return a scanner that has met no word yet."""
    language = languages.load(code)
    tables = parser.load_tables(language)
    names = {known.name for known in parser.load(language).nameless._terminals}
    terminals = [known for known in tables.terminals if known.name in names]
    return Scanner(language.lexicon, terminals, tables.lists)


def _scanned(scanner: Scanner, paragraph: str) -> list[Token]:
    tokens: list[Token] = []
    scanner.scan(paragraph, 0, len(paragraph) + 1, tokens)
    return tokens


@pytest.mark.parametrize("code", languages.codes())
def test_a_match_is_where_and_begins_as_its_pattern_says(code: str) -> None:
    language = languages.load(code)
    for known in parser.load_tables(language).terminals:
        pattern = re.compile(f"(?:{language.lexicon.starts})(?:{known.pattern})")
        for paragraph in _paragraphs()[code]:
            for match in pattern.finditer(paragraph):
                place = match.start()
                assert match[0].startswith(known.heads), known
                assert (
                    place <= AT_START
                    or known.behind is None
                    or (paragraph[place - 1] in known.behind)
                ), known


@pytest.mark.parametrize("code", languages.codes())
def test_words_that_are_remembered_are_the_same_as_when_they_are_met(code: str) -> None:
    remembering, forgetting = _scanner(code), _scanner(code)
    for paragraph in sorted(_paragraphs()[code]) * 2:
        forgetting._plain.clear()
        forgetting._asked.clear()
        assert _scanned(remembering, paragraph) == _scanned(forgetting, paragraph)
