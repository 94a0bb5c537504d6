"""Plants what a translation loses or turns round: one of several, a sentence, an order, a voice.

Committed with its seed before the checks that look for them; told in files of 60 cards.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from unicodedata import normalize

from nanori.model.values import Card
from planted_reminders import _other as other_within
from planted_reminders import _within as within
from planting import Plant, Planting, any_of, lines_of, put, slots, type_line, words

SEED = 311160

ABILITY_WORDS = [
    "上陸",
    "金属術",
    "履修",
    "墓碑",
    "英雄的",
    "大隊",
    "高揚",
    "昂揚",
    "威光",
    "魔巧",
    "団結",
    "親和力",
    "血塊",
    "誓い",
    "祝祭",
]


def _joined(lines: list[str], chance: random.Random) -> tuple[list[str], int] | None:
    """Join two abilities in one line."""
    if len(lines) < 2:
        return None
    place = chance.randrange(len(lines) - 1)
    return [*lines[:place], lines[place] + lines[place + 1], *lines[place + 2 :]], place


def _split(lines: list[str], chance: random.Random) -> tuple[list[str], int] | None:
    """Put the second sentence of an ability in a line of its own."""
    places = [
        (number, match.end())
        for number, line in enumerate(lines)
        for match in re.finditer("。(?=[^）」』。])", line)
        if line.count("（", 0, match.end()) == line.count("）", 0, match.end())
        and line.count("「", 0, match.end()) == line.count("」", 0, match.end())
    ]
    if not places:
        return None
    number, place = chance.choice(places)
    line = lines[number]
    return [*lines[:number], line[:place], line[place:], *lines[number + 1 :]], number


def _swapped(lines: list[str], chance: random.Random) -> tuple[list[str], int] | None:
    places = [
        place
        for place in range(len(lines) - 1)
        if lines[place] != lines[place + 1] and not lines[place].endswith(("―", "—"))
    ]
    if not places:
        return None
    place = chance.choice(places)
    return [*lines[:place], lines[place + 1], lines[place], *lines[place + 2 :]], place


def _mode_lost(lines: list[str], chance: random.Random) -> tuple[list[str], int] | None:
    places = [place for place, line in enumerate(lines) if line.startswith(("・", "•"))]
    if len(places) < 2:
        return None
    place = chance.choice(places)
    return [*lines[:place], *lines[place + 1 :]], place


def _turned(word: str, _: random.Random) -> str:
    parts = word.split("・")
    return "・".join((*parts[:-2], parts[-1], parts[-2]))


def _slip(pattern: str) -> Plant:
    """Return the error that changes one letter of an announced name."""

    def plant(_: Card, card: Card, chance: random.Random) -> Planting | None:
        places = [match for match in re.finditer(pattern, card.text) if len(match[1]) > 3]
        if not places:
            return None
        match = chance.choice(places)
        place = match.start(1) + chance.randrange(1, len(match[1]) - 1)
        letter = chance.choice("アイラトンの大火水王者")
        return put(card, place, place + 1, letter)

    return plant


def _own_name(change: Callable[[str], str]) -> Plant:
    """Return the error that changes the card's own name in its text."""

    def plant(_: Card, card: Card, chance: random.Random) -> Planting | None:
        if len(card.name) < 4:
            return None
        places = [match.start() for match in re.finditer(re.escape(card.name), card.text)]
        if not places:
            return None
        start = chance.choice(places)
        return put(card, start, start + len(card.name), change(card.name))

    return plant


def _basic(_: str, chance: random.Random) -> str:
    return chance.choice(["平地", "島", "沼", "山", "森"])


def _plural_type(original: Card, card: Card, chance: random.Random) -> Planting | None:
    places = [
        (slot.start, match)
        for slot in slots(original, card)
        if re.search(r"\b(Plains|Islands|Swamps|Mountains|Forests)\b", slot.original)
        for match in re.finditer("(?<![一-龥])(平地|島|沼|山|森)(?![一-龥])", slot.line)
    ]
    if not places:
        return None
    begin, match = chance.choice(places)
    new = chance.choice([each for each in ("島", "沼", "山", "森") if each != match[0]])
    return put(card, begin + match.start(), begin + match.end(), new)


KINDS: dict[str, Plant] = {
    "one of several targets lost": any_of(
        words("クリーチャー１体か", "", "any target"),
        words("、?プレインズウォーカー１体か", "か", "any target"),
        words("クリーチャー(?:１体)?やプレインズウォーカー", "クリーチャー", "or planeswalker"),
        words("(アーティファクト|クリーチャー|エンチャント)(?:１つ|１体)?か(?=[ァ-ヺー]{3})", ""),
    ),
    "a mode lost": lines_of(_mode_lost),
    "two abilities joined": lines_of(_joined),
    "an ability split": lines_of(_split),
    "two lines swapped": lines_of(_swapped),
    "それら → それ": words("それらの?", "その", "(?i)th(em|ose|ey|eir)"),
    "それ → それら": words("それ(?=[をがは])", "それら", "(?i)\\bit\\b"),
    "各 → その": words("各(?=[戦タ終ア対プ])", "その"),
    "この → その": words("この(?=クリーチャー|呪文|土地|アーティファクト|エンチャント)", "その"),
    "その → この": words("その(?=クリーチャー|呪文|カード|土地)", "この"),
    "not blocked → blocks not": words("ブロックされない", "ブロックしない"),
    "blocks not → not blocked": words("ブロックできない", "ブロックされない"),
    "becomes blocked → blocks": words("ブロックされ(た|る)", "ブロックし\\1"),
    "deals → is dealt": words("与える", "与えられる"),
    "another ability word": words(
        f"(?m)^(?:{'|'.join(ABILITY_WORDS)}|[ァ-ヺー一-龥]{{2,5}}) ?(?=[―—])", "金属術 "
    ),
    "subtypes turned": any_of(
        type_line(r"[^\s・―—]+・[^\s・―—]+$", _turned),
        type_line(r"[^\s・―—]+・[^\s・―—]+$", _turned),
    ),
    "token's subtypes turned": words(
        "([ァ-ヺー一-龥]+)・([ァ-ヺー一-龥]+)(?=・クリーチャー)", r"\2・\1"
    ),
    "X → one": words("[XＸ](?=[枚体つ点個])", "１"),
    "a plural type": _plural_type,
    "a modifier lost": any_of(
        words("(?:アン)?タップ状態の", ""),
        words("[ァ-ヺー]+でない(?=[ァ-ヺー])", ""),
        words("他の", "", "other"),
        words("(?:あなた|対戦相手)がコントロールしている", ""),
        words("(?:あなた|対戦相手)がコントロールする", ""),
    ),
    "a sentence lost": words("(?<=。)[^。「」（）\\0]{6,60}。", ""),
    "a condition lost": words("(?<=[、。])[^、。「」（）\\0]{5,40}(?:なら|場合|かぎり|限り)、", ""),
    "owner → controller": any_of(
        words("オーナー", "コントローラー"), words("コントローラー", "オーナー")
    ),
    "machine words": any_of(
        words("トランプル", "踏みつけ"),
        words("対象とする", "ターゲットとする"),
        words("墓地", "墓場"),
        words("生け贄に捧げる", "犠牲にする"),
        words("絆魂", "ライフリンク"),
        words("速攻", "素早さ"),
        words("警戒", "用心"),
        words("ライブラリー", "図書館"),
        words("を引く", "を描く"),
    ),
    "half a bracket lost": words("[「」]", ""),
    "a bracket turned": any_of(words("「", "」"), words("」", "「")),
    "a named card's slip": any_of(
        _slip("「([^「」]+)」という名前"), _slip("《([^《》]+)》という名前")
    ),
    "another card's name for the own": _own_name(lambda name: "風のドレイク"),
    "its own name cut": _own_name(lambda name: name[:-1]),
    "a duration lost": any_of(
        words("ターン終了時まで、?", ""), words("次のあなたのターンまで、?", "")
    ),
    "another duration": any_of(
        words("ターン終了時まで", "次のあなたのターンまで"),
        words("次の終了ステップの開始時に", "戦闘終了時に"),
        words("このターン(?!終了)", "次のターン"),
    ),
    "たび → とき": words("(た|る)たび", "\\1とき"),
    "counter turned": words("打ち消す", "カウンターする"),
    "remark: a sentence lost": within(r"(?<=[。（(])[^。（）()「」]{6,60}。(?=[^）)])", ""),
    "remark: its last sentence lost": within(r"(?<=。)[^。（）()「」]{6,60}。(?=[）)])", ""),
    "remark: not": any_of(
        within("でない", "である"),
        within("を持たない", "を持つ"),
        within("できない", "できる"),
        within("れない(?=。|限り)", "れる"),
    ),
    "remark: enters → leaves": any_of(
        within("戦場に出(?=た|る|て)", "戦場を離れ"), within("死亡した", "戦場に出た")
    ),
    "remark: may lost": within("てもよい", "る"),
    "remark: instead lost": within("代わりに、?", ""),
    "remark: a number": within(
        r"(?<![\d+＋/\-－])[2-9２-９]",
        lambda match: str(int(normalize("NFKC", match[0])) - 1).translate(
            {code: code + 0xFEE0 for code in range(48, 58)}
        ),
    ),
    "remark: its counter lost": within(r"[+＋][1１]/[+＋][1１](?=カウンター)", ""),
    "remark: a step": other_within("ターン終了時", "アップキープの開始時", "戦闘終了時"),
    "remark: that → this": within("その(?=クリーチャー|カード|呪文)", "この"),
    "remark: you → opponent": within("あなた(?=[のはが])", "対戦相手"),
    "remark: a modifier lost": any_of(
        within("他の", ""),
        within("(?:アン)?タップ状態の", ""),
        within("[ァ-ヺー]+でない(?=[ァ-ヺー])", ""),
    ),
}
