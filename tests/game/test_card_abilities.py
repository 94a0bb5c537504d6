"""The abilities of a card: kinds, keywords, and roles of references."""

import json
from pathlib import Path
from typing import Any

import pytest

from command import nanori as command
from nanori import Card, abilities, annotate, restyle
from nanori.game.card_abilities import CardAbility
from nanori.grammar import languages
from nanori.rewriting import slots
from project import put

WOLF = {"name": "Ash Wolf", "lang": "en", "type": "Creature — Wolf", "id": "1"}
KINDS = {
    "en": {
        "{T}: Untap Ash Wolf.": "activated",
        "When Ash Wolf enters, draw a card.": "triggered",
        "Other creatures you control get +1/+1.": "static",
        "Ash Wolf enters tapped.": "static",
        "+1: Draw a card.": "activated",
        "[+1]: Draw a card.": "activated",
        "[+1] Draw a card.": "activated",
        "Landfall - Whenever a land enters, draw a card.": "triggered",
        "As Ash Wolf is turned face up, put a counter on it.": "static",
        "Flying": "static",
        "Equip {2}": "activated",
        "Enchant land you control": "static",
        "Protection from red": "static",
        "Companion — Your deck is even.": "static",
        "Flying creatures you control get +1/+1.": "static",
        "Sacrifice Ash Wolf: Draw a card.": "activated",
        "When Ash Wolf enters, choose one:": "triggered",
        "Kiln Rite — {1}, Sacrifice a land: Draw a card.": "activated",
        "Kiln Rite — Look at the top card of your library.": "static",
        "I, II — Draw a card.": "triggered",
        'All creatures have "{R}: Untap this creature."': "static",
    },
    "ja": {
        "{T}：灰の狼をアンタップする。": "activated",
        "灰の狼が戦場に出たとき、カードを１枚引く。": "triggered",
        "あなたがコントロールする他のクリーチャーは＋１/＋１の修整を受ける。": "static",
        "灰の狼はタップ状態で戦場に出る。": "static",
        "＋１：カードを１枚引く。": "activated",
        "[＋１]カードを１枚引く。": "activated",
        "上陸 - あなたの土地が出たとき、カードを１枚引く。": "triggered",
        "灰の狼を生け贄に捧げる：カードを１枚引く。": "activated",
        "窯の儀 ― {1}, 土地１つを生け贄に捧げる：カードを１枚引く。": "activated",
        "I, II ― カードを１枚引く。": "triggered",
        "装備しているクリーチャーは速攻を持つ。": "static",
        "すべてのクリーチャーは「{R}：このクリーチャーをアンタップする。」を持つ。": "static",
        "飛行": "static",
        "装備{2}": "activated",
        "エンチャント（土地）": "static",
        "プロテクション（赤）": "static",
    },
}
NAMES = {"en": "Ash Wolf", "ja": "灰の狼"}


KEYWORDS = {
    "en": {
        "Flying": "Flying",
        "Equip {2}": "Equip",
        "Enchant land you control": "Enchant",
        "Protection from red": "Protection",
        "Companion — Your deck is even.": "Companion",
        "Flying, vigilance": "Flying, vigilance",
        "Flying creatures you control get +1/+1.": "",
        "Ward {2} (Whenever this becomes the target of a spell, counter it.)": "Ward",
    },
    "ja": {"飛行": "飛行", "装備{2}": "装備", "プロテクション（赤）": "プロテクション"},
}


def rows(lang: str, text: str, **more: Any) -> list[CardAbility]:  # noqa: ANN401
    return abilities(Card(**{"name": NAMES[lang], "lang": lang, "text": text, **more}))


@pytest.mark.parametrize(
    ("lang", "text", "keyword"),
    [(lang, text, keyword) for lang, known in KEYWORDS.items() for text, keyword in known.items()],
)
def test_a_keyword_has_its_name_beside_its_kind(lang: str, text: str, keyword: str) -> None:
    assert [row.keyword for row in rows(lang, text)] == [keyword]


def test_reminder_text_alone_is_no_ability() -> None:
    text = "({T}: Add {G}.)\nForestcycling {2}"
    assert [row.kind for row in rows("en", text, type="Land")] == ["reminder", "activated"]


QUOTED = {
    "en": 'Equipped creature has "Sacrifice Ash Wolf: Untap this creature."',
    "ja": "装備しているクリーチャーは「灰の狼を追放する：このクリーチャーを追放する。」を持つ。",
}


@pytest.mark.parametrize("lang", QUOTED)
def test_a_reference_has_its_role_and_level(lang: str) -> None:
    (row,) = rows(lang, QUOTED[lang])
    assert [(each.role, each.level) for each in row.references] == [("granter", 0), ("host", 1)]


SPELLS = {
    "en": {
        "As an additional cost to cast this spell, discard a card.": "static",
        "Ash Wolf costs {1} more to cast for each target beyond the first.": "static",
        "If you control a Forest, you may pay {1} rather than pay Ash Wolf's mana cost.": "static",
        "This spell can't be countered.": "static",
        "Destroy target creature. Ash Wolf costs {1} more to cast for each target.": "spell",
        "Counter target spell. Spells you cast can't be countered this turn.": "spell",
    },
    "ja": {
        "この呪文を唱えるための追加コストとして、カード１枚を捨てる。": "static",
        "灰の狼を唱えるためのコストは、２つ目以降の対象１つにつき{1}多くなる。": "static",
        "あなたは灰の狼のマナ・コストを支払うのではなく、{1}を支払ってもよい。": "static",
        "この呪文は打ち消されない。": "static",
        "クリーチャー１体を破壊する。灰の狼を唱えるためのコストは{1}多くなる。": "spell",
    },
}


@pytest.mark.parametrize(
    ("lang", "text", "kind", "type_"),
    [
        (lang, text, kind, types.get(lang, ""))
        for table, types in ((KINDS, {}), (SPELLS, {"en": "Sorcery", "ja": "ソーサリー"}))
        for lang, kinds in table.items()
        for text, kind in kinds.items()
    ],
)
def test_an_ability_says_of_which_kind_it_is(lang: str, text: str, kind: str, type_: str) -> None:
    """What a spell says of its own casting is static (CR 604.5)."""
    assert [row.kind for row in rows(lang, text, type=type_)] == [kind]


def test_a_mode_is_of_the_kind_of_its_ability() -> None:
    modes = "When Ash Wolf enters, choose one —\n• Draw a card.\n• Untap Ash Wolf."
    assert [row.kind for row in rows("en", modes)] == ["triggered"] * 3
    modes = "灰の狼が戦場に出たとき、以下から１つを選ぶ。\n・飛行を得る。\n・灰の狼を破壊する。"
    assert [row.kind for row in rows("ja", modes)] == ["triggered"] * 3


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_annotate_writes_the_abilities_beside_the_references(lang: str, tmp_path: Path) -> None:
    text = {
        "en": "Flying\n\n{T}, Sacrifice Ash Wolf: Draw a card.\n"
        "When Ash Wolf dies, create a token named Tarn Adder.",
        "ja": "飛行\n\n{T}, 灰の狼を生け贄に捧げる：カードを１枚引く。\n"
        "灰の狼が死亡したとき、「灰の蛇」という名前のトークンを１体生成する。",
    }[lang]
    card = {**WOLF, "name": NAMES[lang], "lang": lang, "text": text, "abilities": "own"}
    path = put(tmp_path / "one.jsonl", json.dumps(card))
    record = json.loads(command("annotate", str(path), "--abilities").out)
    said = [text[each["start"] : each["end"]] for each in record["abilities"]]
    assert said == [each["text"] for each in record["abilities"]]
    assert said == [line for line in text.split("\n") if line]
    assert [each["kind"] for each in record["abilities"]] == ["static", "activated", "triggered"]
    placed = [each for ability in record["abilities"] for each in ability["references"]]
    assert [each["role"] for each in placed] == ["source", "source", "token"]
    keys = record["references"][0].keys()
    assert [{key: each[key] for key in keys} for each in placed[:1]] == record["references"][:1]


def test_abilities_are_no_columns_of_annotate(tmp_path: Path) -> None:
    path = put(tmp_path / "one.jsonl", json.dumps({**WOLF, "text": "Flying"}))
    for more in (["--to", "markup"], ["--explain"], ["-o", str(tmp_path / "out.parquet")]):
        assert command("annotate", str(path), "--abilities", *more).code == 2


def parts(text: str) -> list[slots.Slot]:
    card = Card(name="Ash Wolf", text=text)
    return slots.find(text, annotate(card), languages.load("en"))


def test_an_id_stays_with_another_name() -> None:
    ids = {
        slots.ability_id(
            text, slots.find(text, annotate(Card(name=name, text=text)), english), "en"
        )
        for english in [languages.load("en")]
        for name in ("Ash Wolf", "Tarn Adder")
        for text in [f"When {name} enters, draw a card."]
    }
    assert len(ids) == 1


def test_an_exception_is_no_condition() -> None:
    text = "Create a copy of Ash Wolf, except its name is Ash Wolf. If it dies, draw a card."
    assert {each.part for each in parts(text)} == {"effect"}


def test_a_reference_says_in_which_part_it_stands() -> None:
    text = "Sacrifice Ash Wolf: Tap target creature. This creature deals 1 damage."
    assert [(each.part, each.clause_role) for each in parts(text)] == [
        ("cost", "object"),
        ("effect", "subject"),
    ]


SIDES = {"en": ("Ash Wolf", "Cinder Maw"), "ja": ("灰の狼", "燃え殻の顎")}


@pytest.mark.parametrize("lang", SIDES)
def test_a_line_that_only_names_the_other_side_is_no_ability(lang: str) -> None:
    name, other = SIDES[lang]
    own = next(iter(KINDS[lang]))
    assert [row.start for row in rows(lang, f"{own}\n//\n{own}")] == [0, len(own) + 4]
    text = f"{own}\n---\n(Back): {other}"
    assert [text[row.start : row.end] for row in rows(lang, text, faces=(name, other))] == [own]
    card = Card(name=name, lang=lang, text=text, faces=(name, other))
    assert [edit.text for edit in restyle(card, "slots")] == ["{source}"]


def test_a_name_over_a_line_break_is_in_one_ability() -> None:
    (ability,) = abilities(Card(name="Ash Wolf", text="Sacrifice Ash\nWolf: Draw a card."))
    assert [reference.text for reference in ability.references] == ["Ash\nWolf"]
    assert (ability.kind, ability.text) == ("activated", "Sacrifice Ash\nWolf: Draw a card.")
