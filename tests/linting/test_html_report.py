"""`nanori lint --format html`: one page, both languages side by side, whatever the cards say."""

from __future__ import annotations

import hashlib
import os
import re
from base64 import b64encode
from html.parser import HTMLParser
from pathlib import Path

import pytest

from lint_command import HERON, cards, lint
from nanori.linting.outputs import html as html_output

ENGLISH: dict[str, object] = {
    "id": "e",
    "lang": "en",
    "name": "Brine Wolf",
    "type": "Creature — Wolf",
    "text": "Whenever this creature attacks, it gets +2/+0.\n{T}: Untap this creature.",
}
JAPANESE: dict[str, object] = {
    "id": "j",
    "lang": "ja",
    "name": "塩水の狼",
    "name_en": "Brine Wolf",
    "type": "クリーチャー — 狼",
    "text": "このクリーチャーが攻撃するたび、これは＋３/＋０の修整を受ける。\n"
    "{T}：このクリーチャーをアンタップする。",
}
HOSTILE = "</title><script>alert(1)</script><img src=x onerror=alert(2)>&amp;\x00\x1b[2J\u202e"


class _Page(HTMLParser):
    """What a page has: its tags with their attributes, and its words."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str]]] = []
        self.words: list[str] = []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, {name: value or "" for name, value in attrs}))

    def handle_data(self, data: str) -> None:
        self.words.append(data)

    def named(self, tag: str) -> list[dict[str, str]]:
        return [attributes for name, attributes in self.tags if name == tag]


def test_pictures_beside_a_set_are_shown_from_where_they_are(tmp_path: Path) -> None:
    folder = tmp_path / "set 1"
    (folder / "img").mkdir(parents=True)
    cards(folder / "cards.jsonl", {**ENGLISH, "name": "Brine: Wolf?", "text": "Sacrifice ~: Win."})
    for name in ("34_Brine Wolf.PNG", "brine wolf.txt", "Other.jpg"):
        (folder / "img" / name).touch()
    lint(folder / "cards.jsonl", "-o", tmp_path / "report.html")
    page = (tmp_path / "report.html").read_text("utf-8")
    assert _Page(page).named("img")[0]["src"] == "set%201/img/34_Brine%20Wolf.PNG"
    assert "img-src 'self' file:;" in page
    (folder / "img" / "7_Brine Wolf.jpg").touch()  # which is newer
    os.utime(folder / "img" / "34_Brine Wolf.PNG", (0, 0))
    assert page_of(folder / "cards.jsonl").count("7_Brine%20Wolf.jpg") == 1
    (folder / "img").rename(tmp_path / "elsewhere")
    assert "img" not in page_of(folder / "cards.jsonl")


@pytest.fixture
def pair(tmp_path: Path) -> Path:
    return cards(tmp_path / "pair.jsonl", ENGLISH, JAPANESE)


def page_of(*arguments: object) -> str:
    return lint(*arguments, "--format", "html").out


def test_a_translation_stands_beside_its_original_with_findings_and_fixes(pair: Path) -> None:
    page = _Page(page_of(pair))
    (article,) = page.named("article")
    assert "numbers/different" in article["data-checks"]
    assert [each["lang"] for each in page.named("p") if "lang" in each] == ["en", "ja"]
    words = " ".join("".join(page.words).split())
    assert "“＋３/＋０” is not in the original, which has “+2/+0”" in words
    assert "before: このクリーチャーが攻撃するたび、これは＋３/＋０" in words
    assert "after: このクリーチャーが攻撃するたび、これは＋２/＋０" in words


def test_a_file_without_cards_is_a_page_all_the_same(tmp_path: Path) -> None:
    # Nothing was looked at, so the page has no file to be called by.
    page = _Page(page_of(cards(tmp_path / "none.jsonl")))
    assert page.named("article") == []
    assert "Cards" in page.words


def test_references_are_links_to_their_counterparts(pair: Path) -> None:
    links = [each for each in _Page(page_of(pair)).named("a") if "data-joint" in each]
    ids = {each["id"]: each for each in links}
    assert len(ids) == len(links) >= 4
    for link in links:
        other = ids[link["href"].removeprefix("#")]
        assert other["data-joint"] == link["data-joint"]
        assert other["href"] == f"#{link['id']}"


def test_references_of_lines_that_differ_in_number_are_not_joined(tmp_path: Path) -> None:
    japanese = {**JAPANESE, "text": "攻撃するたび、このクリーチャーをアンタップする。"}
    english = {**ENGLISH, "text": "Sacrifice this creature: Untap this creature."}
    page = _Page(page_of(cards(tmp_path / "pair.jsonl", english, japanese)))
    assert not [each for each in page.named("a") if "data-joint" in each]


def test_an_original_in_another_file_is_shown_once(tmp_path: Path) -> None:
    files = [
        cards(tmp_path / "english.jsonl", ENGLISH),
        cards(tmp_path / "japanese.jsonl", JAPANESE),
    ]
    assert len(_Page(page_of(*files)).named("article")) == 1


def test_cards_without_findings_are_counted(tmp_path: Path) -> None:
    path = cards(tmp_path / "set.jsonl", HERON, {**HERON, "id": 2, "name": "Owl", "text": "Flying"})
    assert len(_Page(page_of(path)).named("article")) == 1
    assert "1 card without findings left out" in page_of(path)


def test_a_page_is_bounded_and_says_what_it_leaves_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(html_output, "MAX_CARDS", 2)
    many = [{**HERON, "id": number, "name": f"Heron {number}"} for number in range(5)]
    page = page_of(cards(tmp_path / "set.jsonl", *many))
    assert len(_Page(page).named("article")) == 2
    assert "3 cards with 3 findings would make this page too large" in page
    assert "<strong>5 findings</strong>" in page


def test_the_policy_allows_the_style_and_the_script_of_the_page_and_no_other(pair: Path) -> None:
    page = page_of(pair)
    policy = next(each["content"] for each in _Page(page).named("meta") if "http-equiv" in each)
    for tag in ("style", "script"):
        (content,) = re.findall(f"<{tag}>(.*?)</{tag}>", page, re.DOTALL)
        digest = b64encode(hashlib.sha256(content.encode()).digest()).decode()
        assert f"{tag}-src 'sha256-{digest}'" in policy
    assert "default-src 'none'" in policy
    for _, attributes in _Page(page).tags:
        assert not {"style", "src"} & set(attributes)
        assert not [name for name in attributes if name.startswith("on")]
        assert attributes.get("href", "#").startswith("#")


@pytest.mark.parametrize("field", ["id", "name", "type", "text"])
def test_markup_and_control_characters_are_shown_as_text(tmp_path: Path, field: str) -> None:
    card = {**HERON, field: f"{HOSTILE} ~ {HOSTILE}"}
    page = page_of(cards(tmp_path / "cards.jsonl", card))
    parsed = _Page(page)
    assert len(parsed.named("script")) == 1
    assert not parsed.named("img")
    assert not set("\x00\x1b\u202e") & set(page)
    shown = "alert(1)" if field == "name" else "<script>alert(1)</script>"  # a name has no tags
    assert field == "id" or shown in "".join(parsed.words)


def test_a_document_has_its_findings_with_their_lines(tmp_path: Path) -> None:
    lines = ["310.1. See rule 310.3 <b>.", "310.1. 規則310.2 <b>参照。", "310.2. B.", "310.2. い。"]
    path = tmp_path / "rules.txt"
    path.write_text("\n\n".join([*lines, "310.3. C.", "310.3. う。"]), "utf-8")
    page = page_of(path)
    assert len(_Page(page).named("article")) == 1
    assert 'class="line"' in page
    assert not _Page(page).named("b")


def test_a_page_without_findings_says_so(tmp_path: Path) -> None:
    page = page_of(cards(tmp_path / "clean.jsonl", {**HERON, "text": "Flying"}))
    assert "<p>Nothing.</p>" in page
    assert page.endswith("</html>\n")


def test_a_page_is_complete_where_a_file_breaks_off(tmp_path: Path) -> None:
    path = cards(tmp_path / "cards.jsonl", HERON)
    done = lint(path, tmp_path / "missing.jsonl", "--format", "html")
    assert done.out.endswith("</html>\n")
    assert done.code == 1


def test_the_suffix_of_the_output_tells_the_format(tmp_path: Path) -> None:
    path = cards(tmp_path / "cards.jsonl", HERON)
    out = tmp_path / "report.html"
    done = lint(path, "-o", out)
    assert (done.code, done.out) == (1, "")
    assert out.read_text("utf-8") == page_of(path)
    assert lint(path, "-o", path).err.endswith("is an input, it would be overwritten\n")


def test_a_long_text_is_cut_off_and_says_so(tmp_path: Path) -> None:
    path = cards(tmp_path / "cards.jsonl", {**HERON, "text": "~ flies. " * 8_000})
    page = page_of(path)
    assert "more characters, not shown" in page
    assert len(page) < 2_000_000
