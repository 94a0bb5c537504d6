"""Plants errors of other kinds than `planted_small`: whole constructions, slips of a keyboard.

Committed with its seed before the checks were made to find them; `planting.is_held` tells which
pairs nobody looks at meanwhile. `KINDS` are of Japanese translations, `KINDS_ENGLISH` of English,
`SLIPS` those of Japanese that no check was made for when they were committed.
"""

from __future__ import annotations

import random
import re

from nanori.model.values import Card
from planting import Plant, Planting, any_of, letters, lines_of, put, type_line, words

SEED = 31020
SLIPS_SEED = 232311

SIMPLIFIED = str.maketrans("対戦払選呪択満読効実", "对战払选咒择满读効实")
HIRAGANA = {
    "が(?=[^ぁ-ん])": "か",
    "を(?=[^ぁ-ん])": "お",
    "って": "つて",
    "き、": "ぎ、",
    "ている": "ていろ",
    "であ": "てあ",
    "から": "がら",
    "れる": "れろ",
    "した(?=[とら、])": "しだ",
    "あなた": "あたな",
}
"""Kana, and what they are after a slip of a finger."""


def _sentence_lost(original: Card, card: Card, chance: random.Random) -> Planting | None:
    """Return the text without the last sentence of a line that has several."""
    del original
    places = list(re.finditer(r"(?<=。)[^\n。（）「」•]{6,60}。(?=\n|$)", card.text))
    if not places:
        return None
    match = chance.choice(places)
    return put(card, match.start(), match.end(), "")


def _sentences_swapped(original: Card, card: Card, chance: random.Random) -> Planting | None:
    """Return the text with two sentences of a line in the other order."""
    del original
    places = list(
        re.finditer(r"(?m)^([^\n。（）「」]{6,60}。)([^\n。（）「」]{6,60}。)", card.text)
    )
    if not places:
        return None
    match = chance.choice(places)
    return put(card, match.start(), match.end(), match[2] + match[1])


def _keyword_lost(lines: list[str], chance: random.Random) -> tuple[list[str], int] | None:
    keyed = [
        i
        for i, line in enumerate(lines)
        if re.fullmatch("[ァ-ヺー一-龥]{2,6}(、[ァ-ヺー一-龥]{2,6})+", line)
    ]
    if not keyed:
        return None
    place = chance.choice(keyed)
    parts = lines[place].split("、")
    parts.pop(chance.randrange(len(parts)))
    return [*lines[:place], "、".join(parts), *lines[place + 1 :]], place


def _half_width(word: str, chance: random.Random) -> str:
    del chance
    table = {"ク": "ｸ", "リ": "ﾘ", "ー": "ｰ", "チ": "ﾁ", "ャ": "ｬ", "ト": "ﾄ", "ン": "ﾝ", "タ": "ﾀ"}
    return "".join(table.get(letter, letter) for letter in word)


def _simplified(word: str, chance: random.Random) -> str:
    del chance
    return word.translate(SIMPLIFIED)


KINDS: dict[str, Plant] = {
    "beginning → end of combat": words("戦闘の開始時", "戦闘の終了時", "beginning of combat"),
    "main phase → combat phase": words(
        "メイン・フェイズ", "戦闘フェイズ", "main phase", "combat phase"
    ),
    "token lost": words("(?<=クリーチャー)・トークン(?=[をはが１])", "", "token"),
    "nontoken lost": words("トークンでない", "", "nontoken"),
    "mana value → power": words("マナ総量", "パワー", "mana value", "power"),
    "face down → face up": words("裏向き", "表向き", "face down", "face up"),
    "at random lost": words("無作為に", "", "at random"),
    "shuffle lost": any_of(
        words("(?<=。)その後、?[^。、]{0,8}ライブラリーを切り直す。", "", "shuffle"),
        words("、?あなたのライブラリーを切り直す", "", "shuffle"),
    ),
    "scry → surveil": words("占術(?=を?[０-９])", "諜報", "[Ss]cry", "urveil"),
    "surveil → scry": words("諜報(?=を?[０-９])", "占術", "[Ss]urveil", "cry"),
    "counter → copy": words("打ち消す", "コピーする", "[Cc]ounter", "[Cc]opy"),
    "colourless → white": words("無色の", "白の", "colorless", "white"),
    "any colour → colourless": words("好きな色", "無色", "any color"),
    "another mana symbol": any_of(
        words(r"\{W\}", "{U}", r"\{W\}", r"\{U\}"), words(r"\{G\}", "{R}", r"\{G\}", r"\{R\}")
    ),
    "a mana symbol lost": words(r"(?<=\})\{[WUBRG]\}(?=[：,、をの])", ""),
    "legendary lost in text": words("伝説の(?=[クパア土])", "", "legendary"),
    "basic lost": words("基本(?=土地)", "", "basic land"),
    "nonland → land": words("土地でない", "土地である", "nonland"),
    "only once each turn lost": any_of(
        words("この能力は、?(?:毎|各)ターン[に]?１回(?:のみ|しか)[^。]{2,12}。", "", "only once"),
        words("起動は毎ターン１回のみ行う。", "", "only once"),
    ),
    "only as a sorcery lost": words(
        "(?<=。)[^。\n]{0,6}起動は、?[^。\n]{2,30}のみ行[うえ][^。\n]{0,3}。", "", "only"
    ),
    "instead lost": words("代わりに", "", "instead"),
    "as long as → if": words("かぎり、", "場合、", "[Aa]s long as"),
    "until your next turn → end of turn": words(
        "次のあなたのターンまで", "ターン終了時まで", "next turn"
    ),
    "each player → each opponent": words("各プレイヤー", "各対戦相手", "[Ee]ach player", "pponent"),
    "target player → opponent": words(
        "プレイヤー(?=１人を対象)", "対戦相手", "target player", "pponent"
    ),
    "target opponent → player": words("対戦相手(?=１人を対象)", "プレイヤー", "target opponent"),
    "+ → − of a bonus": words("＋(?=[０-９X]/＋[０-９X]の修整)", "－", r"\+\d+/\+\d+"),
    "+2/+0 → +0/+2": letters("＋[１-９]/＋０", lambda word, chance: f"＋０/＋{word[1]}"),
    "with → without": words(
        "(?<=[行死魂戒達攻迫禁])を持つ(?=[クそ])", "を持たない", r"\bwith\b", "without"
    ),
    "enchanted → equipped": words(
        "エンチャントしている(?=クリーチャー)", "装備している", "nchanted creature"
    ),
    "equipped → enchanted": words(
        "装備している(?=クリーチャー)", "エンチャントしている", "quipped creature"
    ),
    "X → 1": words("[XＸ](?=[点枚体つ個])", "１", r"\bX\b"),
    "round up → down": any_of(
        words("端数を?切り上げ", "端数を切り捨て", "rounded up"),
        words("端数を?切り捨て", "端数を切り上げ", "rounded down"),
    ),
    "deal → be dealt": words(
        "ダメージを与え(?=[るた]とき|るたび)", "ダメージを受け", "deals", "dealt"
    ),
    "dies → leaves": words("死亡した(?=とき|なら)", "戦場を離れた", r"\bdies\b", "leaves"),
    "enters → leaves": words("戦場に出た(?=とき、)", "戦場を離れた", r"\benters\b", "leaves"),
    "leaves → enters": words("戦場を離れ(?=たとき|るまで)", "戦場に出", "leaves", "enters"),
    "additional lost": any_of(
        words("追加の", "", r"\b[Aa]dditional\b"), words("追加で", "", r"\b[Aa]dditional\b")
    ),
    "greatest lost": words("(?:の中の)?最大値", "", "greatest"),
    "a sentence lost": _sentence_lost,
    "sentences swapped": _sentences_swapped,
    "one token → two": words("(?<=トークン)１(?=体を生成)", "２", r"\b[Cc]reate an? "),
    "another kind of counter": any_of(
        words("忠誠(?=カウンター)", "蓄積", "loyalty counter"),
        words("蓄積(?=カウンター)", "忠誠", "charge counter"),
        words("時間(?=カウンター)", "伝承", "time counter"),
    ),
    "quotation mark lost": any_of(words("「", ""), words("」", "")),
    "half-width katakana": letters("クリーチャー|トークン|カード", _half_width),
    "Chinese character": letters("対象|戦場|選ぶ|呪文|支払", _simplified),
    "doubled stop": any_of(words("。", "。。"), words("、", "、、")),
    "comma for stop": words("。$", "、"),
    "a stop lost inside": words("。(?=[^\n）」])", ""),
    "a space inside": words("(?<=[ァ-ヺー])(?=[をがはに][^、])", " "),
    "markup left": any_of(
        words("。", "。<br>"),
        words("「", "&quot;"),
        words("^(?=あなた)", "<i>"),
        words("。", r"。\\n"),
    ),
    "kana slip": any_of(*(words(old, new) for old, new in HIRAGANA.items())),
    "a word twice": letters(
        "クリーチャー(?=[をはが])|対戦相手|墓地", lambda word, chance: word * 2
    ),
    "keyword of a list lost": lines_of(_keyword_lost),
    "your upkeep → each": words(
        "あなたの(?=アップキープの|終了ステップの)", "各", r"your (?:upkeep|end step)"
    ),
    "your → opponent's graveyard": words(
        "あなたの(?=墓地)", "対戦相手の", "your graveyard", "pponent"
    ),
    "its owner's → your library": words(
        "オーナーの(?=ライブラリー)", "あなたの", "owner's library"
    ),
    "type line: legendary added": type_line(
        "^(?=クリーチャー|アーティファクト)", lambda word, chance: "伝説の"
    ),
    "type line: a type lost": type_line(
        "アーティファクト・(?=クリーチャー)|(?<=クリーチャー)・エンチャント",
        lambda word, chance: "",
    ),
    "ability word lost": words("^[ァ-ヺー一-龥]{2,8} ?[―—] ?", "", "^[A-Z][a-z ]+ — "),
    "bullet lost": words("^[•・] ?", "", "^•"),
    "protection from another colour": words(
        "(?<=プロテクション（)[白青黒赤緑](?=）)", "無色", "rotection from"
    ),
    "unless lost": words("、?[^、。]{2,30}(?:ない|なかった)かぎり", "", "unless"),
    "cast → play": words("唱えてもよい", "プレイしてもよい", "cast", "play"),
    "nonlegendary": words("伝説でない", "伝説の", "nonlegendary"),
    "cost less → cost": words("少なくなる", "になる", "less to"),
    "damage → life loss": words("点のダメージを与える", "点のライフを失わせる", "damage"),
    "another verb of a card": any_of(
        words("枚を切削", "枚を捨て", r"\b[Mm]ills?\b", "iscard"),
        words("枚を引", "枚を切削し、引", r"\b[Dd]raws?\b", "mill"),
    ),
}
"""The errors, by what they are called."""

KINDS_ENGLISH: dict[str, Plant] = {
    "may lost": words(r"\bYou may (?=[a-z])", "You ", "てもよい"),
    "up to lost": words("up to (?=one|two|three|four)", "", "最大"),
    "another → a": words(r"\banother (?=creature|permanent|target)", "a ", "他の"),
    "other lost": words(r"\b[Oo]ther (?=[a-z]+ you control)", "", "他の"),
    "can't → can": words("can't", "can", "できない"),
    "opponent → player": words(r"\bopponents?(?= )", "player", "対戦相手", "プレイヤー"),
    "your → their": words("your (?=library|graveyard|hand)", "their ", "あなたの"),
    "graveyard → library": words("graveyard", "library", "墓地", "ライブラリー"),
    "tapped lost": words(r" tapped(?=[.,])", "", "タップ状態"),
    "a number": letters(r"\b(?:two|three|four)\b", lambda word, chance: "six"),
    "gain → lose": words("gain(?=s? [0-9]+ life)", "lose", "得る", "失"),
    "or less → or greater": words("or (?:less|fewer)", "or greater", "以下"),
    "nontoken": words(r"\bnon(?=token|land|creature)", "", "でない"),
    "whenever → when": words(r"\bWhenever\b", "When", "たび"),
    "until end of turn lost": words(" until end of turn(?=[.])", "", "ターン終了時まで"),
    "exile → destroy": words(r"\bExile target", "Destroy target", "追放"),
    "end step → upkeep": words("end step", "upkeep", "終了ステップ"),
    "flying → trample": words(r"\b[Ff]lying\b", "trample", "飛行"),
    "+1/+1 → -1/-1": words(r"\+1/\+1 counter", "-1/-1 counter", "＋１/＋１カウンター"),
    "instead lost": words(" instead(?=[. ])", "", "代わりに"),
    "a word twice": letters(
        r"\b(?:creature|the|target|your)\b(?= )", lambda word, chance: f"{word} {word}"
    ),
    "a letter lost": letters(
        r"\b(?:creature|battlefield|graveyard|control|permanent|counter)\b",
        lambda word, chance: word[:3] + word[4:],
    ),
    "each → target": words(r"\b[Ee]ach (?=opponent|player|creature)", "Target ", "各|それぞれ"),
    "colour": words(r"\bwhite\b", "blue", "白", "青"),
    "face down → face up": words("face down", "face up", "裏向き"),
    "your → each upkeep": words(r"your (?=upkeep|end step)", "each ", "あなたの"),
    "dies → leaves": words(r"\bdies\b", "leaves the battlefield", "死亡"),
}
"""The same for English beside Japanese originals."""


SLIPS: dict[str, Plant] = {
    "instant → sorcery": any_of(
        words("(?<![ァ-ヺ])インスタント(?!や)", "ソーサリー", "nstant", "orcery"),
        words("(?<![ァ-ヺや])ソーサリー(?!や)", "インスタント", "orcery", "nstant"),
    ),
    "alone lost": words("単独で", "", r"\balone\b"),
    "would → has": words("死亡する(?:場合|なら)", "死亡したとき", r"would die"),
    "half → all": words("半分", "すべて", r"\bhalf\b"),
    "until it leaves → as long as it stays": words(
        "戦場を離れるまで", "戦場にあるかぎり", "until .{2,60} leaves"
    ),
    "random order → any order": words("無作為の順番", "望む順番", "random order"),
    "any order lost": words("(?:望む|好きな)順番で", "", "in any order"),
    "less than → or less": any_of(
        words("未満", "以下", r"\b(?:less|fewer) than\b"),
        words("より(?:も)?(?:小さい|少ない)", "以下の", r"\b(?:less|fewer) than\b"),
    ),
    "greater than → equal": words(
        "より(?:も)?(?:大きい|多い)", "に等しい", r"\b(?:greater|more) than\b"
    ),
    "each of several lost": words("それぞれ(?!の?オーナー)", "", r"\b[Ee]ach\b"),
    "they control → you control": words(
        "(?:対戦相手|プレイヤー)[１1一]?人?が(?=コントロールしている)",
        "あなたが",
        "control",
        r"\byou control\b",
    ),
    "monocoloured → multicoloured": any_of(
        words("単色", "多色", "monocolou?red"), words("多色", "単色", "multicolou?red")
    ),
    "land card → land": words("土地・?カード", "土地", r"\blands? cards?\b"),
    "your next → the next": words("次のあなたの|あなたの次の", "次の", "your next"),
    "lose abilities → gain": words(
        "能力を(?:すべて)?失", "能力を得", "loses? (?:all )?.{0,12}abilit"
    ),
    "twice → half": words("２倍", "半分", r"\b(?:twice|doubled?)\b"),
    "from graveyard → from hand": words(
        "墓地から(?=[^。]{0,12}(?:唱え|戦場))", "手札から", "from .{0,24}graveyard", "hand"
    ),
    "spell → ability": words("(?<=[ーのる])呪文(?!や)", "能力", r"\bspells?\b", "abilit"),
    "activated → triggered ability": any_of(
        words("起動型能力", "誘発型能力", "activated abilit"),
        words("誘発型能力", "起動型能力", "triggered abilit"),
    ),
    "source → creature": words("発生源", "クリーチャー", r"\bsources?\b"),
    "prevent → deal": words("ダメージを(?:すべて)?軽減する", "ダメージを与える", "[Pp]revent"),
    "a symbol twice": letters(
        "[｛{][WUBRG１-９1-9T][｝}](?![｛{])", lambda word, chance: word + word
    ),
    "a dictionary form → て": words("(?<=[加与捧捨])([えげて])る(?=。)", r"\1て"),
    "a tense before たび": words("する(?=たび)", "した", "[Ww]henever"),
    "から → まで": words("(?<=[地札ー域場])から(?=[ァ-ヺ一-龥、])", "まで", r"\bfrom\b"),
    "の → が": words("(?<=[ーたい人])の(?=[ァ-ヺ一-龥])", "が"),
    "draw, then discard → the other way": words(
        "引(き|いて?)(、?[^。引捨]{0,14}カード[^。引捨]{1,6}を?)捨てる",
        r"捨て\2引く",
        "draw.{1,24}discard",
    ),
    "one or both → one": words("[１一1]つ(?:か|または)両方", "１つ", "one or both"),
    "who does it lost": words(
        "(?<=[。、])(?:そのプレイヤー|それのコントローラー|各対戦相手|各プレイヤー)は、?",
        "",
        "player|controller|opponent",
    ),
    "it → you as recipient": words(
        "(?:それ|そのプレイヤー)に(?=[^。、]{1,8}点のダメージ)", "あなたに", "damage", "to you"
    ),
    "enters with counters lost": words(
        "[^。、は\0]{2,16}カウンターが?[^。、\0]{1,12}個?が?置かれた状態で", "", "counters? on"
    ),
    "type line: dash lost": type_line(" ?[―—–-] ?", lambda word, chance: " "),
    "a noun of katakana lost": words(
        "(?<=[のる])(?:クリーチャー|プレイヤー|パーマネント|トークン)(?=[をがは１])", ""
    ),
}
"""Slips of translators, by what they are called."""
