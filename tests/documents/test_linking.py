"""Card names as links: corpus/linking/ says which words are names, the laws what stays as it is."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

import linked_articles
from linked_articles import ARTICLES
from nanori.documents import linking, prose_mentions, prose_parts
from nanori.documents.linking import LINKED, WRITERS
from nanori.documents.source import Document
from nanori.model import edits
from nanori.model.errors import NanoriError
from nanori.names.database import Database

PRECISION = 0.98
RECALL = 0.95


@pytest.fixture(scope="module")
def register() -> Iterator[Database]:
    with linked_articles.register() as names:
        yield names


def linked(text: str, register: Database, to: str = "markdown", address: str = "") -> str:
    """Return a text with its names as links."""
    return edits.apply(text, linking.edits(Document(text), register, to, address))


def said(text: str, register: Database) -> set[linked_articles.Name]:
    """Return the names that are found in the prose of a text and not linked yet."""
    document = Document(text)
    spans = prose_parts.find(document).linked
    return {
        (each.start, each.end, each.card or "")
        for each in prose_mentions.find(document, register)
        if each.status in LINKED and not any(a < each.end and each.start < b for a, b in spans)
    }


def shown(text: str, names: set[linked_articles.Name]) -> str:
    return "; ".join(
        f"{text[a:b]} ({text[max(0, a - 15) : b + 10]!r})" for a, b, _ in sorted(names)
    )


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_what_is_linked_is_a_name_and_names_are_linked(lang: str, register: Database) -> None:
    right = found = there = 0
    notes: list[str] = []
    for path in ARTICLES:
        if not path.name.startswith(lang):
            continue
        text, marks = linked_articles.read(path)
        given, names = said(text, register), set(marks)
        right += len(given & names)
        found += len(given)
        there += len(names)
        notes += [f"{path.name}: false: {shown(text, given - names)}"]
        notes += [f"{path.name}: missed: {shown(text, names - given)}"]
    assert there >= 30
    assert right / found >= PRECISION, "\n".join(notes)
    assert right / there >= RECALL, "\n".join(notes)


@pytest.mark.parametrize("to", WRITERS)
@pytest.mark.parametrize("path", ARTICLES, ids=lambda path: path.name)
def test_linking_twice_is_linking_once(path: Path, to: str, register: Database) -> None:
    text, _ = linked_articles.read(path)
    once = linked(text, register, to)
    assert once != text
    assert linked(once, register, to) == once


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


@given(st.lists(PIECES, max_size=14).map("".join), st.sampled_from(sorted(WRITERS)))
def test_any_text_may_be_linked_and_is_linked_once(text: str, to: str) -> None:
    with linked_articles.register() as register:
        once = linked(text, register, to)
        assert linked(once, register, to) == once


@given(st.lists(PIECES, max_size=14).map("".join))
def test_code_and_links_of_markdown_stay_as_they_are(text: str) -> None:
    with linked_articles.register() as register:
        once = linked(text, register)
    kept = {"code_inline", "code_block", "fence"}
    reader = MarkdownIt()

    def code(words: str) -> list[str]:
        flat = (part for block in reader.parse(words) for part in (block, *(block.children or ())))
        return [part.content for part in flat if part.type in kept]

    assert [words for words in code(once) if "scryfall.com" in words] == []
    assert len(code(once)) == len(code(text))


@pytest.mark.parametrize("to", WRITERS)
def test_a_hostile_name_cannot_leave_its_link(to: str, tmp_path: Path) -> None:
    names = [
        '"><script>alert(1)</script>',
        "x](javascript:alert(1))",
        "Ash ]] {{x}} | Fox",
        "A\nB C",
    ]
    lines = "".join(f'{{"name": {_json(name)}, "types": []}}\n' for name in names)
    (tmp_path / "names.jsonl").write_text(lines + '{"name": "Ember Mage", "types": []}\n', "utf-8")
    from sqlite3 import connect

    from nanori.names.building import writer

    connection = connect(":memory:")
    writer.fill_from(connection, [str(tmp_path / "names.jsonl")])
    register = Database(tmp_path, connection)
    text = " and ".join(f"Ember Mage, {name}" for name in names)
    once = linked(text, register, to)
    page = MarkdownIt("commonmark", {"html": to == "html"}).render(once)
    assert 'href="javascript' not in page
    assert once.count("<script>") == text.count("<script>")
    connection.close()


def _json(words: str) -> str:
    import json

    return json.dumps(words)


@pytest.mark.parametrize(
    ("to", "line"),
    [
        ("markdown", '[Ember Mages](https://e.org/Ember%20Mage "Ember Mage") burn.'),
        ("html", '<a href="https://e.org/Ember%20Mage" title="Ember Mage">Ember Mages</a> burn.'),
        ("discord", "[Ember Mages](<https://e.org/Ember%20Mage>) burn."),
        ("wiki", "[https://e.org/Ember%20Mage Ember Mages] burn."),
    ],
)
def test_each_output_writes_links_in_its_way(to: str, line: str, register: Database) -> None:
    assert linked("Ember Mages burn.", register, to, "https://e.org/{name}") == line


def test_a_wiki_links_to_its_own_pages(register: Database) -> None:
    text = "Ember Mages and [[Ember Drake]]."
    assert linked(text, register, "wiki") == "[[Ember Mage|Ember Mages]] and [[Ember Drake]]."


@pytest.mark.parametrize(
    "address", ["https://e.org/", "javascript:{name}", "https://e.org/{name}) x", 'x"{name}']
)
def test_an_address_that_no_link_may_have_is_one_line(address: str, register: Database) -> None:
    with pytest.raises(NanoriError, match="was wanted"):
        linked("Ember Mage", register, address=address)


def test_a_name_over_the_end_of_a_line_is_one(register: Database) -> None:
    assert linked("An Ashen\r\nCourier runs.", register, address="/c/{name}") == (
        "An [Ashen\r\nCourier](/c/Ashen%20Courier) runs."
    )
