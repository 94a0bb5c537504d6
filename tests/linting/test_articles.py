"""A bilingual article with 29 planted errors: what `nanori lint` tells of each."""

from __future__ import annotations

import json
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

ARTICLE = (project.ROOT / "corpus" / "documents" / "article.txt").read_text("utf-8")
CHECKS = Selection(Settings()).of_file("article.txt")

ERRORS = {
    "an amount": ("2つの能力を表す", "3つの能力を表す"),
    "an amount that was one": ("縄カウンター1個を取り除く", "縄カウンター2個を取り除く"),
    "an amount in a limit": ("10枚以上のカード", "11枚以上のカード"),
    "an amount of life": ("5点のライフ", "4点のライフ"),
    "power and toughness": ("2/2のクリーチャー", "2/3のクリーチャー"),
    "a change": ("+1/+1の修整", "+2/+1の修整"),
    "a symbol": ("{3}{U}を支払って", "{3}{B}を支払って"),
    "a symbol left out": ("{1}{U}より", "{1}より"),
    "no end of a quotation": ("出る。」と「あなたの", "出る。と「あなたの"),
    "no end of brackets": ("(rule 903.1参照)。プ", "(rule 903.1参照。プ"),
    "brackets of another sort": (
        "《縄梯子/Rope Ladder》についても",
        "≪縄梯子/Rope Ladder≫についても",
    ),
    "straight quotation marks": ("特殊タイプ「漂流」", '特殊タイプ"漂流"'),
    "no quotation marks": ("「係留N」とは", "係留Nとは"),
    "a wide digit": ("クリーチャー2体に", "クリーチャー２体に"),
    "a wide bracket": ("(rule 902.1参照)", "（rule 902.1参照）"),
    "a reading": ("優先権を", "優先権（ゆうせんけん）を"),
    "a sentence left out": ("そのパーマネントの他の能力は通常どおり機能する。", ""),
    "half a sentence left out": (
        "自分がコントロールする係留されたパーマネントの縄を切るために",
        "",
    ),
    "a sentence in English": (
        "それはこのターンに再び公開されない。",
        "It isn't revealed again this turn.",
    ),
    "a paragraph left out": ("錨カードのデッキ。rule 903.3参照。\n", ""),
    "an example left out": (
        "例：係留されたパーマネントが「{2}{U}：カード1枚を引く。」を持っている。"
        "そのコントローラーはその能力を起動できない。\n",
        "",
    ),
    "a term of the rules": ("しかブロックされない", "しか阻止されない"),
    "another term of the rules": ("これは状況起因処理である", "これは状態起因効果である"),
    "another rule": ("を意味する。rule 902.3参照", "を意味する。rule 902.2参照"),
    "another number of a rule": ("\n903.6 戦場を", "\n903.7 戦場を"),
    "another title": ("rule 902〔係留〕参照", "rule 902〔停泊〕参照"),
    "another name": (
        "《潮の番人、ホルガ/Holga, Tidewarden》を見た",
        "《潮の番兵、ホルガ/Holga, Tidewarden》を見た",
    ),
    "a comma in ASCII": ("漂流しているパーマネントは、", "漂流しているパーマネントは,"),
    "no stop": ("一番下に置く。\n\n903.5.", "一番下に置く\n\n903.5."),
}
"""What is there, and what is put in its place."""


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
    assert lint(path) == (0, "", "1 document read, nothing found\n")
    names = tmp_path / "names.sqlite"
    source = project.ROOT / "corpus" / "documents" / "names.jsonl"
    assert nanori("names", "build", source, "-o", names).code == 0
    (one,) = findings(path, "--names", names)
    assert (one["rule"], one["text"]) == ("named-card/misspelled", "Plough the Holow")


def test_a_slip_in_a_small_word_of_a_name_is_told(tmp_path: Path) -> None:
    names = tmp_path / "names.sqlite"
    source = project.ROOT / "corpus" / "documents" / "names.jsonl"
    assert nanori("names", "build", source, "-o", names).code == 0
    path = tmp_path / "post.txt"
    path.write_text(PLAIN.replace("the Holow", "teh Hollow"), "utf-8")
    (one,) = findings(path, "--names", names)
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
    record = {"name": "Cast into Embers", "card": "Cast into Embers", "types": ["Sorcery"]}
    (tmp_path / "names.jsonl").write_text(json.dumps(record) + "\n", "utf-8")
    names = tmp_path / "names.sqlite"
    assert nanori("names", "build", tmp_path / "names.jsonl", "-o", names).code == 0
    path = tmp_path / "post.txt"
    path.write_text(
        PLAIN + "\nI drew Cast Into Embers. Then Cast into Embrs was no card.\n", "utf-8"
    )
    (one,) = findings(path, "--names", names)
    assert one["text"] == "Cast into Embrs"


def test_a_slip_in_a_list_or_behind_a_short_name_is_told(tmp_path: Path) -> None:
    for name in ("Mistwarden", "Mora", "Mora of the Veil", "Harbor Song", "Ashen Ferry"):
        with (tmp_path / "names.jsonl").open("a", encoding="utf-8") as file:
            file.write(json.dumps({"name": name, "card": name, "types": ["Creature"]}) + "\n")
    names = tmp_path / "names.sqlite"
    assert nanori("names", "build", tmp_path / "names.jsonl", "-o", names).code == 0
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
