"""Translation memories: which card a unit is of, what is reworded, and what is matched then."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

import pytest

from command import nanori, process

HEAD = (
    '<?xml version="1.0" encoding="{}"?>\n<!DOCTYPE tmx SYSTEM "tmx14.dtd">\n<tmx version="1.4">\n'
    '  <header creationtool="x" creationtoolversion="1" segtype="paragraph" o-tmf="x"\n'
    '    adminlang="en" srclang="en-US" datatype="plaintext"/>\n  <body>\n'
)
END = "  </body>\n</tmx>\n"
CARDS: list[dict[str, Any]] = [
    {"lang": "en", "name": "Ash Wolf", "type": "Creature — Wolf"},
    {"lang": "ja", "name": "灰の狼", "name_en": "Ash Wolf", "type": "クリーチャー — 狼"},
    {"lang": "en", "name": "Maren of the Quay", "type": "Legendary Creature — Human"},
    {
        **{"lang": "ja", "name": "波止場のマレン", "name_en": "Maren of the Quay"},
        "type": "伝説のクリーチャー — 人間",
    },
    {"lang": "en", "name": "Lantern", "type": "Artifact"},
    {"lang": "ja", "name": "提灯", "name_en": "Lantern", "type": "アーティファクト"},
    {"lang": "en", "name": "Flying", "type": "Enchantment"},
]


def unit(english: str, japanese: str, inside: str = "", **attributes: str) -> str:
    said = "".join(f' {key}="{value}"' for key, value in attributes.items())
    return (
        f'    <tu{said}>{inside}\n      <tuv xml:lang="EN-US"><seg>{english}</seg></tuv>\n'
        f'      <tuv xml:lang="ja-JP"><seg>{japanese}</seg></tuv>\n    </tu>\n'
    )


def memory(path: Path, *units: str, encoding: str = "UTF-8") -> Path:
    text = HEAD.format(encoding) + "".join(units) + END
    path.write_bytes(text.encode("utf-16" if encoding == "UTF-16" else "utf-8"))
    return path


@pytest.fixture
def cards(tmp_path: Path) -> Path:
    path = tmp_path / "cards.jsonl"
    rows = ({**card, "text": card.get("text", "Flying")} for card in CARDS)
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    return path


def restyled(tmp_path: Path, cards: Path, *units: str, options: tuple[str, ...] = ()) -> list[str]:
    """Return the segments of the new memory, which is the old one byte for byte but for them."""
    old, new = memory(tmp_path / "old.tmx", *units), tmp_path / "new.tmx"
    ran = nanori("tm", "restyle", old, "--cards", cards, *options, "-o", new)
    assert (ran.code, ran.out) == (0, "")
    before, after = (path.read_bytes().decode().splitlines() for path in (old, new))
    assert len(before) == len(after)
    for line, other in zip(before, after, strict=True):
        assert line.partition("<seg>")[0] == other.partition("<seg>")[0]
    return [line.partition("<seg>")[2].partition("</seg>")[0] for line in after if "<seg>" in line]


def test_segments_alone_are_of_the_card_whose_name_is_in_both_languages(
    tmp_path: Path, cards: Path
) -> None:
    units = [
        unit(
            "When Ash Wolf enters the battlefield, scry 1.",
            "灰の狼が戦場に出たとき、占術１。",
        ),
        unit(
            "Whenever Maren attacks, draw a card.", "波止場のマレンが攻撃するたび、カードを引く。"
        ),
        unit("Sacrifice Lantern: Draw a card.", "提灯を生け贄に捧げる：カード１枚を引く。"),
    ]
    assert restyled(tmp_path, cards, *units) == [
        *("When this creature enters, scry 1.", "このクリーチャーが戦場に出たとき、占術１。"),
        *("Whenever Maren attacks, draw a card.", "これが攻撃するたび、カードを引く。"),
        "Sacrifice this artifact: Draw a card.",
        "このアーティファクトを生け贄に捧げる：カード１枚を引く。",
    ]


def test_names_of_other_cards_stay(tmp_path: Path, cards: Path) -> None:
    units = [
        unit(
            "When Ash Wolf dies, search your library for a card named Lantern.",
            "灰の狼が死亡したとき、あなたのライブラリーから「提灯」という名前のカード１枚を探す。",
        ),
        unit("Search for a card named Ash Wolf.", "「灰の狼」という名前のカード１枚を探す。"),
        unit("Flying", "飛行"),
        unit("Ash Wolf fights Maren of the Quay.", "灰の狼は波止場のマレンと格闘を行う。"),
        unit("Lantern light.", "明かり。"),
    ]
    assert restyled(tmp_path, cards, *units) == [
        "When this creature dies, search your library for a card named Lantern.",
        "このクリーチャーが死亡したとき、あなたのライブラリーから「提灯」という名前のカード１枚を探す。",
        *("Search for a card named Ash Wolf.", "「灰の狼」という名前のカード１枚を探す。"),
        *("Flying", "飛行"),
        *("Ash Wolf fights Maren of the Quay.", "灰の狼は波止場のマレンと格闘を行う。"),
        *("Lantern light.", "明かり。"),
    ]


def test_a_key_a_property_or_what_stands_before_says_of_which_card(
    tmp_path: Path, cards: Path
) -> None:
    cards.write_text('{"lang": "en", "name": "Quay", "text": "Flying"}\n', "utf-8")
    units = [
        unit("Untap Brine Elk.", "塩水の箆鹿をアンタップする。", tuid="elk.text"),
        unit("Brine Elk", "塩水の箆鹿", tuid="elk.name"),
        unit("Creature — Elk", "クリーチャー — 箆鹿", tuid="elk.type"),
        unit("Net Loft", "網の納屋"),
        unit("Land", "土地"),
        unit("Sacrifice Net Loft: Scry 1.", "網の納屋を生け贄に捧げる：占術１を行う。"),
        unit("Tap Brine Elk.", "塩水の箆鹿をタップする。", "<prop type='x-card'>Brine Elk</prop>"),
    ]
    assert restyled(tmp_path, cards, *units) == [
        *("Untap this creature.", "このクリーチャーをアンタップする。"),
        *("Brine Elk", "塩水の箆鹿", "Creature — Elk", "クリーチャー — 箆鹿"),
        *("Net Loft", "網の納屋", "Land", "土地"),
        *("Sacrifice this land: Scry 1.", "この土地を生け贄に捧げる：占術１を行う。"),
        *("Tap this creature.", "このクリーチャーをタップする。"),
    ]


def test_a_database_knows_names_and_types(tmp_path: Path, cards: Path) -> None:
    names = tmp_path / "names.jsonl"
    row = {"name": "Reed Sprite", "types": ["Creature"], "ja": [{"name": "葦の精"}]}
    names.write_text(json.dumps(row) + "\n", "utf-8")
    database = str(tmp_path / "names.sqlite")
    assert nanori("names", "build", names, "-o", database).code == 0
    units = [unit("Untap Reed Sprite.", "葦の精をアンタップする。")]
    assert restyled(tmp_path, cards, *units, options=("--db", database)) == [
        *("Untap this creature.", "このクリーチャーをアンタップする。")
    ]


def test_codes_in_a_segment_are_kept(tmp_path: Path, cards: Path) -> None:
    code = '<bpt i="1">&lt;b&gt;</bpt>Ash Wolf<ept i="1">&lt;/b&gt;</ept>'
    units = [unit(f"Untap {code} &amp; draw.", "灰の狼をアンタップする。")]
    new = code.replace("Ash Wolf", "this creature")
    assert restyled(tmp_path, cards, *units)[0] == f"Untap {new} &amp; draw."


def test_terms_of_former_times_are_put_right_where_that_is_asked(
    tmp_path: Path, cards: Path
) -> None:
    said = "Ash Wolf has converted mana cost 1."
    units = [unit(said, "灰の狼が場に出たとき、戦場に出す。")]
    assert restyled(tmp_path, cards, *units)[0] == said.replace("Ash Wolf", "This creature")
    done = restyled(tmp_path, cards, *units, options=("--terms",))
    assert done[0] == "This creature has mana value 1."
    assert done[1] == "このクリーチャーが戦場に出たとき、戦場に出す。"


def test_the_wording_before_foundations(tmp_path: Path, cards: Path) -> None:
    units = [unit("Untap this creature.", "葦。", "<note>Ash Wolf</note>")]
    assert restyled(tmp_path, cards, *units, options=("--style", "oracle"))[0] == "Untap Ash Wolf."


@pytest.mark.parametrize("encoding", ["UTF-8", "UTF-16"])
def test_packed_and_in_other_encodings(tmp_path: Path, cards: Path, encoding: str) -> None:
    old = memory(
        tmp_path / "old.tmx", unit("Untap Ash Wolf.", "灰の狼をアンタップする。"), encoding=encoding
    )
    packed, new = tmp_path / "old.tmx.gz", tmp_path / "new.tmx.gz"
    packed.write_bytes(gzip.compress(old.read_bytes()))
    assert nanori("tm", "restyle", packed, "--cards", cards, "-o", new).code == 0
    codec = "utf-16" if encoding == "UTF-16" else "utf-8"
    before, after = old.read_bytes().decode(codec), gzip.decompress(new.read_bytes()).decode(codec)
    changed = before.replace("Untap Ash Wolf", "Untap this creature")
    assert after == changed.replace("灰の狼", "このクリーチャー")


def test_standard_input_and_output(tmp_path: Path, cards: Path) -> None:
    old = memory(tmp_path / "old.tmx", unit("Untap Ash Wolf.", "灰の狼。")).read_bytes()
    ran = process("tm", "restyle", "-", "--cards", str(cards), stdin=old)
    assert (ran.code, ran.err) == (0, "1 unit reworded\n")
    assert "<seg>Untap this creature.</seg>" in ran.out


ENTITY = '<!DOCTYPE tmx [<!ENTITY a "ha">]>'


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ('{"name": "Quay"}', "not a translation memory in TMX"),
        ("<tmx><body><tu><tuv><seg>A</tuv></tu></body></tmx>", "mismatched tag"),
        (f"{ENTITY}<tmx><body><tu/></body></tmx>", "an entity is there, none was wanted"),
        ("<tmx><body><tu>", "the file ends too early"),
    ],
)
def test_what_is_no_memory_is_a_line_and_nothing_is_written(
    content: str, reason: str, tmp_path: Path, cards: Path
) -> None:
    old, new = tmp_path / "old.tmx", tmp_path / "new.tmx"
    old.write_text(content, "utf-8")
    for command in (("restyle", old, "-o", new), ("leverage", cards, "--tm", old)):
        ran = nanori("tm", *command)
        assert (ran.code, ran.out) == (2, "")
        assert reason in ran.err
        assert ran.err.count("\n") == 1
    assert not new.exists()
    assert nanori("tm", "restyle", old, "-o", old).code == 2
    assert nanori("tm", "leverage", cards).err == (
        "nanori: a --tm was wanted, a translation memory in TMX\n"
    )


def test_more_of_new_texts_is_matched_by_the_reworded_memory(tmp_path: Path, cards: Path) -> None:
    old = memory(
        tmp_path / "old.tmx",
        unit("Whenever Ash Wolf attacks, scry 1.", "灰の狼が攻撃するたび、占術１を行う。"),
        unit("Draw a card.", "カード１枚を引く。"),
    )
    new = tmp_path / "new.jsonl"
    text = "Whenever this creature attacks, scry 1.\nDraw a card.\nWhenever this creature attacks."
    rows = [
        {"lang": "en", "name": "Fen Hound", "type": "Creature — Dog", "text": text},
        {"lang": "ja", "name": "沼の猟犬", "name_en": "Fen Hound", "text": "飛行"},
    ]
    new.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    options = ("--tm", old, "--cards", cards)
    told = nanori("tm", "leverage", new, *options, "--to", "jsonl").records()
    exact = {row["kind"]: row for row in told if row["band"] == 100}
    assert [exact["all"][key] for key in ("before", "after", "count")] == [1, 2, 3]
    assert [exact["self-references"][key] for key in ("before", "after", "count")] == [0, 1, 2]
    assert all(
        sum(row["after"] for row in told if row["kind"] == kind) == row["count"]
        for kind, row in exact.items()
    )
    shown = nanori("tm", "leverage", new, *options).out.splitlines()
    assert shown[0].split() == ["all", "(3)", "before", "after"]
    assert shown[1].split() == ["100", "%", "1", "(", "33%)", "2", "(", "67%)"]
    table = nanori("tm", "leverage", new, *options, "--to", "csv").out.splitlines()
    assert table[:2] == ["kind,band,before,after,count", "all,100,1,2,3"]


def test_a_text_of_no_language_of_the_memory_is_a_line(tmp_path: Path, cards: Path) -> None:
    old = memory(tmp_path / "old.tmx", unit("Draw a card.", escape("カード１枚を引く。")))
    new = tmp_path / "ja.jsonl"
    new.write_text(json.dumps({"lang": "ja", "name": "灰", "text": "飛行"}) + "\n", "utf-8")
    ran = nanori("tm", "leverage", new, "--tm", old)
    assert (ran.code, ran.err) == (
        *(2, "nanori: no text in en, the language of the memory's originals\n"),
    )
