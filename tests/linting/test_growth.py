"""What keeps time linear in the text: rows that look no farther than a sentence goes."""

from __future__ import annotations

import importlib
import re
from collections.abc import Iterator
from typing import Any, get_args

import pytest

from nanori.grammar import languages
from nanori.grammar.lexicon.pattern import bounded
from nanori.linting.lexicon import REACH, Table, lint_words

_parser: Any = importlib.import_module("re._parser")


def most(parsed: Any) -> Iterator[int]:  # noqa: ANN401 — of `re`, which has no types
    """Yield how often each repetition in a parsed pattern is repeated at most."""
    for item in parsed:
        if isinstance(item, tuple) and len(item) == 3 and hasattr(item[2], "data"):
            yield int(item[1])
        if isinstance(item, tuple | list) or hasattr(item, "data"):
            yield from most(item)


@pytest.mark.parametrize("lang", languages.codes())
def test_no_row_repeats_anything_without_end(lang: str) -> None:
    rows = lint_words(languages.load(lang)).rows
    for table in get_args(Table):
        for rule, (row, *_) in getattr(rows, table).items():
            repeated = [*most(_parser.parse(row.pattern.compiled.pattern))]
            assert max(repeated, default=0) <= 2 * REACH, rule


@pytest.mark.parametrize(
    ("written", "made"),
    [
        (r"a*b+?c*+", r"a{0,9}b{1,9}?c{0,9}+"),
        (r"\*[*+]+(?:[^]*]x)*", r"\*[*+]{1,9}(?:[^]*]x){0,9}"),
        (r"a?+b??c{2}+d{1,3}", r"a?+b??c{2}+d{1,3}"),
        (r"[,}]a{2,}?b\{3,}", r"[,}]a{2,9}?b\{3,}"),
    ],
)
def test_a_bounded_pattern_is_the_same_but_for_its_repetitions(written: str, made: str) -> None:
    assert bounded(written, 9) == made
    assert re.compile(made)
