"""Card names in articles: corpus/articles/ says which words are names."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

import articles
from articles import ARTICLES
from nanori.documents import prose_mentions
from nanori.documents.source import Document
from nanori.documents.values import CardMention
from nanori.names.database import Database

PRECISION = 0.98
RECALL = 0.95
CERTAIN = ("right", "also", "superseded", "misprint", "short", "untranslated")
"""Statuses of mentions whose card is certain."""


@pytest.fixture(scope="module")
def register() -> Iterator[Database]:
    with articles.register() as names:
        yield names


def certain(text: str, register: Database) -> list[CardMention]:
    """Return the mentions in a text whose card is certain."""
    found = prose_mentions.find(Document(text), register)
    return [each for each in found if each.status in CERTAIN]


def shown(text: str, names: set[articles.Name]) -> str:
    return "; ".join(
        f"{text[a:b]} ({text[max(0, a - 15) : b + 10]!r})" for a, b, _ in sorted(names)
    )


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_what_is_found_is_a_name_and_names_are_found(lang: str, register: Database) -> None:
    right = found = there = 0
    notes: list[str] = []
    for path in ARTICLES:
        if not path.name.startswith(lang):
            continue
        text, marks = articles.read(path)
        given = {(each.start, each.end, each.card or "") for each in certain(text, register)}
        names = set(marks)
        right += len(given & names)
        found += len(given)
        there += len(names)
        notes += [f"{path.name}: false: {shown(text, given - names)}"]
        notes += [f"{path.name}: missed: {shown(text, names - given)}"]
    assert there >= 30
    assert right / found >= PRECISION, "\n".join(notes)
    assert right / there >= RECALL, "\n".join(notes)


NAMES = "Ember Mage|Ashen Courier|灰の急使|Aru, the Quiet Lamp|Aru|アル|Harvest"
MARKS = (
    "[ ] ]( ) ( ` `` ``` ~~~ # > - 《 》 / \\ * _ </a> <b> <!-- --> https://e.org/ [[ ]] { } ![ 's"
)
PIECES = st.sampled_from(
    [
        *NAMES.split("|"),
        *MARKS.split(),
        *[" ", "\n", "\n\n", "    ", " the ", ". ", "\r\n", "[x]: y", "\x00", "<a href='x'>"],
    ]
)


@given(st.lists(PIECES, max_size=14).map("".join))
def test_no_name_is_found_in_code_of_markdown(text: str) -> None:
    with articles.register() as register:
        found = certain(text, register)
    marked, last = "", 0
    for each in found:
        marked += text[last : each.start] + "FOUND"
        last = each.end
    marked += text[last:]
    kept = {"code_inline", "code_block", "fence"}
    blocks = MarkdownIt().parse(marked)
    flat = (part for block in blocks for part in (block, *(block.children or ())))
    assert not [part.content for part in flat if part.type in kept and "FOUND" in part.content]


def test_a_name_over_the_end_of_a_line_is_one(register: Database) -> None:
    text = "An Ashen\r\nCourier runs."
    assert [text[each.start : each.end] for each in certain(text, register)] == ["Ashen\r\nCourier"]
