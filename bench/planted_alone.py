"""Plants slips that a Japanese text shows by itself, in rules text or in reminder text.

Committed with its seed before the checks that look for them: wrong particles by what they stand
before, characters of other words, machine words, English left, signs in the wrong place.
"""

from __future__ import annotations

import random
import re

from nanori.model.values import Card
from planted_hand import Change, slip, table
from planting import Plant, Planting, any_of, lines_of, put

SEED = 24113

NOUN = "(?<=[一-龥ァ-ヺー０-９])"
# Behind words that are counted, or the words themselves.
COUNTED = "(?<=[０-９Ｘ][体枚つ個人点])"


def _other(*particles: str) -> Change:
    """Return the change of a particle to one of these."""
    return lambda match, chance: chance.choice([each for each in particles if each != match[0]])


def _more(*particles: str) -> Change:
    """Return the change of a particle to itself and another, in either order."""

    def change(match: re.Match[str], chance: random.Random) -> str:
        both = [match[0], chance.choice([each for each in particles if each != match[0]])]
        return "".join(chance.sample(both, 2))

    return change


def _spaced(match: re.Match[str], chance: random.Random) -> str:
    place = chance.randrange(1, len(match[0]))
    return match[0][:place] + " " + match[0][place:]


def _damaged(match: re.Match[str], chance: random.Random) -> str:
    place = chance.randrange(1, len(match[0]))
    return match[0][:place] + match[0][place + 1 :]


def _behind(words: str) -> str:
    """Return the pattern of a place behind one of some words, which differ in length."""
    return f"(?:{'|'.join(f'(?<={word})' for word in words.split('|'))})"


RULES: dict[str, tuple[str, Change]] = {
    "enters: に before 戦場 twice": (f"{NOUN}が(?=戦場に出)", _other("に", "を", "で")),
    "is done: が, に for を": (
        f"{NOUN}を(?=破壊|追放|生成|公開|切削|唱え|引[きくい]|捨て|見[るて]|選)",
        _other("が", "に", "で", "の"),
    ),
    "target: を": (f"{COUNTED}を(?=対象)", _other("が", "に", "の", "と")),
    "moved: に": (
        _behind("手札|戦場|番上|番下|墓地|ラリー") + "に(?=戻|置|加)",
        _other("を", "が", "の"),
    ),
    "gets: を": (
        _behind("修整|飛行|能力|ライフ|メージ") + "を(?=[得受持失与])",
        _other("は", "が", "に"),
    ),
    "does: が": (
        f"{NOUN}が(?=攻撃|ブロック|死亡|誘発|コントロール|唱え)",
        _other("を", "に", "の"),
    ),
    "of: の": (
        _behind("あなた|ーチャー|レイヤー|ーナー") + "の(?=[一-龥ァ-ヺ])",
        _other("を", "が", "は"),
    ),
    "time: の": (_behind("キープ|テップ|ターン") + "の(?=開始|終了)", _other("を", "が", "に")),
    "time: に, まで": ("(?<=開始時)に|(?<=終了時)まで", _other("を", "が", "は", "から")),
    "equal: に": ("に(?=等し)", _other("を", "と", "が")),
    "from: から": (_behind("手札|墓地|ラリー|戦場|れる") + "から", _other("まで", "に", "より")),
    "in order to: ため": ("(?<=[るうくす])ため(?=[のに])|(?<=るに)際し", _other("とき", "たび")),
    "turned: なら, とき": ("(?<=[たる])(?:なら|とき|たび)(?=、)", _other("から", "ので", "だけ")),
    "two: を and another": (f"{NOUN}を(?=[一-龥ァ-ヺ])", _more("が", "に", "の", "は", "で")),
    "two: に and another": (f"{NOUN}に(?=[一-龥ァ-ヺ])", _more("を", "が", "の")),
    "two: の and another": (f"{NOUN}の(?=[一-龥ァ-ヺ])", _more("を", "が", "に")),
    "two: が and another": (f"{NOUN}が(?=[一-龥ァ-ヺ])", _more("を", "に", "は")),
    "another word of the same sound": table(
        "対象:対照/対称/大将 戦闘:先頭/銭湯 修整:習性/週制 支払:支祓い 唱え:称え/隣え "
        "以上:異常/委譲 能力:脳力/濃緑 開始:怪死 終了:収漁 攻撃:攻劇/高激 状態:上体/常体 次の:継の "
        "同じ:動じ 等し:均し/人し 代わり:変わり 最初:再初 墓地:簿血 追加:対価 起動:機動 公開:公会 "
        "解決:快決 発生源:発声現 選択:洗濯 望む:臨む 得る:獲る 打ち消:撃ち消/内消 引く:曳く "
        "捨て:棄て 戻す:もどす 捧げ:差さげ 総数:送数"
    ),
    "a character of the same shape": table(
        "置く:直く/罷く 持つ:待つ/特つ 能力:態力/熊力 土地:士地/土池 手札:手礼/毛札 墓地:基地/墓池 "
        "呪文:祝文/呪丈 破壊:破壌/彼壊 追放:迫放/追倣 対象:対像/村象 攻撃:攻繋/功撃 戦場:戟場/戦湯 "
        "各:名/客 失う:矢う/朱う 与え:写え/与之 引く:弘く 戻:戸/房 捨て:拾て 終了:終丁 開始:関始 "
        "生成:性成/生戒 点:占/店 体:休/本 枚:杖/枝 効果:郊果 公開:公間 名前:各前 順番:願番 "
        "最大:最太/景大 以上:以土 以下:以不 未満:末満 加え:如え 飛行:飛衍"
    ),
    "another counter": (
        "(?<=[０-９Ｘ])[枚体個人点つ](?=[をがのにまとはか、。])",
        lambda match, chance: chance.choice(
            {
                "枚": "毎杖舞",
                "体": "休対隊",
                "個": "固箇湖",
                "人": "入任",
                "点": "店天占",
                "つ": "っコ",
            }[match[0]]
        ),
    ),
    "Chinese forms": table(
        "数:數 体:體 対:對 戦:戰 点:點 発:發 読:讀 気:氣 実:實 変:變 単:單 独:獨 効:效 与:與 "
        "両:兩 "
        "区:區 続:續 選:选 開:开 場:场 時:时 動:动 領:领 択:擇 満:滿 呪:咒 払:拂 宝:寶 収:收 装:裝"
    ),
    "a damaged term": (
        "クリーチャー|ライブラリー|パーマネント|プレイヤー|カウンター|アーティファクト|エンチャント|コントロール|"
        "プレインズウォーカー|コントローラー|インスタント|ソーサリー|アップキープ|オーナー|トークン",
        _damaged,
    ),
    "a letter of a term": table(
        "カード:カート/ガード/カーと クリーチャー:クリーチヤー/グリーチャー/クリーテャー "
        "トークン:トーケン/卜ークン ダメージ:ダメーシ/タメージ コスト:コスド マナ:マ十/ナマ "
        "ライフ:ライブ/ライ7 パワー:バワー/パウー タフネス:タフネヌ/タプネス ターン:ダーン/タ一ン "
        "コピー:コピ一/コヒー タップ:夕ップ/クップ ブロック:フロック/プロック スタック:スクック "
        "ゲーム:ケーム ステップ:ステッブ"
    ),
    "English left": table(
        "ライブラリー:library 墓地:graveyard クリーチャー:creature/Creature カード:card 手札:hand "
        "トークン:token 対戦相手:opponent 戦場:battlefield 呪文:spell ダメージ:damage "
        "プレイヤー:player "
        "土地:land 飛行:flying コスト:cost パーマネント:permanent あなた:you および:and または:or"
    ),
    "machine words": table(
        "呪文:スペル/魔法 トランプル:踏みつけ/蹂躙 対象と:ターゲットと 対戦相手:敵/反対者 "
        "墓地:墓場 "
        "ライブラリー:図書館/デッキ 手札:ハンド パワー:力 起動:活性化/有効化 生け贄に捧げ:犠牲にし "
        "追放:除外 破壊:デストロイ 唱え:キャストし "
        "戦場:フィールド/バトルフィールド 速攻:急速/ヘイスト "
        "絆魂:ライフリンク 接死:デスタッチ 警戒:ビジランス 先制攻撃:最初の一撃 土地:ランド "
        "公開:リビール "
        "切り直:シャッフルし 打ち消:無効化 引く:ドローする プレイヤー:選手 コントロール:支配 "
        "アンタップ:未タップ 終了ステップ:最後のステップ ライフ:命/生命 ダメージ:損傷 マナ:魔力"
    ),
    "a stop for a comma": (
        _behind("まで|たび|とき|なら|時に|合計|加え|その後|ぎり") + "、",
        lambda *_: "。",
    ),
    "a stop in the middle": (f"{NOUN}(?=[をがにの][一-龥ァ-ヺ])", lambda *_: "。"),
    "a space inside a word": ("[ァ-ヺー]{4,}|[一-龥]{2,}|あなた|それら", _spaced),
    "a word twice": (
        "あなた|それら|これ|その|この|対戦相手|クリーチャー|カード|ターン",
        lambda match, _: match[0] * 2,
    ),
    "an end twice": ("[一-龥][ぁ-ん]{2,3}(?=[。、])", lambda match, _: match[0] * 2),
    "a bracket lost": ("[「」（）《》]", lambda *_: ""),
    "a bracket turned": (
        "[「」（）]",
        lambda match, _: {"「": "」", "」": "「", "（": "）", "）": "（"}[match[0]],
    ),
    "a mark of length lost": ("(?<=[ァ-ヺ])ー", lambda *_: ""),
    "a sign for another": table("０:O 。:． 、:， ・:、 ＋:十 {T}:(T)"),
    "written in kana": table(
        "対象:たいしょう 手札:てふだ 墓地:ぼち 得る:える 持つ:もつ 枚:まい 次の:つぎの 他の:ほかの "
        "戻す:もどす 置く:おく "
        "カード:かーど クリーチャー:くりーちゃー マナ:まな 場合:ばあい 数:かず 色:いろ"
    ),
    "written in letters": (
        "[をがにはで](?=[一-龥ァ-ヺ])",
        lambda match, _: {"を": "wo", "が": "ga", "に": "ni", "は": "ha", "で": "de"}[match[0]],
    ),
    "a verb cut": table(
        "する。:す。/るす。 される。:さる。/れる。 した。:しす。 できる。:でる。 "
        "てもよい。:てよい。/てもい。 "
        "である。:であ。 得る。:得。 置く。:置。 引く。:引。 加える。:加る。 戻す。:戻。 "
        "とする。:とす。/する。"
    ),
}


def _joined(lines: list[str], chance: random.Random) -> tuple[list[str], int] | None:
    """Return the lines with two of them as one, the first of which is a sentence or keywords."""
    places = [i for i in range(len(lines) - 1) if lines[i + 1][:1] not in "•・" and lines[i]]
    if not places:
        return None
    place = chance.choice(places)
    return [*lines[:place], lines[place] + lines[place + 1], *lines[place + 2 :]], place


def _parted(original: Card, card: Card, chance: random.Random) -> Planting | None:
    """Return the text with a line that is broken behind a comma."""
    del original
    places = list(re.finditer("(?<=、)(?=[^\n]{4})", card.text))
    if not places:
        return None
    place = chance.choice(places).start()
    return put(card, place, place, "\n")


KINDS: dict[str, Plant] = {
    kind: any_of(slip(pattern, change, inside=False), slip(pattern, change, inside=True))
    for kind, (pattern, change) in RULES.items()
} | {"two abilities in a line": lines_of(_joined), "a line broken": _parted}
