"""A bilingual article with 26 planted errors: what `nanori lint` tells of each."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest

import project
from command import nanori
from lint_command import findings, lint
from nanori.documents.source import Document
from nanori.linting import engine
from nanori.linting.configuration import Selection
from nanori.linting.options import Settings
from nanori.linting.prose import Prose

FOLDER = project.ROOT / "corpus" / "documents"
ARTICLE = (FOLDER / "article.txt").read_text("utf-8")
ERRORS: dict[str, list[str]] = tomllib.loads((FOLDER / "article.errors.toml").read_text("utf-8"))
CHECKS = Selection(Settings()).of_file("article.txt")


def said(text: str) -> list[tuple[int, int, str]]:
    """Return place and check of every finding in a document."""
    reports = engine.document_reports(Prose(Document(text)), CHECKS)
    return [(each.diagnostic.start, each.diagnostic.end, each.diagnostic.rule) for each in reports]


def paragraph(text: str, place: int) -> tuple[int, int]:
    """Return the span of the lines without a blank one around a place."""
    begin = text.rfind("\n\n", 0, place) + 2
    end = text.find("\n\n", place)
    return begin, end if end >= 0 else len(text)


def is_told(kind: str) -> bool:
    """Tell whether an error alone is told in the paragraph where it is made."""
    there, put = ERRORS[kind]
    assert ARTICLE.count(there) == 1, kind
    text = ARTICLE.replace(there, put)
    begin, end = paragraph(text, ARTICLE.index(there))
    return any(start < end and begin < stop for start, stop, _ in said(text))


def test_the_article_itself_has_no_finding() -> None:
    assert said(ARTICLE) == []


@pytest.mark.parametrize("kind", ERRORS)
def test_an_error_of_each_kind_is_told_in_its_paragraph(kind: str) -> None:
    assert is_told(kind)


def test_all_at_once_make_about_as_many_findings() -> None:
    text = ARTICLE
    for there, put in ERRORS.values():
        text = text.replace(there, put)
    assert len(said(text)) >= len(ERRORS) - 3


def built(tmp_path: Path, *names: str) -> str:
    """Return a database of the corpus' names, or of these."""
    source, database = FOLDER / "names.jsonl", str(tmp_path / "names.sqlite")
    if names:
        records = ({"name": name, "card": name, "types": ["Creature"]} for name in names)
        source = tmp_path / "names.jsonl"
        source.write_text("".join(f"{json.dumps(each)}\n" for each in records), "utf-8")
    assert nanori("names", "build", source, "-o", database).code == 0
    return database


PLAIN = """# A week at the ferry

I have kept two copies of Plough the Holow in every deck this year. It is a fine card, and the
rest of the list has not changed at all since spring.

When my opponent sat down, I kept a hand of four lands. It was not enough, as ever.
"""


@pytest.mark.parametrize("name", ["post.md", "post.txt"])
def test_an_article_in_one_language_is_looked_at_where_it_is_named(
    name: str, tmp_path: Path
) -> None:
    path = tmp_path / name
    path.write_text(PLAIN, "utf-8")
    nothing = (0, "", "1 document read, nothing found\n")
    assert lint(path) == lint(path, "--jobs", "2") == nothing
    (one,) = findings(path, "--names", built(tmp_path))
    assert (one["rule"], one["text"]) == ("named-card/misspelled", "Plough the Holow")


def test_a_slip_in_a_small_word_of_a_name_is_told(tmp_path: Path) -> None:
    path = tmp_path / "post.txt"
    path.write_text(PLAIN.replace("the Holow", "teh Hollow"), "utf-8")
    (one,) = findings(path, "--names", built(tmp_path))
    assert one["text"] == "Plough teh Hollow"


def test_an_article_may_have_links_but_no_code(tmp_path: Path) -> None:
    path = tmp_path / "post.md"
    path.write_text(PLAIN.replace("deck", "[deck](https://example.org)") + "\n- a\n- b\n", "utf-8")
    assert lint(path).err == "1 document read, nothing found\n"
    path.write_text(PLAIN + "\n```\nmake\n```\n", "utf-8")
    assert lint(path).code == 2


def test_a_page_in_a_folder_is_no_article(tmp_path: Path) -> None:
    (tmp_path / "README.md").write_text(PLAIN, "utf-8")
    (tmp_path / "notes.txt").write_text(PLAIN, "utf-8")
    assert "no file with cards or rules" in lint(tmp_path).err


def test_cards_without_type_lines_are_no_article(tmp_path: Path) -> None:
    path = tmp_path / "cards.txt"
    path.write_text("Elder Heron\nFlying\nWhen it dies, draw a card. You lose 1 life.\n", "utf-8")
    assert "no card is there" in lint(path).err


def test_a_name_that_ends_in_s_is_no_slip_in_other_capitals(tmp_path: Path) -> None:
    names = built(tmp_path, "Cast into Embers")
    path = tmp_path / "post.txt"
    path.write_text(
        PLAIN + "\nI drew Cast Into Embers. Then Cast into Embrs was no card.\n", "utf-8"
    )
    (one,) = findings(path, "--names", names)
    assert one["text"] == "Cast into Embrs"


def test_a_slip_in_a_list_or_behind_a_short_name_is_told(tmp_path: Path) -> None:
    cards = ("Mistwarden", "Mora", "Mora of the Veil", "Harbor Song", "Ashen Ferry")
    names = built(tmp_path, *cards)
    path = tmp_path / "post.txt"
    path.write_text(
        f"{PLAIN}\nThen I drew Mora of the Viel.\n\n4 Mistwarden\n2 Mistwraden\n4 Harbor Song\n"
        "2 Ashen Ferry\n3 tournaments\n",
        "utf-8",
    )
    assert [each["text"] for each in findings(path, "--names", names)] == [
        "Mora of the Viel",
        "Mistwraden",
    ]


@pytest.mark.parametrize(
    ("article", "slip"),
    [
        ("---\ntitle: A week\n---\n\nI drew Mora of the Viel. It was late!\n", "Mora of the Viel"),
        ("- [[Harbor Song]] is fine.\n- [[Ashen Ferry]] wins.\n- [[Ashen Fery]].\n", "Ashen Fery"),
        ("We met [[Harbor Song]].\n\n[[Ashen Ferry]] is not [[Hull]].\n", ""),
        ("《Harbor Song》が強い!\n\n港の歌だ!\n\nアル・モラ/Al Moraも使う。\n", ""),
    ],
)
def test_articles_as_people_write_them(article: str, slip: str, tmp_path: Path) -> None:
    names = built(tmp_path, "Mora of the Veil", "Harbor Song", "Ashen Ferry", "Hall")
    (tmp_path / "post.md").write_text(article, "utf-8")
    told = lint(tmp_path / "post.md", "--names", names, "--format", "jsonl")
    assert told.err.startswith("1 document read")
    assert [each["text"] for each in told.records()] == ([slip] if slip else [])
