"""Plants what happens at a translator's desk: what an input method chooses, what a hand loses.

Committed with its seed before the checks that look for them; in rules text and in reminder text,
told in files of 60 cards.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable

from msgspec.structs import replace

from nanori.model.values import Card
from planted_hand import Change, slip, table
from planting import REMARK, Plant, Planting, any_of, lines_of, put, type_line

SEED = 251126

NOUN = "(?<=[一-龥ァ-ヺー０-９Ｘ])"
COUNT = "[１-９](?=[枚体つ個点人回])"
KEYWORDS = [
    "飛行",
    "警戒",
    "速攻",
    "先制攻撃",
    "到達",
    "トランプル",
    "接死",
    "絆魂",
    "威迫",
    "呪禁",
    "防衛",
    "瞬速",
]


def _to(new: str) -> Change:
    return lambda match, _: match.expand(new)


def _choice(others: str) -> Change:
    """Return the change to another of some letters."""
    return lambda match, chance: chance.choice([each for each in others if each != match[0]])


def _next(match: re.Match[str], chance: random.Random) -> str:
    value = ord(match[0]) - ord("０") + chance.choice((-1, 1))
    return chr(ord("０") + (value if 0 < value < 10 else 2))


def _half(match: re.Match[str], _: random.Random) -> str:
    return match[0].translate({code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)})


def _turned(match: re.Match[str], _: random.Random) -> str:
    return f"{match[2]}{match[1]}"


RULES: dict[str, tuple[str, Change]] = {
    # Particles.
    "は → が": (f"{NOUN}は(?=、|[一-龥ァ-ヺ])", _to("が")),
    "が → は": (f"{NOUN}が(?=、|[一-龥ァ-ヺ])", _to("は")),
    "に ↔ で": (f"{NOUN}[にで](?=[一-龥ァ-ヺ])", _choice("にで")),
    "を → に": (f"{NOUN}を(?=[一-龥])", _to("に")),
    "の → が": (f"{NOUN}の(?=[一-龥ァ-ヺ])", _to("が")),
    "から ↔ まで": table("から:まで まで:から"),
    "と ↔ か": ("(?<=[ァ-ヺー])[とか](?=[ァ-ヺ])", _choice("とか")),
    "a particle lost": (f"{NOUN}[をにがの](?=[一-龥ァ-ヺ])", _to("")),
    "a particle twice": (f"{NOUN}([をにがのはで])(?=[一-龥ァ-ヺ])", _to(r"\1\1")),
    "を → お, は → わ": (
        f"{NOUN}[をは](?=[一-龥ァ-ヺ、])",
        lambda match, _: {"を": "お"}.get(match[0], "わ"),
    ),
    # Demonstratives.
    "this, that": table("この:その その:この"),
    "it, this": table("これ:それ それ:これ それら:これら"),
    # Words of other games, of other years, of nobody.
    "activate": table("起動:発動 唱え:発動し 誘発:発動"),
    "other games": table(
        "クリーチャー:モンスター 戦場:フィールド 追放:除外 墓地:捨て札 対戦相手:相手 "
        "手札:手札カード "
        "生け贄に捧げ:リリースし アンタップ:スタンド 攻撃:アタック パワー:攻撃力 タフネス:守備力 "
        "プレイヤー:ユーザー ライフ:ＨＰ 能力:効果 呪文:魔法 ライブラリー:デッキ"
    ),
    "old words": table(
        "戦場に出:場に出 マナ総量:点数で見たマナコスト 唱え:プレイし 死亡:破壊 切削:削り "
        "生成し:出し "
        "追放し:取り除き 格闘を行:格闘"
    ),
    # What counts.
    "an amount's word lost": (
        "(?<=[ァ-ヺー一-龥])の(?:総数|数|合計|点数)(?=[にをは分点])",
        _to(""),
    ),
    "another amount": table("総量:総数 点数:枚数 総数:総量 枚数:点数 の数:の合計 合計:総数"),
    "equal, for each": table("につき:について に等しい:より多い に等しく:と等しい"),
    "a number one off": (COUNT, _next),
    "a number lost": (COUNT, _to("")),
    "a number twice": (COUNT, lambda match, _: match[0] * 2),
    "a counter lost": ("(?<=[１-９Ｘ])[枚体つ個点人回](?=[をのにがか])", _to("")),
    "another counter": (
        "(?<=[１-９ＸX])[枚体つ個点人回](?=[をのにがかまと、。])",
        _choice("枚体つ個点人回"),
    ),
    "a counter as it sounds": table(
        "１枚:１毎/１舞 ２枚:２毎 ３枚:３毎 １体:１対/１隊/１帯 ２体:２対 １個:１子/１戸 "
        "２個:２戸 １点:１天/１転 "
        "２点:２店 ３点:３転 １人:１任 １回:１階/１会 ２回:２階 １つ:１津"
    ),
    # Signs.
    "a sign turned": ("[＋－](?=[０-９Ｘ])", _choice("＋－")),
    "its power or toughness": ("(?<=[＋－０-９Ｘ]/[＋－])[０-９]|[０-９](?=/[＋－０-９])", _next),
    "a size turned": ("([０-９])/([０-９])(?=の)", lambda match, _: f"{match[2]}/{match[1]}"),
    "a size of half width": (r"[＋－][０-９]/[＋－][０-９]", _half),
    "a symbol of another color": ("(?<=[{｛])[WUBRG](?=[}｝])", _choice("WUBRG")),
    "a symbol's number": ("(?<=[{｛])[1-9](?=[}｝])", _choice("123456")),
    "a symbol lost": (r"\{[^{}]+\}", _to("")),
    "a symbol twice": (r"\{[^{}]+\}", lambda match, _: match[0] * 2),
    "a symbol's brackets": (
        r"\{([TQWUBRG\d])\}",
        lambda match, chance: match.expand(
            chance.choice((r"(\1)", r"\1", r"{\1", r"[\1]", r"｛\1｝"))
        ),
    ),
    # An input method's choice.
    "a noun as it sounds": table(
        "戦場:洗浄/線上/船上 対象:大賞/対症/退床 公開:航海/更改 以外:意外 以下:異化/医科 "
        "以上:異常 終了:修了 開始:解脂 "
        "効果:硬貨/降下 戦闘:尖塔/銭湯 枚数:毎数 点数:天数 総数:奏数 回数:階数 各:核/角/格 "
        "代わり:変わり/替り "
        "自身:地震/自信 無色:無職 多色:他色 種類:酒類 状態:常態/情態 同時:同じ 変身:返信/変針 "
        "追加:追可 能力:脳力 "
        "攻撃:攻激 修整:集成/習性 最大:細大 最初:最書 上:植え 次:継ぎ 他:多/田 間:合間 後:跡 "
        "束:足 値:朝 "
        "可能:化膿 限り:借り 通り:鳥 場合:場相 対戦:大戦/対船 相手:合い手/愛て 手札:手札差 "
        "領域:両域 呪文:受門"
    ),
    "a verb as it sounds": table(
        "引く:弾く/轢く/惹く 置く:億/於く/奥 得る:獲る/売る 見る:観る/診る/看る 出る:でる "
        "出た:でた 離れ:放れ/話れ "
        "受け:浮け/請け 加え:咥え/銜え 持つ:保つ/餅 変え:代え/帰 変わ:代わ/替わ 減ら:経ら/へら "
        "払う:祓う/掃う "
        "戻す:もどす/戻巣 選ぶ:えらぶ/撰ぶ 破壊:破戒 生成:精製/製成 追放:追報 装備:壮美/総備 "
        "起動:軌道/気道/機動 "
        "公開:公会 望む:臨む 唱え:称え/となえ 与え:宛え/あたえ 失う:喪う/失なう 割り振:割振り "
        "指定:師弟/子弟 支払:志払 "
        "捧げ:差さげ 解決:開結 選択:洗濯 続け:続げ 切り直:切り治/切りなお 打ち消:撃ち消/打消 "
        "死亡:志望/脂肪 "
        "誘発:優発 開始:開示 発生:発声 ならな:成らな 行う:行なう/おこなう"
    ),
    "a keyword as it sounds": table(
        "飛行:非行/飛鉱 警戒:軽快/警会 速攻:即効/側溝 先制:先生/宣誓/専制 到達:等達 接死:接し "
        "絆魂:半魂 威迫:医迫 "
        "呪禁:受禁 防衛:防営 瞬速:瞬足 護法:誤報/語法 占術:戦術 諜報:重宝 切削:折削 白:城 "
        "黒:畔 赤:垢 緑:翠 青:蒼 "
        "土地:土池 平地:兵地 島:縞 森:盛り 騎士:棋士/岸 戦士:戦死 兵士:平氏 伝説:電設 "
        "基本:機本 装備品:装備費 "
        "宝物:方物 食物:職物 血:地 手掛かり:手がかり 墓地:墓血/ぼち 怪物:買い物 人間:任官 "
        "天使:転姿 悪魔:空くま "
        "乗り物:海苔物 機体:期待/気体 氷雪:表説 信心:新進/心身 同盟:透明 探検:探険/短剣 "
        "調査:長さ 増殖:増食"
    ),
    "a verb's kana": table(
        "捧げる:捧る 与える:与る 加える:加る 支払う:支払らう/支払 終わり:終り 代わりに:代りに "
        "受ける:受る 得る:得える "
        "戻す:戻どす 捨てる:捨る 失う:失なう 選ぶ:選らぶ 唱える:唱る 持つ:持もつ 置く:置おく "
        "引く:引っく 続ける:続る "
        "切り直す:切り直おす 離れる:離る 少なく:少く 等しい:等い 同じ:同なじ"
    ),
    "an unfinished letter": (
        f"{NOUN}[をがには](?=[一-龥])",
        lambda match, chance: match[0] + chance.choice("rstkndwっｎ"),
    ),
    "ー as another sign": ("(?<=[ァ-ヺ])ー", _choice("一－—―-~ｰ")),
    "small っ": ("っ|(?<=[一-龥])ら?れ", lambda match, _: {"っ": "つ"}.get(match[0], match[0][1:])),
    "a katakana term": (
        "クリーチャー|ライブラリー|パーマネント|プレイヤー|カウンター|アーティファクト|エンチャント|コントロール|"
        "プレインズウォーカー|インスタント|ソーサリー|アップキープ|オーナー|トークン|ダメージ|トランプル",
        lambda match, chance: _slipped(match[0], chance),
    ),
    # Punctuation.
    "、 lost": ("、", _to("")),
    "。 lost": ("。(?=[^\n」])", _to("")),
    "、 or 。 twice": ("([、。])", _to(r"\1\1")),
    "、 ↔ 。": ("[、。](?=[^\n）」])", _choice("、。")),
    "、 in a phrase": ("(?<=[一-龥ァ-ヺー])(?=[をのに][一-龥ァ-ヺ])", _to("、")),
    "、 behind を": ("(?<=[一-龥ァ-ヺー]を)(?=[一-龥])", _to("、")),
    "。 in a phrase": ("(?<=[一-龥ァ-ヺー][をのにが])(?=[一-龥])", _to("。")),
    "Western stops": table("、:,/， 。:． 、:､ 。:｡"),
    "：": ("：", lambda _, chance: chance.choice(("", "；", "、", "：："))),
    "・ lost": (
        "(?<=[ァ-ヺー一-龥])・(?=[ァ-ヺ一-龥])",
        lambda _, chance: chance.choice(("", "、", "･", "・・")),
    ),
    "a bracket of another sort": table("「:『/【 」:』 （:【/［ ）:］"),
    "a bracket lost": ("[「」（）]", _to("")),
    "a stop outside": ("。）", _to("）。")),
    # Words lost, added, other.
    "a small word lost": table(
        (
            "最大: 他の: すべての: アンタップ状態の: タップ状態で: 次の: 各: 無作為に: 代わりに: "
            "追加で: 望む: 少なくとも: その後、:"
        ).replace(":", ":/")
    ),
    "may": table(
        "てもよい。:る。 する。:してもよい。 引く。:引いてもよい。 置いてもよい:置く "
        "戻してもよい:戻す 唱えてもよい:唱える"
    ),
    "not": table(
        "でない:である できない:できる を持たない:を持つ されない:される 以外の:の "
        "できる。:できない。"
    ),
    "a bound": table("以上:以下 以下:以上/未満 超:以上 未満:以下 最大:最小 少なくとも:最大"),
    "a color": ("[白青黒赤緑](?=の|であ|でな|マナ|か|と)", _choice("白青黒赤緑")),
    "a type": (
        "クリーチャー|アーティファクト|エンチャント|土地|インスタント|ソーサリー|プレインズウォーカー|パーマネント",
        lambda match, chance: chance.choice(
            [
                each
                for each in [
                    "クリーチャー",
                    "アーティファクト",
                    "エンチャント",
                    "土地",
                    "パーマネント",
                    "インスタント",
                ]
                if each != match[0]
            ]
        ),
    ),
    "a zone": table("手札:墓地/ライブラリー 墓地:手札/戦場 ライブラリー:墓地/手札 戦場:手札/墓地"),
    "a player": table(
        "対戦相手:プレイヤー あなた:対戦相手 各プレイヤー:各対戦相手 各対戦相手:各プレイヤー "
        "オーナー:コントローラー コントローラー:オーナー/対戦相手"
    ),
    "a phase": table(
        "終了ステップ:アップキープ アップキープ:終了ステップ/ドロー・ステップ "
        "ターン終了時:戦闘終了時 戦闘:ターン メイン・フェイズ:戦闘フェイズ "
        "このターン:次のターン"
    ),
    "a deed": table(
        "破壊:追放/打ち消 追放:破壊/生成 引く:捨てる 捨て:引い 得る:失う 失う:得る 戻す:置く "
        "公開:追放 タップ:アンタップ アンタップ:タップ 攻撃:ブロック ブロック:攻撃"
    ),
    "a time": table(
        "たび、:とき、 とき、:たび、/なら、 なら、:とき、 するとき:したとき 次の:各 "
        "このターン:このゲーム"
    ),
    "a word twice": ("[一-龥ァ-ヺー]{2,12}[をがはにの]", lambda match, _: match[0] * 2),
    "a sentence lost": ("(?<=[。（])[^。（）「」\n]{6,80}。(?=[^）])", _to("")),
    "a sentence twice": ("(?<=[。（\n])[^。（）「」\n]{6,60}。", lambda match, _: match[0] * 2),
    "a clause lost": ("(?<=[、。])[^、。（）「」\n]{4,30}、", _to("")),
}


def _slipped(word: str, chance: random.Random) -> str:
    """Return a word with a letter lost, twice, turned with the next, or voiced."""
    place = chance.randrange(1, len(word) - 1)
    first, letter, rest = word[:place], word[place], word[place + 1 :]
    return chance.choice(
        [
            first + rest,
            first + letter * 2 + rest,
            first + rest[0] + letter + rest[1:],
            first
            + letter.translate(
                str.maketrans("カクコタチトテプブバリラー", "ガグゴダヂドデブプパラリッ")
            )
            + rest,
        ]
    )


def _own(change: Callable[[str, random.Random], str]) -> Plant:
    """Return the error that changes the card's own name in its text."""

    def plant(_: Card, card: Card, chance: random.Random) -> Planting | None:
        places = [match.start() for match in re.finditer(re.escape(card.name), card.text)]
        if len(card.name) < 4 or not places:
            return None
        start = chance.choice(places)
        return put(card, start, start + len(card.name), change(card.name, chance))

    return plant


def _without(sign: str) -> Callable[[str, random.Random], str]:
    def change(name: str, _: random.Random) -> str:
        place = name.find(sign, 1)
        return name[:place] + name[place + 1 :] if place > 0 else name

    return change


def _letter(name: str, chance: random.Random) -> str:
    place = chance.randrange(1, len(name))
    return name[:place] + chance.choice("ンスルー者王火の") + name[place + 1 :]


def _field(_: Card, card: Card, chance: random.Random) -> Planting | None:
    """Return the card whose name has lost a の or a letter, where its text has it whole."""
    if len(card.name) < 4 or card.name not in card.text:
        return None
    place = card.name.find("の", 1)
    place = place if place > 0 else chance.randrange(1, len(card.name) - 1)
    name = card.name[:place] + card.name[place + 1 :]
    faces = tuple(face.replace(card.name, name) for face in card.faces)
    return Planting(replace(card, name=name, faces=faces), "name", place, place)


def _keyword_added(original: Card, card: Card, chance: random.Random) -> Planting | None:
    """Return the text with a keyword more in a line of keywords, or in a line of its own."""
    new = chance.choice([word for word in KEYWORDS if word not in card.text])
    places = [
        match.end()
        for match in re.finditer(f"(?m)^(?:{'|'.join(KEYWORDS)})(?=[、 （\n]|$)", card.text)
    ]
    if places and chance.random() < 0.7:
        place = chance.choice(places)
        return put(card, place, place, "、" + new)
    return put(card, 0, 0, new + "\n") if "Creature" in original.type else None


def _keyword_lost(_: Card, card: Card, chance: random.Random) -> Planting | None:
    places = list(
        re.finditer(f"(?m)^(?:{'|'.join(KEYWORDS)})、|、(?:{'|'.join(KEYWORDS)})$", card.text)
    )
    return put(card, *chance.choice(places).span(), "") if places else None


def _remark_moved(_: Card, card: Card, chance: random.Random) -> Planting | None:
    """Return the text in which an opening bracket is some words further or before."""
    places = [match.start() for match in REMARK.finditer(card.text) if len(match[0]) > 20]
    if not places:
        return None
    place = chance.choice(places)
    step = chance.choice((-2, 2, 4))
    if card.text.rfind("\n", 0, place) >= place + step or place + step < 0:
        return None
    old = card.text[min(place, place + step) : max(place, place + step) + 1]
    new = old[1:] + old[0] if step > 0 else old[-1] + old[:-1]
    return put(card, min(place, place + step), max(place, place + step) + 1, new)


def _line_lost(lines: list[str], chance: random.Random) -> tuple[list[str], int] | None:
    if len(lines) < 2:
        return None
    place = chance.randrange(len(lines))
    return [*lines[:place], *lines[place + 1 :]], place


def _remark_lost(_: Card, card: Card, chance: random.Random) -> Planting | None:
    places = [match.span() for match in REMARK.finditer(card.text) if len(match[0]) > 20]
    return put(card, *chance.choice(places), "") if places else None


KINDS: dict[str, Plant] = {
    kind: any_of(slip(pattern, change, inside=False), slip(pattern, change, inside=True))
    for kind, (pattern, change) in RULES.items()
} | {
    "remark: this, that": slip(*table("この:その その:この これ:それ それ:これ"), inside=True),
    "remark: a number": slip(COUNT, _next, inside=True),
    "remark: a player": slip(*RULES["a player"], inside=True),
    "remark: a zone": slip(*RULES["a zone"], inside=True),
    "remark: its （ moved": _remark_moved,
    "remark lost": _remark_lost,
    "a line lost": lines_of(_line_lost),
    "own name: unknown": _own(
        lambda _, chance: chance.choice(
            ("霧裂きの番人", "灰庭の歌い手", "鈍色の誓約", "ケルヴァの門守り")
        )
    ),
    "own name: の lost": _own(_without("の")),
    "own name: 、 or ・ lost": any_of(_own(_without("、")), _own(_without("・"))),
    "own name: a letter": _own(_letter),
    "own name: a letter lost": _own(
        lambda name, chance: _without(chance.choice(name[1:]))(name, chance)
    ),
    "name field": _field,
    "a keyword more": _keyword_added,
    "a keyword lost": _keyword_lost,
    "type line: a mark": type_line(
        "[・―—]", lambda mark, chance: chance.choice([each for each in "・―、-" if each != mark])
    ),
    "type line: a type lost": type_line("伝説の|アーティファクト・|・[^・―—]+$", lambda *_: ""),
}
