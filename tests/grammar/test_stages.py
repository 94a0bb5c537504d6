"""What each stage promises to the next."""

import re
from collections.abc import Iterator

import pytest

import real
import strategies
from nanori.grammar import languages, parser, trees
from nanori.grammar.automata import CuedPatterns
from nanori.grammar.lexer import tokenize
from nanori.grammar.name_announcements import ANNOUNCING
from nanori.grammar.parser import DEMONSTRATIVES
from nanori.linting.lexicon import lint_words


def _paragraphs(texts: Iterator[str]) -> Iterator[str]:
    for text in texts:
        for start, end in trees.paragraphs(text):
            yield text[start:end]


def _assert_cues_miss_nothing(code: str, texts: Iterator[str]) -> None:
    language = languages.load(code)
    lexicon = language.lexicon
    cued = [
        (known, re.compile(f"(?:{lexicon.starts})(?:{known.pattern})"))
        for known in parser.load_tables(language).terminals
        if known.name in (*DEMONSTRATIVES, *ANNOUNCING)
    ]
    for paragraph in _paragraphs(texts):
        for known, pattern in cued:
            told = any(cue in paragraph for cue in known.cues)
            assert told or not pattern.search(paragraph), paragraph


@pytest.mark.parametrize("code", languages.codes())
def test_no_demonstrative_and_no_announced_name_is_without_a_cue(code: str) -> None:
    _assert_cues_miss_nothing(code, (card.text for card in strategies.cards() if card.lang == code))


@pytest.mark.real
@pytest.mark.sampled(4)
@pytest.mark.parametrize("code", languages.codes())
def test_no_real_demonstrative_or_announced_name_is_without_a_cue(code: str) -> None:
    records = real.some(f"data/cards.{code}.jsonl.xz")
    _assert_cues_miss_nothing(code, (record["text"] for record in records))


@pytest.mark.parametrize("code", languages.codes())
def test_no_row_that_matches_is_told_to_be_absent(code: str) -> None:
    table = lint_words(languages.load(code)).rows.garbled
    rows = [row.near or row.pattern for row, _ in table.values()]
    cued = CuedPatterns([row.cues for row in rows])
    texts = [card.text for card in strategies.cards() if card.lang == code]
    for text in (*texts, *texts):  # what most of the first ones have is not looked for
        matching = {number for number, row in enumerate(rows) if row.search(text)}
        assert matching <= {*cued.within(text)}, text


@pytest.mark.parametrize("code", languages.codes())
def test_only_blanks_stand_between_tokens(code: str) -> None:
    language = languages.load(code)
    for paragraph in _paragraphs(card.text for card in strategies.cards() if card.lang == code):
        place = 0
        for token in tokenize(paragraph, language):
            assert not paragraph[place : token.start].strip()
            place = token.end
        assert not paragraph[place:].strip()
