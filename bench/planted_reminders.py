"""Plants errors inside reminder text, where no other kind has them.

Committed with its seed before the checks that look there.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable

from nanori.model.values import Card
from planting import REMARK, Plant, Planting, put

SEED = 311124

# Reminder text; what is shorter is a symbol or a word in brackets.
SHORTEST = 20


def _within(pattern: str, change: str | Callable[[re.Match[str]], str]) -> Plant:
    """Return the error that puts other words for a pattern in a remark."""

    def plant(original: Card, card: Card, chance: random.Random) -> Planting | None:
        if len(REMARK.findall(original.text)) != len(REMARK.findall(card.text)):
            return None
        places = [
            match
            for remark in REMARK.finditer(card.text)
            if len(remark[0]) >= SHORTEST
            for match in re.compile(pattern).finditer(card.text, *remark.span())
        ]
        if not places:
            return None
        match = chance.choice(places)
        return put(
            card, *match.span(), match.expand(change) if isinstance(change, str) else change(match)
        )

    return plant


def _other(*listed: str, before: str = "", behind: str = "") -> Plant:
    """Return the error that puts the next of some words for one."""
    after = dict(zip(listed, (*listed[1:], listed[0]), strict=True))
    longest = sorted(listed, key=len, reverse=True)
    pattern = f"{before}(?:{'|'.join(map(re.escape, longest))}){behind}"
    return _within(pattern, lambda match: after[match[0]])


def _one_more(match: re.Match[str]) -> str:
    return str(int(match[0]) + 1).translate({code: code + 0xFEE0 for code in range(48, 58)})


HOMOPHONES = {
    "戦場": "船場",
    "対象": "対照",
    "終了": "修了",
    "攻撃": "功撃",
    "能力": "脳力",
    "起動": "軌道",
}

KINDS: dict[str, Plant] = {
    "may lost": _within("てもよい", "る"),
    "a number one more": _within(r"(?<![\d+＋/\-−－])[1-9１-９](?=[枚体つ点個])", _one_more),
    "or more → or less": _other("以上", "以下"),
    "creature → permanent": _other("クリーチャー", "パーマネント", before="(?<!この)"),
    "artifact → enchantment": _other("アーティファクト", "エンチャント"),
    "land → artifact": _within("土地", "アーティファクト"),
    "graveyard → hand": _other("墓地", "手札"),
    "library top → bottom": _other("一番上", "一番下"),
    "exile → destroy": _within("追放(?=する)", "破壊"),
    "sacrifice → exile": _within("生け贄に捧げ(?=る|て)", "追放し"),
    "opponent → player": _within("対戦相手", "プレイヤー"),
    "you → opponent": _within("あなた(?=[のは])", "対戦相手"),
    "cast → activate": _within("唱え(?=る|て)", "起動し"),
    "cannot → can": _within("できない", "できる"),
    "not blocked → blocked": _within("ブロックされない", "ブロックされる"),
    "end of turn → of combat": _within("ターン終了時", "戦闘終了時"),
    "damage → life": _within("ダメージ", "ライフ"),
    "tap → untap": _within("(?<!アン)タップ", "アンタップ"),
    "+1/+1 → −1/−1": _within(r"[+＋]([1１])/[+＋]([1１])", r"-\1/-\2"),
    "with → without": _within("を持つ", "を持たない"),
    "another keyword": _other("飛行", "速攻", "先制攻撃", "トランプル", "到達"),
    "only as a sorcery": _within("ソーサリー", "インスタント"),
    "a cost symbol": _within(r"\{[1-4１-４]\}", "{5}"),
    "が → を": _within("が(?=[^、。])", "を"),
    "は → が": _within("は(?=、)", "が"),
    "を lost": _within("を(?=[^、。])", ""),
    "a verb's ending": _within("(?<=[すくるむうつ])。", "ない。"),
    "a letter of an ending lost": _within("る。", "。"),
    "a kana doubled": _within("([てにをは])(?=[^、。])", r"\1\1"),
    "a katakana slip": _within("(?<=[ラクウレト])(イブラリ|リーチャ|ンタ|イヤ|ークン)ー", r"\1"),
    "a Chinese character": _within(
        "戦場|対象|終了|攻撃|能力|起動", lambda match: HOMOPHONES[match[0]]
    ),
    "a sentence lost": _within(r"(?<=[。（(])[^。（）()「」]{6,60}。(?=[^）)])", ""),
    "a clause lost": _within(r"(?<=、)[^、。（）()「」]{4,30}、", ""),
    "a stop lost inside": _within("。(?=[^）)])", ""),
    "other lost": _within("他の", ""),
    "this → that": _within("この(?=クリーチャー|カード|呪文|能力)", "その"),
}
