"""Plants one small error in a translation: rules for Japanese, each a row, none knowing a card.

Committed with its seed before the checks that look for them; `planting.is_held` tells which pairs
nobody looks at while a check is made or tuned.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping, Sequence

from nanori.model.values import Card
from planting import Plant, Planting, any_of, letters, lines_of, put, type_line, words

SEED = 20261122

SMALL = str.maketrans("アイウエオヤユヨツ", "ァィゥェォャュョッ")
LARGE = str.maketrans("ァィゥェォャュョッ", "アイウエオヤユヨツ")
VOICED = str.maketrans(
    "カキクケコサシスセソタチテトハヒフヘホ", "ガギグゲゴザジズゼゾダヂデドバビブベボ"
)


def _katakana(word: str, chance: random.Random) -> str:
    """Return a word of katakana with one slip of a hand."""
    place = chance.randrange(1, len(word))
    sort = chance.randrange(4)
    letter = word[place]
    if sort == 0 and letter.translate(LARGE) != letter:
        return word[:place] + letter.translate(LARGE) + word[place + 1 :]
    if sort == 1 and letter.translate(VOICED) != letter:
        return word[:place] + letter.translate(VOICED) + word[place + 1 :]
    if sort == 2 and place + 1 < len(word) and letter != word[place + 1]:
        return word[:place] + word[place + 1] + letter + word[place + 2 :]
    return word[:place] + word[place + 1 :]


ALIKE = {
    "墓地": "基地",
    "破壊": "破懐",
    "追放": "迫放",
    "対象": "対像",
    "攻撃": "功撃",
    "呪文": "呪分",
    "手札": "手礼",
    "生成": "生製",
    "土地": "士地",
    "効果": "郊果",
    "能力": "能カ",
    "戦闘": "戦闊",
    "飛行": "飛衍",
    "支払": "支仏",
    "一番上": "一番土",
    "得る": "徳る",
    "加える": "如える",
    "選ぶ": "撰ぶ",
    "修整": "修制",
    "終了": "終子",
    "戦場": "戦揚",
    "持つ": "待つ",
    "与える": "写える",
}
"""Words, and what they are with a character that looks or sounds alike."""

MACHINE = {
    "破壊する": "壊す",
    "墓地": "墓場",
    "戦場に": "戦場の上に",
    "手札": "手",
    "対戦相手": "敵",
    "生け贄に捧げる": "犠牲にする",
    "追放する": "追放者にする",
    "タップする": "叩く",
    "飛行": "フライング",
    "ライブラリー": "図書館",
    "アンタップ": "解除",
    "呪文": "スペル",
    "オーナー": "所有者",
    "マナ": "魔力",
    "パワー": "力",
    "生成する": "作成する",
    "先制攻撃": "最初の攻撃",
    "トランプル": "踏みつけ",
    "速攻": "急ぎ",
    "警戒": "警戒心",
    "得る": "獲得する",
    "唱える": "鋳造する",
}
"""Words of the rules, and what a machine that does not know the game makes of the English."""

FORMER = {
    "戦場に出": "場に出",
    "ライブラリー": "山札",
    "タップ状態": "タップされている状態",
    "唱える": "プレイする",
    "追放する": "ゲームから取り除く",
    "マナ総量": "点数で見たマナ・コスト",
    "対戦相手": "対戦プレイヤー",
    "死亡した": "場から墓地に置かれた",
    "生成する": "場に出す",
}
"""Words of the rules, and what they were once or are in other games."""

TYPES = (
    "人間",
    "ゴブリン",
    "エルフ",
    "兵士",
    "ゾンビ",
    "スピリット",
    "ドラゴン",
    "戦士",
    "騎士",
    "狼",
)
KEYWORDS = (
    "飛行",
    "先制攻撃",
    "速攻",
    "警戒",
    "到達",
    "トランプル",
    "接死",
    "絆魂",
    "威迫",
    "呪禁",
)
COLOURS = "白青黒赤緑"
OF_TYPES = (
    "クリーチャー|アーティファクト|エンチャント|土地|インスタント|ソーサリー|プレインズウォーカー"
)


def _table(table: dict[str, str]) -> Plant:
    return any_of(*(words(re.escape(old), new) for old, new in table.items()))


def _another(choice: Sequence[str], before: str = "", behind: str = "") -> Plant:
    """Return the error that puts another of some words for one."""

    def change(word: str, chance: random.Random) -> str:
        return chance.choice([other for other in choice if other != word])

    listed = "|".join(choice)
    return letters(f"{before}(?:{listed}){behind}", change)


def _swapped(lines: list[str], chance: random.Random) -> tuple[list[str], int] | None:
    if len(lines) < 2:
        return None
    place = chance.randrange(len(lines) - 1)
    return [*lines[:place], lines[place + 1], lines[place], *lines[place + 2 :]], place


def _at_the_end(lines: list[str], chance: random.Random) -> tuple[list[str], int] | None:
    if len(lines) < 2:
        return None
    return [*lines, chance.choice(lines[:-1])], len(lines)


def _twice(lines: list[str], chance: random.Random) -> tuple[list[str], int] | None:
    if len(lines) < 2:
        return None
    place = chance.randrange(len(lines))
    return [*lines[: place + 1], *lines[place:]], place + 1


def _without_mode(lines: list[str], chance: random.Random) -> tuple[list[str], int] | None:
    del chance
    if len(lines) < 3 or lines[-1][:1] not in "•・":
        return None
    return lines[:-1], len(lines) - 2


REMINDERS = re.compile(r"(?m)^([^\n（(。：]{2,12}) ?(（[^（）]{12,}）)")


def _reminder(original: Card, card: Card, chance: random.Random) -> Planting | None:
    """Return the text with the reminder text of another keyword."""
    del original
    others = {
        "飛行": "（このクリーチャーは飛行や到達を持たないクリーチャーではブロックされない。）",
        "接死": "（これが何らかのダメージをクリーチャーに与えたら、それだけで破壊する。）",
        "絆魂": "（このクリーチャーがダメージを与えるとき、あなたは同じ点数のライフを得る。）",
        "警戒": "（このクリーチャーは攻撃してもタップしない。）",
        "速攻": "（このクリーチャーは、出てすぐに攻撃したり{T}したりできる。）",
    }
    places = list(REMINDERS.finditer(card.text))
    if not places:
        return None
    match = chance.choice(places)
    choice = [text for word, text in others.items() if word not in match[1]]
    return put(card, *match.span(2), chance.choice(choice))


def _misspelt(original: Card, card: Card, chance: random.Random) -> Planting | None:
    """Return the text with one letter of a legend's own name wrong."""
    places = [match.start() for match in re.finditer(re.escape(card.name), card.text)]
    if "Legendary" not in original.type or not places or len(card.name) < 5:
        return None
    place = chance.choice(places) + chance.randrange(1, len(card.name) - 1)
    letter = card.text[place]
    other = letter.translate(VOICED)
    other = other if other != letter else letter.translate(SMALL)
    return put(card, place, place + 1, other if other != letter else "")


def _order(word: str, chance: random.Random) -> str:
    del chance
    first, second = word.split("/")
    return f"{second}/{first}"


KINDS: dict[str, Plant] = {
    "may lost": any_of(
        words("引いてもよい", "引く", r"\bmay\b"),
        words("置いてもよい", "置く", r"\bmay\b"),
        words("支払ってもよい", "支払う", r"\bmay\b"),
        words("唱えてもよい", "唱える", r"\bmay\b"),
        words("(?<=[成放壊開倍整])してもよい", "する", r"\bmay\b"),
        words("(?<=[戻出])してもよい", "す", r"\bmay\b"),
        words("加えてもよい", "加える", r"\bmay\b"),
    ),
    "may added": any_of(
        words("引く(?=。)", "引いてもよい", unless=r"\bmay\b"),
        words("(?<=[成放壊])する(?=。)", "してもよい", unless=r"\bmay\b"),
        words("戻す(?=。)", "戻してもよい", unless=r"\bmay\b"),
    ),
    "up to lost": words(r"最大(?=[０-９\d])", "", "[Uu]p to"),
    "up to added": words("(?<=クリーチャー)(?=１体を対象)", "最大", "target creature", "[Uu]p to"),
    "other lost": words("他の", "", r"\b([Oo]ther|[Aa]nother)\b"),
    "other added": words(
        "(?<=コントロールしている)(?=クリーチャー)", "他の", unless=r"\b([Oo]ther|[Aa]nother)\b"
    ),
    "each → one": words("各対戦相手(?=[はが])", "対戦相手１人", "[Ee]ach opponent"),
    "all → one": words(f"すべての({OF_TYPES})(?=[はをに])", r"\1１つ", r"\b([Aa]ll|[Ee]ach)\b"),
    "untapped → tapped": words("アンタップ状態", "タップ状態", r"\buntapped\b"),
    "tapped lost": words("タップ状態で、?(?=戦場)", "", r"\btapped\b"),
    "gain → lose life": words("ライフを得", "ライフを失", r"\bgains?\b"),
    "lose → gain life": words("ライフを失(?=[うい])", "ライフを得", r"\bloses?\b"),
    "or less → or greater": words("以下(?=[のでを])", "以上", r"or less|or fewer"),
    "or greater → or less": words("以上(?=[のでを])", "以下", r"or greater|or more"),
    "non- lost": any_of(
        words("でない(?=[ァ-ヺ一-龥])", "である", r"\b[Nn]on"),
        words("以外の(?=[ァ-ヺ一-龥])", "の", r"\b[Nn]on"),
    ),
    "whenever → when": words("たび、", "とき、", r"\b[Ww]henever\b", r"\b[Ww]hen\b"),
    "when → whenever": words("とき、", "たび、", r"\b[Ww]hen\b", r"\b[Ww]henever\b"),
    "can't → can": words("できない", "できる", "can't"),
    "can't be blocked → can't block": words(
        "ブロックされない", "ブロックできない", "can't be blocked"
    ),
    "less → more": words("少なくなる", "多くなる", "less to"),
    "draw → discard": any_of(
        words("カードを?([０-９])枚(?:を)?引く", r"カード\1枚を捨てる", "[Dd]raw", "[Dd]iscard"),
        words("カードを?([０-９])枚を引く", r"カード\1枚を捨てる", "[Dd]raw", "[Dd]iscard"),
    ),
    "discard → draw": words("枚を捨てる", "枚を引く", "[Dd]iscard", "[Dd]raw"),
    "own → control": words("オーナーである", "コントロールしている", r"\bown\b", r"\bcontrol\b"),
    "control → own": words("コントロールしている", "オーナーである", r"\bcontrol", r"\bown\b"),
    "this turn → next turn": words("このターン", "次のターン", "[Tt]his turn", "next turn"),
    "creature → permanent": words(
        "クリーチャー(?=[１-３最]?[大]?[１-３]体を対象)", "パーマネント", "creature"
    ),
    "or → and": any_of(
        words("(?<=[ァ-ヺー])か(?=[ァ-ヺ])", "と", r"\bor\b", r"\band\b"),
        words("または", "および", r"\bor\b", r"\band\b"),
    ),
    "and → or": words("(?<=[ァ-ヺー])と(?=[ァ-ヺ一-龥])", "か", r"\band\b", r"\bor\b"),
    "saga chapter": any_of(
        words(r"^I(?= [―—])", "II", "^I "),
        words(r"^II(?= [―—])", "III", "^II "),
        words(r"^III(?= [―—])", "II", "^III "),
    ),
    "sign of a loyalty cost": any_of(
        words(r"^[+＋](?=[\dX１-９]+：)", "-"), words(r"^[-－−](?=[\dX１-９]+：)", "+")
    ),
    "a line again at the end": lines_of(_at_the_end),
    "a line twice": lines_of(_twice),
    "subtype of a token": _another(TYPES, behind="(?=・(?:[^・]{2,8}・)?クリーチャー・トークン)"),
    "type line: legendary lost": type_line("伝説の", lambda word, chance: ""),
    "type line: subtype lost": type_line("・[^・—]+$", lambda word, chance: ""),
    "type line: another subtype": type_line(
        "(?<=[—・ ])(?:" + "|".join(TYPES) + ")(?=・|$)",
        lambda word, chance: chance.choice([one for one in TYPES if one != word]),
    ),
    "type line: another type": type_line(
        "^(?:伝説の)?(?:アーティファクト|エンチャント|インスタント|ソーサリー)",
        lambda word, chance: word[:3] * word.startswith("伝説の") + "土地",
    ),
    "reminder of another keyword": _reminder,
    "polite style": any_of(
        words("(?<=[放壊成])する。", "します。"),
        words("引く。", "引きます。"),
        words("戻す。", "戻します。"),
        words("得る。", "得ます。"),
        words("与える。", "与えます。"),
        words("受ける。", "受けます。"),
    ),
    "counter word": any_of(
        words("(?<=カード)([１-９])枚", r"\1体"),
        words("(?<=クリーチャー)([１-９])体", r"\1枚"),
        words("(?<=土地)([１-９])つ", r"\1枚"),
        words("(?<=プレイヤー)([１-９])人", r"\1体"),
        words("(?<=呪文)([１-９])つ", r"\1体"),
        words("(?<=カウンター)([１-９])個", r"\1枚"),
    ),
    "戦場を出る": words("戦場に出(?=[るたす])", "戦場を出", "enter|battlefield"),
    "katakana slip": letters("[ァ-ヺー]{5,}", _katakana),
    "kanji look-alike": _table(ALIKE),
    "machine words": _table(MACHINE),
    "doubled particle": words("(?<=[一-龥ァ-ヺー])([のをがにと])(?=[一-龥ァ-ヺー])", r"\1\1"),
    "U+FFFD": words("[ぁ-ん一-龥](?=[ぁ-ん])", "\ufffd"),
    "〓 for ー": words("ー", "〓"),
    "opponent → you": words("各?対戦相手(?:１人)?(?=[はがの])", "あなた", "[Oo]pponent"),
    "you → opponent": words("あなた(?=[はが])", "対戦相手", "[Yy]ou", "[Oo]pponent"),
    "graveyard → hand": words("墓地", "手札", "graveyard", r"\bhand"),
    "hand → library": words("手札", "ライブラリー", r"\bhand", "library"),
    "top → bottom": words("一番上", "一番下", r"\btop\b", r"\bbottom\b"),
    "bottom → top": words("一番下", "一番上", r"\bbottom\b", r"\btop\b"),
    "colour": _another(tuple(COLOURS), behind="の(?=[０-９]|クリ)"),
    "card type": words(
        "インスタント|ソーサリー|アーティファクト|エンチャント(?!さ|し)",
        "プレインズウォーカー",
        unless="laneswalker",
    ),
    "until end of turn lost": words("ターン終了時まで、", "", "until end of turn"),
    "end step → upkeep": words("終了ステップ", "アップキープ", "end step", "upkeep"),
    "+1/+1 → −1/−1 counters": words("＋１/＋１(?=カウンター)", "－１/－１", r"\+1/\+1 counter"),
    "P/T order": letters("(?<![＋－０-９])[０-９]/[０-９](?=の)", _order),
    "keyword → other keyword": _another(KEYWORDS),
    "power → toughness": words("パワー", "タフネス", "power", "toughness"),
    "untap → tap": words("アンタップ(?=する)", "タップ", "untap"),
    "tap → untap": words("(?<!ン)タップ(?=する)", "アンタップ", r"\b[Tt]aps?\b", "untap"),
    "destroy → exile": words("破壊する", "追放する", "[Dd]estroy", "exile"),
    "exile → destroy": words("追放する", "破壊する", "[Ee]xile", "destroy"),
    "abilities swapped": lines_of(_swapped),
    "last mode lost": lines_of(_without_mode),
    "choose 1 → 2": words("１つ(?=を選ぶ)", "２つ", "[Cc]hoose one"),
    "intervening if lost": words("(?<=、)[^、。]{6,40}場合、", "", r", if "),
    "{T} lost": words(r"\{T\}(?:, )?", "", r"\{T\}"),
    "sacrifice cost lost": words(
        "[,、] ?[^,、：。]{2,20}を生け贄に捧げる(?=：)", "", "[Ss]acrifice"
    ),
    "a cost without its symbols": words(r"^(?:\{[^{}]+\}(?:, )?)+(?=：)", ""),
    "former terms": _table(FORMER),
    "attacks → blocks": words("攻撃(?=する(?:たび|とき))", "ブロック", "attack", "block"),
    "combat damage": words("戦闘(?=ダメージ)", "", "combat damage"),
    "reveal lost": words("(?:それを|そのカードを)?公開し(?:て、|、)", "", "reveal"),
    "owner's → your hand": words("オーナーの手札", "あなたの手札", "owners?'s? hand"),
    "X counts the wrong thing": words(
        f"(?<=コントロールしている)(?:{OF_TYPES})(?=の(?:総?数|点数)|１[体つ]につき)",
        "オーラ",
        "number of|for each",
    ),
    "keyword left English": any_of(
        words("飛行", "Flying"),
        words("速攻", "Haste"),
        words("警戒", "Vigilance"),
        words("接死", "Deathtouch"),
        words("トランプル", "Trample"),
    ),
    "Treasure / Food": any_of(
        words("宝物(?=・トークン)", "食物"),
        words("食物(?=・トークン)", "宝物"),
        words("手掛かり(?=・トークン)", "宝物"),
        words("調査を行う", "宝物・トークン１つを生成する"),
    ),
    "its controller → you": words(
        "(?:それ|その[^。、]{1,14})のコントローラー(?=[はがに])", "あなた", "controller"
    ),
    "legend's name misspelt": _misspelt,
    "no target": words("を対象とする。", "を選ぶ。", "target"),
    "a number": letters("[２-５](?=[枚点個体つ])", lambda word, chance: "９"),
}
"""The errors, by what they are called."""


def _bracket_lost(original: Card, card: Card, chance: random.Random) -> Planting | None:
    del original
    places = [match.start() for match in re.finditer("）", card.text)]
    if not places:
        return None
    place = chance.choice(places)
    return put(card, place, place + 1, "")


KINDS["） lost"] = _bracket_lost


def planted(
    pairs: Sequence[tuple[Card, Card]],
    of_each: int,
    seed: int = SEED,
    kinds: Mapping[str, Plant] = KINDS,
) -> Iterator[tuple[str, tuple[Card, Card], Planting]]:
    """Yield kind, pair and planting: so many of each kind, one in a pair, the same each time."""
    chance = random.Random(seed)
    waiting = chance.sample(pairs, len(pairs))
    for kind, plant in kinds.items():
        count, kept = 0, []
        for pair in waiting:
            made = plant(*pair, chance) if count < of_each else None
            if made is None:
                kept.append(pair)
            else:
                count += 1
                yield kind, pair, made
        waiting = kept
