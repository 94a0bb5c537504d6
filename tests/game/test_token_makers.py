"""A token's description is read from its place: any kind, in any language, wherever the verb is."""

from __future__ import annotations

import pytest

from nanori.annotation.pipeline import annotate
from nanori.game.abilities import of_card
from nanori.game.scenarios import creating
from nanori.grammar import languages
from nanori.model.values import Card

# Kinds that no list has: what stands between power and toughness, colours and “token” is one.
MAKERS = [
    ("en", "Create two 1/1 red and white Lampling creature tokens.", [(2, "Lampling")]),
    ("ja", "黒緑の１/１の灯り子・クリーチャー・トークン１体を生成する。", [(1, "灯り子")]),
    (
        "ja",
        "その点数に等しい数の赤の１/１の灯り子・クリーチャー・トークンを生成する。",
        [(None, "灯り子")],
    ),
    ("fr", "Mettez en jeu un jeton de créature 3/1 noire et rouge Lampion.", [(1, "Lampion")]),
    ("es", "Pon en el campo de batalla una ficha de criatura Farolín roja 1/1.", [(1, "Farolín")]),
    ("it", "Metti in gioco due pedine creatura Lumino 1/1 bianche e blu.", [(2, "Lumino")]),
    ("pt", "Crie uma ficha de criatura preta e verde 1/1 do tipo Lanterna.", [(1, "Lanterna")]),
    ("de", "Bringe zwei 1/1 grüne Lamplingspielsteine ins Spiel.", [(2, "Lampling")]),
    (
        "de",
        "Erzeuge zu Beginn jedes Segments einen 1/1 Lampling-Kreaturenspielstein.",
        [(1, "Lampling")],
    ),
    (
        "de",
        "Kannst du einen 1/1 Lampling-Kreaturenspielstein ins Spiel bringen.",
        [(1, "Lampling")],
    ),
    (
        "ru",
        "Создайте одну фишку существа 1/1 черное и зеленое Лампад, затем возьмите карту.",
        [(1, "Лампад")],
    ),
    ("ru", "Введите в игру две фишки красного существа Лампад 1/1.", [(2, "Лампад")]),
    ("ko", "1/1 적색 등불꾼 생물 토큰 한 개를 만든 후, 카드 한 장을 뽑는다.", [(1, "등불꾼")]),
    ("zhs", "派出两个1/1，红绿双色的灯童衍生生物。", [(2, "灯童")]),
    ("zhs", "将一个1/1红色，具敏捷异能的灯童衍生生物放进战场。", [(1, "灯童")]),
    ("zht", "將一個1/1白色燈童衍生物放置進場。", [(1, "燈童")]),
]
ACTIONS = [
    ("en", "When Xx enters, investigate.", [("Clue",)]),
    ("ja", "調査を行う。", [("手掛かり",)]),
    ("en", "Incubate 3. (Create an Incubator token.)", [("Incubator",)]),
    ("ja", "培養３を行う。", [("培養器",)]),
    ("en", "Amass Orcs 2.", [("Orc", "Army")]),
    ("ja", "動員２を行う。", [("ゾンビ", "軍団")]),
    ("en", "Living weapon", [("Phyrexian", "Germ")]),
    ("en", "Whenever you investigate, draw a card.", []),
    ("en", 'Creatures you control have "{T}: Investigate."', []),
]
COPIES = [
    ("de", "Erzeuge einen Spielstein, der eine Kopie einer Kreatur deiner Wahl ist."),
    ("fr", "Mettez sur le champ de bataille un jeton qui est une copie d'une créature ciblée."),
    ("ru", "Создайте две фишки, являющиеся копиями целевого существа."),
    ("zhs", "派出一个衍生物，此衍生物为该牌的复制品。"),
    ("zht", "將一個衍生物放進戰場，該衍生物為所放逐的牌之複製品。"),
    ("ko", "그 생물의 복사본인 토큰을 탭되어 공격하는 채로 전장에 놓는다."),
]
NOTHING = [
    ("en", "Whenever you create a token, sacrifice a Goblin token."),
    ("en", "Create a Food token, then each Goblin token you control gains haste."),
    ("ja", "トークン１つを生け贄に捧げる。"),
    ("zhs", "放逐任意数量由你操控且非衍生物的其他生物，然后将该牌放进战场。"),
    ("de", "Immer wenn du einen Spielstein erzeugst, ziehe eine Karte."),
    ("ru", "Когда вы создаете фишку, возьмите карту."),
]


def created(lang: str, text: str) -> list[creating.Created]:
    card = Card(name="Xx", lang=lang, text=text)
    abilities = of_card(card, annotate(card), languages.load(lang))
    return [kind for ability in abilities for kind in creating.created(ability)]


@pytest.mark.parametrize(("lang", "text", "wanted"), MAKERS)
def test_a_kind_is_what_stands_in_its_place(
    lang: str, text: str, wanted: list[tuple[int | None, str]]
) -> None:
    assert [(kind.count, *kind.subtypes) for kind in created(lang, text)] == wanted


@pytest.mark.parametrize(("lang", "text", "wanted"), ACTIONS)
def test_a_keyword_action_creates_its_token(
    lang: str, text: str, wanted: list[tuple[str, ...]]
) -> None:
    """CR 701.16, 701.47, 701.53, 702.92."""
    assert [kind.subtypes for kind in created(lang, text)] == wanted


@pytest.mark.parametrize(("lang", "text"), COPIES)
def test_a_copy_is_one_in_any_language(lang: str, text: str) -> None:
    assert [kind.copy for kind in created(lang, text)] == [True]


@pytest.mark.parametrize(("lang", "text"), NOTHING)
def test_a_text_that_makes_nothing_more_makes_nothing_more(lang: str, text: str) -> None:
    assert [kind for kind in created(lang, text) if kind.subtypes != ("Food",)] == []
