"""Plants errors of twenty kinds more, which no check was made for: the honest figure.

Committed with its seed before any result was looked at; only the pairs held back are planted and
nobody reads what is missed (`python bench/small_errors.py held unseen`).
"""

from __future__ import annotations

import random
import re

from nanori.model.values import Card
from planting import Plant, Planting, any_of, letters, put, slots, words

SEED = 31722

# Katakana and the Chinese characters that look like them, as a reader of images writes them.
LOOKING_ALIKE = str.maketrans("ロカエタニハトチーオリ", "口力工夕二八卜千一才り")


def _sentence_twice(original: Card, card: Card, chance: random.Random) -> Planting | None:
    """Return the text with a sentence of a line written twice."""
    del original
    places = list(re.finditer(r"(?m)(?:^|(?<=。))[^\n。（）「」•]{6,60}。", card.text))
    if not places:
        return None
    match = chance.choice(places)
    return put(card, match.end(), match.end(), match[0])


def _line_in_english(original: Card, card: Card, chance: random.Random) -> Planting | None:
    """Return the text with a line of the original for one of its own."""
    both = [slot for slot in slots(original, card) if len(slot.original.split()) > 3]
    both = [slot for slot in both if "\0" not in slot.original + slot.line]
    if not both:
        return None
    slot = chance.choice(both)
    return put(card, slot.start, slot.start + len(slot.line), slot.original)


def _bracket_lost(original: Card, card: Card, chance: random.Random) -> Planting | None:
    """Return the text without one opening bracket of a remark."""
    del original
    places = [match.start() for match in re.finditer("（", card.text)]
    if not places:
        return None
    place = chance.choice(places)
    return put(card, place, place + 1, "")


def _looking_alike(word: str, chance: random.Random) -> str:
    places = [i for i, letter in enumerate(word) if letter.translate(LOOKING_ALIKE) != letter]
    if not places:
        return word
    place = chance.choice(places)
    return word[:place] + word[place].translate(LOOKING_ALIKE) + word[place + 1 :]


def _one_more(word: str, chance: random.Random) -> str:
    del chance
    return str(int(word) + 1)


KINDS: dict[str, Plant] = {
    "sacrifice → destroy": any_of(
        words("生け贄に捧げる", "破壊する", "[Ss]acrifice", "[Dd]estroy"),
        words("生け贄に捧げて", "破壊して", "[Ss]acrifice", "[Dd]estroy"),
    ),
    "blocks → is blocked": any_of(
        words("ブロックした", "ブロックされた", r"\bblocks\b", "blocked"),
        words("ブロックされた", "ブロックした", "blocked", r"\bblocks?\b"),
    ),
    "generic mana one more": letters(r"(?<=\{)[1-9](?=\})", _one_more),
    "during your turn lost": any_of(
        words("あなたのターンの間、?", "", "your turn"),
        words("あなたのターン(?:中|の間)に、?", "", "your turn"),
    ),
    "you control lost": words("あなたがコントロールしている", "", "you control"),
    "you control → opponents control": words(
        "あなたが(?=コントロールしている)", "対戦相手が", "you control", "opponent"
    ),
    "toughness lost": words("と(?:その)?タフネス", "", "toughness"),
    "base lost": words("基本の(?=パワー|Ｐ)", "", r"\bbase\b"),
    "first lost": words("(?:最初の|１つ目の)(?=[ァ-ヺ一-龥])", "", r"\bfirst\b"),
    "nonbasic → basic": words("基本でない", "基本", "nonbasic"),
    "colon of a cost → comma": words("(?<=[\\}るすくう])：(?=[^\n])", "、", ":"),
    "into hand → onto battlefield": any_of(
        words("手札に加える", "戦場に出す", "hand", "battlefield"),
        words("手札に加え(?=て|、)", "戦場に出し", "hand", "battlefield"),
    ),
    "search another zone": words(
        "ライブラリーから(?=[^。]{1,40}探)", "墓地から", "[Ss]earch", "graveyard"
    ),
    "creature card → card": words("クリーチャー・(?=カード)", "", "creature cards?"),
    "a sentence twice": _sentence_twice,
    "（ lost": _bracket_lost,
    "Chinese character in katakana": letters("[ァ-ヺー]{4,}", _looking_alike),
    "+ of a bonus lost": words(r"[+＋](?=[\d０-９X]+/[+＋][\d０-９X]+の修整)", "", r"\+\d+/\+"),
    "one target → two": words(
        "１(?=[体つ]を対象)|１(?=人を対象)|１(?=枚を対象)", "２", "[Tt]arget", "targets|two"
    ),
    "a line left English": _line_in_english,
}
"""The errors, by what they are called."""
