"""The errors that translators make, each as a function of a translation; none knows a card."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence

from nanori.model.values import Card, Reference

PlantedBeside = Callable[[Card, Card, random.Random], str]
"""Returns the text of the second card with an error that the first is needed for."""

Planted = Callable[[Card, Sequence[Reference], random.Random], str]
"""Returns the text with an error, or an empty text where there is no place for one."""

REMARK = re.compile(r"（[^（）]*）|\([^()]*\)")

LEGENDS = ("伝説の", "Legendary")
NAMED = r"(?m:^)"
"""At the beginning of a line これ says what the original's line says by name."""


def _own(references: Sequence[Reference], form: str, scope: str, target: str) -> list[Reference]:
    """Return the references of a sort."""
    return [
        reference
        for reference in references
        if (reference.form, reference.scope, reference.target) == (form, scope, target)
    ]


def _said(form: str, words: str, scope: str = "rules", target: str = "self") -> Planted:
    """Return the error that puts other words, {name} among them, for a reference of a sort."""

    def plant(card: Card, references: Sequence[Reference], chance: random.Random) -> str:
        sort = _own(references, form, scope, target)
        if not sort:
            return ""
        reference = chance.choice(sort)
        new = words.format(name=card.name)
        if new == reference.text:
            return ""
        return card.text[: reference.start] + new + card.text[reference.end :]

    return plant


def _replaced(pattern: str, words: str, *, legend: bool | None = None) -> Planted:
    """Return the error that puts words for one place of a pattern outside reminder text."""

    def plant(card: Card, references: Sequence[Reference], chance: random.Random) -> str:
        del references
        if legend is not None and any(word in card.type for word in LEGENDS) != legend:
            return ""
        masked = REMARK.sub(lambda match: "\0" * len(match[0]), card.text)
        places = list(re.finditer(pattern, masked))
        if not places:
            return ""
        match = chance.choice(places)
        return card.text[: match.start()] + match.expand(words) + card.text[match.end() :]

    return plant


def _line(change: Callable[[list[str], int], list[str]], least: int = 2) -> Planted:
    """Return the error that changes a line of several."""

    def plant(card: Card, references: Sequence[Reference], chance: random.Random) -> str:
        del references
        lines = card.text.split("\n")
        if len(lines) < least:
            return ""
        return "\n".join(change(lines, chance.randrange(len(lines))))

    return plant


def _line_of_original(original: Card, card: Card, chance: random.Random) -> str:
    there, here = original.text.split("\n"), card.text.split("\n")
    if len(there) != len(here) or len(here) < 2:
        return ""
    place = chance.randrange(len(here))
    return "\n".join([*here[:place], there[place], *here[place + 1 :]])


def _sentence_of_original(original: Card, card: Card, chance: random.Random) -> str:
    there, here = original.text.split("\n"), card.text.split("\n")
    places = [place for place, line in enumerate(here) if line.count("。") > 1]
    if len(there) != len(here) or not places:
        return ""
    place = chance.choice(places)
    last = there[place].rstrip(".").rpartition(". ")[2]
    kept = here[place].rstrip("。").rpartition("。")[0]
    return "\n".join([*here[:place], f"{kept}。{last}.", *here[place + 1 :]])


REFERENCES: dict[str, Planted] = {
    "another noun": _said("this", "このアーティファクト"),
    "the name for “this creature”": _said("this", "{name}"),
    "これ for “this creature”": _said("this", "これ"),
    "それ for “this creature”": _said("this", "それ"),
    "“this card” for “this creature”": _said("this", "このカード"),
    "“this spell” for another": _said("this", "この呪文"),
    "“this permanent” for another": _said("this", "このパーマネント"),
    "“that creature” for “this creature”": _replaced("このクリーチャー", "そのクリーチャー"),
    "“this creature” for “that creature”": _replaced("そのクリーチャー", "このクリーチャー"),
    "no subject": _replaced("このクリーチャー(?:は|が)、?", ""),
    "reminder: the name": _said("this", "{name}", "reminder"),
    "reminder: another noun": _said("this", "この呪文", "reminder"),
    "reminder: それ": _said("this", "それ", "reminder"),
    "reminder: これ": _said("this", "これ", "reminder"),
    "quotation: the name": _said("this", "{name}", "quote", "holder"),
    "quotation: another noun": _said("this", "このアーティファクト", "quote", "holder"),
    "quotation: それ": _said("this", "それ", "quote", "holder"),
    "quotation: “this creature” for the giver": _said("full", "このクリーチャー", "quote"),
    "legend: “this creature”": _replaced(f"{NAMED}これ(?=が)", "このクリーチャー", legend=True),
    "legend: “that creature”": _replaced(f"{NAMED}これ(?=が)", "そのクリーチャー", legend=True),
    "legend: それ": _replaced(f"{NAMED}これ(?=が)", "それ", legend=True),
    "“this creature” for a land": _replaced("この土地", "このクリーチャー"),
    "“this artifact” for an Aura or Equipment": _replaced(
        "この(?:オーラ|装備品)", "このアーティファクト"
    ),
}
"""Errors in what a card calls itself."""


def _slip(card: Card, references: Sequence[Reference], chance: random.Random) -> str:
    """Return the text with another letter in the middle of the card's name."""
    sort = [each for each in _own(references, "full", "rules", "self") if each.text == card.name]
    if not sort or len(card.name) < 4:
        return ""
    start = chance.choice(sort).start + len(card.name) // 2
    return card.text[:start] + "嬬" + card.text[start + 1 :]


ORIGINALS: dict[str, Planted] = {
    "another noun": _said("this", "this artifact"),
    "the name for “this creature”": _said("this", "{name}"),
    "“it” for “this creature”": _said("this", "it"),
    "“this card” for “this creature”": _said("this", "this card"),
    "“this spell” for another": _said("this", "this spell"),
    "“this permanent” for another": _said("this", "this permanent"),
    "“that creature” for “this creature”": _replaced("this creature", "that creature"),
    "“this creature” for “that creature”": _replaced("that creature", "this creature"),
    "“a creature” for “this creature”": _replaced("[Tt]his creature", "a creature"),
    "reminder: the name": _said("this", "{name}", "reminder"),
    "reminder: another noun": _said("this", "this spell", "reminder"),
    "reminder: “it”": _said("this", "it", "reminder"),
    "reminder: “that creature”": _said("this", "that creature", "reminder"),
    "quotation: the name": _said("this", "{name}", "quote", "holder"),
    "quotation: another noun": _said("this", "this artifact", "quote", "holder"),
    "quotation: “it”": _said("this", "it", "quote", "holder"),
    "quotation: “this creature” for the giver": _said("full", "this creature", "quote"),
    "legend: “this creature”": _said("short", "this creature"),
    "legend: “that creature”": _said("short", "that creature"),
    "legend: “it”": _said("short", "it"),
    "“this creature” for a land": _replaced("this land", "this creature"),
    "“this artifact” for an Aura or Equipment": _replaced(
        "this (?:Aura|Equipment)", "this artifact"
    ),
    "“this land” for an artifact": _replaced("this artifact", "this land"),
}
"""The same in the original, of which the translation is right."""

OTHERS: dict[str, Planted] = {
    "a number of two or more": _replaced("[２-５](?=[枚点個体つ])", "９"),
    "two for one": _replaced("１(?=[枚点個])", "２"),
    "one for another number": _replaced("[２-５](?=[枚点個])", "１"),
    "another symbol": _replaced(r"\{[WUBR]\}", "{G}"),
    "no symbol": _replaced(r"\{[WUBRG]\}", ""),
    "another change": _replaced("＋１/＋１", "＋２/＋１"),
    "another sign": _replaced("－(?=[１-９]/)", "＋"),
    "no target": _replaced("を対象とする。", "を選ぶ。"),
    "a target": _replaced("を選ぶ。", "を対象とする。"),
    "a line left out": _line(lambda lines, place: lines[:place] + lines[place + 1 :]),
    "an old term": _replaced("戦場に出", "場に出"),
    "a comma in ASCII": _replaced("(?<=[ぁ-ん])、", ","),
    "a stop in ASCII": _replaced("。", "."),
    "a stop left out": _replaced("。(?=\n|$)", ""),
    "quotation marks": _replaced("「([^「」]+)」", r'"\1"'),
    "names without brackets": _replaced("「([^「」]+)」(?=という名前)", r"\1"),
    "a bracket left out": _replaced("」", ""),
    "a reading": _replaced("([一-龥]{2})(?=[をがは])", r"\1（よみがな）"),
    "a narrow digit": _replaced("１(?=[枚点体])", "1"),
    "another keyword": _replaced("飛行|先制攻撃|速攻|警戒", "到達"),
    "another player": _replaced("対戦相手", "プレイヤー"),
    "another color": _replaced("白の|青の|黒の|赤の", "緑の"),
    "another zone": _replaced("墓地", "手札"),
    "power and toughness": _replaced("１/１(?=の)", "２/２"),
    "a keyword's number": _replaced("(?<=占術)[１-３]|(?<=諜報)[１-３]|(?<=護法)[１-３]", "７"),
    "lines in another order": _line(lambda lines, place: lines[place:] + lines[:place]),
    "a line twice": _line(lambda lines, place: [*lines[: place + 1], *lines[place:]]),
    "a letter of the own name": _slip,
    "a placeholder": _said("full", "CARDNAME"),
    "brackets of another sort": _replaced("「([^「」。]+)」", r"≪\1≫"),
    "a symbol without a brace": _replaced(r"\{([WUBRGT])\}", r"{\1"),
    "a symbol in wide letters": _replaced(r"\{T\}", "{Ｔ}"),
    "a narrow sign": _replaced("＋(?=[１-９]/)", "+"),
    "narrow katakana": _replaced("クリーチャー", "ｸﾘｰﾁｬｰ"),
    "a colon in half width": _replaced("(?<=\\})：", ":"),
    "a former cost": _replaced("マナ総量", "点数で見たマナ・コスト"),
    "an opponent for everybody": _replaced("各プレイヤー", "各対戦相手"),
    "another type of card": _replaced("インスタント", "エンチャント"),
    "another token": _replaced("宝物|食物|手掛かり", "血"),
}
"""Other errors."""

BESIDE: dict[str, PlantedBeside] = {
    "a text in English": lambda there, here, chance: there.text,
    "a line in English": _line_of_original,
    "a sentence in English": _sentence_of_original,
    "a name in English": lambda there, here, chance: here.text.replace(here.name, there.name),
}
"""Those that put words of the original into the translation."""
