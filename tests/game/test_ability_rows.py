"""The abilities of a card: kinds, parts, and roles of references."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from command import nanori as command
from nanori import Card, annotate, restyle
from nanori.game import ability_rows

WOLF = {"name": "Ash Wolf", "lang": "en", "type": "Creature — Wolf", "id": "1"}
KINDS = {
    "en": {
        "{T}: Untap Ash Wolf.": "activated",
        "When Ash Wolf enters, draw a card.": "triggered",
        "Other creatures you control get +1/+1.": "static",
        "Ash Wolf enters tapped.": "replacement",
        "+1: Draw a card.": "loyalty",
        "[+1]: Draw a card.": "loyalty",
        "[+1] Draw a card.": "loyalty",
        "Landfall - Whenever a land enters, draw a card.": "triggered",
        "As Ash Wolf is turned face up, put a counter on it.": "replacement",
        "Flying": "keyword",
        "Equip {2}": "keyword",
        "Enchant land you control": "keyword",
        "Protection from red": "keyword",
        "Companion — Your deck is even.": "keyword",
        "Flying creatures you control get +1/+1.": "static",
    },
    "ja": {
        "{T}：灰の狼をアンタップする。": "activated",
        "灰の狼が戦場に出たとき、カードを１枚引く。": "triggered",
        "あなたがコントロールする他のクリーチャーは＋１/＋１の修整を受ける。": "static",
        "灰の狼はタップ状態で戦場に出る。": "replacement",
        "＋１：カードを１枚引く。": "loyalty",
        "[＋１]カードを１枚引く。": "loyalty",
        "上陸 - あなたの土地が出たとき、カードを１枚引く。": "triggered",
        "飛行": "keyword",
        "装備{2}": "keyword",
        "エンチャント（土地）": "keyword",
        "プロテクション（赤）": "keyword",
    },
}
NAMES = {"en": "Ash Wolf", "ja": "灰の狼"}


def rows(lang: str, text: str, **more: Any) -> list[ability_rows.AbilitySpan]:  # noqa: ANN401
    card = Card(**{"name": NAMES[lang], "lang": lang, "text": text, **more})
    return ability_rows.spans(card, annotate(card))[0]


def places(lang: str, text: str) -> list[ability_rows.ReferenceInAbility]:
    card = Card(name=NAMES[lang], lang=lang, text=text)
    return [each for each in ability_rows.spans(card, annotate(card))[1] if each]


@pytest.mark.parametrize(
    ("lang", "text", "kind"),
    [(lang, text, kind) for lang, kinds in KINDS.items() for text, kind in kinds.items()],
)
def test_an_ability_says_of_which_kind_it_is(lang: str, text: str, kind: str) -> None:
    assert [row.kind for row in rows(lang, text)] == [kind]


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
    ("lang", "text", "kind"),
    [(lang, text, kind) for lang, kinds in SPELLS.items() for text, kind in kinds.items()],
)
def test_what_a_spell_says_of_its_own_casting_is_static(lang: str, text: str, kind: str) -> None:
    """CR 604.5."""
    types = {"en": "Sorcery", "ja": "ソーサリー"}
    assert [row.kind for row in rows(lang, text, type=types[lang])] == [kind]


def test_a_mode_is_of_the_kind_of_its_ability() -> None:
    modes = "When Ash Wolf enters, choose one —\n• Draw a card.\n• Untap Ash Wolf."
    assert [row.kind for row in rows("en", modes)] == ["triggered"] * 3
    modes = "灰の狼が戦場に出たとき、以下から１つを選ぶ。\n・飛行を得る。\n・灰の狼を破壊する。"
    assert [row.kind for row in rows("ja", modes)] == ["triggered"] * 3


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_annotate_says_in_which_ability_and_part_a_reference_stands(
    lang: str, tmp_path: Path
) -> None:
    text = {
        "en": "Flying\n\n{T}, Sacrifice Ash Wolf: Draw a card.\n"
        "When Ash Wolf dies, create a token named Tarn Adder.",
        "ja": "飛行\n\n{T}, 灰の狼を生け贄に捧げる：カードを１枚引く。\n"
        "灰の狼が死亡したとき、「灰の蛇」という名前のトークンを１体生成する。",
    }[lang]
    card = {**WOLF, "name": NAMES[lang], "lang": lang, "text": text, "abilities": "own"}
    path = tmp_path / "one.jsonl"
    path.write_text(json.dumps(card), "utf-8")
    record = json.loads(command("annotate", str(path), "--abilities").out)
    spans = [text[each["start"] : each["end"]] for each in record["abilities"]]
    assert spans == [line for line in text.split("\n") if line]
    assert [each["kind"] for each in record["abilities"]] == ["keyword", "activated", "triggered"]
    assert [(each["ability"], each["part"], each["role"]) for each in record["references"]] == [
        (1, "cost", "source"),
        (2, "trigger", "source"),
        (2, "effect", "token"),
    ]
    found = [row.id for row in rows(lang, text)]
    assert [each["id"] for each in record["abilities"]] == found


def test_abilities_are_no_columns_of_annotate(tmp_path: Path) -> None:
    path = tmp_path / "one.jsonl"
    path.write_text(json.dumps({**WOLF, "text": "Flying"}), "utf-8")
    for more in (["--to", "markup"], ["--explain"], ["-o", str(tmp_path / "out.parquet")]):
        assert command("annotate", str(path), "--abilities", *more).code == 2


def test_an_id_stays_with_another_name_and_another_order() -> None:
    first = rows("en", "Flying\nWhen Ash Wolf enters, draw a card.")
    other = rows("en", "When Tarn Adder enters, draw a card.\nFlying", name="Tarn Adder")
    assert [row.id for row in first] == [row.id for row in reversed(other)]
    (changed,) = rows("en", "When Ash Wolf enters, draw two cards.")
    assert changed.id not in {row.id for row in first}


def test_two_abilities_of_one_wording_have_two_ids() -> None:
    first, second = rows("en", "Flying\nFlying")
    assert second.id == f"{first.id}-2"


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("en", "Create a copy of Ash Wolf, except its name is Ash Wolf. If it dies, draw a card."),
        ("ja", "灰の狼が伝説でないことを除き、灰の狼のコピーであるトークン１体を生成する。"),
    ],
)
def test_an_exception_is_no_condition(lang: str, text: str) -> None:
    assert {each.part for each in places(lang, text)} == {"effect"}


def test_a_reference_says_in_which_part_it_stands() -> None:
    text = "Sacrifice Ash Wolf: Tap target creature. This creature deals 1 damage."
    assert [(each.part, each.clause_role) for each in places("en", text)] == [
        ("cost", "object"),
        ("effect", "subject"),
    ]


SIDES = {"en": ("Ash Wolf", "Cinder Maw"), "ja": ("灰の狼", "燃え殻の顎")}


@pytest.mark.parametrize("lang", SIDES)
def test_a_line_that_only_names_the_other_side_is_no_ability(lang: str) -> None:
    name, other = SIDES[lang]
    own = next(iter(KINDS[lang]))
    text = f"{own}\n---\n(Back): {other}"
    assert [text[row.start : row.end] for row in rows(lang, text, faces=(name, other))] == [own]
    card = Card(name=name, lang=lang, text=text, faces=(name, other))
    assert [edit.text for edit in restyle(card, "slots")] == ["{source}"]
