"""A token's description is read from its place: any kind, in any language, wherever the verb is."""

import pytest

import nanori
from nanori.annotation.pipeline import annotate
from nanori.game import creating
from nanori.game.abilities import BEARER, of_card
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
    ("en", "Afterlife 2", [("Spirit",)]),
    ("de", "Wenn Xx ins Spiel kommt, stelle Nachforschungen an.", [("Hinweis",)]),
    ("de", "Wenn Xx stirbt, wende Ork-Aufmarsch 2 an.", [("Ork", "Armee")]),
    ("fr", "Quand Xx meurt, amassez 2.", [("Zombie", "Armée")]),
    ("fr", "Arme vivante", [("Germe",)]),
    ("es", "Siempre que ataques, enrola 1 Orco.", [("Ejército", "Orco")]),
    ("it", "Ogniqualvolta attacchi, indaga.", [("Indizio",)]),
    ("pt", "Toda vez que Xx atacar, arregimente Orcs 1.", [("Orc", "Exército")]),
    ("ru", "Живое оружие", [("Микроба",)]),
    ("ko", "Xx가 공격할 때마다, 조사한다.", [("단서",)]),
    ("zhs", "当Xx进战场时，囤兵半兽人1。", [("半兽人", "军队")]),
    ("zht", "當Xx進戰場時，探查。", [("線索",)]),
]
# The card itself, by a keyword (CR 702).
EMBALMED = [
    ("en", "Embalm {3}{W}"),
    ("ja", "不朽{3}{W}（{3}{W}, このカードを追放する：これのコピーであるトークンを生成する。）"),
    ("de", "Einbalsamieren {3}{W}"),
    ("fr", "Vol, myriade"),
    ("es", "Embalsamar {3}{W}. ({3}{W}, exiliar esta carta: Crea una ficha.)"),
    ("it", "Eternare {5}{U}{U}"),
    ("pt", "Eternizar {4}{W}{W}"),
    ("ru", "Бальзамирование {5}{W}"),
    ("ko", "방부처리 {5}{W}"),
    ("zhs", "遗存{5}{W}（{5}{W}，放逐此牌：派出一个衍生物。）"),
    ("zht", "永生{5}{U}{U}"),
]
# An emblem with a name (CR 701.54c).
TEMPTED = [
    ("en", "When Xx dies, the Ring tempts you."),
    ("ja", "Xxが死亡したとき、指輪があなたを誘惑する。"),
    ("de", "Wenn Xx stirbt, führt der Ring dich in Versuchung."),
    ("fr", "Quand Xx meurt, l'Anneau vous tente."),
    ("es", "Cuando Xx muera, el Anillo te tienta."),
    ("it", "Quando Xx muore, l'Anello ti tenta."),
    ("pt", "Quando Xx morre, o Anel tenta você."),
    ("zhs", "当Xx死去时，魔戒引诱你。"),
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


@pytest.mark.parametrize(("lang", "text"), EMBALMED)
def test_a_keyword_copies_its_own_card(lang: str, text: str) -> None:
    assert [(kind.copy, kind.of) for kind in created(lang, text)] == [(True, BEARER)]


@pytest.mark.parametrize(("lang", "text"), TEMPTED)
def test_a_named_emblem_has_its_name(lang: str, text: str) -> None:
    card = {"name": "Xx", "lang": lang, "text": text}
    events = [{"create": {"source": "A", "ids": ["R"]}}]
    ask = [{"same_name_as_named": ["R", "The Ring"]}]
    objects = [{"id": "A", "card": card}]
    (verdict,) = nanori.bind({"objects": objects, "events": events, "questions": ask})
    assert verdict["answer"]


def test_a_conjured_card_has_the_name_that_is_said() -> None:
    card = {"name": "Xx", "text": "Conjure a card named Kiln Ox into your hand."}
    ox = {"name": "Kiln Ox", "text": "Kiln Ox attacks each turn."}
    events = [{"create": {"source": "A", "ids": ["C"]}}]
    objects = [{"id": "A", "card": card}, {"id": "O", "card": ox}]
    for known in (objects[:1], objects):
        (state,) = nanori.bind({"objects": known, "events": events, "questions": [{"state": "C"}]})
        assert state["names"] == ["Kiln Ox"]
        assert len(state["abilities"]) == len(known) - 1


@pytest.mark.parametrize(("lang", "text"), COPIES)
def test_a_copy_is_one_in_any_language(lang: str, text: str) -> None:
    assert [kind.copy for kind in created(lang, text)] == [True]


@pytest.mark.parametrize(("lang", "text"), NOTHING)
def test_a_text_that_makes_nothing_more_makes_nothing_more(lang: str, text: str) -> None:
    told = [kind for kind in created(lang, text) if kind.is_described]
    assert [kind for kind in told if kind.subtypes != ("Food",)] == []
