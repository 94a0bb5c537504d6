"""The errors that are made in a bilingual document, each as a function of a Japanese paragraph."""

from __future__ import annotations

import random
import re
from collections.abc import Callable

PlantedInProse = Callable[[str, str, random.Random], str]
"""Takes a paragraph, its original and a chance; returns it with an error, or an empty text."""

VARIANTS = {
    "能力": "アビリティ",
    "呪文": "スペル",
    "プレイヤー": "競技者",
    "パーマネント": "永続物",
    "特性": "性質",
    "領域": "ゾーン",
    "半分": "片割れ",
    "オブジェクト": "物体",
    "開放": "解放",
    "分割カード": "スプリット・カード",
    "統率者": "司令官",
    "戦慄予示": "恐怖予示",
    "ライフ": "生命点",
    "カウンター": "マーカー",
}
"""Terms, and what a translator may write for them in one place alone."""


def _replaced(pattern: str, words: str) -> PlantedInProse:
    """Return the error that puts words for one place of a pattern."""

    def plant(text: str, original: str, chance: random.Random) -> str:
        del original
        places = list(re.finditer(pattern, text))
        if not places:
            return ""
        match = chance.choice(places)
        return text[: match.start()] + match.expand(words) + text[match.end() :]

    return plant


def _amount(text: str, original: str, chance: random.Random) -> str:
    del original
    places = list(re.finditer("[0-9]+(?=[つ個枚点体人組])", text))
    if not places:
        return ""
    match = chance.choice(places)
    return text[: match.start()] + str(int(match[0]) + 1) + text[match.end() :]


def _term(text: str, original: str, chance: random.Random) -> str:
    del original
    there = [word for word in VARIANTS if word in text]
    if not there:
        return ""
    word = chance.choice(there)
    return text.replace(word, VARIANTS[word])


def _sentences(text: str) -> list[str]:
    return [sentence for sentence in re.split("(?<=。)(?![」』）)])", text) if sentence.strip()]


def _sentence_left_out(text: str, original: str, chance: random.Random) -> str:
    del original
    every = _sentences(text)
    if len(every) < 2:
        return ""
    place = chance.randrange(len(every))
    return "".join(every[:place] + every[place + 1 :])


def _sentence_in_english(text: str, original: str, chance: random.Random) -> str:
    every, there = _sentences(text), re.split(r"(?<=\.) ", original)
    if len(every) != len(there) or len(every) < 2:
        return ""
    place = chance.randrange(len(every))
    return "".join([*every[:place], there[place], *every[place + 1 :]])


def _half_left_out(text: str, original: str, chance: random.Random) -> str:
    """Leave out the words before a comma: at least a third of the sentence."""
    del original
    places: list[tuple[int, int]] = []
    begin = 0
    for sentence in _sentences(text):
        cut = sentence.find("、", len(sentence) // 3, len(sentence) * 2 // 3)
        if cut > 0 and len(sentence) > 30:
            places.append((begin, begin + cut + 1))
        begin += len(sentence)
    if not places:
        return ""
    start, end = chance.choice(places)
    return text[:start] + text[end:]


def _whole_in_english(text: str, original: str, chance: random.Random) -> str:
    del text, chance
    return original


KINDS: dict[str, PlantedInProse] = {
    "an amount": _amount,
    "another symbol": _replaced(r"\{[WUBRC]\}", "{G}"),
    "no symbol": _replaced(r"\{[WUBRGC2]/[WUBRGP]\}", ""),
    "power and toughness": _replaced(r"(?<!\d)2/2(?!\d)", "3/3"),
    "an end of a quotation left out": _replaced("」", ""),
    "a beginning of a quotation left out": _replaced("「", ""),
    "an end of brackets left out": _replaced("[)〕]", ""),
    "straight quotation marks": _replaced("「([^「」]{1,40})」", r'"\1"'),
    "other quotation marks": _replaced("「([^「」『』]{1,40})」", r"『\1』"),
    "no quotation marks": _replaced("「([^「」/]{1,40})」", r"\1"),
    "a wide digit": _replaced("(?<![0-9.])2(?=[つ個枚点体人組])", "２"),
    "a wide bracket": _replaced(r"\(", "（"),
    "a reading": _replaced("(開放|半分|能力|特性|領域|処理)(?=[をがはの])", r"\1（よみがな）"),
    "a sentence left out": _sentence_left_out,
    "half a sentence left out": _half_left_out,
    "a sentence in English": _sentence_in_english,
    "a paragraph in English": _whole_in_english,
    "a term in another way": _term,
    "another rule": _replaced(r"(?<=rule )(\d{3})\.(\d)", r"\g<1>.9\2"),
    "another title": _replaced(r"〔[^〕]+〕", "〔召喚酔い〕"),
    "a comma in ASCII": _replaced("(?<=[ぁ-ん])、", ","),
    "a stop in ASCII": _replaced("(?<=[ぁ-ん])。(?![」』])", "."),
    "a stop left out": _replaced("。$", ""),
}
