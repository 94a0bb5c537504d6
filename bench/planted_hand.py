"""Plants slips of the hand and of the input method, in rules text and inside reminder text.

Committed with its seed before the checks that look for them. A slip here is made by a rule on any
letters of a text, not on words that somebody chose: what no table can list.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable

from nanori.model.values import Card
from planting import REMARK, Plant, Planting, put

SEED = 311131

# Reminder text; what is shorter is a symbol or a word in brackets.
SHORTEST = 20

Change = Callable[[re.Match[str], random.Random], str]


def _spans(card: Card, *, inside: bool) -> list[tuple[int, int]]:
    """Return what is reminder text, or what is not; the card's own names are in neither."""
    remarks = [match.span() for match in REMARK.finditer(card.text)]
    if inside:
        return [(start + 1, end - 1) for start, end in remarks if end - start >= SHORTEST]
    edges = [0, *(place for span in remarks for place in span), len(card.text)]
    return list(zip(edges[::2], edges[1::2], strict=True))


def slip(pattern: str, change: Change, *, inside: bool) -> Plant:
    """Return the error that changes what a pattern finds, in one place."""
    compiled = re.compile(pattern)

    def plant(original: Card, card: Card, chance: random.Random) -> Planting | None:
        if len(REMARK.findall(original.text)) != len(REMARK.findall(card.text)):
            return None
        names = [name for name in (card.name, card.name.rpartition("、")[2]) if name]
        named = [
            match.span() for name in names for match in re.finditer(re.escape(name), card.text)
        ]
        named += [match.span() for match in re.finditer("《[^》]*》|≪[^≫]*≫", card.text)]
        places = [
            match
            for start, end in _spans(card, inside=inside)
            for match in compiled.finditer(card.text, start, end)
            if not any(match.start() < last and first < match.end() for first, last in named)
        ]
        if not places:
            return None
        match = chance.choice(places)
        return put(card, *match.span(), change(match, chance))

    return plant


def table(rows: str) -> tuple[str, Change]:
    """Return the pattern and the change of words to others: “対象:対称/対照 …”."""
    others = {word: meant.split("/") for word, meant in (row.split(":") for row in rows.split())}
    pattern = "|".join(sorted(map(re.escape, others), key=len, reverse=True))
    return pattern, lambda match, chance: chance.choice(others[match[0]])


def _letters(rows: str) -> tuple[str, Change]:
    """Return the same for single letters in pairs: “がか でて”, either for the other."""
    others = {one: other for pair in rows.split() for one, other in (pair, pair[::-1])}
    return f"[{''.join(others)}]", lambda match, _: others[match[0]]


def _one_way(rows: str) -> tuple[str, Change]:
    others = {pair[0]: pair[1] for pair in rows.split()}
    return f"[{''.join(others)}]", lambda match, _: others[match[0]]


PARTICLES = "がをにはでとのも"
CONTEXT = r"(?<=[一-龥ァ-ヺー])"

RULES: dict[str, tuple[str, Change]] = {
    "a misconversion": table(
        "対象:対称/対照 以上:異常/異状 開始:会誌/解し 戦闘:先頭/銭湯 終了:修了/収量 公開:後悔/公海 "
        "起動:軌道/機動 生成:精製/清盛 破壊:破戒 支払:紙払 攻撃:工撃 唱え:称え/となえ "
        "与え:あたえ/予え "
        "加え:咥え/くわえ 減ら:経ら 受け:請け/うけ 得る:獲る/える 引く:弾く/ひく 置く:奥/おく "
        "選ぶ:えらぶ "
        "修整:修正/習性 代わり:変わり/替わり 同じ:おなじ/同時 能力:脳力/農力 呪文:樹文/寿文 "
        "場合:馬合/ばあい "
        "戻す:もどす 捨て:棄て/すて 持つ:もつ/盛つ 発生源:発声源 無作為:無策意 追放:追法 "
        "墓地:簿地 手札:手礼 "
        "点数:店数/添数 次:継 最初:妻初/最所 自身:自信/地震 追加:対価/追課 総数:層数 回数:会数 "
        "望む:臨む "
        "続け:付づけ 好き:隙 残り:のこり 裏向き:浦向き 望み:臨み 現れ:表れ/顕れ 状態:常態/上体 "
        "効果:硬化/高価 "
        "枚:毎/舞 体:対/隊 個:子/戸 人:任 値:根/価"
    ),
    "a letter like it": table(
        "持:待/特 捨:拾/舎 未:末 土:士 札:礼/机 墓:基/暮 攻:功/巧 撃:繋/激 呪:呂/祝 枚:杖/牧 "
        "戻:戸/庚 "
        "追:迫/追加 放:倣/故 得:碍/徳 破:波/被 壊:壌/懐 対:対対/村 象:像/豪 緑:縁/録 白:自/百 "
        "青:責/育 赤:亦 "
        "各:名/客 与:写/号 間:問/聞 時:待/持 置:直/罫 場:揚/湯 戦:戟/職 点:占/黒 支:友/攴 名:各 "
        "能:熊/態 "
        "加:如 減:滅/感 開:閉/問 始:姑/治 終:絡 了:子/丁 手:毛/乎 生:牛/主 発:登/廃 起:赴 動:働/勤 "
        "ソ:ン ン:ソ シ:ツ ツ:シ ク:タ/ワ ワ:ク ラ:ヲ/ウ ー:一/― ロ:口 カ:力 ト:卜 ニ:二 ハ:八 "
        "エ:工 リ:り へ:ヘ"
    ),
    "another particle": (
        f"{CONTEXT}[{PARTICLES}](?=[^、。」）{PARTICLES}])",
        lambda match, chance: chance.choice([each for each in PARTICLES if each != match[0]]),
    ),
    "a particle lost": (f"{CONTEXT}[{PARTICLES}](?=[一-龥ァ-ヺ０-９])", lambda *_: ""),
    "a particle more": (
        f"{CONTEXT}[{PARTICLES}](?=[一-龥ァ-ヺ０-９])",
        lambda match, chance: match[0] + chance.choice(PARTICLES.replace(match[0], "")),
    ),
    "voiced or not": _letters(
        "がか でて ばは どと べへ だた げけ じし ぶふ バハ ブフ ドト グク ダタ"
    ),
    "small or not": _letters("っつ ゃや ゅゆ ょよ ッツ ャヤ ュユ ョヨ ェエ ィイ ォオ"),
    "a neighbour on the keyboard": _one_way(
        "さた たて すし しさ らり りる るれ えろ のね いう まむ むみ"
    ),
    "a kana lost": ("[ぁ-ん]{2,}", lambda match, chance: _without(match[0], chance)),
    "a kana twice": ("[ぁ-ん]", lambda match, _: match[0] * 2),
    "two letters turned": (
        r"[ぁ-んァ-ヺー]{2}",
        lambda match, _: match[0][::-1],
    ),
    "a katakana letter lost": ("[ァ-ヺー]{4,}", lambda match, chance: _without(match[0], chance)),
    "a katakana letter more": (
        "[ァ-ヺー]{3,}",
        lambda match, chance: _with(match[0], chance),
    ),
    "a Chinese character lost": (
        "[一-龥]{2,}",
        lambda match, chance: _without(match[0], chance),
    ),
    "a word twice": ("[一-龥]{2,4}[をがはにの]", lambda match, _: match[0] * 2),
    "an ending cut": (
        "(?:する|した|れる|てもよい|である|できる|いる|なる)(?=[。、])",
        lambda match, _: match[0][:-1],
    ),
    "another ending": table(
        "する。:した。/し。 される。:する。 する、:した、 できない。:ない。 てもよい。:でもよい。 "
        "られる。:れる。 "
        "であるなら:であなら しないかぎり:しなかぎり するたび:すたび したなら:しなら "
        "するとき:したとき されたとき:したとき"
    ),
    "a sentence lost": (r"(?<=。)[^。（）「」\n]{6,80}。", lambda *_: ""),
    "a clause lost": (r"(?<=、)[^、。（）「」\n]{4,30}、", lambda *_: ""),
    "a sentence twice": (r"(?<=[。（\n])[^。（）「」\n]{6,60}。", lambda match, _: match[0] * 2),
    "a number other": (
        "[1-9１-９](?=[枚体つ点個人回])",
        lambda match, _: chr(ord(match[0]) + (-1 if match[0] in "9９" else 1)),
    ),
    "a stop for a comma": ("、(?=[^\n]{4})", lambda *_: "。"),
    "a comma for a stop": ("。(?=[^\n）」])", lambda *_: "、"),
    "a word of another place": table(
        "手札:墓地 墓地:ライブラリー ライブラリー:手札 戦場:追放領域 コントローラー:オーナー "
        "オーナー:コントローラー"
    ),
    "a word of another deed": table(
        "追放:破壊 破壊:追放 公開:追放 捨て:引い 唱え:起動し 生け贄に捧げ:追放し 生成し:追放し "
        "戻し:置き 加え:戻し"
    ),
    "a word of another thing": table(
        "クリーチャー:アーティファクト アーティファクト:エンチャント 土地:クリーチャー "
        "パーマネント:クリーチャー "
        "呪文:能力 能力:呪文 カード:トークン トークン:カード プレイヤー:対戦相手 "
        "対戦相手:プレイヤー"
    ),
    "a word of another time": table(
        "戦闘終了時:ターン終了時 終了ステップ:アップキープ アップキープ:終了ステップ ターン:戦闘 "
        "次の:この そのターン:このターン"
    ),
    "this, that": table("この:その その:この これ:それ それ:これ それら:それ"),
    "not, or not not": table(
        "でない:である できない:できる しない:する 持たない:持つ されない:される"
    ),
    "all, one, other": table("他の:その すべての:各 各:他の 望む数:最大数 少なくとも:最大"),
}


def _without(word: str, chance: random.Random) -> str:
    place = chance.randrange(len(word))
    return word[:place] + word[place + 1 :]


def _with(word: str, chance: random.Random) -> str:
    place = chance.randrange(1, len(word))
    return word[:place] + chance.choice("ーッンルス") + word[place:]


KINDS: dict[str, Plant] = {
    f"{where}: {kind}": slip(pattern, change, inside=where == "reminder")
    for kind, (pattern, change) in RULES.items()
    for where in ("rules", "reminder")
}
